/** Sentences on what went wrong or may be undone, each until it is put away. */
import { byId, element } from "./dom.js";

/** So many stand at once; of more, the oldest go. */
const MOST = 12;

/** How long a note without a button stands, in milliseconds. */
const READ = 10_000;

/**
 * @param {string} sentence
 * @param {{ act?: string, run?: () => void, dismissed?: () => void, kind?: "problem" | "note" }} [options]
 * `act`: what a button says that does `run`; `dismissed` is run where the notice is put away instead.
 */
export function notice(sentence, { act, run, dismissed, kind = "problem" } = {}) {
  const notices = byId("notices");
  const away = () => {
    const holdsFocus = made.contains(document.activeElement);
    made.remove();
    if (holdsFocus) (notices.querySelector("button") ?? byId("paste")).focus();
  };
  const after = (/** @type {(() => void) | undefined} */ what) => () => {
    away();
    what?.();
  };
  const made = element(
    "div",
    { class: `notice ${kind}`, role: kind === "problem" ? "alert" : "status" },
    element("p", {}, sentence),
    act ? element("button", { type: "button", onclick: after(run) }, act) : null,
    element("button", { type: "button", class: "quiet", "aria-label": "Dismiss", onclick: after(dismissed) }, "×"),
  );
  notices.append(made);
  // What only says that something was done need not be put away.
  if (kind === "note" && !act) setTimeout(() => made.contains(document.activeElement) || made.remove(), READ);
  while (notices.childElementCount > MOST) notices.firstElementChild?.remove();
  return away;
}

/** Says to those who hear the page what those who see it see. @param {string} sentence */
export function announce(sentence) {
  byId("live").textContent = sentence;
}
