/** What was given comes back: from a link, or from where it is kept in this browser. */
import { counted } from "./dom.js";
import { notice } from "./notices.js";
import * as share from "./share.js";
import { forget, keep, kept, refusal } from "./storage.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./session.js").Work} Work */

/** How long nothing is changed before it is kept, in milliseconds. */
const STILL = 250;

export class Keeping {
  #session;
  #timer = 0;
  /** Whether the browser's refusal was said. */
  #refused = false;
  /** What is taken from where it is kept is not kept again. */
  #isTaking = false;

  /** @param {Session} session */
  constructor(session) {
    this.#session = session;
    session.onChange(() => {
      if (this.#isTaking) return;
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => this.#keepNow(), STILL);
    });
    // The last moment that a page is sure to have.
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden" && this.#timer) this.#keepNow();
    });
    window.addEventListener("pagehide", () => this.#timer && this.#keepNow());
    window.addEventListener("hashchange", () => this.#openLink());
  }

  /** What the address holds, else what was there before. */
  async open() {
    const before = await this.#attempt(() => kept("now"));
    if (share.isLink(location.hash)) return this.#openLink(before);
    if (before) this.#take(before);
    const aside = await this.#attempt(() => kept("aside"));
    if (aside) this.#offerAside(aside, "A link was opened here before.");
  }

  /** @param {Work | undefined} [before] */
  async #openLink(before = this.#session.isEmpty ? undefined : this.#session.work) {
    const { hash } = location;
    if (!share.isLink(hash)) return;
    const { work, problems } = await share.read(hash);
    for (const problem of problems) notice(problem);
    if (work.replies.length === 0 && problems.length > 0) {
      if (before && this.#session.isEmpty) this.#take(before);
      used();
      return;
    }
    this.#take(work);
    if (before) await this.#attempt(() => keep("aside", before));
    await this.#attempt(() => keep("now", work));
    used();
    if (before) this.#offerAside(before, "This is what the link holds.");

    /** What is changed from now on is kept here, and a reload shows that rather than the link. */
    function used() {
      if (location.hash === hash) history.replaceState(history.state, "", location.pathname + location.search);
    }
  }

  /**
   * What was there before a link was opened, until it is taken back or put away.
   * @param {Work} aside
   * @param {string} why
   */
  #offerAside(aside, why) {
    const own = aside.replies.length > 0 ? counted(aside.replies.length, "reply", "replies") : "a list of your own";
    const dismissed = () => this.#attempt(() => forget("aside"));
    const run = () => {
      this.#session.take(aside);
      dismissed();
    };
    notice(`${why} You had ${own} here.`, { kind: "note", act: "Bring mine back", run, dismissed });
  }

  /** @param {Work} work */
  #take(work) {
    this.#isTaking = true;
    try {
      this.#session.take(work);
    } finally {
      this.#isTaking = false;
    }
  }

  async #keepNow() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    await this.#attempt(() => (this.#session.isEmpty ? forget("now") : keep("now", this.#session.work)));
  }

  /** Gives up all that is kept. */
  async forgetAll() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    await this.#attempt(() => forget("aside"));
    await this.#attempt(() => forget("now"));
  }

  /**
   * @template T
   * @param {() => Promise<T>} act
   * @returns {Promise<T | undefined>}
   */
  async #attempt(act) {
    try {
      const done = await act();
      this.#refused = false;
      return done;
    } catch (error) {
      if (!this.#refused) {
        const help = "Copy a link, or save the report.";
        notice(`What is here will be gone after a reload: ${refusal(error)}. ${help}`);
      }
      this.#refused = true;
      return undefined;
    }
  }
}
