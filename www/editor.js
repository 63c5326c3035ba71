/**
 * The editor of a reply's text: a chunk of its own, loaded after the first paint. It lives in a shadow root, where its
 * styles are adopted style sheets: the page's policy lets in no style element.
 */
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { ChangeSet, EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { editorTheme } from "./editor-theme.js";

/** @typedef {import("../pkg/reconvene.js").Diagnostic} Diagnostic */
/** @typedef {(text: string) => string} EditName What a button says that writes a text. */
/** @typedef {{ start: number, end: number }} Stretch */

/** The levels of the core, as the editor calls them. */
const SEVERITIES = /** @type {const} */ ({ error: "error", warning: "warning", note: "info" });

/** @type {import("@codemirror/state").StateEffectType<Stretch | null>} */
const reveal = StateEffect.define();

/** What a finding was read from, as long as nothing is typed. */
const revealed = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(reveal)) continue;
      const stretch = effect.value;
      return stretch && stretch.end > stretch.start
        ? Decoration.set(REVEALED.range(stretch.start, stretch.end))
        : Decoration.none;
    }
    return transaction.docChanged ? Decoration.none : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});
const REVEALED = Decoration.mark({ class: "cm-revealed" });

/** What turns the direction of a text or takes no room in it: the editor's own list lacks some of it. */
const UNSEEN = /[\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\u{E0000}-\u{E007F}]/u;

export class Editor {
  #view;
  /** The states of the replies that are not shown: what was typed can be taken back in each. @type {Map<number, EditorState>} */
  #states = new Map();
  /** @type {number | undefined} */
  #key;
  /** What was typed since the marks were set. @type {ChangeSet} */
  #since = ChangeSet.empty(0);
  #onText;
  #editName;

  /**
   * @param {HTMLElement} host
   * @param {(key: number, text: string) => void} onText
   * @param {EditName} editName Given, and not imported: the editor shares no file with the page.
   */
  constructor(host, onText, editName) {
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    this.#onText = onText;
    this.#editName = editName;
    this.#view = new EditorView({ root });
    root.append(this.#view.dom);
  }

  /**
   * @param {number} key
   * @param {string} text
   * @param {string} label
   */
  show(key, text, label) {
    if (this.#key !== undefined) this.#states.set(this.#key, this.#view.state);
    const before = this.#states.get(key);
    const state =
      before?.doc.toString() === text ? before : EditorState.create({ doc: text, extensions: this.#extensions(label) });
    this.#key = key;
    this.#view.setState(state);
    this.#since = ChangeSet.empty(state.doc.length);
  }

  /** @param {number} key */
  forget(key) {
    this.#states.delete(key);
    if (this.#key === key) this.#key = undefined;
  }

  /**
   * Another text, as a change that can be taken back.
   * @param {string} text
   */
  replace(text) {
    const before = this.#view.state.doc.toString();
    const shorter = Math.min(before.length, text.length);
    let from = 0;
    while (from < shorter && before[from] === text[from]) from++;
    let kept = 0;
    while (kept < shorter - from && before.at(-1 - kept) === text.at(-1 - kept)) kept++;
    this.#view.dispatch({ changes: { from, to: before.length - kept, insert: text.slice(from, text.length - kept) } });
  }

  /** @param {Diagnostic[]} diagnostics Of the text as it is now. */
  mark(diagnostics) {
    const { doc } = this.#view.state;
    this.#since = ChangeSet.empty(doc.length);
    const marks = diagnostics.map((diagnostic) => this.#mark(diagnostic, doc.length));
    marks.sort((a, b) => a.from - b.from);
    this.#view.dispatch(setDiagnostics(this.#view.state, marks));
  }

  /**
   * @param {Diagnostic} diagnostic
   * @param {number} length
   * @returns {import("@codemirror/lint").Diagnostic}
   */
  #mark({ code, level, message, help, edit, span }, length) {
    const from = Math.min(span?.start ?? 0, length);
    const to = Math.min(Math.max(span?.end ?? 0, from), length);
    const apply = (/** @type {EditorView} */ view) => {
      if (!edit) return;
      // What was typed since the check moves the places.
      const change = { from: this.#since.mapPos(edit.span.start, 1), to: this.#since.mapPos(edit.span.end, -1) };
      if (change.from <= change.to) view.dispatch({ changes: { ...change, insert: edit.text } });
    };
    return {
      ...{ from, to, message, severity: SEVERITIES[level], source: code },
      renderMessage: () => said(message, help),
      actions: edit ? [{ name: this.#editName(edit.text), apply }] : [],
    };
  }

  /** @param {Stretch} stretch */
  reveal({ start, end }) {
    const { length } = this.#view.state.doc;
    const shown = { start: Math.min(start, length), end: Math.min(end, length) };
    this.#view.dispatch({
      selection: { anchor: shown.start },
      effects: [reveal.of(shown), EditorView.scrollIntoView(shown.start, { y: "start", yMargin: 48 })],
    });
    this.#view.focus();
  }

  /** @param {string} label */
  #extensions(label) {
    return [
      ...[lineNumbers(), lintGutter(), highlightSpecialChars({ addSpecialChars: UNSEEN })],
      ...[history(), drawSelection(), highlightActiveLine()],
      ...[highlightSelectionMatches(), revealed, editorTheme, EditorView.lineWrapping],
      // Tab goes on to what follows, as everywhere on a page.
      keymap.of([...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
      EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged || this.#key === undefined) return;
        this.#since = this.#since.compose(update.changes);
        this.#onText(this.#key, update.state.doc.toString());
      }),
    ];
  }
}

/**
 * @param {string} message
 * @param {string | null} help
 */
function said(message, help) {
  const made = document.createElement("span");
  made.textContent = message;
  if (help) {
    const more = document.createElement("span");
    more.className = "cm-help";
    more.textContent = help;
    made.append(more);
  }
  return made;
}
