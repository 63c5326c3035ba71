/** The findings of a report that is shown: what the core says of each, which of them are shown, and in what order. */

/** @typedef {import("../reconvene-element.js").Filters} Filters */
/** @typedef {import("../reconvene-element.js").Order} Order */
/** @typedef {"severity" | "type" | "document" | "unit" | "state" | "baseline"} Facet */

/**
 * A finding on the page.
 * @typedef {object} Shown
 * @property {HTMLElement} article
 * @property {HTMLElement} item What is hidden and moved.
 * @property {Record<Facet, string[]>} values
 * @property {number} agreement
 * @property {number} place In the report.
 */

/** @type {Facet[]} */
export const FACETS = ["severity", "type", "document", "unit", "state", "baseline"];

/** So many findings are there at once; the others follow, before anyone has read these. */
const FIRST = 60;

/** How long the page is kept from all else while they follow, in milliseconds: less than a frame. */
const SLICE = 8;

/** The type of a finding that has none, as the core counts it. */
const UNTYPED = "untyped";

export class Findings {
  /** @type {Shown[]} */
  all = [];
  /** The values that each facet has, in the order of the report. @type {Map<Facet, string[]>} */
  values = new Map();
  /** The text of each, in small letters, once it was asked for. @type {string[] | undefined} */
  #texts;
  /** @type {HTMLElement | null} */
  #list;
  #prepare;
  /** Those that are not in the list yet, in their order. @type {Shown[]} */
  #waiting = [];
  /** The core's own at first. @type {Order} */
  #order = "severity";

  /**
   * @param {ParentNode} report
   * @param {(article: HTMLElement) => void} prepare Done once to each, before it is in the list.
   */
  constructor(report, prepare) {
    this.#prepare = prepare;
    this.#list = report.querySelector(".finding-list");
    const articles = /** @type {NodeListOf<HTMLElement>} */ (report.querySelectorAll("article.finding"));
    this.all = Array.from(articles, shownOf);
    for (const facet of FACETS) {
      this.values.set(facet, [...new Set(this.all.flatMap(({ values }) => values[facet]))]);
    }
    // The core's order says what weighs more; names have no order there.
    for (const facet of /** @type {Facet[]} */ (["type", "document", "unit"])) this.values.get(facet)?.sort(byName);
    this.#waiting = this.all.slice(FIRST);
    for (const { item } of this.#waiting) item.remove();
    for (const { article } of this.all.slice(0, FIRST)) prepare(article);
  }

  /** Puts those into the list that are not there yet, slice by slice. */
  async follow() {
    while (this.#waiting.length > 0) {
      await new Promise((done) => setTimeout(done));
      const began = performance.now();
      while (this.#waiting.length > 0 && performance.now() - began < SLICE) this.#add(FIRST);
    }
  }

  /** Puts all of them into the list at once. */
  complete() {
    this.#add(this.#waiting.length);
  }

  /** @param {number} count */
  #add(count) {
    const added = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    for (const { article } of added) this.#prepare(article);
    this.#list?.append(...added.map(({ item }) => item));
  }

  /**
   * Shows the findings that pass the filters, and hides the others.
   * @param {Filters} filters
   * @returns {{ shown: number, counts: Map<Facet, Map<string, number>> }} How many are shown; and how many there would be
   * for each value of a facet, with the other filters as they are.
   */
  filter(filters) {
    const counts = new Map(FACETS.map((facet) => [facet, new Map()]));
    const wanted = filters.text?.trim().toLowerCase();
    const chosen = FACETS.filter((facet) => filters[facet] !== undefined);
    if (wanted) this.#texts ??= this.all.map(({ article }) => wordsOf(article).toLowerCase());
    if (wanted || chosen.length > 0) this.complete();
    let shown = 0;
    for (const [at, { item, values }] of this.all.entries()) {
      const fits = !wanted || this.#texts?.[at]?.includes(wanted);
      const failed = fits ? chosen.filter((facet) => !values[facet].includes(String(filters[facet]))) : [];
      const passes = fits && failed.length === 0;
      if (item.hidden === passes) item.hidden = !passes;
      if (passes) shown += 1;
      if (!fits || failed.length > 1) continue;
      for (const facet of failed.length === 1 ? failed : FACETS) {
        const count = counts.get(facet);
        for (const value of values[facet]) count?.set(value, (count.get(value) ?? 0) + 1);
      }
    }
    return { shown, counts };
  }

  /**
   * Orders the findings. What is equal stays as the report has it: by severity, type and place.
   * @param {Order} order
   */
  sort(order) {
    const name = (/** @type {Shown} */ shown, /** @type {Facet} */ facet) => shown.values[facet][0];
    /** @type {Record<Order, (one: Shown, other: Shown) => number>} */
    const orders = {
      severity: () => 0,
      agreement: (one, other) => other.agreement - one.agreement,
      type: (one, other) => byName(name(one, "type") ?? "", name(other, "type") ?? ""),
      document: (one, other) => {
        const [mine, theirs] = [name(one, "document"), name(other, "document")];
        // What names no document comes last.
        if (mine === undefined || theirs === undefined)
          return Number(mine === undefined) - Number(theirs === undefined);
        return byName(mine, theirs);
      },
    };
    if (order === this.#order) return;
    this.#order = order;
    this.complete();
    const sorted = this.all.toSorted((one, other) => orders[order](one, other) || one.place - other.place);
    const items = document.createDocumentFragment();
    for (const { item } of sorted) items.append(item);
    this.#list?.append(items);
  }

  /**
   * The article of a finding.
   * @param {string} id
   */
  named(id) {
    const found = this.all.find(({ article }) => article.dataset.finding === id)?.article;
    if (found && !found.isConnected) this.complete();
    return found;
  }
}

/**
 * What the report says in an article, without the element's own buttons: those of what is open.
 * @param {HTMLElement} article
 */
function wordsOf(article) {
  const copy = /** @type {HTMLElement} */ (article.cloneNode(true));
  for (const added of copy.querySelectorAll("button:not(.toggle)")) added.remove();
  return copy.textContent ?? "";
}

/** @type {(article: HTMLElement, place: number) => Shown} */
function shownOf(article, place) {
  const { severity, type = UNTYPED, state, baseline, documents, units, agreement } = article.dataset;
  const one = (/** @type {string | undefined} */ value) => (value === undefined ? [] : [value]);
  const values = {
    ...{ severity: one(severity), type: [type], state: one(state), baseline: one(baseline) },
    ...{ document: JSON.parse(documents ?? "[]"), unit: JSON.parse(units ?? "[]") },
  };
  return { article, item: article.closest("li") ?? article, values, agreement: Number(agreement ?? 0), place };
}

const { compare: byName } = new Intl.Collator("en", { numeric: true });
