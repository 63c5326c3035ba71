/**
 * The same job by hand, for replies that are well-formed: what one would write with `split`, regular expressions and a
 * Map. Two findings are one where location, counter-location and type are equal. It repairs nothing, says nothing of what
 * it did not understand, escapes pipes alone, and reads no type of result but by its summary line and finding table.
 */

/** @typedef {{ key: string, value: string }} Pair */
/**
 * @typedef {object} Finding
 * @property {string} id
 * @property {string} severity
 * @property {string} type
 * @property {string} location
 * @property {string | null} counterLocation
 * @property {string} description
 * @property {string | null} suggestion
 * @property {string | null} title
 * @property {string | null} discussion
 */
/**
 * @typedef {object} Result
 * @property {string} status
 * @property {string} type
 * @property {string} unit
 * @property {string} agent
 * @property {number | null} coverage
 * @property {string | null} reason
 * @property {Finding[]} findings
 */
/** @typedef {Finding & { key: string, members: { result: number, finding: number }[] }} Unified */
/** @typedef {{ unit: string, agents: Set<string>, status: string, coverage: number | null, reason: string | null, findings: number }} Row */
/** @typedef {ReturnType<typeof aggregate>} Report */

const SEVERITIES = ["critical", "major", "minor", "advisory"];
/** The best of a unit's replies decides; of two alike, the one that covers more. */
const STATUSES = ["FINDINGS", "CLEAN", "PARTIAL", "ERROR"];

/** @param {string[]} replies */
export const report = (replies) => render(aggregate(replies));

/**
 * @param {string} text
 * @returns {Result}
 */
export function parse(text) {
  const summary = summaryLine(text);
  const metadata = metadataOf(text);
  return {
    status: summary.get("RESULT") ?? "PARTIAL",
    type: summary.get("Type") ?? "",
    unit: (summary.get("Pair") ?? "").split("/").sort().join(" + "),
    agent: metadata.get("Agent") ?? "",
    coverage: percentage(summary.get("Coverage") ?? metadata.get("Coverage")),
    reason: summary.get("Reason") ?? null,
    findings: findingsOf(text),
  };
}

/** @param {string} text */
function summaryLine(text) {
  const line = /^RESULT:.*/m.exec(text)?.[0] ?? "";
  return new Map(cellsOf(line).map((segment) => pair(segment, ":")));
}

/** @param {string} text */
function metadataOf(text) {
  const block = /^---\n([\s\S]*?)\n---$/m.exec(text)?.[1] ?? "";
  return new Map(block.split("\n").map((line) => pair(line.replaceAll("**", ""), ":")));
}

/**
 * @param {string} text
 * @param {string} mark
 * @returns {[string, string]}
 */
function pair(text, mark) {
  const at = text.indexOf(mark);
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

/** @param {string | undefined} stated */
function percentage(stated) {
  if (stated === undefined) return null;
  if (/^(full|complete)/i.test(stated)) return 100;
  const percent = /(\d+(?:\.\d+)?)\s*%/.exec(stated);
  return percent ? Number(percent[1]) : null;
}

/**
 * The cells of a row, or the segments of a summary line.
 * @param {string} line
 */
function cellsOf(line) {
  if (!line.includes("\\|")) return line.split("|").map((cell) => cell.trim());
  return line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** @param {string} text */
function findingsOf(text) {
  const header = /^\| *ID *\|.*\n\|[-| :]*\n/m.exec(text);
  if (!header) return [];
  const rows = text.slice(header.index + header[0].length).split("\n");
  /** @type {Finding[]} */
  const findings = [];
  for (const row of rows) {
    if (!row.startsWith("|")) break;
    const [, id = "", severity = "", type = "", location = "", counter = "", description = "", suggestion = ""] =
      cellsOf(row);
    const [counterLocation, advice] = [optional(counter), optional(suggestion)];
    findings.push({
      ...{ id, severity, type, location, counterLocation, description },
      ...{ suggestion: advice, title: null, discussion: null },
    });
  }
  attachDiscussions(text, findings);
  return findings;
}

/** @param {string} cell */
const optional = (cell) => (cell === "" || cell === "--" ? null : cell);

/**
 * @param {string} text
 * @param {Finding[]} findings
 */
function attachDiscussions(text, findings) {
  const byId = new Map(findings.map((finding) => [finding.id, finding]));
  for (const section of text.split(/^### /m).slice(1)) {
    const end = section.indexOf("\n");
    const [id, title] = pair(section.slice(0, end), ":");
    const finding = byId.get(id);
    if (finding) Object.assign(finding, { title, discussion: section.slice(end + 1).trim() });
  }
}

/** @param {string[]} replies */
export function aggregate(replies) {
  const results = replies.map(parse);
  const findings = unify(results);
  return {
    results,
    findings,
    coverage: coverageOf(results, findings),
    reported: results.reduce((sum, result) => sum + result.findings.length, 0),
    byStatus: count(results, ({ status }) => status),
    bySeverity: count(findings, ({ severity }) => severity),
  };
}

/** @param {Result[]} results */
function unify(results) {
  /** @type {Map<string, Unified>} */
  const byKey = new Map();
  for (const [result, { findings }] of results.entries()) {
    for (const [at, finding] of findings.entries()) {
      const key = `${finding.location}\n${finding.counterLocation}\n${finding.type}`;
      const known = byKey.get(key);
      if (!known) {
        byKey.set(key, { ...finding, key, members: [{ result, finding: at }] });
        continue;
      }
      known.members.push({ result, finding: at });
      if (weight(finding) < weight(known)) known.severity = finding.severity;
      if (finding.description.length > known.description.length) known.description = finding.description;
      known.discussion ??= finding.discussion;
    }
  }
  return [...byKey.values()].sort(
    (one, other) =>
      weight(one) - weight(other) || compare(one.type, other.type) || compare(one.location, other.location),
  );
}

/** @param {Finding} finding */
const weight = ({ severity }) => (SEVERITIES.includes(severity) ? SEVERITIES.indexOf(severity) : SEVERITIES.length);

/** @param {string} one @param {string} other */
const compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

/**
 * @param {Result[]} results
 * @param {Unified[]} findings
 */
function coverageOf(results, findings) {
  /** @type {Map<string, Row>} */
  const rows = new Map();
  for (const { unit, agent, status, coverage, reason } of results) {
    const row = rows.get(unit) ?? { unit, agents: new Set(), status, coverage: null, reason, findings: 0 };
    rows.set(unit, row);
    row.agents.add(agent);
    const better = STATUSES.indexOf(row.status) - STATUSES.indexOf(status);
    if (better > 0 || (better === 0 && (coverage ?? 0) > (row.coverage ?? 0))) Object.assign(row, { status, reason });
    if (coverage !== null) row.coverage = Math.max(row.coverage ?? 0, coverage);
  }
  for (const { members } of findings) {
    for (const unit of new Set(members.map(({ result }) => results[result]?.unit ?? ""))) {
      const row = rows.get(unit);
      if (row) row.findings += 1;
    }
  }
  return [...rows.values()].sort((one, other) => compare(one.unit, other.unit));
}

/**
 * @template T
 * @param {T[]} items
 * @param {(item: T) => string} key
 */
function count(items, key) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
}

/** @param {Report} report */
export function render({ results, findings, coverage, reported, byStatus, bySeverity }) {
  const counted = (/** @type {Map<string, number>} */ counts) =>
    [...counts].map(([name, number]) => `${number} ${name}`).join(", ");
  const discussed = findings.flatMap(({ title, discussion }, at) =>
    discussion === null ? [] : [`### G${at + 1}: ${title}\n\n${discussion}`],
  );
  return [
    "# Unified report",
    table(
      ["Figure", "Value"],
      [
        ["Replies", `${results.length} (${counted(byStatus)})`],
        ["Tasks", `${coverage.length}`],
        ["Findings", `${findings.length} (${counted(bySeverity)})`],
        ["Findings as reported", `${reported}`],
      ],
    ),
    "## Coverage map",
    table(
      ["Task", "Agents", "Status", "Coverage", "Findings", "Reason"],
      coverage.map((row) => [
        ...[row.unit, [...row.agents].sort().join("; "), row.status],
        ...[row.coverage === null ? "" : `${row.coverage}%`, `${row.findings}`, row.reason ?? ""],
      ]),
    ),
    "## Findings",
    table(
      ["ID", "Severity", "Type", "Location", "Counter-location", "Description", "Suggestion", "Reported by"],
      findings.map((it, at) => [
        ...[`G${at + 1}`, it.severity, it.type, it.location, it.counterLocation ?? "--", it.description],
        ...[it.suggestion ?? "--", it.members.map(({ result }) => results[result]?.agent ?? "").join("; ")],
      ]),
    ),
    ...discussed,
  ].join("\n\n");
}

/**
 * @param {string[]} header
 * @param {string[][]} rows
 */
const table = (header, rows) => [header, header.map(() => "---"), ...rows].map(line).join("\n");

/** @param {string[]} cells */
const line = (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
