/**
 * An audit of six documents from the plan to the last report: by the command line, and as a stream in JavaScript. The replies
 * are made up, with overlaps, disagreements, timeouts, an empty one and one in a broken format; every figure is counted again.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { aggregate, Collector, parse, plan, retry } from "../../pkg/node.js";

/** @typedef {import("../../pkg/reconvene.js").AgentResult} AgentResult */
/** @typedef {import("../../pkg/reconvene.js").DispatchPlan} DispatchPlan */
/** @typedef {import("../../pkg/reconvene.js").DispatchUnit} DispatchUnit */
/** @typedef {import("../../pkg/reconvene.js").Reply} Reply */
/** @typedef {import("../../pkg/reconvene.js").Report} Report */

const CLI = fileURLToPath(new URL("../../pkg/cli.js", import.meta.url));
const NAMES = ["BOOKING", "CLAIMS", "DEPOTS", "DRIVERS", "FLEET", "RATES"];
const DOCUMENTS = NAMES.map((name) => `docs/${name}.md`);

const HEAD = `| ID | Severity | Type | Location | Counter-location | Description | Suggestion |
|----|----------|------|----------|------------------|-------------|------------|
`;
const DEPOSIT =
  "The deposit for a van is held when it is booked in one document, and when its keys are handed out in the other.";

/** @param {DispatchUnit} unit */
const metadata = ({ agent, subject, unit }) => `---
**Protocol**: v1
**Agent**: ${agent}
**Assigned**: ${subject}
**Scope**: ${unit}
**Coverage**: 100%
**Confidence**: high
---
`;

/**
 * @param {DispatchUnit} unit
 * @param {string} subject What it is on, as its summary line says it.
 * @param {string[][]} rows
 */
function consistency(unit, subject, rows) {
  const count = (/** @type {string} */ severity) => rows.filter((row) => row[0] === severity).length;
  const status = rows.length > 0 ? "FINDINGS" : "CLEAN";
  const counts = `Critical: ${count("critical")} | Major: ${count("major")} | Minor: ${count("minor")}`;
  const table = rows.map((row, at) => `| F${at + 1} | ${row.join(" | ")} |\n`).join("");
  return `RESULT: ${status} | Type: consistency | ${subject} | Findings: ${rows.length} | ${counts}

${metadata(unit)}
${rows.length > 0 ? `## Findings\n\n${HEAD}${table}` : "Nothing to say."}

## Parkable Findings

| Finding | Category | Priority |
|---------|----------|----------|
| Who washes the vans is nowhere said | gap | low |
`;
}

/**
 * What a reader answers on a document that refers to others.
 * @param {DispatchUnit} unit
 * @param {string} document
 * @param {string[]} others
 */
function digest(unit, document, others) {
  const rows = others.map((other) => `| §1 | see ${other} | docs/${other}.md | §1 |\n`).join("");
  return `RESULT: CLEAN | Type: digest | Doc: ${document} | Sections: 1 | Entities: 1 | Cross-refs: ${others.length}

${metadata(unit)}
## Section Inventory

| Heading | Line Range | Summary |
|---------|------------|---------|
| 1 Vans | 1-20 | What is in it |

## Defined Terms

| Term | Definition | Section |
|------|------------|---------|
| deposit | Money that is held until the keys are back | §1 |

## Cross-References

| From Section | References | Target Doc | Target Section |
|--------------|------------|------------|----------------|
${rows}`;
}

/**
 * What an agent answers in the first round: `null` where nothing comes.
 * @param {DispatchUnit} unit
 * @returns {Reply | null}
 */
function answered(unit) {
  const { unit: name, attempt, expect, variables } = unit;
  const reply = (/** @type {string} */ text, more = {}) => ({ unit: name, attempt, text, ...more });
  if (expect === "digest") {
    const document = variables.DOC_PATH ?? "";
    if (document.includes("CLAIMS")) return reply("", { timedOut: true });
    return reply(digest(unit, document, NAMES));
  }
  if (variables.DIMENSION_NAME !== undefined) {
    const subject = `Dimension: ${variables.DIMENSION_NAME}`;
    if (name === "Staleness") return reply("");
    if (name === "Technical Correctness") {
      // Prose of no format: read all the same.
      return reply(
        "I looked at everything.\n\n- **Critical**: docs/FLEET.md §2: The tracker sends every second, and the plan pays for every minute.\n",
      );
    }
    if (name === "Completeness") {
      return reply(
        consistency(unit, subject, [
          ["critical", "contradiction", "docs/BOOKING.md §3", "docs/RATES.md §2", DEPOSIT, "Hold it at one time."],
        ]),
      );
    }
    return reply(consistency(unit, subject, []));
  }
  const pair = [variables.DOC_A_PATH ?? "", variables.DOC_B_PATH ?? ""];
  const subject = `Pair: ${pair.join("/")}`;
  if (name === "docs/BOOKING.md + docs/RATES.md") {
    return reply(
      consistency(unit, subject, [
        [
          "major",
          "contradiction",
          "docs/BOOKING.md §3",
          "docs/RATES.md §2",
          DEPOSIT.replace("van", "car"),
          "Name the moment.",
        ],
        [
          "minor",
          "terminology-drift",
          "docs/BOOKING.md §1",
          "docs/RATES.md §1",
          "A hirer is a driver in the second.",
          "Say hirer.",
        ],
      ]),
    );
  }
  if (name === "docs/DEPOTS.md + docs/FLEET.md") {
    return reply(
      `RESULT: PARTIAL | Type: consistency | ${subject} | Findings: 0 | Coverage: 94% | Reason: one appendix is left\n`,
    );
  }
  if (name === "docs/DEPOTS.md + docs/RATES.md") {
    return reply(
      `RESULT: PARTIAL | Type: consistency | ${subject} | Findings: 0 | Coverage: 96% | Reason: a footnote is left\n`,
    );
  }
  if (name === "docs/DRIVERS.md + docs/FLEET.md") return null;
  if (name === "docs/BOOKING.md + docs/FLEET.md") {
    // What it had found by the time that it was stopped stays.
    const row = [
      "major",
      "stale-content",
      "docs/FLEET.md §4",
      "--",
      "Two of the vans were sold last year.",
      "Strike them.",
    ];
    return reply(consistency(unit, subject, [row]), { timedOut: true });
  }
  return reply(consistency(unit, subject, []));
}

/**
 * In the second round everybody answers.
 * @param {DispatchUnit} unit
 * @returns {Reply}
 */
function answeredAgain(unit) {
  const { unit: name, attempt, expect, variables } = unit;
  assert.ok(variables.RETRY_REASON && variables.RETRY_SCOPE, name);
  if (expect === "digest") return { unit: name, attempt, text: digest(unit, name, []) };
  const subject = variables.DIMENSION_NAME === undefined ? `Pair: ${name.replace(" + ", "/")}` : `Dimension: ${name}`;
  return { unit: name, attempt, text: consistency(unit, subject, []) };
}

/** What is not covered after the first round: a reader, three pairs, two dimensions. A fourth pair covered enough. */
const OPEN = [
  "docs/BOOKING.md + docs/FLEET.md",
  "docs/CLAIMS.md",
  "docs/DEPOTS.md + docs/FLEET.md",
  "docs/DRIVERS.md + docs/FLEET.md",
  "Technical Correctness",
  "Staleness",
];

/** @param {DispatchPlan} made */
const units = (made) => made.waves.flatMap((wave) => wave.units);

/** @param {DispatchPlan} made */
const names = (made) => units(made).map(({ unit }) => unit);

/**
 * Every figure of a report, counted again in its replies.
 * @param {Report} report
 * @param {Reply[]} replies
 * @param {DispatchPlan} made
 */
function counts(report, replies, made) {
  const asked = units(made);
  const expect = (/** @type {Reply} */ reply) => asked.find(({ unit }) => unit === reply.unit)?.expect;
  const read = replies.map((reply) => parse({ expect: expect(reply), ...reply }));
  const { summary } = report;
  assert.equal(summary.replies, replies.length);
  assert.equal(summary.units, units(made).length);
  assert.equal(report.coverage.length, units(made).length);
  for (const [status, count] of Object.entries(summary.byStatus)) {
    assert.equal(count, read.filter((result) => result.status === status).length, status);
  }
  const reported = read.reduce((sum, { findings }) => sum + findings.length, 0);
  assert.equal(summary.reported, reported);
  assert.equal(
    report.findings.reduce((sum, { members }) => sum + members.length, 0),
    reported,
  );
  assert.equal(summary.findings, report.findings.length);
  for (const [severity, count] of Object.entries(summary.bySeverity)) {
    assert.equal(count, report.findings.filter((finding) => finding.severity === severity).length, severity);
  }
  assert.equal(summary.conflicts, report.conflicts.length);
  const covered = report.coverage.length - report.gaps.length;
  assert.equal(summary.coverage, Math.round((covered * 1000) / report.coverage.length) / 10);
  // Who was asked for a protocol and wrote no summary line has failed, whatever can be read.
  const failed = asked.filter(({ unit }) => {
    const last = latest(read, unit);
    const lineless = last?.diagnostics.some(({ code }) => code === "missing-summary-line");
    return lineless || [undefined, "ERROR"].includes(last?.status);
  }).length;
  const all = asked.length;
  assert.ok(report.executiveSummary.includes(`Collected ${all - failed}/${all} results (${failed} failed)`));
  judged(report, read, made);
}

/**
 * The reply that decides on a unit; none where none came.
 * @param {AgentResult[]} read
 * @param {string} name
 */
const latest = (read, name) =>
  read.filter(({ unit }) => unit === name).toSorted((one, other) => other.attempt - one.attempt)[0];

/**
 * The rows of dimensions and of pairs, and the sentences on them, told from the replies.
 * @param {Report} report
 * @param {AgentResult[]} read
 * @param {DispatchPlan} made
 */
function judged(report, read, made) {
  const { health, crossReferences } = report.synthesis;
  /** What stands of a unit in the report: those of its findings that it reported itself, in whatever attempt. */
  const severities = (/** @type {string} */ name) =>
    report.findings
      .filter(({ members }) => members.some(({ result }) => report.results[result]?.unit === name))
      .map(({ severity }) => severity);
  const isDone = (/** @type {string} */ name) => ["CLEAN", "FINDINGS"].includes(latest(read, name)?.status ?? "");

  const dimensions = units(made).filter(({ variables }) => variables.DIMENSION_NAME !== undefined);
  const rated = dimensions.map(({ unit }) => {
    const found = severities(unit);
    const isGrave = found.includes("critical") || found.filter((severity) => severity === "major").length > 1;
    const shown = found.length > 0 ? "some-issues" : "good";
    const rating = isGrave ? "significant-problems" : isDone(unit) ? shown : "INCOMPLETE";
    return { dimension: unit, rating, findings: found.length };
  });
  assert.equal(rated.length, 9);
  const byName = (/** @type {{ dimension: string }} */ one, /** @type {{ dimension: string }} */ other) =>
    one.dimension < other.dimension ? -1 : 1;
  assert.deepEqual(
    health.map(({ dimension, rating, findings }) => ({ dimension, rating, findings })).toSorted(byName),
    rated.toSorted(byName),
  );
  const words = {
    "significant-problems": "with significant problems",
    "some-issues": "with some issues",
    good: "good",
  };
  says(report, "9 dimensions", rated, ({ rating }) => rating, { ...words, INCOMPLETE: "not assessed in full" });

  const pairs = units(made).filter(({ variables }) => variables.DOC_A_PATH !== undefined);
  const compared = pairs.map(({ unit }) => {
    const found = severities(unit);
    const shown = found.length > 0 ? "TENSION" : "CONSISTENT";
    const status = found.includes("critical") ? "CONFLICT" : isDone(unit) ? shown : "UNVERIFIED";
    return { documents: unit.split(" + "), status, findings: found.length };
  });
  assert.equal(compared.length, 15);
  assert.deepEqual(crossReferences, compared);
  const states = { CONFLICT: "in conflict", TENSION: "in tension", CONSISTENT: "consistent", UNVERIFIED: "unverified" };
  says(report, "15 pairs of documents", compared, ({ status }) => status, states);
}

/**
 * The sentence that counts rows by a word, the words in their order.
 * @template Row
 * @param {Report} report
 * @param {string} subject
 * @param {Row[]} rows
 * @param {(row: Row) => string} word
 * @param {Record<string, string>} words
 */
function says(report, subject, rows, word, words) {
  const counted = Object.entries(words).flatMap(([key, said]) => {
    const count = rows.filter((row) => word(row) === key).length;
    return count > 0 ? [`${count} ${said}`] : [];
  });
  assert.ok(report.executiveSummary.includes(`${subject}: ${counted.join(", ")}.`), report.executiveSummary);
}

/** @param {Report} report */
function first(report) {
  const row = (/** @type {string} */ name) => report.coverage.find(({ unit }) => unit === name);
  assert.match(row("docs/CLAIMS.md")?.reason ?? "", /timed out/);
  assert.equal(row("docs/DRIVERS.md + docs/FLEET.md")?.reason, "UNVERIFIED: no reply");
  assert.match(row("docs/BOOKING.md + docs/FLEET.md")?.reason ?? "", /^UNVERIFIED: .*timed out/);
  assert.equal(row("docs/BOOKING.md + docs/FLEET.md")?.findings, 1);
  assert.equal(row("Staleness")?.reason, "INCOMPLETE: no output");
  assert.match(row("Technical Correctness")?.reason ?? "", /^INCOMPLETE: no summary line/);
  const deposit = report.findings.find(({ members }) => members.length === 2);
  assert.equal(deposit?.severity, "critical");
  assert.ok(report.conflicts.some(({ kind, findings }) => kind === "severity" && findings.includes(deposit?.id ?? "")));
  assert.equal(report.parked.length, 1);
  assert.ok((report.parked[0]?.units.length ?? 0) > 10);
  assert.equal(report.verdict, "needs-rework");
}

/** @type {string} */
let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), "reconvene-audit-"));
  for (const document of DOCUMENTS) {
    mkdirSync(join(folder, "docs"), { recursive: true });
    writeFileSync(join(folder, document), `# ${document}\n`);
  }
});
after(() => rmSync(folder, { recursive: true }));

/** @param {string[]} args */
function reconvene(...args) {
  const { status, stderr } = spawnSync(process.execPath, [CLI, ...args], { cwd: folder, encoding: "utf8" });
  assert.equal(status, 0, stderr);
}

/** @param {string} file */
const json = (file) => JSON.parse(readFileSync(join(folder, file), "utf8"));

test("an audit by the command line", () => {
  reconvene("plan", "audit", "docs", "--out", "plan.json");
  /** @type {DispatchPlan} */
  const made = json("plan.json");
  const asked = units(made);
  assert.equal(asked.filter(({ expect }) => expect === "digest").length, 6);
  assert.equal(asked.filter(({ variables }) => variables.DOC_A_PATH).length, 15);
  assert.equal(asked.filter(({ variables }) => variables.DIMENSION_NAME).length, 9);
  assert.deepEqual(made.tokens.fanOut, [126_900, 310_900]);

  const replies = asked.flatMap((unit) => answered(unit) ?? []);
  writeFileSync(join(folder, "replies.json"), JSON.stringify(replies));
  const report = ["report", "--plan", "plan.json", "--format", "json"];
  reconvene(...report, "replies.json", "--out", "report.json");
  first(json("report.json"));
  counts(json("report.json"), replies, made);

  reconvene("retry", "report.json", "--plan", "plan.json", "--out", "again.json");
  /** @type {DispatchPlan} */
  const again = json("again.json");
  assert.deepEqual(names(again).toSorted(), OPEN.toSorted());
  assert.ok(units(again).every(({ attempt }) => attempt === 2));
  assert.match(again.reason ?? "", /read the document directly/);

  const more = units(again).map(answeredAgain);
  writeFileSync(join(folder, "more.json"), JSON.stringify(more));
  reconvene(...report, "replies.json", "more.json", "--out", "final.json");
  /** @type {Report} */
  const final = json("final.json");
  counts(final, [...replies, ...more], made);
  // What covered 96 % is enough for an audit, and is still no full analysis.
  assert.deepEqual(
    final.gaps.map(({ unit, retry }) => [unit, retry]),
    [["docs/DEPOTS.md + docs/RATES.md", false]],
  );
  reconvene("retry", "final.json", "--plan", "plan.json", "--out", "none.json");
  assert.deepEqual(json("none.json").waves, []);
});

test("the same audit as a stream", () => {
  const made = plan("audit", { documents: DOCUMENTS.toReversed() });
  const collector = new Collector({ plan: made });
  assert.equal(collector.progress.message, "0/30 agents complete: 0 understood, 0 failed, 30 pending");
  /** @type {Reply[]} */
  const replies = [];
  for (const wave of made.waves.toReversed()) {
    for (const unit of wave.units) {
      const reply = answered(unit);
      if (!reply) continue;
      replies.push(reply);
      collector.add(reply);
      assert.equal(collector.progress.received, replies.length);
      assert.equal(collector.progress.missing.length, 30 - replies.length);
    }
  }
  assert.equal(collector.progress.message, "29/30 agents complete: 25 understood, 4 failed, 1 pending");
  const report = collector.report();
  first(report);
  counts(report, replies, made);
  assert.deepEqual(report, aggregate(replies.toReversed(), { plan: made }));
  const again = retry(report, made);
  assert.deepEqual(names(again).toSorted(), OPEN.toSorted());
  for (const unit of units(again)) {
    const reply = answeredAgain(unit);
    replies.push(reply);
    collector.add(reply);
  }
  assert.equal(collector.progress.message, "Collected 30/30 results (0 failed)");
  counts(collector.report(), replies, made);
  assert.deepEqual(retry(collector.report(), made).waves, []);
});
