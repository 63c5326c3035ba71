/** The ways in: pasting, dropping, choosing files, an empty reply, the samples. */
import { decisionsIn, decisionsOf, together } from "./decisions.js";
import { byId, counted, shownName } from "./dom.js";
import { more } from "./later.js";
import { announce, notice } from "./notices.js";
import { fault, writeExpected } from "./options.js";
import { isReady, ready } from "./ready.js";
import { taken } from "./taken.js";

/** @typedef {import("./taken.js").Taken} Taken */
/** @typedef {typeof import("./more.js")} More */
/** @typedef {import("./files.js").NamedFile} NamedFile */

export class Intake {
  #session;
  #list;
  #added;
  #paste = /** @type {HTMLTextAreaElement} */ (byId("paste"));

  /**
   * @param {import("./session.js").Session} session
   * @param {import("./list.js").List} list
   * @param {() => void} added Called once replies were added.
   */
  constructor(session, list, added) {
    this.#session = session;
    this.#list = list;
    this.#added = added;
    this.#listenToPaste();
    this.#listenToDrops();
    this.#listenToChoices();
    byId("add").addEventListener("click", () => this.#takeWritten());
    byId("blank").addEventListener("click", () => this.#addBlank());
    for (const id of ["samples", "samples-here"]) byId(id).addEventListener("click", () => this.#loadSamples());
  }

  #listenToPaste() {
    document.addEventListener("paste", (event) => {
      const { clipboardData } = event;
      const target = /** @type {HTMLElement} */ (event.target);
      // The report's own fields are in its shadow root, and so is what the editor is made of.
      const field = /** @type {Partial<HTMLElement>} */ (event.composedPath()[0])?.closest?.("input, textarea, select");
      const isElsewhere = (field && field !== this.#paste) || target.closest?.(".editor");
      if (!clipboardData || isElsewhere) return;
      if (clipboardData.files.length > 0) {
        event.preventDefault();
        const pasted = [...clipboardData.files];
        this.#takeFiles(() => named(pasted));
        return;
      }
      const text = clipboardData.getData("text/plain");
      // What is written already belongs to what is pasted into it.
      if (text.trim() === "" || (target === this.#paste && this.#paste.value !== "")) return;
      event.preventDefault();
      this.#takeText(text);
    });
    this.#paste.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.#takeWritten();
    });
  }

  #listenToDrops() {
    let depth = 0;
    const over = (/** @type {number} */ now) => {
      depth = Math.max(0, now);
      document.body.classList.toggle("dropping", depth > 0);
    };
    document.addEventListener("dragenter", () => over(depth + 1));
    document.addEventListener("dragleave", () => over(depth - 1));
    document.addEventListener("dragover", (event) => {
      if (holdsFiles(event)) event.preventDefault();
    });
    document.addEventListener("drop", (event) => {
      over(0);
      if (!event.dataTransfer || !holdsFiles(event)) return;
      event.preventDefault();
      // What is dropped has to be asked for before anything is awaited.
      const items = [...event.dataTransfer.items].filter(({ kind }) => kind === "file");
      const dropped = items.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
      this.#takeFiles(({ droppedFiles }) => droppedFiles(dropped, notice));
    });
  }

  #listenToChoices() {
    const files = /** @type {HTMLInputElement} */ (byId("files"));
    const folder = /** @type {HTMLInputElement} */ (byId("folder"));
    byId("choose-files").addEventListener("click", () => files.click());
    byId("choose-folder").addEventListener("click", () => folder.click());
    for (const input of [files, folder]) {
      input.addEventListener("change", () => {
        const chosen = [...(input.files ?? [])];
        // The same may be chosen again.
        input.value = "";
        this.#takeFiles(({ folderFiles }) => (input === folder ? folderFiles(chosen, notice) : named(chosen)));
      });
    }
    const previous = /** @type {HTMLInputElement} */ (byId("previous-file"));
    byId("choose-previous").addEventListener("click", () => previous.click());
    previous.addEventListener("change", () => {
      const chosen = [...(previous.files ?? [])];
      previous.value = "";
      if (chosen.length > 0) this.#compareWith(named(chosen));
    });
  }

  #takeWritten() {
    const text = this.#paste.value;
    if (text.trim() === "") {
      announce("The text box is empty.");
      return;
    }
    this.#paste.value = "";
    this.#takeText(text);
  }

  /** What is pasted before the module is there waits for it. @param {string} text */
  async #takeText(text) {
    await waiting();
    this.#take(taken(text, "what was pasted", undefined, notice), true);
  }

  /** @param {(rest: More) => NamedFile[] | Promise<NamedFile[]>} wanted */
  async #takeFiles(wanted, take = (/** @type {Taken} */ all) => this.#take(all)) {
    const rest = await more();
    if (!rest) return;
    const files = await wanted(rest);
    await waiting();
    if (files.length > 0) take(await rest.readFiles(files, notice));
  }

  /**
   * @param {Taken} all
   * @param {boolean} [isPasted]
   */
  #take({ replies, others }, isPasted = false) {
    // A report beside replies is one to compare with; by itself it is what is to be shown.
    const isAlone = replies.length + this.#session.entries.length === 0;
    for (const other of others) this.#takeOther(other, isAlone);
    if (replies.length === 0) return;
    const added = this.#session.add(replies);
    const [only] = added;
    if (added.length === 1 && only && this.#session.entries.length === 1) this.#list.open(only.key);
    // What was pasted may have been divided elsewhere.
    if (added.length > 1 && isPasted) this.#list.divide(this.#session.entries.length - added.length, added.length);
    announce(`${counted(replies.length, "reply", "replies")} added.`);
    this.#added();
  }

  /** @param {NamedFile[]} files */
  #compareWith(files) {
    this.#takeFiles(
      () => files,
      ({ replies, others }) => {
        const other = others.find(({ option }) => option === "previous");
        if (other && this.#session.given)
          return notice("A report without its replies cannot be compared. Add the replies first.");
        if (other) return this.#takeOther(other, false);
        // The Markdown of a report will do, too.
        const [reply] = replies;
        const name = shownName(files[0]?.path ?? "the file");
        if (!reply || fault({ previous: reply.text }) !== null)
          return notice(`${name} is not the report of an earlier run.`);
        notice(`${name} is not a JSON report. Save the earlier report as JSON, and choose that file.`);
      },
    );
  }

  /**
   * @param {import("./taken.js").Other} other
   * @param {boolean} isAlone
   */
  #takeOther({ source, option, value }, isAlone) {
    const name = shownName(source);
    const wrong = option === "decisions" ? (decisionsIn(value).problems[0] ?? null) : fault({ [option]: value });
    const took = (/** @type {string} */ as) => notice(`${name} was read as ${as}.`, { kind: "note" });
    if (wrong !== null) notice(`${name} was skipped: ${wrong}`);
    else if (option === "expected") {
      this.#session.expect(writeExpected(value));
      took("the list of expected tasks");
    } else if (option === "plan") {
      const units = /** @type {import("../pkg/reconvene.js").DispatchPlan} */ (value).waves.flatMap(
        ({ units }) => units,
      );
      this.#session.expect(writeExpected(units.map(({ unit, expect }) => ({ unit, expect }))));
      took("the plan: its tasks are expected");
    } else if (option === "decisions") {
      this.#session.decide(together(this.#session.decisions, value));
      took("decisions");
    } else if (isAlone) {
      this.#session.showGiven({ source, report: value });
      const decided = decisionsOf(value);
      if (decided.length > 0) this.#session.decide(together(decided, this.#session.decisions));
      took("the report to show");
    } else {
      this.#session.compareWith({ source, report: value });
      took("the earlier report to compare with");
    }
  }

  #addBlank() {
    const [entry] = this.#session.add([{ text: "" }]);
    if (entry) this.#list.open(entry.key, { start: 0, end: 0 });
  }

  async #loadSamples() {
    const rest = await more();
    if (!rest) return;
    await waiting();
    const before = this.#session.work;
    const wasEmpty = this.#session.isEmpty;
    try {
      const work = await rest.samples();
      this.#session.take(work);
      announce(`${counted(work.replies.length, "sample reply", "sample replies")} loaded.`);
    } catch (error) {
      notice(`The samples could not be loaded: ${/** @type {Error} */ (error).message}`);
      return;
    }
    if (wasEmpty) return;
    const run = () => this.#session.take(before);
    notice("The samples replaced what was here.", { kind: "note", act: "Undo", run });
  }
}

/** What waits for the module says so, where that takes long. */
async function waiting() {
  if (!isReady) announce("The page is still loading. Your input is used as soon as it is ready.");
  await ready;
}

/** @param {File[]} files @returns {NamedFile[]} */
const named = (files) => files.map((file) => ({ path: file.name, file }));

/** @param {DragEvent} event */
const holdsFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files") ?? false;
