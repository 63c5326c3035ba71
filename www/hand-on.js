/** What leaves the page: prompts for agents, the message that asks again, files of the report, the decisions. */
import { prompt, retry } from "../pkg/api.js";
import { isPair } from "./decisions.js";
import { byId, counted } from "./dom.js";
import { save, saveReport } from "./export.js";
import { announce, notice } from "./notices.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./reports.js").Reports} Reports */
/** @typedef {import("../pkg/reconvene.js").Expected} Expected */

/** @type {[Expected, string][]} */
const PROMPTS = [
  ["consistency", "Consistency of documents"],
  ["digest", "Digest of a document"],
  ["verification", "Verification of changes"],
  ["implementation", "Implementation of a task"],
  ["design-plan", "Design plan of a screen"],
  ["return", "JSON return"],
];

/**
 * @param {string} what The button that was pressed.
 * @param {Session} session
 * @param {Reports} reports
 */
export async function handOn(what, session, reports) {
  const types = /** @type {HTMLSelectElement} */ (byId("prompt-type"));
  if (types.options.length === 0) types.append(...PROMPTS.map(([value, label]) => new Option(label, value)));
  const report = reports.last?.report;
  if (what === "save-decisions") saveDecisions(session);
  else if (what === "copy-prompt") await copy(prompt(/** @type {Expected} */ (types.value)), "The prompt");
  else if (what === "copy-retry") await copyRetry(report);
  else if (!isFormat(what)) return;
  else if (session.given) {
    const { decisions, given } = session;
    await saveReport({ report: given.report, decisions }, what);
    if (decisions.some(isPair))
      notice(
        "Merging findings needs the replies, and this report has none. Save the decisions as well: the next report applies them.",
        { kind: "note" },
      );
  } else await saveReport({ replies: reports.entries.map(({ reply }) => reply), options: reports.options }, what);
}

/** @param {string} what @returns {what is import("./export.js").Format} */
const isFormat = (what) => ["markdown", "html", "json", "sarif", "csv"].includes(what);

/** @param {Session} session */
function saveDecisions({ decisions }) {
  if (decisions.length === 0) return announce("There are no decisions yet.");
  save(`${JSON.stringify(decisions, null, 2)}\n`, { name: "decisions.json", type: "application/json" });
  notice(
    `${counted(decisions.length, "decision")} saved. On the command line: reconvene report … --decisions decisions.json`,
    { kind: "note" },
  );
}

/** @param {import("../pkg/reconvene.js").Report | undefined} report */
async function copyRetry(report) {
  const units = report ? retry(report).waves.flatMap(({ units }) => units) : [];
  if (units.length === 0) {
    notice("Nothing is missing, so there is nothing to ask for again.", { kind: "note" });
    return;
  }
  const messages = units.map(({ unit, agent, prompt }) => `# ${unit}, for ${agent}\n\n${prompt.trim()}`);
  await copy(`${messages.join("\n\n---\n\n")}\n`, `The message about ${counted(units.length, "gap")}`);
}

/**
 * @param {string} text
 * @param {string} what
 */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    notice(`${what} was copied.`, { kind: "note" });
  } catch {
    notice(`The browser does not allow this page to copy. ${what}: ${text}`);
  }
}
