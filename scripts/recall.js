/**
 * `npm run recall [FOLDER]`: which rows of the tables of real replies are read as findings, held against what a Markdown
 * library sees; else of the folder that RECONVENE_CORPUS names.
 *
 * Every row of a table with a column of severities must be a finding, but for the rows that `reasons` names: these are
 * counted, and some of them shown.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { Failure, run, runAlone } from "./run.js";

/** @typedef {import("mdast").Nodes} Node */
/** @typedef {{ headers: string[], rows: { line: number, cells: string[] }[], heading: string }} Table */
/** @typedef {{ source: string, findings: { span: { start: number, end: number, line: number } }[] }} Result */
/** @typedef {{ file: string, line: number, text: string, reason: string | null, read: "itself" | "within" | null }} Row */

/** What must be read of the rows that count. */
const LEAST = 0.99;
const SAMPLE = 3;

const HEADERS =
  /\bseverity\b|^(sev|priority|prio|criticality|importance|urgency|(risk |severity )?level|risk|impact)\b/;
const WORD =
  /^\W*(critical|blocker|blocking|major|high|medium|moderate|minor|low|nit|info|informational|advisory|p[0-4]|s[0-4]|sev-?[0-4])\b/i;
const MARK = /^\s*[🔴🟠🟡🟢🔵🛑]/u;

/** @param {string} text */
const words = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** @param {string} text */
const isSeverity = (text) =>
  (WORD.test(text) && words(text.split("(")[0] ?? "").split(" ").length <= 3) || MARK.test(text);

/** @param {string} text */
const isNothing = (text) => /^(none|nothing|n a|no (issues|findings|problems)( found)?|)$/.test(words(text));

/**
 * The columns of a table that give severities, by their header or by what all their cells hold.
 * @param {Table} table
 */
const severityColumns = ({ headers, rows }) =>
  headers.flatMap((header, at) => {
    const cells = rows.map(({ cells }) => cells[at] ?? "").filter((cell) => /[\p{L}\p{N}]|\p{S}/u.test(cell));
    const held = cells.filter(isSeverity).length;
    const named = HEADERS.test(words(header));
    return cells.length > 0 && ((named && held * 2 >= cells.length) || held === cells.length) ? [at] : [];
  });

/**
 * What the headers of a table say, as words.
 * @param {Table} table
 * @param {RegExp} names
 */
const hasHeader = ({ headers }, names) => headers.some((header) => names.test(words(header)));

/**
 * Why the rows of a table, or one of them, are no findings; the first that holds counts.
 * @type {[string, (table: Table, row: Table["rows"][number], columns: number[]) => boolean][]}
 */
const reasons = [
  [
    "the words of a severity weigh something else, by the header: trust, confidence, effort, viability",
    ({ headers }, _, columns) => columns.every((at) => !HEADERS.test(words(headers[at] ?? ""))),
  ],
  [
    "counts of each severity, or by severity",
    (table, _, columns) =>
      hasHeader(table, /\bcount\b|^weight$/) ||
      (columns[0] === 0 && table.rows.every(({ cells }) => cells.slice(1).every((cell) => /^\W*\d/.test(cell)))),
  ],
  [
    "a legend: what each word of a scale means, once",
    ({ rows }, _, columns) =>
      columns[0] === 0 &&
      rows.length > 2 &&
      new Set(rows.map(({ cells }) => words(cells[0] ?? ""))).size === rows.length,
  ],
  [
    "a register of risks: what may happen, or what is planned, and how likely or bad it is",
    (table, _, columns) =>
      hasHeader(table, /^(likelihood|probability)$|^risk$/) &&
      !columns.some((at) => /sever|priorit/.test(words(table.headers[at] ?? ""))),
  ],
  [
    "a plan: tasks with a priority and a size, an effort, a milestone or a wave",
    (table, _, columns) =>
      hasHeader(table, /^(size|effort|milestone|wave|epic id|task id|task)$/) &&
      !columns.some((at) => /sever/.test(words(table.headers[at] ?? ""))),
  ],
  ["rules to look for: a pattern and how it is detected", (table) => hasHeader(table, /^(detection|pattern)$/)],
  [
    "a ledger: issues of an earlier reply, each with its status; read as a checklist",
    (table) => hasHeader(table, /^status$/) && hasHeader(table, /^(issue|item)$/),
  ],
  [
    "ids with what is said of them elsewhere, and nothing that describes",
    (table) =>
      /\bid\b/.test(words(table.headers[0] ?? "")) &&
      !hasHeader(table, /descri|issue|finding|title|problem|summary|detail|context|concern|bug|gap|what|name/),
  ],
  [
    "a total",
    (_, { cells }) => /^(totals?|sum|all \d.* (items|findings|issues|problems|bugs|entries))$/.test(words(cells[0] ?? "")),
  ],
  [
    "nothing found",
    (_, { cells }, columns) =>
      cells.every((cell, at) => columns.includes(at) || isNothing(cell)) || /^\W*none\b\D*$/i.test(cells[0] ?? ""),
  ],
];

/**
 * The text of a node.
 * @param {Node} node
 * @returns {string}
 */
const text = (node) =>
  "value" in node ? node.value : "children" in node ? node.children.map((child) => text(child)).join("") : " ";

const markdown = unified().use(remarkParse).use(remarkGfm);

/**
 * The tables of a text, each with the heading above it.
 * @param {string} source
 * @returns {Table[]}
 */
function tables(source) {
  /** @type {Table[]} */
  const found = [];
  let heading = "";
  /** @param {Node} node */
  const visit = (node) => {
    if (node.type === "heading") heading = text(node);
    if (node.type === "table") {
      const rows = node.children.map((row) => ({
        line: row.position?.start.line ?? 0,
        cells: row.children.map((cell) => text(cell).trim()),
      }));
      found.push({ headers: rows[0]?.cells ?? [], rows: rows.slice(1), heading });
    } else if ("children" in node) node.children.forEach(visit);
  };
  visit(/** @type {Node} */ (markdown.parse(source)));
  return found;
}

/**
 * The rows with a severity of one reply.
 * @param {Result} result
 * @returns {Row[]}
 */
function rows({ source: file, findings }) {
  const source = readFileSync(file, "utf8");
  const spans = findings.map(({ span }) => ({
    first: span.line,
    last: span.line + (source.slice(span.start, span.end).trimEnd().match(/\n/g)?.length ?? 0),
  }));
  return tables(source).flatMap((table) => {
    const columns = severityColumns(table);
    if (columns.length === 0) return [];
    return table.rows.map((row) => ({
      file,
      line: row.line,
      text: `${table.headers.join(" | ")}  //  ${row.cells.join(" | ")}`,
      reason: reasons.find(([, holds]) => holds(table, row, columns))?.[0] ?? null,
      read: spans.some(({ first, last }) => first === row.line && last === row.line)
        ? "itself"
        : spans.some(({ first, last }) => first <= row.line && row.line <= last)
          ? "within"
          : null,
    }));
  });
}

/**
 * Some rows, evenly spread.
 * @param {Row[]} rows
 * @param {number} [count]
 */
function show(rows, count = SAMPLE) {
  const step = Math.max(1, rows.length / count);
  for (let at = 0; at < Math.min(count, rows.length); at++) {
    const row = rows[Math.floor(at * step)];
    if (row) console.log(`      ${row.file}:${row.line}  ${row.text.slice(0, 160)}`);
  }
}

await runAlone(import.meta.url, async ([folder = process.env.RECONVENE_CORPUS]) => {
  if (!folder) throw new Failure("Name a folder with replies, or set RECONVENE_CORPUS to one.");
  // npm changes to the package's folder; a person names folders from where they are.
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), folder);
  const example = ["--release", "--features", "steps", "--example", "corpus"];
  const printed = await run("cargo", ["run", "--quiet", ...example, "--", path, "--results"], { quiet: true });
  const results = printed
    .trim()
    .split("\n")
    .map((line) => /** @type {Result} */ (JSON.parse(line)));
  const all = results.filter(({ source }) => /\.(md|txt)$/i.test(source)).flatMap(rows);
  const counted = all.filter(({ reason }) => reason === null);
  console.log(`rows of tables with a severity: ${all.length}`);
  for (const [reason] of reasons) {
    const excluded = all.filter((row) => row.reason === reason);
    const read = excluded.filter((row) => row.read === "itself");
    console.log(`  ${reason}: ${excluded.length}, of which ${read.length} were read as findings all the same`);
    show(excluded);
    if (read.length > 0) console.log("    read all the same:");
    show(read);
  }
  const missed = counted.filter(({ read }) => read === null);
  const within = counted.filter(({ read }) => read === "within");
  console.log(`rows that must be findings: ${counted.length}`);
  console.log(`  findings of their own: ${counted.length - missed.length - within.length}`);
  console.log(`  within a larger finding: ${within.length}`);
  show(within, within.length);
  console.log(`  missed: ${missed.length}`);
  show(missed, missed.length);
  const recall = (counted.length - missed.length) / Math.max(1, counted.length);
  console.log(`recall: ${(100 * recall).toFixed(2)} %`);
  if (recall < LEAST) throw new Failure(`Less than ${100 * LEAST} % of the rows are findings.`);
});
