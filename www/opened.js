/** The reply that is open: what is known of it, its text in an editor, its diagnostics. There is one at a time. */
import { fix } from "../pkg/api.js";
import { shown } from "../pkg/element/core.js";
import { diagnosticItems, editName } from "./diagnostics.js";
import { element } from "./dom.js";
import { examine, examinedAlready } from "./examine.js";
import { announce, notice } from "./notices.js";
import { understood } from "./understood.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {{ start: number, end: number }} Stretch */

/** How long nothing is typed before it is checked again, in milliseconds. */
const STILL = 200;

const ASKED = [
  ["", "Any format"],
  ["digest", "Digest"],
  ["consistency", "Consistency"],
  ["verification", "Verification"],
  ["implementation", "Implementation"],
  ["design-plan", "Design plan"],
  ["return", "JSON return"],
];

export class Opened {
  #session;
  #checked;
  /** @type {number | undefined} */
  #key;
  /** @type {Editor | undefined} */
  #editor;
  #timer = 0;

  #unit = element("input", { type: "text", autocomplete: "off", spellcheck: "false" });
  #agent = element("input", { type: "text", autocomplete: "off", spellcheck: "false" });
  #asked = element("select", {}, ...ASKED.map(([value = "", says = ""]) => element("option", { value }, says)));
  #fields = element(
    "div",
    { class: "fields" },
    element("label", {}, "Task or document", this.#unit),
    element("label", {}, "Agent", this.#agent),
    element("label", {}, "Asked for", this.#asked),
  );
  #plain = element("textarea", { class: "plain", rows: "14", spellcheck: "false" });
  #host = element("div", { class: "editor", hidden: true });
  #reason = element("p", { class: "reason" });
  /** Comes where a document of questions is opened. @type {import("./cards.js").Cards | undefined} */
  #cards;
  #questions = element("div", { hidden: true });
  #read = element("div", { class: "read", hidden: true });
  #showRead = element("button", { type: "button", "aria-pressed": "false" }, "What was read");
  #divide = element("button", { type: "button" }, "Split or join");
  #items = element("ul", { class: "diagnostics", "aria-label": "What is wrong with the reply" });
  #fix = element("button", { type: "button" }, "Apply all fixes");
  #repair = element("button", { type: "button" }, "Copy the message to the subagent");
  /** Goes into the row that is open. */
  body = element(
    "div",
    { class: "reply-body" },
    this.#fields,
    this.#questions,
    element("div", { class: "row" }, this.#showRead, this.#divide),
    this.#read,
    this.#plain,
    this.#host,
    this.#reason,
    element("div", { class: "row" }, this.#fix, this.#repair),
    this.#items,
  );

  /**
   * @param {Session} session
   * @param {() => void} checked Called when the reply that is open was examined again.
   * @param {(key: number) => void} divide
   */
  constructor(session, checked, divide) {
    this.#divide.addEventListener("click", () => this.#key !== undefined && divide(this.#key));
    this.#showRead.addEventListener("click", () => this.#toggleRead(this.#read.hidden !== false));
    this.#session = session;
    this.#checked = checked;
    this.#plain.addEventListener("input", () => this.#typed(this.#plain.value));
    const fields = () => ({
      unit: this.#unit.value.trim() || undefined,
      agent: this.#agent.value.trim() || undefined,
      expect: /** @type {any} */ (this.#asked.value || undefined),
    });
    for (const field of [this.#unit, this.#agent, this.#asked]) {
      field.addEventListener("input", () => {
        if (this.#key !== undefined) this.#session.change(this.#key, fields());
        this.#checkSoon();
      });
    }
    this.#fix.addEventListener("click", () => this.#fixAll());
    this.#repair.addEventListener("click", () => this.#copyRepair());
  }

  get key() {
    return this.#key;
  }

  /** Loads the editor; where that fails, the plain box stays. */
  async loadEditor() {
    if (this.#editor) return;
    try {
      const { Editor } = await import("./editor.js");
      const onText = (/** @type {number} */ key, /** @type {string} */ text) => {
        if (key === this.#key) this.#typed(text);
      };
      this.#editor ??= new Editor(this.#host, onText, editName);
    } catch (error) {
      notice(`The editor could not be loaded, a plain box takes its place: ${/** @type {Error} */ (error).message}`);
      return;
    }
    if (this.#key !== undefined) this.#show();
  }

  /**
   * @param {number} key
   * @param {string} name
   */
  open(key, name) {
    const entry = this.#session.find(key);
    if (!entry) return;
    const { unit = "", agent = "", expect = "" } = entry.reply;
    this.#key = key;
    this.#unit.value = unit;
    this.#agent.value = agent;
    this.#asked.value = expect;
    this.#plain.setAttribute("aria-label", `Text of ${name}`);
    this.#items.replaceChildren();
    this.#show();
  }

  close() {
    clearTimeout(this.#timer);
    this.#key = undefined;
    this.body.remove();
  }

  /** @param {number} key */
  forget(key) {
    this.#editor?.forget(key);
  }

  /** @param {Stretch} stretch */
  reveal(stretch) {
    if (!this.#read.hidden) this.#toggleRead(false);
    if (this.#editor) return this.#editor.reveal(stretch);
    this.#plain.focus();
    this.#plain.setSelectionRange(stretch.start, stretch.end);
  }

  #show() {
    const reply = this.#reply();
    if (!reply || this.#key === undefined) return;
    this.#toggleRead(false);
    if (this.#editor) this.#editor.show(this.#key, reply.text, this.#plain.getAttribute("aria-label") ?? "");
    else this.#plain.value = reply.text;
    this.check();
  }

  /**
   * Shows what was read, in the place of the editor.
   * @param {boolean} isRead
   */
  async #toggleRead(isRead) {
    this.#showRead.setAttribute("aria-pressed", String(isRead));
    this.#read.hidden = !isRead;
    this.#plain.hidden = isRead || this.#editor !== undefined;
    this.#host.hidden = isRead || this.#editor === undefined;
    const reply = this.#reply();
    if (!isRead || !reply) return;
    this.#read.replaceChildren(
      await understood(
        reply,
        (made) => this.#session.add([made]),
        () => this.#session.entries.map(({ reply }) => reply),
      ),
    );
  }

  #reply() {
    return this.#key === undefined ? undefined : this.#session.find(this.#key)?.reply;
  }

  /** @param {string} text */
  #typed(text) {
    if (this.#key === undefined) return;
    this.#session.change(this.#key, { text });
    // Until it is checked, the places are those of another text.
    this.#items.inert = true;
    this.#checkSoon();
  }

  #checkSoon() {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.check(), STILL);
  }

  async check() {
    clearTimeout(this.#timer);
    const reply = this.#reply();
    if (!reply) return;
    // What is shown is of another text, or of another reply.
    if (!examinedAlready(reply)) this.#items.inert = true;
    const { diagnostics, reason, repair, verdict } = examinedAlready(reply) ?? (await examine(reply));
    if (reply !== this.#reply()) return;
    if (verdict !== null) await this.#showQuestions(reply);
    this.#questions.hidden = verdict === null;
    this.#fields.hidden = verdict !== null;
    this.#editor?.mark(diagnostics);
    this.#items.inert = false;
    this.#items.replaceChildren(
      ...diagnosticItems(diagnostics, { reveal: (span) => this.reveal(span), apply: (edit) => this.#apply(edit) }),
    );
    this.#items.hidden = diagnostics.length === 0;
    this.#reason.textContent = shown(reason ?? "");
    this.#reason.hidden = reason === null;
    this.#fix.hidden = !diagnostics.some(({ edit }) => edit !== null);
    this.#repair.hidden = repair === null;
    this.#checked();
  }

  /** @param {import("./session.js").Reply} reply */
  async #showQuestions(reply) {
    const { Cards } = await import("./cards.js");
    this.#cards ??= new Cards(this.#questions, {
      open: () => this.#key,
      find: (key) => this.#session.find(key)?.reply,
      write: async (key, text) => {
        if (key === this.#key) await this.#write(text);
        else this.#session.change(key, { text });
      },
    });
    if (this.#key !== undefined) await this.#cards.show(this.#key, reply);
  }

  /** @param {string} text */
  async #write(text) {
    if (this.#editor) this.#editor.replace(text);
    else {
      this.#plain.value = text;
      this.#typed(text);
    }
    await this.check();
  }

  /** @param {{ span: Stretch, text: string }} edit */
  async #apply({ span, text }) {
    const before = this.#reply()?.text;
    if (before === undefined) return;
    const at = [...this.#items.querySelectorAll(".edit")].indexOf(/** @type {Element} */ (document.activeElement));
    await this.#write(before.slice(0, span.start) + text + before.slice(span.end));
    const left = this.#items.querySelectorAll(".edit");
    const next = /** @type {HTMLElement | undefined} */ (left[Math.min(at, left.length - 1)]);
    (next ?? this.#unit).focus();
    announce("The change was applied.");
  }

  async #fixAll() {
    const reply = this.#reply();
    if (!reply) return;
    const { text, changes } = fix(reply);
    await this.#write(text);
    if (this.#fix.hidden) this.#unit.focus();
    announce(changes === 1 ? "One fix was applied." : `${changes} fixes were applied.`);
  }

  async #copyRepair() {
    const reply = this.#reply();
    const message = reply && (await examine(reply)).repair;
    if (!message) return;
    try {
      await navigator.clipboard.writeText(message);
      announce("The message was copied.");
    } catch {
      notice(`The browser does not allow this page to copy. The message: ${message}`);
    }
  }
}
