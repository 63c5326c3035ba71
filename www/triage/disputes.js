/** Where agents disagree on a finding: who says what, and the words of two of them side by side. */
import { shown } from "../../pkg/element/core.js";
import { SEVERITIES } from "../decisions.js";
import { counted, element } from "../dom.js";
import { key, sides } from "./compare.js";
import { agentName, placeOf, titleOf } from "./rows.js";

/** @typedef {import("./rows.js").Row} Row */
/** @typedef {import("../reports.js").Made} Made */
/** @typedef {import("../decisions.js").Severity} Severity */
/** @typedef {import("../../pkg/reconvene.js").Finding} Finding */
/** @typedef {{ said: Finding, result: number }} Member What one reply says of a finding. */
/**
 * @typedef {object} Acts
 * @property {(severity: Severity) => void} weigh
 * @property {(fingerprint: string) => void} split Takes a member out of the finding.
 * @property {boolean} hasKeys Whether the key that keeps apart acts on these two.
 */

const KINDS = {
  severity: "Agents disagree on the severity",
  type: "Agents disagree on the type",
  presence: "Looked there, and found nothing",
};

/**
 * @param {Row} row
 * @param {Made} made
 * @param {Acts} acts
 */
export function disputesOf({ finding }, made, acts) {
  const { report } = made;
  const conflicts = report.conflicts.filter(({ findings }) => findings.includes(finding.id));
  if (conflicts.length === 0) return [];
  const members = saidOf(finding, made);
  const items = conflicts.map(({ kind, assessments }) => {
    // Who found nothing there says so; the others are those who report it.
    const isPresence = kind === "presence";
    const told = isPresence ? assessments.filter(({ says }) => says === "CLEAN") : assessments;
    const says = told.map(({ result, says }) => {
      // How bad "P2" is, the word alone does not say.
      const severity = kind === "severity" ? severityOf(members, result) : null;
      const word = severity && severity !== says.toLowerCase() ? `${severity}, written ${says}` : says;
      return element(
        "li",
        {},
        element("bdi", {}, shown(agentName(report, result))),
        isPresence ? "" : ": ",
        isPresence ? "" : element("bdi", {}, shown(word)),
      );
    });
    return element("div", { class: "dispute" }, element("p", {}, KINDS[kind]), element("ul", {}, ...says));
  });
  return [
    element(
      "section",
      { class: "disputes", "aria-label": counted(items.length, "dispute") },
      ...items,
      ...(conflicts.some(({ kind }) => kind !== "presence") ? beside(members, made, acts) : []),
    ),
  ];
}

/**
 * The one that is shown, and the first that rates it otherwise: their words, and what a person may say of them.
 * @param {Member[]} members
 * @param {Made} made
 * @param {Acts} acts
 */
function beside(members, made, { weigh, split, hasKeys }) {
  const [one] = members;
  const other = rivalOf(members);
  if (!one || !other) return [];
  const side = (/** @type {Member} */ { said, result }) => ({
    severity: said.severity,
    title: titleOf(said),
    where: [placeOf(said), agentName(made.report, result)].filter(Boolean).join(" · "),
    words: said.description,
  });
  const given = SEVERITIES.filter((severity) => [one, other].some(({ said }) => said.severity === severity));
  const choices = given.length < 2 ? [] : given;
  return [
    sides(side(one), side(other)),
    element(
      "p",
      { class: "row" },
      ...choices.map((severity) =>
        element(
          "button",
          { type: "button", "aria-keyshortcuts": keyOf(severity), onclick: () => weigh(severity) },
          `It is ${severity} `,
          key(keyOf(severity)),
        ),
      ),
      canSplit(made, one, other)
        ? element(
            "button",
            {
              type: "button",
              "aria-keyshortcuts": hasKeys ? "n" : null,
              onclick: () => split(other.said.fingerprint),
            },
            "Keep separate ",
            hasKeys ? key("n") : null,
          )
        : null,
    ),
  ];
}

/** @param {(typeof SEVERITIES)[number]} severity */
const keyOf = (severity) => String(SEVERITIES.indexOf(severity) + 1);

/**
 * What each reply says of a finding.
 * @param {Row["finding"]} finding
 * @param {Made} made
 * @returns {Member[]}
 */
export const saidOf = ({ members }, { report }) =>
  members.flatMap(({ result, finding }) => {
    const said = report.results[result]?.findings[finding];
    return said ? [{ said, result }] : [];
  });

/**
 * The first that rates the finding otherwise than the one that is shown.
 * @param {Member[]} members
 */
const rivalOf = ([one, ...others]) =>
  others.find(({ said }) => said.severity !== one?.said.severity || said.type !== one.said.type);

/**
 * Whether two members can be kept apart: by what names them, in a report that is made here.
 * @param {Made} made
 * @param {Member} one
 * @param {Member} other
 */
export const canSplit = ({ keys }, one, other) => keys.length > 0 && one.said.fingerprint !== other.said.fingerprint;

/**
 * What the key takes out of a finding: the other side of its dispute, or the only one that there is.
 * @param {Row} row
 * @param {Made} made
 * @returns {string | undefined} Its fingerprint.
 */
export function toSplit({ finding, isDisputed }, made) {
  const members = saidOf(finding, made);
  const [one, ...others] = members;
  const rival = isDisputed ? rivalOf(members) : others.length === 1 ? others[0] : undefined;
  return one && rival && canSplit(made, one, rival) ? rival.said.fingerprint : undefined;
}

/**
 * What a reply's finding was read as.
 * @param {Member[]} members
 * @param {number} result
 */
const severityOf = (members, result) => members.find((one) => one.result === result)?.said.severity ?? null;
