/** The findings of a report as rows: what the list, the filters and the matrix need to know of each. */

/** @typedef {import("../../pkg/reconvene.js").Report} Report */
/** @typedef {import("../../pkg/reconvene.js").UnifiedFinding} Finding */
/** @typedef {import("../../pkg/reconvene.js").Severity} Severity */
/**
 * @typedef {object} Row
 * @property {Finding} finding
 * @property {string[]} fingerprints Of its members, the one that is shown first.
 * @property {string} address What tells it from the others, also in the next report.
 * @property {Severity} severity As the agents have it.
 * @property {string} title
 * @property {string} place
 * @property {string[]} documents
 * @property {string[]} agents
 * @property {boolean} isDisputed
 * @property {string | null} text What a search looks through, once it was asked for.
 */

const LONGEST_TITLE = 140;

/** What ends a first sentence: a mark with a space behind it, or a line. */
const SENTENCE = /^[\s\S]*?(?:[.!?](?=\s)|\n|$)/;

/** @param {Report} report @returns {Row[]} */
export function rowsOf(report) {
  const disputed = new Set(report.conflicts.flatMap(({ kind, findings }) => (kind === "presence" ? [] : findings)));
  return report.findings.map((finding) => {
    const members = finding.members.flatMap(({ result, finding: at }) => report.results[result]?.findings[at] ?? []);
    const fingerprints = [...new Set(members.map(({ fingerprint }) => fingerprint))];
    const places = [finding.location, finding.counterLocation].flatMap((location) => location?.places ?? []);
    return {
      finding,
      fingerprints,
      address: fingerprints[0] ?? finding.key,
      severity: finding.severity,
      title: titleOf(finding),
      place: placeOf(finding),
      documents: [...new Set(places.flatMap(({ document }) => document ?? []))],
      agents: [...new Set(finding.members.map(({ result }) => agentName(report, result)))],
      isDisputed: disputed.has(finding.id),
      text: null,
    };
  });
}

/**
 * Who gave a reply, as it is called here: its agent, else what tells it from the others.
 * @param {Report} report
 * @param {number} result
 */
export function agentName({ results }, result) {
  const reply = results[result];
  return reply?.agent ?? reply?.source ?? reply?.unit ?? `Reply ${result + 1}`;
}

/** Without the marks of Markdown. @param {string} text */
export const plainly = (text) =>
  text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/(\*\*|__|`)(?=\S)([^\n]*?\S)\1/g, "$2")
    .replace(/^\s*(?:[#>*-]+|\d+[.)])\s+/, "")
    .replace(/\s+/g, " ")
    .trim();

/** @param {{ title: string | null, description: string }} finding */
export function titleOf({ title, description }) {
  const said = plainly(title ?? SENTENCE.exec(description.trim())?.[0] ?? "");
  if (said === "") return "No description";
  return said.length > LONGEST_TITLE ? `${said.slice(0, LONGEST_TITLE - 1)}…` : said;
}

/** @param {Pick<Finding, "location" | "counterLocation">} finding */
export const placeOf = ({ location, counterLocation }) =>
  [location?.text, counterLocation?.text].filter((text) => text).join(" ↔ ");

/** What a search looks through. @param {Row} row */
export function textOf(row) {
  const { id, description, suggestion, type } = row.finding;
  row.text ??= [row.title, description, suggestion, type, row.place, id, ...row.agents].join("\n").toLowerCase();
  return row.text;
}
