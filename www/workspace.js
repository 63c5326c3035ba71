/** Going through the findings: a list, the finding beside it, and what a person decides. */
import { noFilters } from "./address.js";
import { byId, element } from "./dom.js";
import { announce, notice } from "./notices.js";
import { Deciding } from "./triage/deciding.js";
import { Detail } from "./triage/detail.js";
import { toSplit } from "./triage/disputes.js";
import { FilterBar } from "./triage/filter-bar.js";
import { filtered } from "./triage/filters.js";
import { Holding } from "./triage/holding.js";
import { issueText } from "./triage/issue-text.js";
import { Keys, shortcutsOf } from "./triage/keys.js";
import { findingsList } from "./triage/list.js";
import { prepareTexts, rowsOf } from "./triage/rows.js";
import { strip, verdictOf } from "./triage/strip.js";

/** How long nothing is decided before the filters say how many there are of each, in milliseconds. */
const STILL = 150;

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./address.js").Filters} Filters */
/** @typedef {import("./reports.js").Made} Made */
/** @typedef {import("./triage/rows.js").Row} Row */
/**
 * @typedef {object} Around What the workspace asks of the page around it.
 * @property {Session} session
 * @property {import("./reports.js").Reports} reports
 * @property {(change: { finding?: string | null, filters?: Filters }) => void} shows Puts it into the address.
 * @property {(change: { finding: string }) => void} steps The same, as a step that going back takes back.
 * @property {() => boolean} isStep Whether going back does.
 * @property {(view: import("./address.js").View) => void} go
 * @property {(key: number, span: { start: number, end: number }) => void} openSource
 * @property {(finding: string) => void} copyLink
 * @property {(text: string, what: string) => void} copy
 */

export class Workspace {
  #around;
  #session;
  /** @type {Made | null} */
  #made = null;
  /** @type {Row[]} */
  rows = [];
  #filters = noFilters();
  /** Those that were in the list when it was last filtered: what is decided stays where it is. @type {Row[]} */
  #listed = [];
  /** @type {Row | null} */
  #chosen = null;
  /** What is asked for, once the report is there: a fingerprint or an id. @type {string | null} */
  #wanted = null;
  #holding = new Holding(
    () => this.#showFinding(),
    (one, other) => this.#deciding.isPaired(one, other),
  );
  #deciding;
  /** @type {{ left: number, dismissed: number, all: number } | null} */
  #counts = null;
  #timer = 0;
  #list;
  #detail;
  #bar;
  #strip = element("div", { class: "strip" });
  #panes;
  #keys;

  /** @param {Around} around */
  constructor(around) {
    this.#around = around;
    this.#session = around.session;
    this.#deciding = new Deciding(around.session);
    this.#list = findingsList({
      decided: (row) => this.decisionOn(row),
      chosen: (row) => this.#choose(row),
      opened: () => this.#open(),
    });
    this.#bar = new FilterBar(
      (filters) => this.filter(filters),
      () => this.focus(),
    );
    this.#detail = new Detail({
      decide: (status, reason) => this.#decide(status, reason),
      weigh: (severity) => this.#weigh(severity),
      pair: (other, same) => this.#pair(other, same),
      split: (fingerprint) => this.#split(fingerprint),
      goTo: (row) => this.#goTo(row),
      hold: () => this.#hold(),
      copy: () => this.#copy(),
      copyLink: () => this.#chosen && around.copyLink(this.#chosen.address),
      back: () => (around.isStep() ? history.back() : this.#close()),
      replies: {
        text: (key) => this.#session.find(key)?.reply.text,
        open: (key, span) => around.openSource(key, span),
      },
    });
    this.#showFinding();
    const side = element("div", { class: "list-side" }, this.#bar.element, this.#holding.element, this.#list.element);
    this.#panes = element("div", { class: "panes" }, side, this.#detail.element);
    byId("findings").append(this.#strip, this.#panes);
    const shortcuts = shortcutsOf({
      step: (count) => this.#list.step(count),
      accept: () => this.#decide("accepted"),
      dismiss: () => this.#chosen && this.#detail.dismiss(),
      undo: () => this.#undo(),
      weigh: (severity) => this.#weigh(severity),
      hold: () => this.#hold(),
      pair: (same) => this.#pairShown(same),
      open: () => this.#open(),
      scroll: (pages) => this.#scroll(pages),
      search: () => this.#bar.search(),
      save: saveDecisions,
    });
    this.#keys = new Keys(shortcuts, () => !byId("findings").hidden && this.#made !== null);
  }

  showKeys() {
    this.#keys.show();
  }

  /** @param {Row} row */
  decisionOn(row) {
    return this.#deciding.on(row);
  }

  get filters() {
    return this.#filters;
  }

  get counts() {
    this.#counts ??= this.#counted();
    return this.#counts;
  }

  #counted() {
    let [left, dismissed] = [0, 0];
    for (const row of this.rows) {
      const status = this.decisionOn(row)?.status;
      if (!status) left += 1;
      if (status === "dismissed") dismissed += 1;
    }
    return { left, dismissed, all: this.rows.length };
  }

  // ── what is shown

  /** @param {Made | null} made */
  show(made) {
    const places = new Map(this.rows.flatMap(({ fingerprints }, at) => fingerprints.map((one) => [one, at])));
    const chosen = this.#chosen;
    this.#made = made;
    if (made) this.#deciding.read();
    else this.#deciding.forget();
    this.rows = made ? rowsOf(made.report) : [];
    this.#counts = null;
    this.#bar.forget();
    // A decision moves nothing: what was merged stands where the first of it stood.
    if (made?.isOfDecision) {
      const placeOf = (/** @type {Row} */ row) =>
        Math.min(...row.fingerprints.map((one) => places.get(one) ?? Infinity));
      const sorted = this.rows.map((row) => ({ row, place: placeOf(row) }));
      this.rows = sorted.sort((a, b) => a.place - b.place).map(({ row }) => row);
    }
    this.#holding.follow((row) => this.#again(row));
    this.#chosen = (this.#wanted !== null && this.#named(this.#wanted)) || (chosen && this.#again(chosen)) || null;
    const isThere = this.#wanted !== null && this.#chosen !== null;
    if (made && this.rows.length > 0) this.#wanted = null;
    this.filter(this.#filters, { isAsked: false });
    prepareTexts(this.rows);
    if (!isThere || !this.#chosen) return;
    this.#showDetail(true);
    this.#around.shows({ finding: this.#chosen.address });
  }

  /** @param {Row} row */
  #again(row) {
    return this.rows.find(({ fingerprints }) => fingerprints.some((one) => row.fingerprints.includes(one))) ?? null;
  }

  /** @param {string} name */
  #named(name) {
    return this.rows.find(({ fingerprints, finding }) => fingerprints.includes(name) || finding.id === name) ?? null;
  }

  /** Shows a finding, now or once it is there. @param {string} name A fingerprint or an id. */
  reveal(name) {
    const row = this.#named(name);
    if (row) this.#goTo(row);
    else this.#wanted = name;
  }

  /**
   * @param {Filters} filters
   * @param {{ isAsked?: boolean }} [options] Whether a person asked for it: then it is put into the address.
   */
  filter(filters, { isAsked = true } = {}) {
    this.#filters = filters;
    const found = filtered(this.rows, filters, (row) => this.decisionOn(row));
    this.#listed = found.passing;
    const at = this.#chosen ? this.#listed.indexOf(this.#chosen) : -1;
    if (at < 0) this.#chosen = this.#listed[0] ?? null;
    this.#list.show(this.#listed, Math.max(at, this.#chosen ? 0 : -1));
    if (at > 0) this.#list.choose(at);
    this.#bar.show(filters, found, this.rows.length);
    this.#showStrip();
    this.#showFinding();
    if (isAsked) this.#around.shows({ filters });
  }

  #showStrip() {
    if (!this.#made) return this.#strip.replaceChildren();
    const filter = (/** @type {Filters} */ filters) => this.filter(filters);
    const showGaps = () => this.#around.go("report");
    this.#strip.replaceChildren(
      ...strip(this.#made.report, { counts: this.counts, filter, showGaps, save: saveDecisions }),
    );
  }

  /** What the report comes to, and nothing else: somebody may be at work beside it. */
  showVerdict() {
    const before = this.#strip.querySelector(".verdict");
    if (!this.#made || !before) return;
    const made = verdictOf(this.#made.report);
    made.toggleAttribute("open", before.hasAttribute("open"));
    before.replaceWith(made);
  }

  #showFinding() {
    const row = this.#chosen;
    if (!this.#made) return this.#detail.showNothing("No replies yet.");
    if (!row) {
      const isNone = this.rows.length === 0;
      return this.#detail.showNothing(isNone ? "No agent reported a finding." : "No finding matches the filters.");
    }
    const at = `${this.#listed.indexOf(row) + 1} of ${this.#listed.length}`;
    this.#detail.show({
      row,
      made: this.#made,
      decision: this.decisionOn(row),
      others: this.#holding.beside(row, this.rows, this.#made.report),
      at,
    });
  }

  /** @param {Row} row */
  #choose(row) {
    this.#chosen = row;
    this.#showFinding();
    // Where the list stands alone, it is no finding that is shown.
    if (!this.#isNarrow || this.#panes.hasAttribute("data-detail")) this.#around.shows({ finding: row.address });
  }

  #open() {
    if (this.#isNarrow && this.#chosen) this.#around.steps({ finding: this.#chosen.address });
    this.#showDetail(true);
  }

  #close() {
    this.#around.shows({ finding: null });
    this.#showDetail(false);
  }

  get #isNarrow() {
    return getComputedStyle(byId("findings")).getPropertyValue("--narrow").trim() === "yes";
  }

  /** Most of a page, so that one sees where one was. @param {number} pages */
  #scroll(pages) {
    const pane = this.#isNarrow ? document.documentElement : this.#detail.element;
    pane.scrollBy({ top: 0.85 * pages * pane.clientHeight });
  }

  /** @param {Row} row */
  #goTo(row) {
    if (!this.#listed.includes(row)) {
      this.#chosen = row;
      this.filter(noFilters());
    }
    this.#list.choose(this.#listed.indexOf(row));
    this.#showDetail(true);
    this.#choose(row);
  }

  /** Where there is room for one of the two. @param {boolean} isDetail */
  #showDetail(isDetail) {
    if (isDetail && this.#isNarrow && !this.#panes.hasAttribute("data-detail")) window.scrollTo({ top: 0 });
    this.#panes.toggleAttribute("data-detail", isDetail);
    if (!this.#isNarrow) return;
    if (isDetail) this.#detail.element.focus({ preventScroll: true });
    else this.#list.element.focus();
  }

  showList() {
    this.#showDetail(false);
  }

  focus() {
    this.#list.element.focus({ preventScroll: true });
  }

  // ── what is decided

  /** The session's decisions, from wherever they come. */
  showDecisions() {
    this.#deciding.read();
    this.#list.redraw();
    this.#counts = null;
    this.#showStrip();
    this.#showFinding();
    // The figures of the filters may follow a moment later: the next key does not wait for them.
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      const found = filtered(this.rows, this.#filters, (row) => this.decisionOn(row));
      this.#bar.show(this.#filters, { ...found, passing: this.#listed }, this.rows.length);
    }, STILL);
  }

  /**
   * @param {"accepted" | "dismissed" | undefined} status
   * @param {string} [reason]
   */
  #decide(status, reason) {
    const row = this.#chosen;
    if (!row) return;
    this.#deciding.decide(row, status, reason);
    const { left, all } = this.counts;
    announce(`${row.title}: ${status ?? "reopened"}. ${left} of ${all} left.`);
    if (status) this.#goOn();
    // What was pressed is gone with the finding before.
    if (document.activeElement === document.body) this.focus();
  }

  /** To the next that is left, if there is one below, else above. */
  #goOn() {
    const at = this.#chosen ? this.#listed.indexOf(this.#chosen) : -1;
    const isLeft = (/** @type {Row} */ row) => !this.decisionOn(row)?.status;
    const below = this.#listed.findIndex((row, place) => place > at && isLeft(row));
    const next = below >= 0 ? below : this.#listed.findIndex(isLeft);
    const row = this.#listed[next];
    if (!row) return;
    this.#list.choose(next);
    this.#choose(row);
  }

  /** @param {import("./decisions.js").Severity} severity */
  #weigh(severity) {
    const row = this.#chosen;
    if (!row) return;
    this.#deciding.weigh(row, severity);
    announce(`${row.title}: ${severity}.`);
    if (document.activeElement === document.body) this.focus();
  }

  #undo() {
    const address = this.#deciding.undo();
    if (address !== undefined) this.reveal(address);
    announce(address === undefined ? "There is nothing to undo." : "Undone.");
  }

  #hold() {
    if (this.#chosen) this.#holding.toggle(this.#chosen);
  }

  /** @param {boolean} same */
  #pairShown(same) {
    const [first] = this.#chosen ? this.#holding.beside(this.#chosen, this.rows, this.#made?.report) : [];
    const member = !first && !same && this.#chosen && this.#made ? toSplit(this.#chosen, this.#made) : undefined;
    if (first) this.#pair(first.row, same);
    else if (member) this.#split(member);
    else announce("There is no second finding to compare. Press c, then choose one.");
  }

  /**
   * @param {Row} other
   * @param {boolean} same
   */
  #pair(other, same) {
    const row = this.#chosen;
    if (!row) return;
    this.#holding.hold(null);
    this.#deciding.pair(row, other.fingerprints[0], same);
    // Without its replies, a report is not made again: the next one follows the decision.
    if (this.#session.given)
      notice(
        `Saved in your decisions: ${same ? "the same" : "not the same"}. Without its replies, this report cannot be merged again.`,
        {
          kind: "note",
        },
      );
    else announce(same ? "Merged into one finding." : "Kept separate.");
    this.focus();
  }

  /** @param {string} member The fingerprint of what is another finding. */
  #split(member) {
    if (!this.#chosen) return;
    this.#deciding.pair(this.#chosen, member, false);
    announce("Kept separate: two findings.");
    this.focus();
  }

  #copy() {
    const row = this.#chosen;
    if (row && this.#made)
      this.#around.copy(issueText(row, this.#made.report, this.decisionOn(row)), "The issue's text");
  }
}

/** As the menu does. */
const saveDecisions = () => byId("save-decisions").click();
