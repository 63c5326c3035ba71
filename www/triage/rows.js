/** The findings of a report as rows: what the list, the filters and the matrix need to know of each. */

/** @typedef {import("../../pkg/reconvene.js").Report} Report */
/** @typedef {import("../../pkg/reconvene.js").UnifiedFinding} Finding */
/** @typedef {import("../../pkg/reconvene.js").Severity} Severity */

const LONGEST_TITLE = 140;

/** What ends a first sentence: a mark with a space behind it, or a line. */
const SENTENCE = /^[\s\S]*?(?:[.!?](?=\s)|\n|$)/;

/** A finding as it is listed. What only those in sight need is made when it is asked for. */
export class Row {
  /** @type {string | null} */
  #title = null;
  /** @type {string | null} */
  #text = null;

  /**
   * @param {Finding} finding
   * @param {Report} report
   * @param {boolean} isDisputed
   */
  constructor(finding, report, isDisputed) {
    this.finding = finding;
    /** Of its members, the one that is shown first. @type {string[]} */
    this.fingerprints = [];
    /** @type {string[]} */
    this.agents = [];
    for (const { result, finding: at } of finding.members) {
      const fingerprint = report.results[result]?.findings[at]?.fingerprint;
      if (fingerprint !== undefined && !this.fingerprints.includes(fingerprint)) this.fingerprints.push(fingerprint);
      const agent = agentName(report, result);
      if (!this.agents.includes(agent)) this.agents.push(agent);
    }
    /** @type {string[]} */
    this.documents = [];
    for (const location of [finding.location, finding.counterLocation]) {
      for (const { document } of location?.places ?? []) {
        if (document !== null && !this.documents.includes(document)) this.documents.push(document);
      }
    }
    /** What tells it from the others, also in the next report. */
    this.address = this.fingerprints[0] ?? finding.key;
    /** As the agents have it. @type {Severity} */
    this.severity = finding.severity;
    this.isDisputed = isDisputed;
  }

  get title() {
    this.#title ??= titleOf(this.finding);
    return this.#title;
  }

  /** Makes what a search looks through. */
  prepare() {
    return this.text.length > 0;
  }

  get place() {
    return placeOf(this.finding);
  }

  /** What a search looks through. */
  get text() {
    const { id, title, description, suggestion, type } = this.finding;
    this.#text ??= [title, description, suggestion, type, this.place, id, ...this.agents].join("\n").toLowerCase();
    return this.#text;
  }
}

/** @param {Report} report @returns {Row[]} */
export function rowsOf(report) {
  const disputed = new Set(report.conflicts.flatMap(({ kind, findings }) => (kind === "presence" ? [] : findings)));
  return report.findings.map((finding) => new Row(finding, report, disputed.has(finding.id)));
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
