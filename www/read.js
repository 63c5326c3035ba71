/** What was written as lines (`linesOf`), read again: from a link, or from where it is kept. It may be anyone's. */
import { repliesOfEntries } from "../pkg/entries.js";
import { decisionsIn } from "./decisions.js";
import { fault } from "./options.js";
import { noWork } from "./session.js";

/** @typedef {import("./session.js").Work} Work */
/** @typedef {import("./session.js").Reply} Reply */

/**
 * What lines hold, each judged by the core; and what of it is left out.
 * @param {string} text
 * @param {string} from What it is called: "the link".
 * @returns {{ work: Work, problems: string[] }}
 */
export function worked(text, from) {
  const work = noWork();
  /** @type {string[]} */
  const problems = [];
  const problem = (/** @type {string} */ sentence) => problems.push(sentence);
  // The last line is whole where a break follows it.
  for (const line of text.split("\n").slice(0, -1)) {
    const value = object(line);
    if (value?.reply) work.replies.push(...repliesOf(value.reply, from, problem));
    else if (value?.previous) take("previous", value.previous);
    else if (value?.given) take("given", value.given);
    else if (value) {
      if (typeof value.expected === "string") work.expected = value.expected;
      else if (value.expected !== undefined) problem(`Part of ${from} was skipped: \`expected\` is not text.`);
      if (value.decisions) {
        const { decisions, problems: wrong } = decisionsIn(value.decisions);
        work.decisions = decisions;
        for (const sentence of wrong) problem(`Part of ${from} was skipped: ${sentence}`);
      }
    }
  }
  return { work, problems };

  /**
   * @param {"previous" | "given"} name
   * @param {any} value
   */
  function take(name, { source, report }) {
    // Where there is none, that is a fault too.
    const wrong = fault({ previous: report ?? null });
    if (wrong === null)
      work[name] = { source: typeof source === "string" ? source : from.replace(/^the/, "a"), report };
    else problem(`Part of ${from} was skipped: ${wrong}`);
  }
}

/** @param {string} line @returns {any} */
function object(line) {
  try {
    const value = JSON.parse(line);
    return typeof value === "object" ? value : null;
  } catch {
    // A link that was changed on its way may still be read before and after.
    return null;
  }
}

/**
 * @param {any} entry
 * @param {string} from
 * @param {(sentence: string) => void} problem
 * @returns {Reply[]}
 */
function repliesOf(entry, from, problem) {
  const replies = repliesOfEntries({ entries: [entry], alone: true }, `A reply of ${from}`, problem);
  return replies.map((reply) => {
    const { source, ...rest } = /** @type {Reply} */ (reply);
    return entry.source ? { source, ...rest } : rest;
  });
}
