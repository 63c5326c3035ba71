/** Files to save. */

/** @typedef {"markdown" | "html" | "json"} Format */

/** @type {Record<Format, { name: string, type: string }>} */
const FILES = {
  markdown: { name: "report.md", type: "text/markdown" },
  html: { name: "report.html", type: "text/html" },
  json: { name: "report.json", type: "application/json" },
};

/** A browser that is slow to start saving still finds the file for so long, in milliseconds. */
const KEPT = 60_000;

/**
 * @param {string} text
 * @param {Format} format
 */
export function save(text, format) {
  const { name, type } = FILES[format];
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT);
}
