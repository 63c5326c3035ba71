/** The findings of a report that is shown: what the core says of each, which of them are shown, and in what order. */
import { parsed } from "./article.js";
import { painted } from "./dom.js";

/** @typedef {import("../reconvene-element.js").Filters} Filters */
/** @typedef {import("../reconvene-element.js").Order} Order */
/** @typedef {"severity" | "type" | "document" | "unit" | "state" | "baseline"} Facet */

/** @type {Facet[]} */
export const FACETS = ["severity", "type", "document", "unit", "state", "baseline"];

/** How an attribute begins that the core wrote for this file; all others have short names. */
const DATA = " data-";

/** So many findings are there at once; the others follow, before anyone has read these. */
const FIRST = 24;

/** So many follow at a time: what takes longer than a frame, somebody who scrolls sees. */
const BATCH = 80;

/** So many texts are made at a time. */
const TEXTS = 200;

/** The type of a finding that has none, as the core counts it. */
const UNTYPED = "untyped";

/** Where the first tag of a finding has its anchor. */
const ANCHOR = /^ id="([^"]*)"/;

/** How the core begins and ends a finding. No text that it writes can look like either. */
const [BEGINS, ENDS] = ['\n<li>\n<article class="finding"', "</article></li>"];

/**
 * The report up to its findings, each of them, and what follows them: a browser takes longer to parse a report than the core
 * to write it, and nobody looks at all of it at once.
 * @param {string} html
 */
export function parted(html) {
  const findings = [];
  let frame = "";
  let at = 0;
  for (let begin = html.indexOf(BEGINS); begin >= 0; begin = html.indexOf(BEGINS, at)) {
    frame += html.slice(at, begin);
    at = html.indexOf(ENDS, begin) + ENDS.length;
    findings.push(html.slice(begin, at));
  }
  const rest = html.slice(at);
  return findings.length > 0 ? { frame, findings, rest } : { frame: rest, findings, rest: "" };
}

/**
 * A finding.
 * @typedef {object} Shown
 * @property {string} html What the core wrote.
 * @property {string | undefined} id
 * @property {string | undefined} anchor What its address ends with: its fingerprint, where no other has it.
 * @property {Record<Facet, string[]>} values
 * @property {number} agreement
 * @property {number} confidence In percent; -1 where none is stated.
 * @property {number} place In the report.
 * @property {boolean} passes Whether it passes the filters.
 * @property {string | null} text What can be read of it, in small letters, once it was asked for.
 * @property {HTMLElement | null} item What stands in the list, once it was there.
 */

export class Findings {
  /** In their order. @type {Shown[]} */
  all;
  /** The values that each facet has, in the order of the report. @type {Map<Facet, string[]>} */
  values = new Map();
  #list;
  #prepare;
  /** Those that pass the filters and are not in the list yet. @type {Shown[]} */
  #waiting = [];
  #isFollowing = false;
  /** The core's own at first. @type {Order} */
  #order = "severity";
  /** The findings by the fingerprints of their members, once that was asked for. @type {Map<string, Shown> | undefined} */
  #reporting;

  /**
   * @param {Element | null} list Where they stand.
   * @param {string[]} written
   * @param {(article: HTMLElement) => void} prepare Done once to each, before it is in the list.
   */
  constructor(list, written, prepare) {
    this.#prepare = prepare;
    this.#list = list;
    this.all = shownOf(written);
    for (const facet of FACETS) {
      this.values.set(facet, [...new Set(this.all.flatMap(({ values }) => values[facet]))]);
    }
    // The core's order says what weighs more; names have no order there.
    for (const facet of /** @type {Facet[]} */ (["type", "document", "unit"])) this.values.get(facet)?.sort(byName);
    this.#show();
  }

  /** The articles that were made so far. */
  get articles() {
    return this.all.flatMap(({ item }) => (item ? [articleIn(item)] : []));
  }

  /** How many pass the filters. */
  get passing() {
    return this.all.filter(({ passes }) => passes).length;
  }

  /** Puts all that pass the filters into the list at once. */
  complete() {
    this.#add(this.#waiting.length);
  }

  /** What is still to come into the list stays out: the list is no longer shown. */
  stop() {
    this.#waiting = [];
  }

  /**
   * Shows the findings that pass the filters, and no others.
   * @param {Filters} filters
   * @returns {{ shown: number, counts: Map<Facet, Map<string, number>> }} How many are shown; and how many there would be
   * for each value of a facet, with the other filters as they are.
   */
  filter(filters) {
    const counts = new Map(FACETS.map((facet) => [facet, new Map()]));
    const wanted = filters.text?.trim().toLowerCase();
    const chosen = FACETS.filter((facet) => filters[facet] !== undefined);
    let [shown, isOther] = [0, false];
    for (const finding of this.all) {
      const { values } = finding;
      const fits = !wanted || textOf(finding).includes(wanted);
      const failed = fits ? chosen.filter((facet) => !values[facet].includes(String(filters[facet]))) : [];
      const passes = fits && failed.length === 0;
      if (passes !== finding.passes) isOther = true;
      finding.passes = passes;
      if (passes) shown += 1;
      if (!fits || failed.length > 1) continue;
      for (const facet of failed.length === 1 ? failed : FACETS) {
        const count = counts.get(facet);
        for (const value of values[facet]) count?.set(value, (count.get(value) ?? 0) + 1);
      }
    }
    if (isOther) this.#show();
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
      confidence: (one, other) => other.confidence - one.confidence,
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
    this.all.sort((one, other) => orders[order](one, other) || one.place - other.place);
    this.#show();
  }

  /** @param {string} name An id or an anchor. */
  named(name) {
    return this.all.find(({ id, anchor }) => id !== undefined && (id === name || anchor === name));
  }

  /**
   * The article of a finding; in the list, where it passes the filters.
   * @param {Shown} finding
   */
  article(finding) {
    this.#add(this.#waiting.indexOf(finding) + 1);
    return this.#madeOf(finding);
  }

  /**
   * The article of the finding that has a member of a fingerprint.
   * @param {string} fingerprint
   */
  reporting(fingerprint) {
    this.#reporting ??= new Map(
      this.all.flatMap((finding) => fingerprintsIn(finding.html).map((one) => [one, finding])),
    );
    const finding = this.#reporting.get(fingerprint);
    return finding && this.#madeOf(finding);
  }

  /** @param {Shown} finding */
  #madeOf(finding) {
    this.#make([finding]);
    return articleIn(itemOf(finding));
  }

  /** Puts the first of those that pass the filters into the list; the others follow, frame by frame. */
  #show() {
    const passing = this.all.filter(({ passes }) => passes);
    const first = passing.slice(0, FIRST);
    this.#make(first);
    const root = /** @type {Partial<ShadowRoot> | undefined} */ (this.#list?.getRootNode());
    const focused = /** @type {HTMLElement | null | undefined} */ (root?.activeElement);
    const holding = focused && passing.find(({ item }) => item?.contains(focused));
    this.#list?.replaceChildren(...first.map(itemOf));
    this.#waiting = passing.slice(FIRST);
    // What leaves the list for a moment loses the focus.
    if (holding) this.article(holding);
    if (focused?.isConnected) focused.focus({ preventScroll: true });
    this.#follow();
  }

  /** Frame by frame: those that pass come into the list; then their texts are made, for who looks for a word. */
  async #follow() {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    const untold = [...this.all];
    for (let isMore = true; isMore; ) {
      await painted();
      if (this.#waiting.length > 0) this.#add(BATCH);
      else {
        untold.splice(0, TEXTS).forEach(textOf);
        isMore = untold.length > 0;
      }
    }
    this.#isFollowing = false;
  }

  /** @param {number} count */
  #add(count) {
    const added = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    this.#make(added);
    this.#list?.append(...added.map(itemOf));
  }

  /** Makes those that were not made yet, in one go. @param {Shown[]} findings */
  #make(findings) {
    const wanted = findings.filter(({ item }) => item === null);
    if (wanted.length === 0) return;
    const items = [...parsed(wanted.map(({ html }) => html).join("")).children];
    for (const [at, finding] of wanted.entries()) {
      finding.item = /** @type {HTMLElement} */ (items[at]);
      this.#prepare(articleIn(finding.item));
    }
  }
}

/**
 * What the core says of findings, each told by its first tag.
 * @param {string[]} written
 * @returns {Shown[]}
 */
function shownOf(written) {
  /** Findings name the same documents and units again and again. @type {Map<string, string[]>} */
  const lists = new Map();
  const listOf = (json = "[]") => {
    const list = lists.get(json) ?? JSON.parse(unescaped(json));
    lists.set(json, list);
    return list;
  };
  const one = (/** @type {string | undefined} */ value) => (value === undefined ? [] : [unescaped(value)]);
  return written.map((html, place) => {
    const { severity, type = UNTYPED, state, baseline, documents, units, agreement, ...more } = dataOf(html);
    const { confidence, finding: id } = more;
    const [, anchor] = ANCHOR.exec(html.slice(BEGINS.length)) ?? [];
    const values = {
      severity: one(severity),
      type: one(type),
      state: one(state),
      baseline: one(baseline),
      document: listOf(documents),
      unit: listOf(units),
    };
    const [agreed, sure] = [Number(agreement ?? 0), Number(confidence ?? -1)];
    return {
      html,
      id,
      anchor,
      values,
      agreement: agreed,
      confidence: sure,
      place,
      passes: true,
      text: null,
      item: null,
    };
  });
}

/** @param {string} html */
const fingerprintsIn = (html) =>
  Array.from(html.matchAll(/class="fingerprint">([^<]*)</g), ([, fingerprint]) => unescaped(fingerprint ?? ""));

/** @param {HTMLElement} item */
const articleIn = (item) => /** @type {HTMLElement} */ (item.querySelector("article"));

/** @param {Shown} finding */
const itemOf = ({ item }) => /** @type {HTMLElement} */ (item);

/** @param {Shown} finding */
function textOf(finding) {
  finding.text ??= unescaped(finding.html.replace(/<[^>]*>/g, "")).toLowerCase();
  return finding.text;
}

/**
 * What the core says of a finding in its first tag, as it is written there.
 * @param {string} html
 */
function dataOf(html) {
  const parts = html.slice(BEGINS.length, html.indexOf(">", BEGINS.length)).split('"');
  /** @type {Record<string, string | undefined>} */
  const data = {};
  for (let at = 0; at + 1 < parts.length; at += 2) {
    data[String(parts[at]).slice(DATA.length, -1)] = parts[at + 1];
  }
  return data;
}

/** How the core writes what would be markup. @type {Record<string, string>} */
const ESCAPES = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&#10;": "\n" };

/** @param {string} text */
const unescaped = (text) => (text.includes("&") ? text.replace(/&[#\w]+;/g, (found) => ESCAPES[found] ?? found) : text);

const { compare: byName } = new Intl.Collator("en", { numeric: true });
