/** SARIF 2.1.0: one run, a result for each finding, a rule for each type at each severity. */
import { version } from "../generated/facts.js";
import {
  cut,
  DISCUSSION,
  explanation,
  gapText,
  isFailed,
  isSpot,
  issuesOf,
  linesOf,
  pathOf,
  placeText,
  unique,
} from "./issues.js";

/** @typedef {import("../reconvene.js").Report} Report */
/** @typedef {import("../reconvene.js").Place} Place */
/** @typedef {import("./issues.js").Issue} Issue */
/** @typedef {import("./issues.js").Spot} Spot */
/** @typedef {import("../reconvene.js").Severity} Severity */

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/** What SARIF knows of severity. @type {Record<Severity, "error" | "warning" | "note">} */
export const LEVELS = { critical: "error", major: "error", minor: "warning", advisory: "note" };

/** Whether a type says that its findings are problems of security. */
const SECURITY = /(?<![a-z])(?:security|vulnerabilit(?:y|ies))(?![a-z])/i;

/** What GitHub makes "Critical", "High", "Medium" and "Low" of, for rules of security and no others. @type {Record<Severity, string>} */
export const SCORES = { critical: "9.5", major: "8.0", minor: "5.0", advisory: "2.0" };

/** @type {Record<Severity, string>} */
const MEANINGS = {
  critical: "It blocks the work.",
  major: "Fix it before merging.",
  minor: "It is cosmetic or has little impact.",
  advisory: "No action is needed.",
};

/** GitHub limits how long a description is. */
const NAME = 400;

/** The name under which what SARIF has no field for is kept: what is there is ours. */
export const OWN = "reconvene";

/** @type {Record<NonNullable<import("../reconvene.js").UnifiedFinding["baseline"]>, "new" | "unchanged">} */
const BASELINE = { new: "new", open: "unchanged", regressed: "new" };

/**
 * @param {Report} report
 * @returns {string}
 */
export function sarif(report) {
  const issues = issuesOf(report);
  const ids = unique(issues.map(ruleOf));
  const indexes = new Map(ids.map((id, index) => [id, index]));
  const rules = new Map(issues.map((issue) => [ruleOf(issue), rule(issue)]));
  const run = {
    tool: {
      driver: {
        name: "reconvene",
        semanticVersion: version,
        rules: ids.map((id) => rules.get(id)),
      },
    },
    invocations: [invocation(report)],
    columnKind: "utf16CodeUnits",
    originalUriBaseIds: { SRCROOT: { description: { text: "The root of the project that was reviewed." } } },
    results: issues.map((issue) => result(issue, indexes.get(ruleOf(issue)) ?? 0)),
    properties: { [OWN]: { title: report.title, verdict: report.verdict, reasons: report.reasons } },
  };
  return `${JSON.stringify({ $schema: SCHEMA, version: "2.1.0", runs: [run] }, null, 2)}\n`;
}

/**
 * GitHub takes the severity of an alert of security from its rule, so that a rule has one: `contradiction/major`.
 * @param {Issue} issue
 */
const ruleOf = ({ type, finding }) => `${type}/${finding.severity}`;

/** @param {Issue} issue */
function rule(issue) {
  const { finding } = issue;
  const type = cut(issue.type, NAME);
  const meaning = MEANINGS[finding.severity];
  return {
    id: ruleOf(issue),
    // GitHub wants all three.
    shortDescription: { text: literal(`${type}, ${finding.severity}`) },
    fullDescription: { text: literal(`A finding of type ${type}. ${meaning}`) },
    help: { text: `${meaning} The result says what was found and what to do.` },
    defaultConfiguration: { level: LEVELS[finding.severity] },
    properties: {
      ...(SECURITY.test(issue.type) && { tags: ["security"], "security-severity": SCORES[finding.severity] }),
      ...{ type: issue.type, severity: finding.severity },
    },
  };
}

/**
 * @param {Issue} issue
 * @param {number} ruleIndex
 */
function result(issue, ruleIndex) {
  const { finding, members, spot, placed, others, agents, state, fingerprint, discussions } = issue;
  // A location without a file is none for GitHub, which refuses the whole log for it.
  const spots = others.filter(isSpot);
  const related = spots.map((place, index) => ({ id: index + 1, ...location(place) }));
  return {
    ruleId: ruleOf(issue),
    ruleIndex,
    level: LEVELS[finding.severity],
    message: { text: message(issue, spots) },
    locations: [
      placed ? location(spot) : { ...location(spot), message: { text: "No file is named. This is the reply." } },
    ],
    ...(related.length > 0 && { relatedLocations: related }),
    partialFingerprints: { "reconvene/place/v1": finding.key, "reconvene/text/v1": fingerprint },
    ...(finding.baseline && { baselineState: BASELINE[finding.baseline] }),
    ...(state !== "open" && { suppressions: [{ kind: "external", justification: reasonOf(issue) }] }),
    properties: {
      agents,
      units: finding.units,
      [OWN]: {
        ...{ id: finding.id, severity: finding.severity, title: finding.title },
        ...{ type: finding.type, statedType: members[0]?.finding.statedType ?? null },
        ...{ description: finding.description, suggestion: finding.suggestion },
        [DISCUSSION]: discussions.length > 0 ? discussions.join("\n\n") : null,
        ...{ location: finding.location, counterLocation: finding.counterLocation, placed },
        ...{ confidence: finding.confidence?.stated ?? null, agreement: finding.agreement, decided: finding.decided },
        reported: members.map(({ reply, finding }) => ({
          ...{ agent: reply.agent, unit: reply.unit, source: reply.source, id: finding.id },
          ...{ severity: finding.severity, location: finding.location?.text ?? null, state: finding.state },
        })),
      },
    },
  };
}

/**
 * What is said of a finding, with links to its other places: GitHub shows the first sentence where there is little room.
 * @param {Issue} issue
 * @param {Spot[]} spots
 */
function message(issue, spots) {
  const { title, others } = issue;
  const ended = /[.!?:…]$/.test(title) ? title : `${title}.`;
  const links = spots.map((place, index) => `[${placeText(place).replace(/[[\]\\]/g, "\\$&")}](${index + 1})`);
  const paragraphs = [
    literal(title === "" ? "" : ended),
    literal(
      explanation(
        issue,
        others.filter((place) => !isSpot(place)),
      ),
    ),
    links.length > 0 ? `Also: ${links.join("; ").replace(/\{(\d+)\}/g, "{{$1}}")}` : "",
  ];
  return paragraphs.filter((text) => text !== "").join("\n\n") || "(no text)";
}

/** Why a finding is suppressed. @param {Issue} issue */
function reasonOf({ state, finding: { decision } }) {
  if (state === "resolved") return "Every agent that reports it marks it as resolved.";
  const by = decision?.by ? ` by ${decision.by}` : "";
  return decision?.reason ? `Dismissed${by}: ${decision.reason}` : `Dismissed${by}.`;
}

/** @param {Place} place */
function location(place) {
  const lines = linesOf(place);
  const region = lines && { startLine: lines[0], endLine: lines[1] };
  return {
    ...(isSpot(place) && {
      physicalLocation: { artifactLocation: artifact(place), ...(region && { region }) },
    }),
    ...((place.section !== null || !isSpot(place)) && {
      logicalLocations: [
        {
          ...(place.section !== null && { name: place.section }),
          fullyQualifiedName: placeText(place),
          kind: "section",
        },
      ],
    }),
  };
}

/**
 * A path as the reference that SARIF asks for. What may be no path within the project has no base.
 * @param {Spot} spot
 */
function artifact(spot) {
  const path = pathOf(spot);
  if (/^(?:https?|file):\/\/[^\s]+$/.test(path) && !/[^\x21-\x7e]|[<>"{}|\\^`]/.test(path)) return { uri: path };
  const parts = path.split(/[\\/]/).map(encodeURIComponent);
  if (/^[a-z]:[\\/]/i.test(path)) return { uri: `file:///${parts.join("/").replace("%3A", ":")}` };
  if (path.startsWith("/")) return { uri: `file://${parts.join("/")}` };
  return { uri: parts.join("/"), uriBaseId: "SRCROOT" };
}

/** @param {Report} report */
function invocation({ gaps, diagnostics }) {
  const notices = [
    ...gaps.map((gap) => ({
      level: isFailed(gap) ? "error" : "warning",
      message: { text: literal(gapText(gap)) },
      descriptor: { id: `gap/${gap.status}` },
      properties: { [OWN]: gap },
    })),
    ...diagnostics.map(({ level, message, code }) => ({
      level,
      message: { text: literal(message) || code },
      descriptor: { id: code },
    })),
  ];
  return {
    executionSuccessful: gaps.length === 0,
    ...(notices.length > 0 && { toolExecutionNotifications: notices }),
  };
}

/**
 * A text in which SARIF sees neither a link nor a placeholder.
 * @param {string} text
 */
const literal = (text) => text.replace(/\]\(/g, "\\](").replace(/\{(\d+)\}/g, "{{$1}}");
