/** The findings of a report as rows: what the list, the filters and the matrix need to know of each. */

/** @typedef {import("../../pkg/reconvene.js").Report} Report */
/** @typedef {import("../../pkg/reconvene.js").UnifiedFinding} Finding */
/** @typedef {import("../../pkg/reconvene.js").Severity} Severity */

const LONGEST_TITLE = 140;

/** The worst first. @type {Severity[]} */
const SEVERITIES = ["critical", "major", "minor", "advisory"];

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
    this.severity = finding.decision?.severity ? reported(finding, report) : finding.severity;
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

  get shortPlace() {
    return shortPlaceOf(this.finding);
  }

  /** What a search looks through. */
  get text() {
    const { id, title, description, suggestion, type } = this.finding;
    this.#text ??= [title, description, suggestion, type, this.place, id, ...this.agents].join("\n").toLowerCase();
    return this.#text;
  }
}

/**
 * The severity that the agents give: where a person gave another, the report has that one.
 * @param {Finding} finding
 * @param {Report} report
 */
function reported({ severity, members }, { results }) {
  const all = members.flatMap(({ result, finding }) => results[result]?.findings[finding] ?? []);
  const open = all.filter(({ state }) => state === "open");
  const said = (open.length > 0 ? open : all).map((one) => SEVERITIES.indexOf(one.severity));
  return SEVERITIES[Math.min(...said)] ?? severity;
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

/** The marks of Markdown within a line: code, strong, emphasis, links. Each of some length: none looks for its end for ever. */
const MARKS =
  /`([^`\n]{1,300})`|\*\*(?=\S)([^\n]{0,300}?\S)\*\*|(?<!\w)__(?=\S)([^\n]{0,300}?\S)__(?!\w)|(?<![\w*])\*(?=[^\s*])([^*\n]{0,300}?[^\s*])\*(?![\w*])|\[([^\]\n]{0,300})\]\([^)\n]{0,300}\)/g;

/** Without the marks of Markdown within a line. What stands in code stays as it is. @param {string} text @returns {string} */
export const unmarked = (text) =>
  text.replace(
    MARKS,
    (_, code, strong, other, emphasis, link) => code ?? unmarked(strong ?? other ?? emphasis ?? link ?? ""),
  );

/** On one line, without the marks of Markdown. @param {string} text */
export const plainly = (text) =>
  unmarked(text)
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
  [location?.text, counterLocation?.text].flatMap((text) => (text ? [unmarked(text)] : [])).join(" ↔ ");

/** So many places are told in a list; more are counted. */
const PLACES = 2;

/**
 * Where a finding is, in few words: file and line, document and section.
 * @param {Finding} finding
 */
export function shortPlaceOf(finding) {
  const { location, counterLocation } = finding;
  /** @type {Map<string, string>} */
  const places = new Map();
  for (const { document, section, lines } of [location, counterLocation].flatMap((one) => one?.places ?? [])) {
    if (document === null) continue;
    const [from, to] = lines ?? [];
    const at =
      from === undefined
        ? section === null
          ? ""
          : ` §${section.replace(/^§/, "")}`
        : `:${from === to ? from : `${from}-${to}`}`;
    // The first of each document.
    if (!places.get(document)) places.set(document, at);
  }
  const told = [...places].map(([document, at]) => document.replace(/^.*\//, "") + at);
  if (told.length === 0) return placeOf(finding);
  return told.slice(0, PLACES).join(" ↔ ") + (told.length > PLACES ? ` +${told.length - PLACES}` : "");
}

/** So many texts are made at a time, and so long nothing is done before the next, in milliseconds. */
const [TEXTS, PAUSE] = [400, 20];

/** The rows whose texts are made: others end that. @type {Row[]} */
let preparing = [];

/**
 * Makes what a search looks through, some at a time: the first key of ten thousand findings would wait for it.
 * @param {Row[]} rows
 */
export async function prepareTexts(rows) {
  preparing = rows;
  for (let at = 0; at < rows.length && rows === preparing; at += TEXTS) {
    await new Promise((done) => setTimeout(done, PAUSE));
    for (const row of rows.slice(at, at + TEXTS)) row.prepare();
  }
}
