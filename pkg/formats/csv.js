/** Findings and gaps as comma-separated values, by RFC 4180: lines end in CR LF, and the first one names the columns. */
import { inert, issuesOf, linesOf, listed, pathOf } from "./issues.js";

/** @typedef {import("../reconvene.js").Report} Report */
/** @typedef {string | number | null | undefined} Cell */

const COLUMNS = [
  ...["kind", "id", "severity", "type", "state", "file", "line", "end_line", "section", "location"],
  ...["counter_location", "title", "description", "suggestion", "agents", "units", "agreement", "confidence"],
  ...["baseline", "fingerprint", "other_places", "discussion"],
];

/** How a cell begins that a spreadsheet would calculate. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/**
 * @param {Report} report
 * @returns {string}
 */
export function csv(report) {
  const findings = issuesOf(report).map((issue) => {
    const { finding, spot, placed, others, agents, state, fingerprint, discussions } = issue;
    const [line, endLine] = (placed && linesOf(spot)) || [];
    return row({
      kind: "finding",
      id: finding.id,
      severity: finding.severity,
      type: finding.type,
      state,
      file: placed ? pathOf(spot) : null,
      line,
      end_line: endLine,
      section: placed ? spot.section : null,
      location: finding.location?.text,
      counter_location: finding.counterLocation?.text,
      title: finding.title,
      description: finding.description,
      suggestion: finding.suggestion,
      agents: agents.join("; "),
      units: finding.units.join("; "),
      agreement: finding.agreement,
      confidence: finding.confidence?.stated,
      baseline: finding.baseline,
      fingerprint,
      other_places: listed(others),
      discussion: discussions.join("\n\n"),
    });
  });
  const gaps = report.gaps.map(({ unit, status, reason, confidence }) =>
    row({ kind: "gap", state: status, description: reason, units: unit, confidence }),
  );
  return [COLUMNS.join(","), ...findings, ...gaps].map((line) => `${line}\r\n`).join("");
}

/** @param {Record<string, Cell>} cells */
const row = (cells) => COLUMNS.map((column) => cell(cells[column])).join(",");

/** @param {Cell} value */
function cell(value) {
  if (value === null || value === undefined) return "";
  // Looked at before line breaks are made one kind: a carriage return alone begins a formula, too.
  const text = FORMULA.test(`${value}`) ? `'${inert(`${value}`)}` : inert(`${value}`);
  return /[",;\n\r']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
