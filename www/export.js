/** Files to save. */
import { ask, URGENCY } from "./asking.js";
import { notice } from "./notices.js";

/** @typedef {Extract<import("../pkg/reconvene.js").Format, "markdown" | "html" | "json">} Format What the page saves. */

/** @type {Record<Format, { name: string, type: string }>} */
const FILES = {
  markdown: { name: "report.md", type: "text/markdown" },
  html: { name: "report.html", type: "text/html" },
  json: { name: "report.json", type: "application/json" },
};

/** A browser that is slow to start saving still finds the file for so long, in milliseconds. */
const KEPT = 60_000;

/**
 * Saves the report on replies.
 * @param {import("./session.js").Reply[]} replies
 * @param {import("../pkg/reconvene.js").AggregateOptions} options
 * @param {Format} format
 */
export async function saveReport(replies, options, format) {
  try {
    save(await ask("file", [replies, options, format], URGENCY.read), FILES[format]);
  } catch (/** @type {any} */ error) {
    notice(`The report could not be saved: ${error.message}`);
  }
}

/**
 * @param {string} text
 * @param {{ name: string, type: string }} file
 */
export function save(text, { name, type }) {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT);
}
