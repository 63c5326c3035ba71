/** The text of a reply in a panel, with the stretch marked that a finding came from. */
import { shown } from "./core.js";
import { button, make } from "./dom.js";

/** How much of a text is shown on each side of the stretch, in UTF-16 units: more would make the page slow. */
const SURROUNDINGS = 100_000;

export class SourcePanel {
  #title = make("h2", { id: "source-title" });
  #text = make("pre", { tabindex: "0", "aria-labelledby": "source-title" });
  #meta = make("pre");
  #about = make("details", { class: "meta" }, make("summary", {}, "From the host"), this.#meta);
  element = make(
    "dialog",
    { class: "source", part: "source", "aria-labelledby": "source-title" },
    make("header", {}, this.#title, button("close", "Close")),
    this.#about,
    this.#text,
  );

  /**
   * Opens it. Closing it gives the focus back to what had it.
   * @param {string} title
   * @param {string} text
   * @param {{ start: number, end: number }} span
   * @param {Record<string, unknown>} [meta] What the host says of the reply, as the report has it.
   */
  open(title, text, { start, end }, meta = {}) {
    const from = Math.max(0, start - SURROUNDINGS);
    const to = Math.min(text.length, end + SURROUNDINGS);
    const mark = make("mark", {}, shown(text.slice(start, end)));
    this.#title.textContent = shown(title);
    this.#text.replaceChildren(
      ...(from > 0 ? [left(from, "before")] : []),
      ...[shown(text.slice(from, start)), mark, shown(text.slice(end, to))],
      ...(to < text.length ? [left(text.length - to, "after")] : []),
    );
    this.#about.hidden = Object.keys(meta).length === 0;
    this.#meta.textContent = shown(JSON.stringify(meta, null, 2));
    this.element.showModal();
    this.#text.focus({ preventScroll: true });
    mark.scrollIntoView({ block: "center" });
  }

  close() {
    this.element.close();
  }
}

/**
 * @param {number} count
 * @param {string} where
 */
const left = (count, where) =>
  make("span", { class: "left" }, ` … ${count.toLocaleString("en")} characters ${where} … `);
