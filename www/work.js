/** What takes long: done in the worker, or by the page where there is none. */
import { check, clarifications, parse, render, report } from "../pkg/api.js";
import { traced, tracedJson } from "../pkg/element/core.js";

/** @typedef {import("./session.js").Reply} Reply */
/** @typedef {import("../pkg/reconvene.js").CheckResult} CheckResult */
/** @typedef {import("../pkg/reconvene.js").Report} Report */
/** @typedef {Parameters<typeof report>[2]} ReportOptions */
/** @typedef {import("../pkg/reconvene.js").Format} Format */
/**
 * @typedef {Pick<CheckResult, "grade" | "diagnostics" | "repair"> & {
 *   dialect: string | null, status: string, unit: string | null, reason: string | null, findings: number, unread: number,
 *   verdict: Evaluation["verdict"] | null
 * }} Examined
 */
/** @typedef {typeof work} Work */
/** @typedef {import("../pkg/reconvene.js").clarifications.Document} Clarifications */
/** @typedef {import("../pkg/reconvene.js").clarifications.Evaluation} Evaluation */
/** @typedef {{ document: Clarifications, evaluation: Evaluation }} Clarified */

export const work = {
  /** The report as the element shows it. @type {typeof traced} */
  report: traced,
  /** The report as JSON, which is written and read faster than an object is copied, with where its replies are. */
  reported,
  concluded,
  /** @type {(made: Report, decisions: import("./decisions.js").Decision[]) => Report} */
  decided: (made, decisions) => JSON.parse(render(made, "json", { decisions })),
  /** The report as a file. @type {(replies: (Reply | string)[], options: ReportOptions, format: Format) => string} */
  file: (replies, options, format) => report(replies, format, options),
  examine,
  understood,
  clarified,
  /** @type {typeof clarifications.answer} */
  answer: clarifications.answer,
  /** @type {typeof clarifications.autofill} */
  autofill: clarifications.autofill,
  /** @type {typeof clarifications.format} */
  format: clarifications.format,
};

/** @type {(replies: (Reply | string)[], options: import("../pkg/reconvene.js").AggregateOptions) => { json: string, places: Uint32Array }} */
function reported(replies, options) {
  return tracedJson(replies, options);
}

/**
 * What the report comes to, without the rest of it.
 * @type {(replies: (Reply | string)[], options: import("../pkg/reconvene.js").AggregateOptions) => Pick<import("../pkg/reconvene.js").Report, "verdict" | "reasons">}
 */
function concluded(replies, options) {
  const { verdict, reasons } = JSON.parse(tracedJson(replies, options).json);
  return { verdict, reasons };
}

/**
 * Which stretches of a reply were read as what; nothing where the core refuses it.
 * @param {Reply} reply
 * @returns {{ owner: string, span: { start: number, end: number } }[]}
 */
function understood(reply) {
  return parse(reply, { ledger: true }).ledger ?? [];
}

/**
 * What a document of questions says, and how far its answers go.
 * @param {string} text
 * @returns {Clarified}
 */
function clarified(text) {
  return { document: clarifications.parse(text), evaluation: clarifications.evaluate(text) };
}

/**
 * The verdict on a document of questions, and what is odd in it; null for what is none. Lists of questions occur in
 * reviews as well: a document asks for answers, by choices or by an answer's line.
 * @param {string} text
 */
function judged(text) {
  const { sections, diagnostics } = clarifications.parse(text);
  /** @type {(question: import("../pkg/reconvene.js").clarifications.Question) => boolean} */
  const asks = ({ choices, mustAnswer, answer, refinements }) =>
    choices.length > 1 || mustAnswer || answer !== null || refinements.some(asks);
  const questions = sections.flatMap(({ questions }) => questions);
  const recommended = questions.filter(({ recommendation }) => recommendation !== null).length;
  if (!questions.some(asks) && (recommended === 0 || recommended < questions.length)) return null;
  return { verdict: clarifications.evaluate(text).verdict, diagnostics };
}

/**
 * What a reply was read as, and what is wrong with it. Whatever the core does not read at all, as what is too large, is
 * refused with the reason.
 * @param {Reply} reply
 * @returns {Examined}
 */
function examine({ part: _, ...reply }) {
  // That it was taken from a paste with others is seen: it is no fault of the reply.
  const { dialect, status, unit, reason, findings: all, remainder } = parse(reply);
  const [findings, unread] = [all.length, remainder.length];
  const questions = dialect === "prose" && findings === 0 ? judged(reply.text) : null;
  if (questions) {
    const { verdict, diagnostics } = questions;
    const grade = diagnostics.some(({ level }) => level !== "note") ? "warnings" : "conforms";
    const said = { dialect: "clarifications", status, unit, reason: null, findings, unread: 0 };
    return { ...said, verdict, grade, diagnostics, repair: null };
  }
  const { grade, diagnostics, repair } = check(reply);
  return { dialect, status, unit, reason, findings, unread, verdict: null, grade, diagnostics, repair };
}
