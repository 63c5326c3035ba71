/** What was given comes back: from a link, or from where it is kept in this browser. */
import { addressOf, isLink, noFilters } from "./address.js";
import { counted } from "./dom.js";
import { more } from "./later.js";
import { notice } from "./notices.js";
import { linesOf } from "./session.js";
import { forget, forgetOwn, keep, kept, putAside, refusal } from "./storage.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./session.js").Work} Work */

/** How long nothing is changed before it is kept, in milliseconds. */
const STILL = 250;

export class Keeping {
  #session;
  #reveal;
  #timer = 0;
  /** Whether the browser's refusal was said. */
  #refused = false;
  /** What is taken from where it is kept is not kept again. */
  #isTaking = false;
  /** Takes away what offers that which was put aside. */
  #unoffer = () => {};

  /**
   * @param {Session} session
   * @param {() => void} reveal Shows the finding that the address names now.
   */
  constructor(session, reveal) {
    this.#session = session;
    this.#reveal = reveal;
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
    const before = await read(await this.#attempt(() => kept("now")));
    if (isLink(location.hash)) return this.#openLink(before);
    if (before) this.#take(before);
    // What does not answer is not asked again: the page waits for this.
    if (this.#refused) return;
    const aside = await read(await this.#attempt(() => kept("aside")));
    if (aside) this.#offerAside(aside, "Replaced when something else was opened:");
  }

  /** @param {Work | undefined} [before] */
  async #openLink(before = this.#session.isEmpty ? undefined : this.#session.work) {
    const { hash } = location;
    if (!isLink(hash)) return;
    const rest = await more();
    const { work, problems, finding } = (await rest?.read(hash)) ?? { work: null, problems: [] };
    for (const problem of problems) notice(problem);
    if (!work || (work.replies.length === 0 && problems.length > 0)) {
      if (before && this.#session.isEmpty) this.#take(before);
      // What could not be loaded may be, the next time.
      if (work) used();
      return;
    }
    this.#take(work);
    if (before) await this.#attempt(() => putAside(linesOf(before)));
    await this.#attempt(() => keep(linesOf(work)));
    used();
    if (finding) this.#reveal();
    if (before) this.#offerAside(before, "The content of the link replaced");

    /** What is changed from now on is kept here, and a reload shows that rather than the link. */
    function used() {
      const shown = finding ? addressOf({ view: "findings", finding, filters: noFilters() }) : "";
      const address = location.pathname + location.search + shown;
      if (location.hash === hash) history.replaceState(history.state, "", address);
    }
  }

  /**
   * What was there before something else took its place, until it is taken back or put away.
   * @param {Work} aside
   * @param {string} why
   */
  #offerAside(aside, why) {
    this.#unoffer();
    const own =
      aside.replies.length > 0 ? counted(aside.replies.length, "reply", "replies") : "no replies, but other input";
    const dismissed = () => this.#attempt(() => forget("aside"));
    const run = () => {
      this.#session.take(aside);
      dismissed();
    };
    this.#unoffer = notice(`${why} ${own}.`, { kind: "note", act: "Restore", run, dismissed });
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
    if (this.#session.isEmpty) return this.#attempt(forgetOwn);
    const others = await this.#attempt(() => keep(linesOf(this.#session.work)));
    const aside = await read(others);
    if (aside)
      this.#offerAside(aside, "The work in this tab was saved in this browser. It replaced the work of another tab:");
  }

  /** Gives up all that is kept. */
  async forgetAll() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    await this.#attempt(() => forget("aside", "now"));
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
        notice(`Your work will be lost when you reload this page: ${refusal(error)}. ${help}`);
      }
      this.#refused = true;
      return undefined;
    }
  }
}

/**
 * What was kept, where it is something.
 * @param {string | undefined} text
 */
async function read(text) {
  if (text === undefined) return undefined;
  const rest = await more();
  if (!rest) return undefined;
  const { work, problems } = rest.worked(text, "the saved work");
  for (const problem of problems) notice(problem);
  const isNothing =
    work.replies.length + work.decisions.length === 0 && work.expected === "" && !work.previous && !work.given;
  return isNothing ? undefined : work;
}
