/** The findings of a report as other tools want them: with one place, one title, and who reported it. */
import { membersOf } from "../conditions.js";

/** @typedef {import("../reconvene.js").Report} Report */
/** @typedef {import("../reconvene.js").Severity} Severity */
/** @typedef {import("../reconvene.js").Place} Place */
/** @typedef {import("../reconvene.js").Location} Location */
/** @typedef {import("../reconvene.js").UnifiedFinding} UnifiedFinding */
/** @typedef {import("../reconvene.js").CoverageGap} CoverageGap */
/** @typedef {ReturnType<typeof membersOf>} Members */
/** @typedef {Place & { document: string }} Spot A place that names its document. */

/**
 * @typedef {object} Issue
 * @property {UnifiedFinding} finding
 * @property {Members} members
 * @property {string} type What the finding calls itself; `untyped` where it does not.
 * @property {string} title On one line.
 * @property {Spot} spot Where a tool shows it.
 * @property {boolean} placed Whether a reply names that spot. If not, it is where the reply says so itself.
 * @property {Place[]} others All other places that its members name.
 * @property {string[]} discussions What its members tell of it at length, each text once.
 * @property {string[]} agents Who reported it; a reply without an agent goes by its source.
 * @property {"open" | "resolved" | "dismissed"} state Resolved: all who report it say so. Dismissed: a person says so.
 * @property {string} fingerprint The same in every run that reads the same words.
 */

/** What a finding without a type is filed under, as in the figures of a report. */
export const UNTYPED = "untyped";

/** Under which name a discussion stands where a finding is an object. */
export const DISCUSSION = "discussion";

/** Which of the replies of a file a source is. The lines of a reply are not those of such a file. */
const PART = /(?<=.)#\d+$/;

/** Longer titles are cut: tools show them on one line. */
const TITLE = 120;

/**
 * The findings in report order.
 * @param {Report} report
 * @returns {Issue[]}
 */
export const issuesOf = (report) => report.findings.map((finding) => issueOf(report, finding));

/**
 * @param {Report} report
 * @param {UnifiedFinding} finding
 * @returns {Issue}
 */
function issueOf(report, finding) {
  const members = membersOf(report, finding);
  const [first] = members;
  const places = placesOf(finding, members);
  const named = exactest(places.filter(isSpot));
  const source = first?.reply.source ?? first?.reply.agent ?? first?.reply.unit ?? report.title;
  const file = source.replace(PART, "");
  const line = first?.finding.span.line ?? 1;
  return {
    finding,
    members,
    type: finding.type ?? UNTYPED,
    title: cut(oneLine(finding.title ?? finding.description), TITLE),
    // No tool takes a finding without a file, and some refuse the rest with it.
    spot: named ?? { document: file, section: null, lines: file === source ? [line, line] : null },
    placed: named !== undefined,
    others: places.filter((place) => place !== named),
    discussions: unique(members.map(discussionOf)).filter((text) => text !== "" && text !== finding.description),
    agents: unique(members.map(({ reply }) => reply.agent ?? reply.source ?? "")).filter((agent) => agent !== ""),
    state: stateOf(finding, members),
    fingerprint: first?.finding.fingerprint ?? finding.key,
  };
}

/**
 * @param {UnifiedFinding} finding
 * @param {Members} members
 */
function stateOf({ decision }, members) {
  if (decision?.status === "dismissed") return "dismissed";
  return members.length > 0 && members.every(({ finding }) => finding.state === "resolved") ? "resolved" : "open";
}

/**
 * The discussion of a finding. A JSON return has no field for it: there it is one of those that stand beside the others.
 * @param {Members[number]} member
 */
function discussionOf({ finding: { discussion, extra } }) {
  return (discussion ?? extra.find(({ key }) => key === DISCUSSION)?.value ?? "").trim();
}

/**
 * Every place that a finding or one of its members names, each once, those of the finding first.
 * @param {UnifiedFinding} finding
 * @param {Members} members
 */
function placesOf(finding, members) {
  const found = [finding, ...members.map((member) => member.finding)];
  const locations = found.flatMap(({ location, counterLocation }) => [location, counterLocation]);
  const places = locations.flatMap((location) => location?.places ?? []);
  return [...new Map(places.map((place) => [placeText(place), place])).values()];
}

/**
 * The first spot, or what another member says of the very same one with its lines.
 * @param {Spot[]} spots
 */
function exactest([first, ...others]) {
  if (first === undefined || first.lines !== null) return first;
  const isSame = (/** @type {Spot} */ { document, section }) =>
    document === first.document && section === first.section;
  return others.find((spot) => spot.lines !== null && isSame(spot)) ?? first;
}

/**
 * @param {Place} place
 * @returns {place is Spot}
 */
export const isSpot = (place) => place.document !== null && place.document !== "";

/**
 * First and last line as tools count them, from 1 on; null where there are none.
 * @param {Place} place
 * @returns {[number, number] | null}
 */
export function linesOf({ lines }) {
  if (lines === null || lines[0] < 1) return null;
  return [lines[0], Math.max(...lines)];
}

/**
 * The document of a spot, as a path from the top of the project.
 * @param {Spot} spot
 */
export const pathOf = ({ document }) => document.replace(/^(?:\.\/)+(?=.)/, "");

/**
 * A place in words, as replies write it: `a.md §3.1, L12-14`, and `src/a.js:12-14` where there is no section.
 * @param {Place} place
 */
export function placeText({ document, section, lines }) {
  const span = lines && (lines[0] === lines[1] ? `${lines[0]}` : `${lines[0]}-${lines[1]}`);
  if (document !== null && section === null) return span ? `${document}:${span}` : document;
  const where = [document, section === null ? null : `§${section}`].filter((part) => part !== null).join(" ");
  return [where, span && `L${span}`].filter((part) => part).join(", ");
}

/**
 * Places in words, one after the other.
 * @param {Place[]} places
 */
export const listed = (places) =>
  places
    .map(placeText)
    .filter((text) => text !== "")
    .join("; ");

/**
 * All that is said of a finding beside its title. What is told at length comes last: it is the first to go where a tool has
 * little room.
 * @param {Issue} issue
 * @param {Place[]} [places] Those that are named.
 */
export const explanation = (issue, places) =>
  [...paragraphsOf(issue, places), ...issue.discussions.map((text) => `Discussion: ${text}`)].join("\n\n");

/**
 * What is said of a finding in short beside its title.
 * @param {Issue} issue
 * @param {Place[]} places Those that are named.
 */
export function paragraphsOf({ finding, others, agents, title }, places = others) {
  const { description, suggestion, units } = finding;
  const also = listed(places);
  const paragraphs = [
    oneLine(description) === title ? "" : description,
    suggestion ? `Suggestion: ${suggestion}` : "",
    also === "" ? "" : `Also: ${also}`,
    reporters(agents, units),
  ];
  return paragraphs.filter((text) => text.trim() !== "");
}

/**
 * @param {string[]} agents
 * @param {string[]} units
 */
function reporters(agents, units) {
  if (agents.length === 0) return units.length > 0 ? `Reported on ${units.join(", ")}` : "";
  return `Reported by ${agents.join(", ")}${units.length > 0 ? ` on ${units.join(", ")}` : ""}`;
}

/**
 * What is missing of a report, in a sentence.
 * @param {CoverageGap} gap
 */
export const gapText = ({ unit, status, reason }) => `${unit} (${status}): ${reason}`;

/** Whether nothing came of a unit that can be used. @param {CoverageGap} gap */
export const isFailed = ({ status }) => status === "ERROR" || status === "MISSING";

/** @param {string} text */
export const oneLine = (text) => text.replace(/\s+/g, " ").trim();

/**
 * A text, cut between characters where it is too long.
 * @param {string} text
 * @param {number} most
 */
export function cut(text, most) {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** What a terminal, a log or an editor would act on, and what XML does not have. */
const ACTING = /(?![\t\n])[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\ufeff\ufffe\uffff]/gu;

/**
 * A text in which nothing acts: whatever would is U+FFFD.
 * @param {string} text
 */
export const inert = (text) => text.replace(/\r\n?/g, "\n").replace(ACTING, "\ufffd");

/**
 * @template T
 * @param {T[]} items
 * @returns {T[]}
 */
export const unique = (items) => [...new Set(items)];
