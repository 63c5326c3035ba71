/** Files to save. */
import { render } from "../pkg/api.js";
import { ask, URGENCY } from "./asking.js";
import { notice } from "./notices.js";
import { savedPage } from "./saved/page.js";

/** @typedef {import("./session.js").Reply} Reply */
/** @typedef {import("../pkg/reconvene.js").Report} Report */
/** @typedef {import("../pkg/reconvene.js").AggregateOptions} AggregateOptions */
/** @typedef {import("./decisions.js").Decision[]} Decisions */
/** @typedef {"markdown" | "html" | "json" | "sarif" | "csv"} Format What the page saves. */

/** @type {Record<Format, { name: string, type: string }>} */
const FILES = {
  markdown: { name: "report.md", type: "text/markdown" },
  html: { name: "report.html", type: "text/html" },
  json: { name: "report.json", type: "application/json" },
  sarif: { name: "report.sarif", type: "application/sarif+json" },
  csv: { name: "report.csv", type: "text/csv" },
};

/** A browser that is slow to start saving still finds the file for so long, in milliseconds. */
const KEPT = 60_000;

/**
 * Saves the report on replies, or one that is there, with what was decided on its findings.
 * @param {{ replies: Reply[], options: AggregateOptions } | { report: Report, decisions: Decisions }} of
 * @param {Format} format
 */
export async function saveReport(of, format) {
  try {
    const text =
      "report" in of
        ? render(of.report, format, { decisions: of.decisions })
        : await ask("file", [of.replies, of.options, format], URGENCY.read);
    const inputs = "report" in of ? inputsOf(of.report.results) : inputsOf(of.replies);
    save(format === "html" ? await savedPage(text, { made: new Date(), inputs }) : text, FILES[format]);
  } catch (/** @type {any} */ error) {
    notice(`The report could not be saved: ${error.message}`);
  }
}

/**
 * What the replies are called that a report is made of.
 * @param {{ source?: string | null, unit?: string | null, agent?: string | null }[]} replies
 */
const inputsOf = (replies) =>
  replies.map(({ source, unit, agent }, at) => source ?? unit ?? agent ?? `Reply ${at + 1}`);

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
