/** The keys of the list of findings, and the table that says what each does. They can be switched off. */
import { element } from "../dom.js";
import { key } from "./compare.js";

const STORED = "reconvene keys";

/** @typedef {{ keys: string[], says: string, run: (event: KeyboardEvent) => void }} Shortcut */

export class Keys {
  #shortcuts;
  #isOn = localStorageSays() !== "off";
  #dialog;

  /**
   * @param {Shortcut[]} shortcuts
   * @param {() => boolean} isActive Whether what they act on is shown.
   */
  constructor(shortcuts, isActive) {
    this.#shortcuts = [
      ...shortcuts,
      { keys: ["?"], says: "Show these shortcuts", run: () => this.#dialog.showModal() },
    ];
    this.#dialog = this.#made();
    document.body.append(this.#dialog);
    document.addEventListener("keydown", (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event) || document.querySelector("dialog[open]")) return;
      const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const shortcut = this.#shortcuts.find(({ keys }) => keys.includes(name));
      // What the keys are is told in every view.
      if (!shortcut || (name !== "?" && !(this.#isOn && isActive()))) return;
      if (name === " " && isPressed(event)) return;
      event.preventDefault();
      shortcut.run(event);
    });
  }

  show() {
    this.#dialog.showModal();
  }

  #made() {
    const box = element("input", { type: "checkbox", checked: this.#isOn });
    box.addEventListener("change", () => {
      this.#isOn = box.checked;
      try {
        localStorage.setItem(STORED, this.#isOn ? "on" : "off");
      } catch {
        // Then they are on again after a reload.
      }
    });
    const rows = this.#shortcuts.map(({ keys, says }) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, ...keys.flatMap((name, at) => [at > 0 ? " " : "", visible(name)])),
        element("td", {}, says),
      ),
    );
    const dialog = element(
      "dialog",
      { class: "keys", "aria-labelledby": "keys-heading" },
      element("h2", { id: "keys-heading" }, "Keyboard shortcuts"),
      element("table", {}, element("tbody", {}, ...rows)),
      element("label", { class: "row" }, box, "Use single-key shortcuts"),
      element("form", { method: "dialog" }, element("button", { class: "primary" }, "Close")),
    );
    return dialog;
  }
}

/** Also to those who hear the page. @param {string} name */
function visible(name) {
  const made = key(name === " " ? "space" : name);
  made.removeAttribute("aria-hidden");
  return made;
}

/** @param {KeyboardEvent} event */
function isTyping(event) {
  const field = /** @type {Partial<HTMLElement>} */ (event.composedPath()[0]);
  return Boolean(
    field?.closest?.("textarea, select, input:not([type=checkbox], [type=radio]), [contenteditable=true], .editor"),
  );
}

/** Whether the space bar presses what has the focus. @param {KeyboardEvent} event */
function isPressed(event) {
  const field = /** @type {Partial<HTMLElement>} */ (event.composedPath()[0]);
  return Boolean(field?.closest?.("button, summary, a, input"));
}

function localStorageSays() {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

/**
 * What the keys do.
 * @param {object} acts
 * @param {(count: number) => void} acts.step
 * @param {() => void} acts.accept
 * @param {() => void} acts.dismiss
 * @param {() => void} acts.undo
 * @param {(severity: import("../decisions.js").Severity) => void} acts.weigh
 * @param {() => void} acts.hold
 * @param {(same: boolean) => void} acts.pair
 * @param {() => void} acts.open
 * @param {(pages: number) => void} acts.scroll
 * @param {() => void} acts.save
 * @param {() => void} acts.search
 * @returns {Shortcut[]}
 */
export const shortcutsOf = ({ step, accept, dismiss, undo, weigh, hold, pair, open, scroll, search, save }) => [
  { keys: ["j"], says: "Next finding", run: () => step(1) },
  { keys: ["k"], says: "Previous finding", run: () => step(-1) },
  { keys: ["x"], says: "Accept", run: accept },
  { keys: ["d"], says: "Dismiss, with a reason", run: dismiss },
  { keys: ["u"], says: "Undo the last decision", run: undo },
  { keys: ["1"], says: "Critical", run: () => weigh("critical") },
  { keys: ["2"], says: "Major", run: () => weigh("major") },
  { keys: ["3"], says: "Minor", run: () => weigh("minor") },
  { keys: ["c"], says: "Compare with the finding that you choose next", run: hold },
  { keys: ["s"], says: "Merge with the finding shown next to it", run: () => pair(true) },
  {
    keys: ["n"],
    says: "Keep it separate from the finding shown next to it, or from a merged one",
    run: () => pair(false),
  },
  { keys: ["o"], says: "Open the finding, if only the list is shown", run: open },
  {
    keys: [" "],
    says: "Scroll the finding; with Shift, scroll back",
    run: ({ shiftKey }) => scroll(shiftKey ? -1 : 1),
  },
  { keys: ["/"], says: "Search; Enter goes to the results, Escape clears", run: search },
  { keys: ["e"], says: "Save the decisions", run: save },
];
