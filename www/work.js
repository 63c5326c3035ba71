/** What takes long: done in the worker, or by the page where there is none. */
import { check, parse, report } from "../pkg/api.js";
import { traced } from "../pkg/element/core.js";

/** @typedef {import("./session.js").Reply} Reply */
/** @typedef {import("../pkg/reconvene.js").CheckResult} CheckResult */
/** @typedef {Parameters<typeof report>[2]} ReportOptions */
/** @typedef {import("../pkg/reconvene.js").Format} Format */
/**
 * @typedef {Pick<CheckResult, "grade" | "diagnostics" | "repair"> & {
 *   dialect: string | null, status: string, unit: string | null, reason: string | null
 * }} Examined
 */
/** @typedef {typeof work} Work */

export const work = {
  /** The report as the element shows it. @type {typeof traced} */
  report: traced,
  /** The report as a file. @type {(replies: (Reply | string)[], options: ReportOptions, format: Format) => string} */
  file: (replies, options, format) => report(replies, format, options),
  examine,
};

/**
 * What a reply was read as, and what is wrong with it. Whatever the core does not read at all, as what is too large, is
 * refused with the reason.
 * @param {Reply} reply
 * @returns {Examined}
 */
function examine({ part: _, ...reply }) {
  // That it was taken from a paste with others is seen: it is no fault of the reply.
  const { dialect, status, unit, reason } = parse(reply);
  const { grade, diagnostics, repair } = check(reply);
  return { dialect, status, unit, reason, grade, diagnostics, repair };
}
