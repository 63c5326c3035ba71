/** `reconvene report`: all replies, merged into one report. */

import { FAIL_CONDITIONS } from "../../conditions.js";
import * as reconvene from "../../node.js";
import { readReplies } from "../input.js";
import { Misuse } from "../misuse.js";
import { count, FILES, fromFile, keepInputs, oneOf, percentage, TYPES_HELP, textIn, typesIn } from "../options.js";
import { coloured, escaped, inColour, progress, say, write } from "../terminal.js";

/** @typedef {import("../options.js").Values} Values */

const HELP = `Usage: reconvene report [OPTIONS] [FILES…]

Merges all replies into one report.

${FILES}

Options:
  --format markdown|html|json How the report is written (default: markdown); html is a page that stands alone
  --out FILE                  Write it to a file instead of standard output
  --expect FILE               What was dispatched, so that a reply that never came shows as a gap: a JSON list of
                              {"unit": "A.md + B.md", "agent": …, "expect": "consistency"}; only the unit is needed
  --plan FILE                 Or the plan that was dispatched, as \`reconvene plan --format json\` wrote it: its
                              units, and the threshold of its mode
  --previous FILE             An earlier report, as --format json wrote it: what is new, still open, back again, fixed;
                              or as --format markdown did: who looked at what is not in it, so nothing is called fixed
  --decisions FILE            A person's word on pairs of findings: a JSON list of
                              {"fingerprints": ["f1:…", "f1:…"], "same": true}, as "Possible duplicates" lists them
  --fail-on LIST              Exit with 1 where the report holds one of
                              ${FAIL_CONDITIONS.slice(0, 7).join(", ")},
                              ${FAIL_CONDITIONS.slice(7).join(", ")}
                              (comma separated)
                                critical, major, minor  a finding of that severity or heavier
                                partial, error          a unit whose reply is PARTIAL, or ERROR
                                gap                     a unit that was not analysed in full
                                missing                 a unit that never answered, or a checklist item that is missing
                                failed                  a criterion, a test or a checklist item that failed
                                new, regressed          a finding that is not in --previous, or was settled there
                                conflict                a file that several tasks changed at the same time
                                rework                  the verdict NEEDS REWORK
                                inconclusive            the verdict INCONCLUSIVE: nothing came or was understood
  --template report|audit|verify|review
                              In which order the sections come (default: report)
  --sections LIST             These sections alone, in this order (comma separated); tasks, parking and decisions are
                              rows that are ready for TASKS.md, PARKING.md and DECISIONS.md
  --min-confidence PERCENT    Leave out, and name, findings of which the agents are less sure: 0 to 100, or high (80),
                              medium (50), low (0)
  --budget CHARACTERS         At most so many characters; what is left out is said
  --types FILE                ${TYPES_HELP}
  --title TITLE               The report's title
  --retry-below PERCENT       List PARTIAL replies that covered less for another try (default: the plan's, else 80)
  --color auto|always|never   Colours (default: auto, on a terminal where NO_COLOR is not set)
  --help                      This help
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
    format: { type: "string", default: "markdown" },
    out: { type: "string" },
    expect: { type: "string" },
    plan: { type: "string" },
    previous: { type: "string" },
    decisions: { type: "string" },
    "fail-on": { type: "string", multiple: true, default: [] },
    template: { type: "string" },
    sections: { type: "string" },
    "min-confidence": { type: "string" },
    budget: { type: "string" },
    types: { type: "string" },
    title: { type: "string" },
    "retry-below": { type: "string" },
    color: { type: "string", default: "auto" },
  },
};

/**
 * @param {Values} values
 * @param {string[]} paths
 */
async function run(values, paths) {
  const format = oneOf("--format", values.format, ["markdown", "html", "json"]);
  const colour = inColour(oneOf("--color", values.color, ["auto", "always", "never"])) && values.out === undefined;
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
  const shownAs = shape(values, format);
  const since = failOn.find((word) => SINCE.includes(word));
  if (since && !options.previous) throw new Misuse(`--fail-on ${since} needs an earlier report: --previous FILE.`);
  keepInputs("--out", values.out, paths);
  const beside = [values.expect, values.plan, values.decisions, values.types].filter((file) => file !== undefined);
  keepInputs("--out", values.out, beside, "what is read");
  const { replies, complete } = await readReplies(
    paths,
    [values.expect, values.plan, values.previous, values.decisions, values.types, values.out],
    types ?? options.plan?.types,
  );
  if (replies.length === 0 && !options.expected && !options.plan) return 2;

  const length = replies.reduce((sum, { text }) => sum + text.length, 0);
  progress(`Merging ${replies.length} replies`, length > LONG_WORK);
  const merged = failOn.length > 0 ? reconvene.aggregate(replies, options) : undefined;
  const text = merged
    ? reconvene.render(merged, format, shownAs)
    : reconvene.report(replies, format, { ...options, ...shownAs });
  const shown = format === "json" ? escaped(text) : colour && format === "markdown" ? coloured(text) : text;
  await write(shown.endsWith("\n") ? shown : `${shown}\n`, values.out);
  const reasons = merged ? reconvene.failOn(merged, failOn) : [];
  for (const { condition, causes } of reasons)
    say(`--fail-on ${condition} was met: ${listed(causes).replace(/\.$/, "")}.`);
  if (!complete) return 2;
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

/** The least that each word means, in percent. @type {Record<string, number>} */
const CONFIDENCE = { high: 80, medium: 50, low: 0 };

/** @param {string | undefined} value */
function confidence(value) {
  if (value === undefined) return undefined;
  return CONFIDENCE[value] ?? Math.round(percentage("--min-confidence", value));
}

/**
 * The options of `render`, checked by the core, which names what is wrong.
 * @param {Values} values
 * @param {import("../../reconvene.js").Format} format
 */
function shape(values, format) {
  const given = ["template", "sections", "budget", "min-confidence"].find((option) => values[option] !== undefined);
  if (given && format === "json")
    throw new Misuse(`--${given} says nothing of JSON, which is always the whole report.`);
  /** @type {import("../../reconvene.js").RenderOptions} */
  const options = {
    template: values.template && oneOf("--template", values.template, ["report", "audit", "verify", "review"]),
    sections: values.sections?.split(",").map((/** @type {string} */ name) => name.trim()),
    minConfidence: confidence(values["min-confidence"]),
    budget: values.budget === undefined ? undefined : count("--budget", values.budget),
  };
  try {
    reconvene.report([], format, options);
  } catch (error) {
    if (!(error instanceof reconvene.ReconveneError)) throw error;
    throw new Misuse(error.message.replace(/`options\.(\w+)\[\d+\]`/, "an entry of --$1"));
  }
  return options;
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
