/** What replies are merged with: the options of `aggregate`, as `report` and `collect` take them. */
import { fromFile, jsonIn, percentage, TYPES_HELP, textIn, typesIn } from "./options.js";

/** @typedef {import("../reconvene.js").AggregateOptions} AggregateOptions */

export const AGGREGATE_HELP = `\
  --expect FILE               What you asked for, so that a missing reply becomes a gap: a JSON list of
                              {"unit": "A.md + B.md", "agent": …, "expect": "consistency"}; only the unit is needed
  --plan FILE                 Instead of --expect, the plan that you ran (from \`reconvene plan --out plan.json\`):
                              sets the expected tasks and the retry threshold
  --previous FILE             Compare with an earlier report: what is new, still open, back again or fixed. Use JSON:
                              a Markdown report does not record who looked at what, so nothing is called fixed
  --decisions FILE            Your decisions on findings: a JSON list of
                              {"fingerprints": ["f1:…", "f1:…"], "same": true}, as "Possible duplicates" lists them,
                              and {"fingerprint": "f1:…", "status": "dismissed", "reason": "…"}
  --types FILE                ${TYPES_HELP}
  --title TITLE               The title of the report
  --retry-below PERCENT       List PARTIAL replies with less coverage for a retry (default: the plan's, or 80)`;

/** @satisfies {import("./options.js").Options} */
export const AGGREGATE_OPTIONS = {
  expect: { type: /** @type {const} */ ("string") },
  plan: { type: /** @type {const} */ ("string") },
  previous: { type: /** @type {const} */ ("string") },
  decisions: { type: /** @type {const} */ ("string") },
  types: { type: /** @type {const} */ ("string") },
  title: { type: /** @type {const} */ ("string") },
  "retry-below": { type: /** @type {const} */ ("string") },
};

/**
 * The options that were given, and the files that they were read from.
 * @param {import("./options.js").Values} values
 * @returns {{ options: AggregateOptions, files: string[] }}
 */
export function aggregateOptionsIn(values) {
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
  const files = [values.expect, values.plan, values.previous, values.decisions, values.types];
  return { options, files: files.filter((file) => file !== undefined) };
}

/**
 * An earlier report: JSON, or the Markdown that it was written as.
 * @param {string | undefined} file
 */
function earlier(file) {
  if (file === undefined) return undefined;
  const text = textIn(file);
  return fromFile(file, "previous", {}, /^\ufeff?\s*[[{]/.test(text) ? jsonIn(file, text) : text);
}
