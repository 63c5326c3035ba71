/** `reconvene report`: all replies, merged into one report. */

import { FAIL_CONDITIONS } from "../../conditions.js";
import * as reconvene from "../../node.js";
import { AGGREGATE_HELP, AGGREGATE_OPTIONS, aggregateOptionsIn } from "../aggregate.js";
import { readReplies } from "../input.js";
import { Misuse } from "../misuse.js";
import { FILES, oneOf, SESSION_OPTIONS, sessionHelp } from "../options.js";
import {
  COLOUR_HELP,
  isJson,
  keepRead,
  OUTPUT_HELP,
  OUTPUT_OPTIONS,
  outputsOf,
  SHAPE_HELP,
  shapeFor,
  writeAll,
} from "../outputs.js";
import { Groups, LONGEST_STATE, linesOf, named, stateIn } from "../states.js";
import { escaped, progress, say, write } from "../terminal.js";

/** @typedef {import("../options.js").Values} Values */
/** @typedef {import("../../reconvene.js").Reply} Reply */
/** @typedef {import("../../reconvene.js").Format} Format */
/** @typedef {import("../../reconvene.js").RenderOptions} RenderOptions */
/** @typedef {import("../../reconvene.js").AggregateOptions} Options */
/** @typedef {import("../../reconvene.js").FailCondition} FailCondition */

const HELP = `Usage: reconvene report [OPTIONS] [FILES…]

Merges replies into one report.

${FILES}

Options:
${sessionHelp(30)}
  --state FILE                Instead of replies, read states that \`reconvene collect\` or \`merge\` wrote, with the
                              options that they were collected with; may be repeated, \`-\` is standard input
  --group NAME                Only the states of this group; null is the group of replies without a group key
  --each                      Write one report for each state, as a line {"group": …, "report": …}, as soon as the
                              state is read; the report is an object if --format is JSON, otherwise a string
${OUTPUT_HELP}
${AGGREGATE_HELP}
  --fail-on LIST              Exit with 1 if the report has one of
                              ${FAIL_CONDITIONS.slice(0, 7).join(", ")},
                              ${FAIL_CONDITIONS.slice(7).join(", ")}
                              (comma separated)
                                critical, major, minor  a finding of that severity or higher
                                partial, error          a task whose reply is PARTIAL, or ERROR
                                gap                     a task that was not analysed in full
                                missing                 a task without a reply, or a checklist item that is missing
                                failed                  a criterion, a test or a checklist item that failed
                                new, regressed          a finding that is not in --previous, or was settled there
                                conflict                a file that several tasks changed at the same time
                                rework                  the verdict NEEDS REWORK
                                inconclusive            the verdict INCONCLUSIVE: no reply came, or none was understood
${SHAPE_HELP}
${COLOUR_HELP}
  --help                      This help

Examples:
  reconvene report --session                           the subagents of your newest session
  reconvene report replies/ --out report.html          a folder of replies, as a page
  reconvene report replies/ --fail-on critical,gap     for CI
`;

/** Conditions that ask for an earlier report. */
const SINCE = ["new", "regressed"];

/** So many causes are named of a condition that is met, and so much of each. */
const SHOWN = 5;
const SHOWN_LENGTH = 80;

/** So much text, in bytes, takes about a second or more to read and merge. */
const LONG_WORK = 16 * 1024 * 1024;

/** @type {import("../options.js").Command} */
export const report = {
  run,
  help: HELP,
  options: {
    ...SESSION_OPTIONS,
    ...OUTPUT_OPTIONS,
    ...AGGREGATE_OPTIONS,
    state: { type: "string", multiple: true, default: [] },
    group: { type: "string" },
    each: { type: "boolean" },
    "fail-on": { type: "string", multiple: true, default: [] },
  },
};

/**
 * @param {Values} values
 * @param {string[]} paths
 */
async function run(values, paths) {
  const outputs = outputsOf(values);
  /** @type {string[]} */
  const words = values["fail-on"].flatMap((/** @type {string} */ list) => list.split(","));
  const failOn = words.map((word) => oneOf("--fail-on", word.trim(), FAIL_CONDITIONS));
  const { options: given, files } = aggregateOptionsIn(values);
  keepRead(values, [...files, ...values.state], "an input");
  if (values.each) return reportEach(values, paths, { outputs, given, failOn });
  const { replies, complete, options } = await (values.state.length > 0
    ? statesOf(values, paths, given)
    : repliesOf(values, paths, given, files));
  checkSince(failOn, options);
  if (replies.length === 0 && !options.expected && !options.plan) return 2;

  const length = replies.reduce((sum, { text }) => sum + text.length, 0);
  progress(`Merging ${replies.length} replies`, length > LONG_WORK);
  const { rendered, reasons } = merged(replies, options, failOn, outputs.outputs.length === 1);
  const written = await writeAll(outputs, rendered);
  for (const reason of reasons) say(reason);
  if (!complete || !written) return 2;
  return reasons.length > 0 ? 1 : 0;
}

/**
 * The replies that the arguments name, and what they are merged with.
 * @param {Values} values
 * @param {string[]} paths
 * @param {Options} given
 * @param {string[]} files Those that hold the options.
 * @returns {Promise<{ replies: Reply[], complete: boolean, options: Options }>}
 */
async function repliesOf(values, paths, given, files) {
  if (values.group !== undefined) throw new Misuse("--group can only be used together with --state.");
  const notReplies = [...files, ...values.out];
  const types = given.types ?? given.plan?.types;
  const { replies, complete, expected } = await readReplies(paths, notReplies, { ...values, types });
  // What a session asked for is expected, unless it is said what was.
  const isAsked = !given.expected && !given.plan && expected.length > 0;
  return { replies, complete, options: isAsked ? { ...given, expected } : given };
}

/**
 * The replies of the states of one group, and what they were collected with.
 * @param {Values} values
 * @param {string[]} paths
 * @param {Options} given
 * @returns {Promise<{ replies: Reply[], complete: boolean, options: Options }>}
 */
async function statesOf(values, paths, given) {
  noReplies(values, paths);
  let complete = true;
  const problem = (/** @type {string} */ sentence) => {
    say(sentence);
    complete = false;
  };
  const groups = new Groups();
  for await (const line of linesOf(values.state, LONGEST_STATE, problem)) {
    if (line.text?.trim() === "") continue;
    try {
      const { group, collector } = stateIn(line);
      // The replies without a key have no other name.
      const isMeant = values.group === group || (values.group === "null" && group === null);
      if (values.group === undefined || isMeant) groups.add(group, collector, line.where);
    } catch (error) {
      if (!(error instanceof Misuse)) throw error;
      problem(error.message);
    }
  }
  const [group, ...others] = groups.names;
  const name = values.state.map((/** @type {string} */ file) => (file === "-" ? "standard input" : file)).join(", ");
  if (others.length > 0) {
    const shown = [group, ...others].slice(0, SHOWN).map(named);
    const help =
      values.group === undefined
        ? "Choose one with --group, or all with --each."
        : "`--group null` can mean either. Use --each for all.";
    throw new Misuse(
      `${name} contains states of ${others.length + 1} groups (${listed(shown, others.length + 1)}). ${help}`,
    );
  }
  const collector = groups.take(group);
  if (!collector) {
    const of = values.group === undefined ? "" : ` of the group ${values.group}`;
    throw new Misuse(`${name} contains no state${of}.`);
  }
  const { replies, options } = collector.toJSON();
  return { replies, complete, options: over(options, given, values) };
}

/**
 * A report of each state, as a line.
 * @param {Values} values
 * @param {string[]} paths
 * @param {{ outputs: ReturnType<typeof outputsOf>, given: Options, failOn: FailCondition[] }} what
 */
async function reportEach(values, paths, { outputs, given, failOn }) {
  if (values.state.length === 0) throw new Misuse("--each needs states. Name them with --state.");
  if (values.group !== undefined)
    throw new Misuse("--each reports on every group and --group on one. Leave one of them out.");
  if (values.out.length > 0) throw new Misuse("--each writes one line per report to standard output. Leave out --out.");
  noReplies(values, paths);
  let [complete, met] = [true, false];
  const problem = (/** @type {string} */ sentence) => {
    say(sentence);
    complete = false;
  };
  for await (const line of linesOf(values.state, LONGEST_STATE, problem)) {
    if (line.text?.trim() === "") continue;
    try {
      const { group, collector } = stateIn(line);
      const { replies, options: own } = collector.toJSON();
      const options = over(own, given, values);
      checkSince(failOn, options);
      const { rendered, reasons } = merged(replies, options, failOn, true);
      const [{ format }] = /** @type {[import("../outputs.js").Output]} */ (outputs.outputs);
      const text = rendered(format, shapeFor(format, outputs.shape));
      const report = isJson(format) ? text.replace(/\n */g, "") : JSON.stringify(text);
      await write(`${escaped(`{"group":${JSON.stringify(group ?? null)},"report":${report}}`)}\n`);
      for (const reason of reasons) say(`${named(group)}: ${reason}`);
      met ||= reasons.length > 0;
    } catch (error) {
      if (!(error instanceof Misuse)) throw error;
      problem(error.message);
      // Who waits for an answer gets one.
      await write(`${escaped(JSON.stringify({ error: error.message }))}\n`);
    }
  }
  if (!complete) return 2;
  return met ? 1 : 0;
}

/**
 * @param {Values} values
 * @param {string[]} paths
 */
function noReplies(values, paths) {
  if (paths.length > 0)
    throw new Misuse(`--state replaces the replies, so ${paths.join(", ")} cannot be read as well.`);
  const other = ["session", "agent"].find((option) => values[option] !== undefined);
  if (other) throw new Misuse(`--${other} reads replies, and --state replaces them. Leave one of them out.`);
}

/**
 * The options of a state, and over them those that were given. The types of the project's settings are in the state already.
 * @param {Options} own
 * @param {Options} given
 * @param {Values} values
 * @returns {Options}
 */
function over(own, given, values) {
  const { types, ...others } = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...own, ...others, ...(values.types !== undefined && { types }) };
}

/**
 * @param {FailCondition[]} failOn
 * @param {Options} options
 */
function checkSince(failOn, options) {
  const since = failOn.find((word) => SINCE.includes(word));
  if (since && !options.previous) throw new Misuse(`--fail-on ${since} needs an earlier report: --previous FILE.`);
}

/**
 * The report of replies in any format, and why it is a reason to fail.
 * @param {Reply[]} replies
 * @param {Options} options
 * @param {FailCondition[]} failOn
 * @param {boolean} once Whether it is written in one format alone.
 */
function merged(replies, options, failOn, once) {
  // One output that is no reason to fail needs no object of the report.
  const whole = failOn.length === 0 && once ? undefined : reconvene.aggregate(replies, options);
  const rendered = (/** @type {Format} */ format, /** @type {RenderOptions} */ shape) =>
    whole ? reconvene.render(whole, format, shape) : reconvene.report(replies, format, { ...options, ...shape });
  const met = whole ? reconvene.failOn(whole, failOn) : [];
  const reasons = met.map(({ condition, causes }) => {
    return `--fail-on ${condition} was met: ${listed(causes).replace(/\.$/, "")}.`;
  });
  return { rendered, reasons };
}

/**
 * @param {string[]} causes
 * @param {number} [count] How many there are, where not all are given.
 */
function listed(causes, count = causes.length) {
  const shown = causes.slice(0, SHOWN).map((cause) => {
    return cause.length > SHOWN_LENGTH ? `${cause.slice(0, SHOWN_LENGTH)}…` : cause;
  });
  const more = count > SHOWN ? ` and ${count - SHOWN} more` : "";
  return `${shown.join("; ")}${more}`;
}
