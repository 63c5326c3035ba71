/** `reconvene report`: all replies, merged into one report. */

import { FAIL_CONDITIONS } from "../../conditions.js";
import * as reconvene from "../../node.js";
import { readReplies } from "../input.js";
import { Misuse } from "../misuse.js";
import {
  FILES,
  fromFile,
  oneOf,
  percentage,
  SESSION_OPTIONS,
  sessionHelp,
  TYPES_HELP,
  textIn,
  typesIn,
} from "../options.js";
import { COLOUR_HELP, keepRead, OUTPUT_HELP, OUTPUT_OPTIONS, outputsOf, SHAPE_HELP, writeAll } from "../outputs.js";
import { progress, say } from "../terminal.js";

/** @typedef {import("../options.js").Values} Values */

const HELP = `Usage: reconvene report [OPTIONS] [FILES…]

Merges replies into one report.

${FILES}

Options:
${sessionHelp(30)}
${OUTPUT_HELP}
  --expect FILE               What you asked for, so that a missing reply becomes a gap: a JSON list of
                              {"unit": "A.md + B.md", "agent": …, "expect": "consistency"}; only the unit is needed
  --plan FILE                 Or the plan that you ran, as \`reconvene plan --out plan.json\` wrote it: its
                              units, and the retry threshold of its mode
  --previous FILE             Compare with an earlier report, best as JSON: what is new, still open, back again, fixed.
                              A Markdown report does not say who looked at what, so nothing is called fixed
  --decisions FILE            Your decisions on findings: a JSON list of
                              {"fingerprints": ["f1:…", "f1:…"], "same": true}, as "Possible duplicates" lists them,
                              and {"fingerprint": "f1:…", "status": "dismissed", "reason": "…"}
  --fail-on LIST              Exit with 1 if the report has one of
                              ${FAIL_CONDITIONS.slice(0, 7).join(", ")},
                              ${FAIL_CONDITIONS.slice(7).join(", ")}
                              (comma separated)
                                critical, major, minor  a finding of that severity or higher
                                partial, error          a unit whose reply is PARTIAL, or ERROR
                                gap                     a unit that was not analysed in full
                                missing                 a unit that never answered, or a checklist item that is missing
                                failed                  a criterion, a test or a checklist item that failed
                                new, regressed          a finding that is not in --previous, or was settled there
                                conflict                a file that several tasks changed at the same time
                                rework                  the verdict NEEDS REWORK
                                inconclusive            the verdict INCONCLUSIVE: nothing came or was understood
${SHAPE_HELP}
  --types FILE                ${TYPES_HELP}
  --title TITLE               The title of the report
  --retry-below PERCENT       Ask again for PARTIAL replies that covered less (default: the plan's, else 80)
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
    expect: { type: "string" },
    plan: { type: "string" },
    previous: { type: "string" },
    decisions: { type: "string" },
    "fail-on": { type: "string", multiple: true, default: [] },
    types: { type: "string" },
    title: { type: "string" },
    "retry-below": { type: "string" },
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
  const types = typesIn(values.types);
  const options = {
    title: values.title,
    expected: fromFile(values.expect, "expected", { types }),
    types,
    plan: fromFile(values.plan, "plan"),
    previous: earlier(values.previous),
    decisions: fromFile(values.decisions, "decisions"),
    retryBelow: values["retry-below"] === undefined ? undefined : percentage("--retry-below", values["retry-below"]),
  };
  const since = failOn.find((word) => SINCE.includes(word));
  if (since && !options.previous) throw new Misuse(`--fail-on ${since} needs an earlier report: --previous FILE.`);
  keepRead(values, paths);
  const beside = [values.expect, values.plan, values.decisions, values.types].filter((file) => file !== undefined);
  keepRead(values, beside, "what is read");
  const notReplies = [values.expect, values.plan, values.previous, values.decisions, values.types, ...values.out];
  const { replies, complete, expected } = await readReplies(paths, notReplies, {
    ...values,
    types: types ?? options.plan?.types,
  });
  // What a session asked for is expected, unless it is said what was.
  if (!options.expected && !options.plan && expected.length > 0) options.expected = expected;
  if (replies.length === 0 && !options.expected && !options.plan) return 2;

  const length = replies.reduce((sum, { text }) => sum + text.length, 0);
  progress(`Merging ${replies.length} replies`, length > LONG_WORK);
  // One output that is no reason to fail needs no object of the report.
  const isPlain = failOn.length === 0 && outputs.outputs.length === 1;
  const merged = isPlain ? undefined : reconvene.aggregate(replies, options);
  const written = await writeAll(outputs, (format, shape) =>
    merged ? reconvene.render(merged, format, shape) : reconvene.report(replies, format, { ...options, ...shape }),
  );
  const reasons = merged ? reconvene.failOn(merged, failOn) : [];
  for (const { condition, causes } of reasons)
    say(`--fail-on ${condition} was met: ${listed(causes).replace(/\.$/, "")}.`);
  if (!complete || !written) return 2;
  return reasons.length > 0 ? 1 : 0;
}

/** @param {string[]} causes */
function listed(causes) {
  const shown = causes.slice(0, SHOWN).map((cause) => {
    return cause.length > SHOWN_LENGTH ? `${cause.slice(0, SHOWN_LENGTH)}…` : cause;
  });
  const more = causes.length > SHOWN ? ` and ${causes.length - SHOWN} more` : "";
  return `${shown.join("; ")}${more}`;
}

/**
 * An earlier report: JSON, or the Markdown that it was written as.
 * @param {string | undefined} file
 */
function earlier(file) {
  if (file === undefined) return undefined;
  const text = textIn(file);
  return fromFile(file, "previous", {}, /^\ufeff?\s*[[{]/.test(text) ? undefined : text);
}
