/** A plan from a list of one's own: units with the agents that are asked, and what they are told. */
import { askedIn } from "./asked.js";
import { ReconveneError } from "./error.js";

/** @typedef {import("./reconvene.js").DispatchPlan} DispatchPlan */
/** @typedef {import("./reconvene.js").DispatchUnit} DispatchUnit */
/** @typedef {import("./reconvene.js").PlanInput} PlanInput */
/** @typedef {import("./reconvene.js").CustomType} CustomType */
/** @typedef {NonNullable<PlanInput["units"]>[number]} Unit */

/** The name of its mode, and of its wave. */
export const LIST = "list";

/** What is asked for where neither the unit nor its prompt says: a finding table, whatever its words for types are. */
const REVIEW = "review";
/** The JSON return. */
const RETURN = "return";

const KEYS = ["unit", "agent", "prompt", "expect", "subject", "model"];
const NEEDED = ["unit", "agent", "prompt"];
const INPUT = ["units", "types", "config", "dimensions", "modes", "variables"];
/** What the form of a return takes, beside the agent. */
const OF_A_RETURN = ["SessionId", "DelegationDepth", "DelegationPath"];

const MOST_UNITS = 10_000;
const MOST_BYTES = 64 * 1024 * 1024;
const MAX_AGENTS = 10;
const TIMEOUT = 300_000;
const MODEL = "sonnet";
const RETRY_BELOW = 80;
const SUBJECT = 200;

/**
 * @param {PlanInput} input Plain data.
 * @param {(type: string, types: CustomType[], variables: Record<string, string>) => string} instruction What asks for a type.
 * @param {(plan: DispatchPlan) => DispatchPlan["tokens"]} costOf What the units of a plan cost.
 * @returns {DispatchPlan}
 */
export function listPlan(input, instruction, costOf) {
  const units = unitsOf(input);
  const { config = {}, types = [], variables = {} } = input;
  const { maxAgents = MAX_AGENTS, agentTimeout = TIMEOUT, models = {}, fanOut: wanted = "auto" } = config;
  if (wanted === "teams" && !config.teamsAvailable) {
    throw misuse('`input.config.fanOut` is "teams", and teams are not available: write "auto".');
  }
  const fanOut = wanted !== "disabled" && maxAgents > 1 && units.length > 1;
  const dispatched = units.map((unit) => {
    const { name, prompt } = asked(unit, types, variables, instruction);
    const subject = unit.subject ?? unit.unit;
    return {
      unit: unit.unit,
      agent: unit.agent,
      subject: shortened(subject),
      model: unit.model ?? (Object.hasOwn(models, unit.agent) ? models[unit.agent] : undefined) ?? MODEL,
      expect: name,
      attempt: 1,
      // What is asked again is made of these.
      variables: { PROMPT: unit.prompt, ...(name === RETURN ? variables : {}) },
      prompt,
      timeoutMs: agentTimeout,
    };
  });
  const size = fanOut ? maxAgents : 1;
  const rounds = Array.from({ length: Math.ceil(dispatched.length / size) }, (_, at) =>
    dispatched.slice(at * size, (at + 1) * size),
  );
  const waves = rounds.map((round, at) => ({
    name: rounds.length > 1 ? `${LIST}-${at + 1}` : LIST,
    roundOf: rounds.length > 1 ? LIST : null,
    team: null,
    units: round,
  }));
  const reason = fanOut ? null : wanted === "disabled" ? "fan-out is disabled" : "one unit is asked at a time";
  /** @type {DispatchPlan} */
  const made = {
    schema: "reconvene/plan/v1",
    mode: LIST,
    fanOut,
    reason,
    retryBelow: RETRY_BELOW,
    waves,
    tokens: { fanOut: [0, 0], sequential: [0, 0] },
    announcement: "",
  };
  made.tokens = costOf(made);
  made.announcement = announced(dispatched, waves.length, fanOut, made.tokens, reason);
  return made;
}

/**
 * What a unit is asked for, and its prompt with the instruction in it.
 * @param {Unit} unit
 * @param {CustomType[]} types
 * @param {Record<string, string>} variables
 * @param {(type: string, types: CustomType[], variables: Record<string, string>) => string} instruction
 */
function asked({ prompt, expect, agent }, types, variables, instruction) {
  const inPrompt = askedIn(prompt);
  if (inPrompt !== undefined && (expect === undefined || expect === inPrompt)) return { name: inPrompt, prompt };
  const name = expect ?? REVIEW;
  const known = name === RETURN ? { AgentType: agent, ...variables } : {};
  return { name, prompt: `${prompt.trimEnd()}\n\n${instruction(name, types, known)}` };
}

/**
 * The units, once all that is wrong with them is named.
 * @param {PlanInput} input
 */
function unitsOf(input) {
  const problems = Object.keys(input)
    .filter((key) => !INPUT.includes(key))
    .map((key) => `\`input.${key}\` says nothing of units of your own.`);
  for (const [key, value] of Object.entries(input.variables ?? {})) {
    if (!OF_A_RETURN.includes(key)) {
      problems.push(
        `\`input.variables.${key}\` says nothing of units of your own: there is ${OF_A_RETURN.join(", ")}.`,
      );
    } else if (typeof value !== "string") problems.push(`\`input.variables.${key}\` is no text.`);
  }
  const units = /** @type {unknown[]} */ (input.units ?? []);
  if (units.length > MOST_UNITS) throw new ReconveneError("too-large", `A plan has at most ${MOST_UNITS} units.`);
  const names = new Set();
  let length = 0;
  for (const [at, unit] of units.entries()) {
    const place = `input.units[${at}]`;
    if (typeof unit !== "object" || unit === null || Array.isArray(unit)) {
      problems.push(`\`${place}\` is not an object: write {"unit": …, "agent": …, "prompt": …}.`);
      continue;
    }
    const fields = /** @type {Record<string, unknown>} */ (unit);
    for (const [key, value] of Object.entries(fields)) {
      if (!KEYS.includes(key)) problems.push(`\`${place}.${key}\` is unknown: there is ${KEYS.join(", ")}.`);
      else if (typeof value !== "string" || value.trim() === "") problems.push(`\`${place}.${key}\` is not text.`);
      else length += value.length;
    }
    for (const key of NEEDED) if (!Object.hasOwn(fields, key)) problems.push(`\`${place}\` has no \`${key}\`.`);
    const name = JSON.stringify([fields.unit, fields.agent]);
    if (names.has(name)) problems.push(`\`${place}\` asks the same agent about the same unit again.`);
    names.add(name);
  }
  if (units.length === 0) problems.push("`input.units` has no unit.");
  if (length > MOST_BYTES) throw new ReconveneError("too-large", "A plan has at most 64 MiB.");
  if (problems.length > 0) throw misuse(problems.join(" "));
  return /** @type {Unit[]} */ (units);
}

/** @param {string} message */
const misuse = (message) => new ReconveneError("bad-argument", message);

/** @param {string} text */
function shortened(text) {
  const folded = [...text.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, " ").trim()];
  return folded.length > SUBJECT ? `${folded.slice(0, SUBJECT).join("")}…` : folded.join("");
}

/**
 * @param {DispatchUnit[]} units
 * @param {number} waves
 * @param {boolean} fanOut
 * @param {DispatchPlan["tokens"]} tokens
 * @param {string | null} reason
 */
function announced(units, waves, fanOut, tokens, reason) {
  const number = (/** @type {number} */ value) => value.toLocaleString("en-US");
  if (!fanOut) {
    const [from, to] = tokens.sequential.map(number);
    return `${units.length === 1 ? "One unit is" : `${units.length} units are`} asked one after the other: ${reason}. Estimated: ${from} to ${to} tokens. Proceed?`;
  }
  const [from, to] = tokens.fanOut.map(number);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { agent } of units) counts.set(agent, (counts.get(agent) ?? 0) + 1);
  const agents = [...counts].map(([agent, count]) => `${count} ${shortened(agent)}`).join(", ");
  const inWaves = waves === 1 ? "at the same time" : `in ${waves} waves`;
  return `Will ask ${units.length} agents ${inWaves}: ${agents}. Estimated: ${from} to ${to} tokens. Proceed?`;
}
