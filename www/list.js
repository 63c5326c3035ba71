/** The list of replies: a row each, with its format, its status and what is wrong with it. */
import { byId, counted, element, shownName } from "./dom.js";
import { examineAll, examinedAlready, isDocument } from "./examine.js";
import { more } from "./later.js";
import { notice } from "./notices.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./session.js").Entry} Entry */
/** @typedef {import("./opened.js").Opened} Opened */
/** @typedef {{ item: HTMLElement, open: HTMLButtonElement, name: HTMLElement, facts: HTMLElement, remove: HTMLButtonElement }} Row */

const GRADES = /** @type {const} */ ({
  conforms: "conforming",
  warnings: "with warnings",
  errors: "with errors",
  unreadable: "unreadable",
});

/** What formats are called. @type {Record<string, string>} */
const DIALECTS = {
  "protocol-v1": "protocol v1",
  "agent-report": "agent report",
  bowser: "test run",
  "json-return": "JSON",
  prose: "free form",
  refinements: "refinements",
  clarifications: "questions",
};

/** The verdicts on documents of questions look like these. */
const VERDICTS = { sufficient: "CLEAN", mixed: "PARTIAL", insufficient: "FINDINGS" };

export class List {
  #session;
  /** Comes when a reply is opened. @type {Opened | undefined} */
  #opened;
  /** Comes when a paste is divided. @type {import("./divide.js").Divider | undefined} */
  #divider;
  #list = byId("list");
  /** @type {Map<number, Row>} */
  #rows = new Map();
  /** Whether the rows are not yet those of what is given. */
  #isBehind = false;
  /** Those that the report knows of. @type {WeakSet<import("./session.js").Reply>} */
  #documents = new WeakSet();

  /** @param {Session} session */
  constructor(session) {
    this.#session = session;
    session.onChange((part) => {
      if (part === "text") this.#divider?.follow();
      if (part !== "replies") return;
      this.#isBehind = true;
      // Once the report on them was asked for.
      setTimeout(() => this.#reconcile());
    });
    this.#list.addEventListener("click", (event) => this.#clicked(event));
    this.#list.addEventListener("keydown", (event) => this.#pressed(event));
  }

  /** Loads what shows the reply that is open, and the editor. */
  async loadEditor() {
    const opened = await this.#loadOpened();
    await opened?.loadEditor();
  }

  async #loadOpened() {
    const rest = this.#opened ? null : await more();
    const divide = (/** @type {number} */ key) => {
      const { at, count } = this.groupOf(key);
      this.divide(at, count).then(() => this.#divider?.focus());
    };
    if (rest) this.#opened ??= new rest.Opened(this.#session, () => this.#showOpened(), divide);
    return this.#opened;
  }

  /**
   * Opens a reply, and the place in it.
   * @param {number} key
   * @param {{ start: number, end: number }} [stretch]
   */
  async open(key, stretch) {
    const opened = await this.#loadOpened();
    this.#reconcile();
    const row = this.#rows.get(key);
    if (!opened || !row) return;
    if (opened.key !== key) {
      this.#close();
      row.item.append(opened.body);
      row.open.setAttribute("aria-expanded", "true");
      opened.open(key, row.name.textContent ?? "");
    }
    if (!stretch) return;
    await opened.loadEditor();
    opened.reveal(stretch);
    opened.body.scrollIntoView({ block: "nearest" });
  }

  /**
   * Shows where some replies were divided.
   * @param {number} at Where the first of them stands.
   * @param {number} count
   */
  async divide(at, count) {
    const rest = await more();
    if (!rest) return;
    this.#divider ??= new rest.Divider(this.#session, () => byId("paste").focus());
    this.#reconcile();
    this.#list.before(this.#divider.element);
    this.#divider.open(at, count);
    this.#divider.redraw();
  }

  /** Those that stand one after the other with one, of the same paste or file. @param {number} key */
  groupOf(key) {
    const { entries } = this.#session;
    const base = (/** @type {import("./session.js").Reply | undefined} */ reply) =>
      (reply?.source ?? "").replace(/#\d+$/, "");
    const at = entries.findIndex((entry) => entry.key === key);
    const isSame = (/** @type {number} */ place) =>
      place in entries && base(entries[place]?.reply) === base(entries[at]?.reply);
    let [from, to] = [at, at + 1];
    while (isSame(from - 1)) from -= 1;
    while (isSame(to)) to += 1;
    return { at: from, count: to - from };
  }

  #close() {
    const key = this.#opened?.key;
    if (key === undefined) return;
    this.#rows.get(key)?.open.setAttribute("aria-expanded", "false");
    this.#opened?.close();
  }

  #reconcile() {
    if (!this.#isBehind) return;
    this.#isBehind = false;
    const entries = this.#session.entries;
    const kept = new Set(entries.map(({ key }) => key));
    for (const [key, row] of this.#rows) {
      if (kept.has(key)) continue;
      if (this.#opened?.key === key) this.#opened.close();
      this.#opened?.forget(key);
      row.item.remove();
      this.#rows.delete(key);
    }
    let next = this.#list.firstElementChild;
    for (const [at, entry] of entries.entries()) {
      if (this.#rows.has(entry.key)) next = next?.nextElementSibling ?? null;
      else {
        const row = newRow(entry.key);
        this.#rows.set(entry.key, row);
        this.#list.insertBefore(row.item, next);
      }
      this.#showRow(entry, at);
    }
    this.#divider?.follow();
    this.#showTally();
    this.examineRest();
  }

  /** Examines those that are not yet. */
  examineRest() {
    const shown = new Set(this.#session.entries.flatMap(({ reply }) => (examinedAlready(reply) ? [reply] : [])));
    examineAll(
      () => this.#session.entries.map(({ reply }) => reply),
      () => {
        for (const [at, entry] of this.#session.entries.entries()) {
          if (shown.has(entry.reply) || !examinedAlready(entry.reply)) continue;
          shown.add(entry.reply);
          this.#showRow(entry, at);
        }
        this.#showTally();
        this.#divider?.redraw();
      },
    );
  }

  #showOpened() {
    const at = this.#session.entries.findIndex(({ key }) => key === this.#opened?.key);
    const entry = this.#session.entries[at];
    if (entry) this.#showRow(entry, at);
    this.#showTally();
  }

  /**
   * @param {Entry} entry
   * @param {number} at
   */
  #showRow({ key, reply }, at) {
    const row = this.#rows.get(key);
    if (!row) return;
    const examined = examinedAlready(reply);
    const name = shownName(reply.source || reply.unit || examined?.unit || `Reply ${at + 1}`);
    row.name.textContent = name;
    row.remove.setAttribute("aria-label", `Remove ${name}`);
    if (!examined) return row.facts.replaceChildren(element("span", { class: "pending" }, "…"));
    const { verdict, status, dialect, grade, diagnostics, findings, unread } = examined;
    if (isDocument(reply) && !this.#documents.has(reply)) {
      this.#documents.add(reply);
      this.#session.foundDocument();
    }
    row.facts.replaceChildren(
      element("span", { class: "status", "data-status": verdict ? VERDICTS[verdict] : status }, verdict ?? status),
      element("span", { class: "dialect" }, dialect === null ? "not read" : (DIALECTS[dialect] ?? dialect)),
      verdict ? "" : element("span", {}, counted(findings, "finding")),
      unread > 0 ? element("span", { class: "unread" }, `${counted(unread, "passage")} not recognised`) : "",
      element("span", { class: "grade", "data-grade": grade }, tally(diagnostics) || "conforms"),
    );
  }

  #showTally() {
    const { entries } = this.#session;
    const examined = entries.flatMap(({ reply }) => examinedAlready(reply) ?? []);
    const grades = /** @type {(keyof typeof GRADES)[]} */ (Object.keys(GRADES)).flatMap((grade) => {
      const count = examined.filter((one) => one.grade === grade).length;
      return count > 0 ? [`${count} ${GRADES[grade]}`] : [];
    });
    const waiting = entries.length - examined.length;
    if (waiting > 0) grades.push(`${waiting} being read`);
    byId("tally").textContent =
      entries.length > 0 ? `${counted(entries.length, "reply", "replies")}: ${grades.join(", ")}` : "";
  }

  /** @param {Event} event */
  #clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const key = Number(target.closest("li[data-key]")?.getAttribute("data-key"));
    if (target.closest(".reply-open")) {
      if (this.#opened?.key === key) this.#close();
      else this.open(key);
    } else if (target.closest(".remove")) this.#remove(key);
  }

  /** Up and down go from row to row. @param {KeyboardEvent} event */
  #pressed(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const from = /** @type {Element} */ (event.target).closest(".reply-open");
    if (!step || !from) return;
    // As they stand: one that was brought back is not the last.
    const all = [.../** @type {NodeListOf<HTMLElement>} */ (this.#list.querySelectorAll(".reply-open"))];
    const next = all[all.indexOf(/** @type {HTMLElement} */ (from)) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  /** @param {number} key */
  #remove(key) {
    const { entries } = this.#session;
    const at = entries.findIndex((entry) => entry.key === key);
    const entry = entries[at];
    if (!entry) return;
    const name = this.#rows.get(key)?.name.textContent ?? "";
    this.#session.remove(key);
    this.#reconcile();
    const next = this.#session.entries[Math.min(at, this.#session.entries.length - 1)];
    (next ? this.#rows.get(next.key)?.open : byId("paste"))?.focus();
    const run = () => this.#session.restore(entry, at);
    notice(`${name} was removed.`, { kind: "note", act: "Undo", run });
  }
}

/** @param {number} key @returns {Row} */
function newRow(key) {
  const name = element("bdi", { class: "reply-name" });
  const facts = element("span", { class: "facts" });
  const open = element("button", { type: "button", class: "reply-open", "aria-expanded": "false" }, name, facts);
  const remove = element("button", { type: "button", class: "remove quiet" }, "×");
  const head = element("div", { class: "reply-head" }, element("h3", {}, open), remove);
  return { item: element("li", { class: "reply", "data-key": String(key) }, head), open, name, facts, remove };
}

/**
 * "2 errors, 1 warning".
 * @param {import("../pkg/reconvene.js").Diagnostic[]} diagnostics
 */
function tally(diagnostics) {
  const levels = /** @type {const} */ (["error", "warning", "note"]);
  const counts = levels.map((level) => diagnostics.filter((diagnostic) => diagnostic.level === level).length);
  return levels.flatMap((level, at) => (counts[at] ? [counted(counts[at], level)] : [])).join(", ");
}
