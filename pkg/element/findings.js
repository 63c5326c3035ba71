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
  /** The core's own at first. @type {Order} */
  #order = "severity";

  /** @param {ParentNode} report */
  constructor(report) {
    this.#list = report.querySelector(".finding-list");
    const articles = /** @type {NodeListOf<HTMLElement>} */ (report.querySelectorAll("article.finding"));
    this.all = Array.from(articles, shownOf);
    for (const facet of FACETS) {
      this.values.set(facet, [...new Set(this.all.flatMap(({ values }) => values[facet]))]);
    }
    // The core's order says what weighs more; names have no order there.
    for (const facet of /** @type {Facet[]} */ (["type", "document", "unit"])) this.values.get(facet)?.sort(byName);
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
    return this.all.find(({ article }) => article.dataset.finding === id)?.article;
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
