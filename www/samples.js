/** The sample replies, with what was expected, a decision and an earlier report to compare with. */
import { aggregate } from "../pkg/api.js";
import { addresses } from "./addresses.js";
import { writeExpected } from "./options.js";
import { noWork } from "./session.js";
import { taken } from "./taken.js";

/** @typedef {import("./session.js").Work} Work */
/** @typedef {{ path: string, text: string }[]} Files */

/** @returns {Promise<Work>} */
export async function samples() {
  const response = await fetch(addresses.samples);
  if (!response.ok) throw new Error(`the server answers ${response.status}`);
  /** @type {Files} */
  const files = await response.json();
  const work = noWork();
  /** @type {import("./session.js").Reply[]} */
  const earlier = [];
  for (const { path, text } of files) {
    const { replies, others } = taken(text, path, path.replace(/^.*\//, ""), (sentence) => {
      throw new Error(sentence);
    });
    (path.startsWith("earlier/") ? earlier : work.replies).push(...replies);
    for (const { option, value } of others) {
      if (option === "expected") work.expected = writeExpected(value);
      if (option === "decisions") work.decisions = value;
    }
  }
  work.previous = { source: "the earlier samples", report: aggregate(earlier) };
  return work;
}
