/**
 * Well-formed replies of protocol v1, made from a seed: the same seed, the same replies, on every machine.
 *
 * Documents come in sets of eight. Of each set every pair is a work unit, which several agents check. What is wrong with
 * a pair is settled first; each agent then reports a part of it, in words of its own, so that merging has work.
 */
import {
  ADVICE,
  AGENTS,
  ATTRIBUTES,
  DESCRIPTIONS,
  DOCUMENTS,
  REASONS,
  REMARKS,
  THINGS,
  TITLES,
  TYPES,
  VALUES,
} from "./phrases.js";
import { randomness } from "./randomness.js";

/** @typedef {ReturnType<typeof randomness>} Random */
/** @typedef {{ pair: [string, string], issues: Issue[], random: Random }} Unit */
/**
 * Something that is wrong with two documents, and the words that tell it from all else.
 * @typedef {import("./phrases.js").Facts & { severity: string, type: string, location: string, counter: string, remarks: string[] }} Issue
 */

const SEVERITIES = ["critical", "major", "minor"];
/** How often each stands in the table of a reply. */
const WEIGHTS = ["critical", "major", "major", "minor", "minor", "minor"];
const FEWEST = 3;
const MOST = 12;

/**
 * @param {number} count
 * @param {number} [seed]
 * @returns {string[]}
 */
export function generated(count, seed = 1) {
  const random = randomness(seed);
  const replies = [];
  for (const unit of units(random)) {
    for (const agent of AGENTS.slice(0, random.between(2, AGENTS.length))) {
      replies.push(reply(unit, agent));
      if (replies.length === count) break;
    }
    if (replies.length === count) break;
  }
  return replies;
}

/**
 * Replies with so many findings each and nothing that could be left out: a batch holds a hundred thousand of those.
 * @param {number} count
 * @param {number} [each]
 * @param {number} [seed]
 * @returns {string[]}
 */
export function brief(count, each = 1, seed = 1) {
  const random = randomness(seed);
  const replies = [];
  for (const { pair, issues } of units(random)) {
    for (let agent = 0; agent < AGENTS.length && replies.length < count; agent++) {
      const some = random.shuffled(issues).slice(0, each);
      const others = random.times(each - some.length, () => issue(random, pair));
      const reported = [...some, ...others].map((one, at) => ({
        ...{ id: `F${at + 1}`, ...retold(random, one) },
        severity: "minor",
      }));
      const line = `RESULT: FINDINGS | Type: consistency | Pair: ${pair.join("/")} | Findings: ${each}`;
      replies.push([line, "", ...findings(reported, random)].join("\n"));
    }
    if (replies.length === count) break;
  }
  return replies;
}

/**
 * Without end.
 * @param {Random} random
 * @returns {Generator<Unit>}
 */
function* units(random) {
  for (let set = 1; ; set++) {
    const documents = DOCUMENTS.map((name) => `${name}-${set}.md`);
    for (const [at, one] of documents.entries()) {
      for (const other of documents.slice(at + 1)) {
        /** @type {[string, string]} */
        const pair = [one, other];
        yield { pair, issues: random.times(random.between(6, 16), () => issue(random, pair)), random };
      }
    }
  }
}

/**
 * @param {Random} random
 * @param {[string, string]} pair
 * @returns {Issue}
 */
function issue(random, [one, other]) {
  const thing = random.pick(THINGS);
  const attribute = random.pick(ATTRIBUTES);
  const values = random.pick(VALUES);
  const number = random.between(2, 90);
  const facts = {
    thing,
    attribute,
    code: `${thing}_${attribute}`.replaceAll(/[ -]/g, "_"),
    here: values[0].replace("N", `${number}`),
    there: values[1].replace("N", `${number + random.between(1, 30)}`),
  };
  return {
    ...facts,
    remarks: random.times(5, () => `${capital(REMARKS.map((part) => random.pick(part)).join(" "))}.`),
    severity: random.pick(WEIGHTS),
    type: random.pick(TYPES),
    location: place(random, one),
    counter: random.chance(0.1) ? "--" : place(random, other),
  };
}

/**
 * @param {Random} random
 * @param {string} document
 */
function place(random, document) {
  const [section, part, line] = [random.between(1, 9), random.between(1, 5), random.between(10, 700)];
  if (random.chance(0.3)) return `${document}:${line}-${line + random.between(2, 12)}`;
  return random.chance(0.8) ? `${document} §${section}.${part}` : `${document} §${section}`;
}

/**
 * @param {Unit} unit
 * @param {string} agent
 */
function reply(unit, agent) {
  const luck = unit.random.next();
  if (luck < 0.12) return clean(unit, agent);
  if (luck < 0.16) return error(unit, agent);
  const { random, issues } = unit;
  const all = random.shuffled(issues).slice(0, random.between(FEWEST, MOST));
  const reported = all.map((issue, at) => ({ id: `F${at + 1}`, ...retold(random, issue) }));
  const counts = SEVERITIES.map((word) => `${capital(word)}: ${reported.filter((it) => it.severity === word).length}`);
  const heads = [`Findings: ${reported.length}`, ...counts];
  if (luck < 0.25) {
    const percent = `${random.between(20, 95)}%`;
    return [
      ...head(unit, agent, "PARTIAL", [...heads, `Coverage: ${percent}`, `Reason: ${random.pick(REASONS)}`], percent),
      ...findings(reported, random),
    ].join("\n");
  }
  return [...head(unit, agent, "FINDINGS", heads, "100%"), ...findings(reported, random)].join("\n");
}

/**
 * An issue as an agent sees it: mostly at the same place, mostly as heavy.
 * @param {Random} random
 * @param {Issue} issue
 */
function retold(random, issue) {
  const said = {
    ...issue,
    severity: random.chance(0.85) ? issue.severity : random.pick(WEIGHTS),
    type: random.chance(0.8) ? issue.type : random.pick(TYPES),
  };
  return {
    ...said,
    title: random.pick(TITLES)(said),
    description: `${random.pick(DESCRIPTIONS)(said)} ${random.pick(said.remarks)}`,
    suggestion: random.pick(ADVICE)(said),
  };
}

/**
 * @param {Unit} unit
 * @param {string} agent
 * @param {string} status
 * @param {string[]} pairs
 * @param {string} coverage
 */
function head({ pair: [one, other] }, agent, status, pairs, coverage) {
  return [
    [`RESULT: ${status}`, "Type: consistency", `Pair: ${one}/${other}`, ...pairs].join(" | "),
    "",
    "---",
    "**Protocol**: v1",
    `**Agent**: ${agent}`,
    `**Assigned**: Compare ${one} with ${other} for contradictions, terminology drift, broken references and gaps`,
    `**Scope**: ${one}, ${other}`,
    `**Coverage**: ${coverage}`,
    "**Confidence**: high",
    "---",
    "",
  ];
}

/**
 * @param {(ReturnType<typeof retold> & { id: string })[]} reported
 * @param {Random} random
 */
function findings(reported, random) {
  const rows = reported.map((it) => {
    const cells = [it.id, it.severity, it.type, it.location, it.counter, it.description, it.suggestion];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  const heavy = reported.filter(({ severity }) => severity !== "minor");
  const discussions = heavy.flatMap((it) => {
    const [first, ...others] = random.shuffled(it.remarks).slice(0, random.between(3, 5));
    return ["", `### ${it.id}: ${it.title}`, "", first, "", others.join(" ")];
  });
  return [
    "## Findings",
    "",
    "| ID | Severity | Type | Location | Counter-location | Description | Suggestion |",
    "|----|----------|------|----------|------------------|-------------|------------|",
    ...rows,
    ...discussions,
    "",
  ];
}

/**
 * @param {Unit} unit
 * @param {string} agent
 */
function clean({ pair, issues, random }, agent) {
  const heads = ["Findings: 0", ...SEVERITIES.map((word) => `${capital(word)}: 0`)];
  return [
    ...head({ pair, issues, random }, agent, "CLEAN", heads, "Full"),
    "## Checked",
    "",
    "No inconsistency was found between the two documents.",
    "",
    ...issues.slice(0, 6).map((it) => `- **${capital(it.thing)}.** The ${it.attribute} is ${it.here} in both.`),
    "",
  ].join("\n");
}

/**
 * @param {Unit} unit
 * @param {string} agent
 */
function error(unit, agent) {
  const [, other] = unit.pair;
  return [
    ...head(unit, agent, "ERROR", ["Coverage: 0%", `Reason: ${other} could not be opened`], "0%"),
    "## What was attempted",
    "",
    `1. Read ${other}: \`EBUSY: resource busy or locked\`.`,
    "2. Waited and read again, five times, with the same answer each time.",
    "",
    "## What to try next",
    "",
    "Run this pair again when no other agent holds the file.",
    "",
  ].join("\n");
}

/** @param {string} word */
const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
