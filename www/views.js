/** Which view is shown, and what of it: as the address has it. Going back goes back in these. */
import { addressOf, isLink, noFilters, shownBy, VIEWS } from "./address.js";

/** @typedef {import("./address.js").View} View */
/** @typedef {import("./address.js").Shown} Shown */

/** How long nothing changes before the address follows, in milliseconds: browsers let a page write it only so often. */
const STILL = 200;

export class Views {
  /** @type {Shown} */
  #shown = { view: null, finding: null, filters: noFilters() };
  #timer = 0;
  #changed;

  /** @param {(shown: Shown, isBack: boolean) => void} changed Called where another view is shown, or the address changed. */
  constructor(changed) {
    this.#changed = changed;
    for (const button of document.querySelectorAll("[data-view]")) {
      button.addEventListener("click", () => this.go(/** @type {View} */ (button.getAttribute("data-view"))));
    }
    window.addEventListener("popstate", () => this.read());
    this.#mark();
  }

  get view() {
    return this.#shown.view ?? "replies";
  }

  /** Whether the address says what is to be shown. */
  get isAsked() {
    return this.#shown.view !== null;
  }

  /** Shows what the address asks for. */
  read() {
    if (isLink(location.hash)) return;
    this.#shown = shownBy(location.hash);
    this.#mark();
    this.#changed(this.#shown, true);
  }

  /**
   * @param {View} view
   * @param {{ isFirst?: boolean }} [options] Whether nothing was shown before: nobody goes back to that.
   */
  go(view, { isFirst = false } = {}) {
    if (this.#shown.view === view) return;
    clearTimeout(this.#timer);
    if (!isFirst) this.#write("replaceState");
    this.#shown = { ...this.#shown, view };
    if (!isFirst) this.#write("pushState");
    // Where nothing is given, the address stays bare.
    else if (view !== "replies") this.#write("replaceState");
    this.#mark();
    this.#changed(this.#shown, false);
  }

  /** A step that going back takes back, as opening a finding where there is room for it alone. @param {Partial<Shown>} change */
  step(change) {
    clearTimeout(this.#timer);
    this.#write("replaceState");
    this.#shown = { ...this.#shown, ...change };
    this.#write("pushState", { isStep: true });
  }

  /** Whether going back takes back a step. */
  get isStep() {
    return history.state?.isStep === true;
  }

  /** @param {Partial<Shown>} change */
  follow(change) {
    this.#shown = { ...this.#shown, ...change };
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#write("replaceState"), STILL);
  }

  /** Takes all of it out of the address. */
  forget() {
    clearTimeout(this.#timer);
    this.#shown = { view: null, finding: null, filters: noFilters() };
    history.replaceState(history.state, "", location.pathname + location.search);
    this.#mark();
    this.#changed(this.#shown, false);
  }

  /**
   * @param {"pushState" | "replaceState"} how
   * @param {any} [state]
   */
  #write(how, state = how === "pushState" ? null : history.state) {
    // What a link holds is not there yet.
    if (isLink(location.hash)) return;
    try {
      history[how](state, "", location.pathname + location.search + addressOf(this.#shown));
    } catch {
      // Too often: the next change writes it.
    }
  }

  #mark() {
    const { view: shown } = this;
    document.querySelector("main")?.setAttribute("data-shown", shown);
    for (const view of VIEWS) {
      const isShown = view === shown;
      const section = document.getElementById(view === "replies" ? "replies" : view);
      if (section) section.hidden = !isShown;
      const button = document.querySelector(`[data-view="${view}"]`);
      if (isShown) button?.setAttribute("aria-current", "page");
      else button?.removeAttribute("aria-current");
    }
  }
}
