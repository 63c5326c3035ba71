/** The right half: the report, which follows what is given. */
import { aggregate, render } from "../pkg/api.js";
import { byId } from "./dom.js";

export class ReportView {
  #session;
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.#session = session;
  }
  /** @param {import("../pkg/reconvene.js").AggregateOptions} options */
  show(options) {
    const replies = this.#session.entries.map(({ reply }) => reply);
    const pre = document.createElement("pre");
    pre.textContent = render(aggregate(replies, options), "markdown");
    byId("report").replaceChildren(pre);
  }
}
