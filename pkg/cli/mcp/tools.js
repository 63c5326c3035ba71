/** The tools: what each takes, and what it answers. */
import { askedIn } from "../../asked.js";
import * as reconvene from "../../node.js";
import { MODES } from "../commands/plan.js";
import { isTooLarge } from "../input.js";
import { Misuse } from "../misuse.js";
import { EXPECTED, fromFile, namesOf, settingsIn, typesIn } from "../options.js";
import { fileInside, repliesFor, SOURCE } from "./replies.js";
import { agentsOf, findingLine, findingWhole, line, reportersOf, within } from "./shown.js";

/** @typedef {import("../../reconvene.js").Report} Report */
/** @typedef {import("../../reconvene.js").DispatchPlan} DispatchPlan */
/** @typedef {import("../../reconvene.js").DispatchUnit} DispatchUnit */

/**
 * What later calls may go on from.
 * @typedef {object} Session
 * @property {Report | null} report The last report.
 * @property {DispatchPlan} [dispatched] The plan that it was held against.
 * @property {DispatchPlan | null} plan The last plan.
 * @property {DispatchPlan | null} again The last plan of what to ask again.
 */

/**
 * @typedef {object} Tool
 * @property {string} name
 * @property {string} description
 * @property {{ type: "object", properties: Record<string, object>, additionalProperties: boolean }} inputSchema
 * @property {(given: any, session: Session) => string | Promise<string>} run
 */

/** So many characters an answer has, where nothing is said: about 3,000 tokens. */
const BUDGET = 12_000;
/** What of it is kept for a list of the findings that do not fit. */
const LIST = 0.25;
/** What is kept for a line that says how much is left out. */
const ROOM = 80;
/** So much is said of the names of agents. */
const NAMES = 240;
/** So many findings are listed at once. */
const LISTED = 50;

const budget = {
  type: "integer",
  minimum: 500,
  description: `Return at most this many characters (default: ${BUDGET}).`,
};
const plan = {
  description: "The plan that you ran: true for the last plan of the tool `plan`, or a file with a plan as JSON.",
  anyOf: [{ type: "boolean" }, { type: "string", minLength: 1 }],
};
const report = {
  type: "string",
  minLength: 1,
  description: "A file with a report as JSON (default: the last report).",
};
const SEVERITIES = ["critical", "major", "minor", "advisory"];

/**
 * One, or a list of them.
 * @param {object} one
 */
const oneOrMore = (one) => ({ anyOf: [one, { type: "array", items: one }] });

/**
 * What a list says. Models fill in what they have no use for: an empty list is no choice of nothing.
 * @template T
 * @param {T[] | undefined} list
 */
const filled = (list) => (list?.length ? list : undefined);

/**
 * @template T
 * @param {T | T[] | undefined} given
 */
const listOf = (given) => (given === undefined ? undefined : filled([given].flat()));

/** @param {Record<string, object>} properties @returns {Tool["inputSchema"]} */
const takes = (properties) => ({ type: "object", properties, additionalProperties: false });

/** @type {Tool[]} */
export const TOOLS = [
  {
    name: "report",
    description:
      "Merges the replies of subagents into one report: verdict, coverage, findings, conflicts, gaps. Without arguments it reads the replies of this session: those that the hook collected, otherwise those in the host's log.",
    inputSchema: takes({
      ...SOURCE,
      plan,
      expected: {
        type: "array",
        description: "Instead of `plan`, the tasks that you asked for, so that a missing reply becomes a gap.",
        items: { anyOf: [{ type: "string" }, { type: "object" }] },
      },
      previous: {
        type: "string",
        minLength: 1,
        description: "A file with an earlier report to compare with: what is new, what is fixed.",
      },
      title: { type: "string" },
      sections: {
        type: "array",
        items: { type: "string" },
        description: "Only these sections, such as summary, findings, gaps.",
      },
      budget,
    }),
    run: reported,
  },
  {
    name: "findings",
    description:
      "The findings of the last report, one per line, filtered; or one finding in full, with what each agent says about it.",
    inputSchema: takes({
      id: { type: "string", minLength: 1, description: "One finding in full, by its id (G3), key or fingerprint." },
      severity: oneOrMore({ enum: SEVERITIES }),
      file: {
        ...oneOrMore({ type: "string", minLength: 1 }),
        description: "Only findings in these files or documents: their paths, or how the paths end.",
      },
      agent: { ...oneOrMore({ type: "string", minLength: 1 }), description: "Only findings that these agents report." },
      from: { type: "integer", minimum: 0, description: "Skip this many." },
      report,
      budget,
    }),
    run: found,
  },
  {
    name: "check",
    description:
      "Checks replies against the format that was asked for: what is wrong, where, and the message to send back to the subagent.",
    inputSchema: takes({
      ...SOURCE,
      expect: {
        type: "string",
        description:
          "The type that was asked for, if the reply does not say. Without one, prose that is understood counts as usable.",
      },
      budget,
    }),
    run: checked,
  },
  {
    name: "plan",
    description:
      "Plans which subagents to ask for what. Pass `mode` with its input, or your own `units`; or `unit` for the prompt of one task of the last plan.",
    inputSchema: takes({
      mode: {
        type: "string",
        description: Object.keys(MODES).join(", "),
      },
      input: {
        type: "object",
        description: "What the mode works on: {documents, changed, dimensions, tasks, screens, variables, config}.",
      },
      units: {
        type: "array",
        description: "Your own tasks: {unit, agent, prompt, expect}.",
        items: { type: "object" },
      },
      unit: {
        type: "string",
        minLength: 1,
        description: "Return the full prompt of this task of the last plan, regardless of the budget.",
      },
      json: {
        type: "boolean",
        description: "Return the whole plan as JSON, regardless of the budget, to write into a file.",
      },
      budget,
    }),
    run: planned,
  },
  {
    name: "retry",
    description: "Plans what to ask again after the last report: what failed, what is missing, what was not covered.",
    inputSchema: takes({
      plan,
      report,
      json: { type: "boolean", description: "Return the whole plan as JSON." },
      budget,
    }),
    run: askedAgain,
  },
];

/**
 * The plan that a call names.
 * @param {boolean | string | undefined} given
 * @param {Session} session
 */
function planFor(given, session) {
  if (given === undefined || given === false) return undefined;
  if (typeof given === "string") return /** @type {DispatchPlan} */ (fromFile(fileInside(given), "plan"));
  if (session.plan) return session.plan;
  throw new Misuse("There is no plan yet. Call `plan` first, or name a file.");
}

/**
 * The report that a call names.
 * @param {string | undefined} given
 * @param {Session} session
 * @returns {Promise<Report>}
 */
async function reportFor(given, session) {
  if (given !== undefined) {
    const path = fileInside(given);
    const made = fromFile(path, "previous");
    if (typeof made === "object") return /** @type {any} */ (made);
    throw new Misuse(`${path} is not a JSON report. \`reconvene report --format json\` writes one.`);
  }
  if (session.report) return session.report;
  const { replies, expected } = await repliesFor({});
  session.report = reconvene.aggregate(replies, { types: typesIn(undefined), expected });
  session.dispatched = undefined;
  return session.report;
}

/** @type {Tool["run"]} */
async function reported({ plan: planned, expected, previous, title, budget = BUDGET, ...given }, session) {
  const { sections: named, ...source } = given;
  const sections = filled(named);
  const { replies, problems, expected: called } = await repliesFor(source);
  const dispatched = planFor(planned, session);
  const asked = filled(expected)?.map((/** @type {any} */ unit) => (typeof unit === "string" ? { unit } : unit));
  const made = reconvene.aggregate(replies, {
    title: title || undefined,
    types: typesIn(undefined),
    plan: dispatched,
    expected: asked ?? (dispatched === undefined ? called : undefined),
    previous: previous === undefined ? undefined : fromFile(fileInside(previous), "previous"),
  });
  session.report = made;
  session.dispatched = dispatched;
  const said =
    problems.length === 0
      ? ""
      : `${within(
          problems.map((one) => line(one, 300)),
          budget * LIST,
          others,
        )}\n\n`;
  const whole = reconvene.render(made, "markdown", { sections });
  if (said.length + whole.length <= budget) return said + whole;
  const rest = Math.max(500, Math.floor(budget * (1 - LIST)) - said.length);
  const shown = reconvene.render(made, "markdown", { sections, budget: rest });
  const left = made.findings.filter(({ id }) => !shown.includes(`\n| ${id} |`));
  if (left.length === 0) return cut(said + shown, budget);
  const lines = left.map((finding) => findingLine(made, finding));
  const room = Math.max(200, budget - said.length - shown.length - 100);
  const list = within(lines, room, (count) => `- ${count} more: \`findings\` with \`from\` lists them.`);
  return cut(`${said}${shown}\n## Further findings, one per line\n\n${list}\n`, budget);
}

const others = (/** @type {number} */ count) => `… and ${count} more.`;

/** @type {Tool["run"]} */
async function found({ id, severity, file, agent, from = 0, report: path, budget = BUDGET }, session) {
  const made = await reportFor(path, session);
  if (id !== undefined) {
    const finding = made.findings.find((one) => isNamed(made, one, id));
    if (!finding)
      throw new Misuse(`The report has no finding ${line(id)}. It has ${made.findings.length}, numbered from G1.`);
    return cut(findingWhole(made, finding), budget);
  }
  const [severities, files, agents] = [listOf(severity), listOf(file), listOf(agent)];
  const chosen = made.findings.filter(
    (one) =>
      (severities === undefined || severities.includes(one.severity)) &&
      (files === undefined || placesOf(one).some((document) => files.some((path) => isFile(document, path)))) &&
      (agents === undefined || isOneOf(reportersOf(made, one), agents)),
  );
  const shown = chosen.slice(from, from + LISTED).map((finding) => findingLine(made, finding));
  if (from > 0 && from >= chosen.length) {
    throw new Misuse(`There are ${chosen.length} such findings, but \`from\` skips ${from}. Use a smaller \`from\`.`);
  }
  const all = agentsOf(made.results);
  const strangers = agents?.filter((name) => !isOneOf(all, [name])) ?? [];
  const unknown =
    strangers.length === 0
      ? ""
      : ` Unknown agent: ${line(strangers.join(", "))}. The agents are ${line(all.join(", "), NAMES)}.`;
  const total = `${chosen.length} of ${made.findings.length} findings${from > 0 ? `, without the first ${from}` : ""}.${unknown}`;
  const rest = chosen.length - from - shown.length;
  const list = within(
    shown,
    budget - total.length - 100,
    (count) => `- ${count + rest} more: use \`from\` to skip those above.`,
  );
  const more = rest > 0 && !list.endsWith("those above.") ? `\n- ${rest} more: use \`from\` to skip those above.` : "";
  return cut(`${total}\n\n${list}${more}`, budget);
}

/** @param {Report} report @param {Report["findings"][number]} finding @param {string} name */
const isNamed = (report, finding, name) =>
  finding.id.toLowerCase() === name.toLowerCase() ||
  finding.key === name ||
  reconvene.membersOf(report, finding).some(({ finding: one }) => one.fingerprint === name);

/** @param {Report["findings"][number]} finding */
const placesOf = ({ location, counterLocation }) =>
  [location, counterLocation].flatMap((one) => one?.places ?? []).flatMap(({ document }) => document ?? []);

/** @param {string[]} names @param {string[]} meant */
const isOneOf = (names, meant) => names.some((name) => meant.some((one) => name.toLowerCase() === one.toLowerCase()));

/** @param {string} document @param {string} file */
function isFile(document, file) {
  const [a, b] = [document, file].map((path) => path.toLowerCase().replace(/^\.\//, ""));
  return a === b || (a ?? "").endsWith(`/${b}`) || (b ?? "").endsWith(`/${a}`);
}

/** @param {string} text @param {number} budget */
const cut = (text, budget) =>
  text.length <= budget ? text : `${text.slice(0, budget - ROOM)}…\n\nCut off: it has ${text.length} characters.`;

/**
 * The form that the prompt of a reply asked for, where a session's log has the prompt.
 * @param {import("../../reconvene.js").Reply} reply
 * @param {string[]} known
 */
function askedOf({ meta }, known) {
  const asked = typeof meta?.asked === "string" ? askedIn(meta.asked) : undefined;
  return asked !== undefined && known.includes(asked) ? asked : undefined;
}

/**
 * What is concluded of a reply in free form; undefined where it states its status, or was not understood.
 * @param {import("../../reconvene.js").Reply} reply
 * @param {import("../../reconvene.js").CustomType[] | undefined} types
 */
const inferredFor = (reply, types) =>
  reconvene.parse(reply, { types }).diagnostics.find(({ code }) => code === "inferred-status")?.message;

/** @type {Tool["run"]} */
async function checked({ expect, budget = BUDGET, ...source }) {
  const types = typesIn(undefined);
  const known = [...EXPECTED, ...namesOf(types)];
  const { replies, problems } = await repliesFor(source);
  const pieces = replies.map((reply) => {
    const name = line(reply.unit ?? reply.source ?? "reply");
    if (isTooLarge(reply)) return `## ${name}: too large\n\nIt was not read: it is larger than 16 MiB.\n`;
    const asked = reply.expect ?? expect ?? askedOf(reply, known);
    // A form that nobody asked for is none that a reply could break.
    const inferred = asked === undefined ? inferredFor(reply, types) : undefined;
    if (inferred !== undefined) return `## ${name}: usable\n\n${line(inferred, 300)} No format was asked for.\n`;
    const result = reconvene.check({ ...reply, ...(asked !== undefined && { expect: asked }) }, { types });
    const said = result.diagnostics
      .filter(({ level }) => level !== "note")
      .map(({ level, message, span }) => `- ${level}${span ? `, line ${span.line}` : ""}: ${line(message, 300)}`);
    const repair = result.repair === null ? [] : ["Send back:", "", cut(result.repair, budget / 2)];
    return [`## ${name}: ${result.grade}`, "", ...said, ...repair, ""].join("\n");
  });
  const told = problems.map((one) => line(one, 300));
  return within(
    [...told, ...pieces],
    budget - ROOM,
    (count) => `… and ${count} more replies. Check them in a separate call.`,
  );
}

/** @type {Tool["run"]} */
function planned({ mode, input = {}, units: list, unit, json = false, budget = BUDGET }, session) {
  if (unit !== undefined) return promptOf(unit, session);
  const units = filled(list);
  if (units !== undefined && mode !== undefined && mode !== "list") {
    throw new Misuse("Pass either `mode` or `units`: your own units have no mode.");
  }
  if (mode === undefined && units === undefined) throw new Misuse("Pass a `mode`, or your own `units`.");
  const { config, modes, dimensions, types } = settingsIn(undefined);
  const given = units === undefined ? input : { ...input, units };
  const made = reconvene.plan(mode ?? "list", {
    ...(dimensions !== undefined && { dimensions }),
    ...(types !== undefined && { types }),
    ...given,
    config: { ...config, ...given.config },
    modes: { ...modes, ...given.modes },
  });
  session.plan = made;
  session.again = null;
  return json ? JSON.stringify(made) : shownPlan(made, budget);
}

/** @type {Tool["run"]} */
async function askedAgain({ plan: given, report: path, json = false, budget = BUDGET }, session) {
  const made = await reportFor(path, session);
  const ofReport = path === undefined ? session.dispatched : undefined;
  const dispatched = given ? planFor(given, session) : ofReport;
  session.again = reconvene.retry(made, dispatched);
  return json ? JSON.stringify(session.again) : shownPlan(session.again, budget);
}

/**
 * A plan with its prompts, as far as they fit.
 * @param {DispatchPlan} made
 * @param {number} budget
 */
function shownPlan(made, budget) {
  const table = reconvene.showPlan(made);
  const units = made.waves.flatMap((wave) => wave.units);
  if (units.length === 0) return table;
  const pieces = units.map((unit) => `## Prompt: ${line(unit.unit)} (${line(unit.agent)})\n\n${unit.prompt}`);
  const room = budget - table.length;
  const fits = pieces.reduce((sum, piece) => sum + piece.length + 1, 0) <= room;
  if (fits) return `${table}\n${pieces.join("\n")}`;
  return `${cut(table, budget - ROOM)}\nThe prompts do not fit. Call \`plan\` with \`unit\` for each one.\n`;
}

/**
 * The prompts of a unit: of what is asked again, where it is, else of the plan.
 * @param {string} name
 * @param {Session} session
 */
function promptOf(name, session) {
  for (const made of [session.again, session.plan]) {
    const units = made?.waves.flatMap((wave) => wave.units).filter(({ unit }) => unit === name) ?? [];
    if (units.length > 0)
      return units.map(({ agent, model, prompt }) => `${agent} (${model})\n\n${prompt}`).join("\n\n");
  }
  throw new Misuse(`No plan has the task ${line(name)}. Call \`plan\` or \`retry\` first, and name one of its tasks.`);
}
