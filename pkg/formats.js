/** Formats that other tools read, made of the whole report. */
import { csv } from "./formats/csv.js";
import { github } from "./formats/github.js";
import { gitlab } from "./formats/gitlab.js";
import { junit } from "./formats/junit.js";
import { rdjson } from "./formats/rdjson.js";
import { sarif } from "./formats/sarif.js";

/** @typedef {import("./reconvene.js").Report} Report */
/** @typedef {import("./reconvene.js").Format} Format */
/** @typedef {keyof typeof WRITERS} ToolFormat */

const WRITERS = { sarif, github, gitlab, junit, rdjson, csv };

/** What the core writes. @type {Format[]} */
const CORE = ["markdown", "html", "json"];

/** @type {Format[]} */
export const FORMATS = [...CORE, .../** @type {ToolFormat[]} */ (Object.keys(WRITERS)), "github-summary"];

/** A step summary of GitHub has less than 1 MiB; one that is larger is not shown at all. In bytes. */
const SUMMARY = 1_000_000;

/**
 * @param {unknown} format
 * @returns {format is ToolFormat}
 */
export const isOfTool = (format) => typeof format === "string" && Object.hasOwn(WRITERS, format);

/**
 * @param {ToolFormat} format
 * @param {Report} report
 */
export const write = (format, report) => WRITERS[format](report);

/**
 * Markdown that GitHub takes as a step summary: where it is too large, it is cut as a budget cuts it, which says so.
 * @param {(budget?: number) => string} markdown
 */
export function stepSummary(markdown) {
  const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text).length;
  let text = markdown();
  let budget = text.length;
  for (let size = bytes(text); size > SUMMARY; size = bytes(text)) {
    // What is left may need more bytes for a character than what was cut.
    budget = Math.floor(Math.min(budget * 0.9, (text.length * SUMMARY) / size));
    text = markdown(budget);
  }
  return text;
}
