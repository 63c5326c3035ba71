/** Where a paste was divided into replies: the text by its lines, with boundaries that can be added, moved and taken out. */
import { shown } from "../pkg/element/core.js";
import { counted, element } from "./dom.js";
import { examinedAlready } from "./examine.js";
import { announce } from "./notices.js";
import { VirtualList } from "./triage/virtual-list.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./session.js").Reply} Reply */
/** @typedef {{ text: string, number: number | null }} Line `number`: of the reply that begins here, from 1 on. */

/** How long no boundary changes before the replies are those, in milliseconds. */
const STILL = 250;

const LONGEST_LINE = 300;

/** What of a reply is known besides its text, where it begins. @typedef {{ line: number, reply: Reply }} Begun */

export class Divider {
  #session;
  #closed;
  /** Where those that are divided stand in the session. */
  #at = 0;
  #count = 0;
  /** What they are in the session. @type {number[]} */
  #keys = [];
  /** @type {string[]} */
  #lines = [];
  /** The first lines of replies; the first is 0. @type {number[]} */
  #starts = [];
  /** @type {Begun[]} */
  #begun = [];
  #timer = 0;
  #title = element("h3", { id: "divider-title", tabindex: "-1" });
  #list;
  #toggler;
  /** @type {HTMLButtonElement[]} */
  #movers = [];
  element;

  /**
   * @param {Session} session
   * @param {() => void} closed
   */
  constructor(session, closed) {
    this.#session = session;
    this.#closed = closed;
    this.#list = new VirtualList({
      name: "The text, by its lines",
      className: "divider-list",
      make: (/** @type {Line} */ line, at) => this.#row(line, at),
      chosen: () => this.#showButtons(),
      opened: (at, isClick) => isClick || this.#toggle(at),
    });
    const button = (/** @type {string} */ label, /** @type {() => void} */ onclick, /** @type {string} */ keys) =>
      element("button", { type: "button", onclick, "aria-keyshortcuts": keys, title: keys }, label);
    this.#movers = [
      button("Move up", () => this.#move(-1), "Alt+ArrowUp"),
      button("Move down", () => this.#move(1), "Alt+ArrowDown"),
    ];
    this.#toggler = button("Split above this line", () => this.#toggle(this.#list.chosen), "Enter");
    this.element = element(
      "section",
      { class: "divider", "aria-labelledby": "divider-title" },
      element(
        "div",
        { class: "row" },
        this.#title,
        element("button", { type: "button", class: "link", onclick: () => this.close() }, "Done"),
      ),
      element(
        "p",
        { class: "hint" },
        "Choose a line, then split above it. Drag a boundary, or move it with Alt and an arrow key.",
      ),
      element(
        "div",
        { class: "row", role: "toolbar", "aria-label": "Boundaries" },
        this.#toggler,
        ...this.#movers,
        button("Previous boundary", () => this.#goTo(-1), "["),
        button("Next boundary", () => this.#goTo(1), "]"),
      ),
      this.#list.element,
    );
    this.#list.element.addEventListener("keydown", (event) => this.#pressed(event));
    this.#list.element.addEventListener("click", ({ target }) => {
      const mark = /** @type {Element} */ (target).closest("[data-toggles]");
      if (mark) this.#toggle(Number(mark.getAttribute("data-toggles")));
    });
    this.#list.element.addEventListener("pointerdown", (event) => this.#dragged(event));
  }

  /**
   * Shows some replies that stand one after the other as one text.
   * @param {number} at
   * @param {number} count
   */
  open(at, count) {
    this.#read(at, count);
    this.#show(this.#starts[1] ?? 0);
    // What comes after the boundary is in sight, too.
    const list = this.#list.element;
    if (list.scrollTop > 0) list.scrollTop += list.clientHeight / 2;
  }

  /**
   * @param {number} at
   * @param {number} count
   */
  #read(at, count) {
    [this.#at, this.#count] = [at, count];
    const entries = this.#session.entries.slice(at, at + count);
    this.#keys = entries.map(({ key }) => key);
    this.#lines = [];
    this.#begun = [];
    for (const { reply } of entries) {
      this.#begun.push({ line: this.#lines.length, reply });
      for (const line of reply.text.replace(/\n$/, "").split("\n")) this.#lines.push(line);
    }
    this.#starts = this.#begun.map(({ line }) => line);
  }

  /** Goes with the replies: they may have been edited elsewhere, or removed. */
  follow() {
    if (!this.element.isConnected) return;
    const { entries } = this.#session;
    const at = entries.findIndex(({ key }) => key === this.#keys[0]);
    const now = entries.slice(Math.max(0, at), at + this.#count);
    if (at < 0 || this.#keys.some((key, place) => now[place]?.key !== key)) {
      // What is gone is not put back.
      clearTimeout(this.#timer);
      this.#timer = 0;
      return this.element.remove();
    }
    this.#at = at;
    const isEdited = now.some(({ reply }, place) => this.#begun[place]?.reply !== reply);
    if (!isEdited || this.#timer !== 0) return;
    this.#read(at, this.#count);
    this.#show(Math.min(this.#list.chosen, this.#lines.length - 1));
  }

  close() {
    this.#apply();
    this.element.remove();
    this.#closed();
  }

  focus() {
    this.#list.element.focus();
  }

  /** @param {number} chosen */
  #show(chosen) {
    const numbers = new Map(this.#starts.map((line, at) => [line, at + 1]));
    const items = this.#lines.map((text, at) => ({ text, number: numbers.get(at) ?? null }));
    this.#title.textContent = `${counted(this.#starts.length, "reply", "replies")}, split here`;
    this.#list.show(items, chosen);
    this.#list.choose(chosen);
    this.#showButtons();
  }

  #showButtons() {
    const at = this.#list.chosen;
    const isStart = this.#starts.includes(at);
    this.#toggler.textContent = isStart ? "Join with the reply above" : "Split above this line";
    this.#toggler.disabled = at <= 0;
    for (const button of this.#movers) button.disabled = !isStart || at <= 0;
  }

  /**
   * @param {Line} line
   * @param {number} at
   */
  #row({ text, number }, at) {
    const words = text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text;
    const label =
      number === null
        ? null
        : element(
            "span",
            { class: "boundary", "data-boundary": String(at) },
            `${at > 0 ? "⠿ " : ""}Reply ${number}${this.#said(at)}`,
          );
    // For the pointer alone: by the keyboard, it is Enter, and there is a button above.
    const mark = (/** @type {string} */ name, /** @type {string} */ sign) =>
      element("span", { class: name, "aria-hidden": "true", "data-toggles": String(at) }, sign);
    return element(
      "div",
      { class: "line", "data-starts": number === null ? null : String(number) },
      element("span", { class: "gutter" }, String(at + 1)),
      number === null && at > 0 ? mark("add", "÷") : null,
      element("span", { class: "words" }, shown(words)),
      label,
      number !== null && at > 0 ? mark("out", "×") : null,
    );
  }

  /** What was understood of the reply that begins at a line. @param {number} line */
  #said(line) {
    const reply = this.#begun.find((begun) => begun.line === line)?.reply;
    const examined = reply && examinedAlready(reply);
    if (!examined) return "";
    return `: ${examined.verdict ?? examined.status}, ${counted(examined.findings, "finding")}`;
  }

  /** @param {number} at */
  #toggle(at) {
    if (at <= 0 || at >= this.#lines.length) return;
    const isStart = this.#starts.includes(at);
    this.#starts = isStart ? this.#starts.filter((line) => line !== at) : [...this.#starts, at].sort((a, b) => a - b);
    announce(
      isStart
        ? `Joined: ${counted(this.#starts.length, "reply", "replies")}.`
        : `Split: ${counted(this.#starts.length, "reply", "replies")}.`,
    );
    this.#changed(at);
  }

  /** @param {number} step */
  #move(step) {
    this.#moveTo(this.#list.chosen, this.#list.chosen + step);
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  #moveTo(from, to) {
    const at = this.#starts.indexOf(from);
    const [least, most] = [(this.#starts[at - 1] ?? 0) + 1, (this.#starts[at + 1] ?? this.#lines.length) - 1];
    const line = Math.min(most, Math.max(least, to));
    if (at <= 0 || line === from) return;
    this.#starts = this.#starts.with(at, line);
    // What was known of the reply goes with its beginning.
    this.#begun = this.#begun.map((begun) => (begun.line === from ? { ...begun, line } : begun));
    this.#changed(line);
  }

  /** @param {number} step */
  #goTo(step) {
    const at = this.#list.chosen;
    const next = step > 0 ? this.#starts.find((line) => line > at) : this.#starts.findLast((line) => line < at);
    if (next === undefined) return;
    this.#list.choose(next);
    this.#showButtons();
    this.focus();
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const acts = /** @type {Record<string, () => void>} */ ({
      "[": () => this.#goTo(-1),
      "]": () => this.#goTo(1),
      ...(event.altKey && { ArrowUp: () => this.#move(-1), ArrowDown: () => this.#move(1) }),
    });
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** @param {PointerEvent} event */
  #dragged(event) {
    const handle = /** @type {Element} */ (event.target).closest(".boundary");
    const row = /** @type {HTMLElement | null | undefined} */ (handle?.closest(".line"));
    let from = Number(handle?.getAttribute("data-boundary"));
    if (!row || !(from > 0)) return;
    event.preventDefault();
    const list = this.#list.element;
    const height = row.offsetHeight;
    const move = (/** @type {PointerEvent} */ { clientY }) => {
      const to = Math.floor((clientY - list.getBoundingClientRect().top + list.scrollTop) / height);
      if (to === from) return;
      this.#moveTo(from, to);
      from = this.#list.chosen;
    };
    list.setPointerCapture(event.pointerId);
    list.addEventListener("pointermove", move);
    list.addEventListener("lostpointercapture", () => list.removeEventListener("pointermove", move), { once: true });
  }

  /** @param {number} chosen */
  #changed(chosen) {
    this.#show(chosen);
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#apply(), STILL);
  }

  /** Puts the replies as they are divided now in the place of those that were. */
  #apply() {
    clearTimeout(this.#timer);
    if (this.#timer === 0) return;
    this.#timer = 0;
    const replies = this.#starts.map((line, at) => {
      const text = this.#lines.slice(line, this.#starts[at + 1]).join("\n");
      const before = this.#begun.find((begun) => begun.line === line)?.reply;
      if (before?.text.replace(/\n$/, "") === text) return before;
      // How many it was one of was said of another division.
      const { part: _, ...rest } = /** @type {Reply} */ (before ?? { text });
      return { ...rest, text };
    });
    const entries = this.#session.replace(this.#at, this.#count, replies);
    this.#count = entries.length;
    this.#keys = entries.map(({ key }) => key);
    this.#begun = entries.map(({ reply }, at) => ({ line: this.#starts[at] ?? 0, reply }));
  }

  /** What was understood of replies is there. */
  redraw() {
    if (this.element.isConnected) this.#list.redraw();
  }
}
