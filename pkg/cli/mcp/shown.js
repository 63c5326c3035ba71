/** What is shown to an orchestrator: short, on few lines, and never more than a budget. */
import { membersOf } from "../../node.js";

/** @typedef {import("../../reconvene.js").Report} Report */
/** @typedef {import("../../reconvene.js").UnifiedFinding} UnifiedFinding */

const ACTING = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/gu;
const ACTING_IN_LINES = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/gu;

/** So much of a title or a place stands on a line. */
const LONGEST = 120;

/**
 * A text on one line, cut off where it is long.
 * @param {string} text
 */
export function line(text, most = LONGEST) {
  const folded = text.replace(/\s+/g, " ").trim().replace(ACTING, "\ufffd");
  return folded.length > most ? `${[...folded].slice(0, most - 1).join("")}…` : folded;
}

/**
 * As many pieces as fit into a budget, and how many are left out.
 * @param {string[]} pieces
 * @param {number} budget
 * @param {(count: number) => string} more
 */
export function within(pieces, budget, more) {
  const kept = [];
  let length = 0;
  for (const piece of pieces) {
    length += piece.length + 1;
    if (length > budget && kept.length > 0) break;
    kept.push(length > budget ? `${piece.slice(0, budget)}…` : piece);
  }
  if (kept.length < pieces.length) kept.push(more(pieces.length - kept.length));
  return kept.join("\n");
}

/**
 * The agents of replies, or, where they have no names, where these stand.
 * @param {Report["results"]} replies
 */
export function agentsOf(replies) {
  const names = replies.map(({ agent, source, unit }) => agent ?? source ?? unit);
  return [...new Set(names.filter((name) => name !== null))];
}

/**
 * The agents that reported a finding.
 * @param {Report} report
 * @param {UnifiedFinding} finding
 */
export const reportersOf = (report, finding) => agentsOf(membersOf(report, finding).map(({ reply }) => reply));

/**
 * A finding on one line.
 * @param {Report} report
 * @param {UnifiedFinding} finding
 */
export function findingLine(report, finding) {
  const { id, severity, location, title, description } = finding;
  const place = location === null ? "" : ` ${line(location.text, 80)}:`;
  const by = reportersOf(report, finding).map((name) => line(name, 40));
  return `- ${id} ${severity}${place} ${line(title ?? description)}${by.length > 0 ? ` (${by.join(", ")})` : ""}`;
}

/**
 * A finding whole, with what each reply says of it.
 * @param {Report} report
 * @param {UnifiedFinding} finding
 */
export function findingWhole(report, finding) {
  const { id, key, severity, type, location, counterLocation, title, description, suggestion, confidence } = finding;
  const field = (/** @type {string} */ name, /** @type {string | null | undefined} */ value) =>
    value ? [`${name}: ${value}`] : [];
  const members = membersOf(report, finding).flatMap(({ reply, finding: one }) => [
    "",
    `## ${reply.agent ?? reply.source ?? "A reply"}: ${one.id}, ${one.statedSeverity ?? one.severity}`,
    ...field("Task", reply.unit),
    ...field("Fingerprint", one.fingerprint),
    ...field("Location", one.location?.text),
    ...(one.title && one.title !== title ? [one.title] : []),
    ...(one.description !== description ? [one.description] : []),
    ...(one.suggestion && one.suggestion !== suggestion ? field("Suggestion", one.suggestion) : []),
    ...field("Discussion", one.discussion),
  ]);
  const lines = [
    `# ${id}: ${line(title ?? description)}`,
    ...field("Severity", severity),
    ...field("Type", type),
    ...field("Location", location?.text),
    ...field("Counter-location", counterLocation?.text),
    ...field("Confidence", confidence?.stated),
    ...field("Tasks", finding.units.join(", ")),
    ...field("Connected with", finding.connections.join(", ")),
    ...field("Key", key),
    "",
    description,
    ...(suggestion ? ["", `Suggestion: ${suggestion}`] : []),
    ...members,
  ];
  return lines.join("\n").replace(ACTING_IN_LINES, "\ufffd");
}
