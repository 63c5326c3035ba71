/** What the element asks of the core beside the functions of the package. */
import { call } from "../boundary.js";
import * as core from "../generated/reconvene.js";
import * as plain from "../plain.js";

/** @typedef {import("../reconvene.js").Reply} Reply */
/** @typedef {import("../reconvene.js").AggregateOptions} AggregateOptions */

/** @typedef {{ html: string, places: Uint32Array }} Traced */
/** @typedef {(replies: (Reply | string)[], options: AggregateOptions) => Promise<Traced> | Traced} Maker */

/** @type {Maker} */
let maker = traced;

/**
 * Has reports made elsewhere, as by `traced` in a worker. Their HTML is trusted: it has to be the core's.
 * @param {Maker} elsewhere
 */
export function makeReportsBy(elsewhere) {
  maker = elsewhere;
}

/** @type {Maker} */
export const made = (replies, options) => maker(replies, options);

/**
 * The report on replies as a fragment of HTML, and the place in `replies` of the reply that each of its results is of.
 * @param {(Reply | string)[]} replies
 * @param {AggregateOptions} options
 * @returns {Traced}
 */
export function traced(replies, options) {
  // The element shows all sections, in its own order.
  const { sections: _, template: __, ...rest } = /** @type {any} */ (options);
  const [html, places] = call(core.reportTraced, () => [
    plain.replies(replies, "replies"),
    "html",
    plain.reportOptions({ ...rest, document: "fragment" }, "options"),
  ]);
  return { html, places };
}

/**
 * The report on replies as JSON, and the place in `replies` of the reply that each of its results is of.
 * @param {(Reply | string)[]} replies
 * @param {AggregateOptions} options
 * @returns {{ json: string, places: Uint32Array }}
 */
export function tracedJson(replies, options) {
  const [json, places] = call(core.reportTraced, () => [
    plain.replies(replies, "replies"),
    "json",
    plain.reportOptions(options, "options"),
  ]);
  return { json, places };
}

/**
 * A text with its line breaks, in which whatever a browser would act on, or nobody would see, is shown.
 * @param {string} text
 * @returns {string}
 */
export const shown = (text) => call(core.shownText, () => [text]);

/** The style sheet of reports. @returns {string} */
export const reportStyle = () => call(core.reportStyle, () => []);

/**
 * One finding of a report as Markdown; empty where there is none.
 * @param {import("../reconvene.js").Report} report
 * @param {string} id
 * @returns {string}
 */
export const findingText = (report, id) => call(core.findingText, () => [plain.report(report, "report"), id]) ?? "";
