/**
 * Workflow commands of GitHub, which it shows as annotations beside the code:
 * `::error file=src/a.js,line=12,title=…::…`.
 */
import { cut, explanation, gapText, inert, isFailed, issuesOf, linesOf, oneLine, pathOf } from "./issues.js";

/** @typedef {import("./issues.js").Issue} Issue */
/** @typedef {import("../reconvene.js").Report} Report */
/** @typedef {"error" | "warning" | "notice"} Command */

/** Of each command, GitHub shows so many for a step. */
const SHOWN = 10;

/** Longer messages are cut: the whole one is in the report. */
const MESSAGE = 4000;
const TITLE = 200;

/** @type {Record<import("../reconvene.js").Severity, Command>} */
const COMMANDS = { critical: "error", major: "error", minor: "warning", advisory: "notice" };

/**
 * @param {Report} report
 * @returns {string}
 */
export function github(report) {
  const standing = issuesOf(report).filter(({ state }) => state === "open");
  const lines = [
    ...standing.map((issue) => ({ command: COMMANDS[issue.finding.severity], line: annotation(issue) })),
    ...report.gaps.map((gap) => {
      const command = /** @type {Command} */ (isFailed(gap) ? "error" : "warning");
      return { command, line: written(command, { title: `Not reviewed in full: ${gap.unit}` }, gapText(gap)) };
    }),
  ];
  const of = (/** @type {Command} */ command) => lines.filter((line) => line.command === command);
  const [errors, warnings, notices] = [of("error"), of("warning"), of("notice")];
  const isMore = [errors, warnings, notices].some(({ length }) => length > SHOWN);
  // What says how many there are takes the place of a notice.
  const shown = [
    ...errors.slice(0, SHOWN),
    ...warnings.slice(0, SHOWN),
    ...notices.slice(0, isMore ? SHOWN - 1 : SHOWN),
  ];
  const more = written("notice", { title: "reconvene" }, rest(lines.length, shown.length));
  return [...shown.map(({ line }) => line), ...(isMore ? [more] : [])].map((line) => `${line}\n`).join("");
}

/** @param {Issue} issue */
function annotation(issue) {
  const { finding, spot, placed, title } = issue;
  const [line, endLine] = linesOf(spot) ?? [];
  // A finding that names no file is one of the whole run.
  const place = placed ? { file: pathOf(spot), line, endLine: endLine === line ? undefined : endLine } : {};
  const message = explanation(issue) || title;
  return written(COMMANDS[finding.severity], { ...place, title: `${finding.severity}: ${title}` }, message);
}

/**
 * @param {number} all
 * @param {number} shown
 */
function rest(all, shown) {
  return `${all - shown} of ${all} are not shown: GitHub shows at most ${SHOWN} errors, ${SHOWN} warnings and ${SHOWN} notices.`;
}

/**
 * @param {Command} command
 * @param {Record<string, string | number | undefined>} properties
 * @param {string} message
 */
function written(command, properties, message) {
  const given = Object.entries(properties).filter(([, value]) => value !== undefined);
  const list = given.map(([name, value]) => `${name}=${property(cut(oneLine(`${value}`), TITLE))}`).join(",");
  return `::${command}${list === "" ? "" : ` ${list}`}::${data(cut(message, MESSAGE))}`;
}

/** @param {string} text */
const data = (text) => inert(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

/** @param {string} text */
const property = (text) => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
