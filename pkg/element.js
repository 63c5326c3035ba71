/**
 * `<reconvene-report>`: the report on replies, on any page. It shows and filters; what the report says and how it is written
 * is the core's. Importing it where there are no elements, or twice, does nothing.
 */
import { aggregate, init, render } from "./browser.js";
import { sourcesAt } from "./element/addresses.js";
import { isOpen, keyOf, nameOf, opener, parsed, setOpen } from "./element/article.js";
import { copied } from "./element/clipboard.js";
import { findingText, made, reportStyle, shown } from "./element/core.js";
import { decisionsOf, fingerprintsOf, makeDecidable, pairOf, rows, section } from "./element/decisions.js";
import { button, make, painted } from "./element/dom.js";
import { Findings, parted } from "./element/findings.js";
import { repliesOfScripts, textOf, withoutFaults } from "./element/input.js";
import { bringIntoView, focus, heldFocus, heldPlace, isSelecting, linkTo } from "./element/place.js";
import { SourcePanel } from "./element/source.js";
import { style } from "./element/style.js";
import { darkness, labelCells, levelled, levelOf, watchColours } from "./element/surroundings.js";
import { filtersOf, Tools, withFilter } from "./element/tools.js";

export * from "./browser.js";

/** @typedef {import("./reconvene-element.js").Reply} Reply */
/** @typedef {import("./reconvene-element.js").Report} Report */
/** @typedef {import("./reconvene-element.js").AggregateOptions} AggregateOptions */
/** @typedef {import("./reconvene-element.js").Decision} Decision */
/** @typedef {import("./reconvene-element.js").Filters} Filters */
/** @typedef {import("./reconvene-element.js").Order} Order */

const NAME = "reconvene-report";

/** What is set before the element is defined stands on the element itself, and would hide what is here. */
const PROPERTIES = /** @type {const} */ (["replies", "report", "options", "decisions", "filters", "order"]);

/** How long a word on what was done stays, in milliseconds. */
const SAID = 6000;

/** @type {Order[]} */
const ORDERS = ["severity", "document", "type", "agreement", "confidence"];

const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/** Those on the page: the first that has a finding shows it where the address asks for it. @type {Set<ReconveneReport>} */
const connected = new Set();

/** The style sheets, which all elements share. @type {CSSStyleSheet[] | undefined} */
let sheets;

export class ReconveneReport extends Base {
  static observedAttributes = ["src", "wasm", "level"];

  /** What the host set: replies, or a report. @type {{ replies: (Reply | string)[] } | { report: Report } | null} */
  #given = null;
  /** What stands at the addresses of `src`. @type {import("./element/addresses.js").Sources | null} */
  #sources = null;
  /** @type {AggregateOptions} */
  #options = {};
  /** @type {Decision[]} */
  #decisions = [];
  /** @type {Filters} */
  #filters = {};
  /** @type {Order} */
  #order = "severity";

  /** The replies that are shown, and the place in them of the reply that each result is of. */
  #replies = /** @type {(Reply | string)[]} */ ([]);
  #places = /** @type {Uint32Array} */ (new Uint32Array());
  /** The report that is shown, once somebody asked for it. @type {Report | null} */
  #report = null;
  /** What makes it. @type {(() => Report) | null} */
  #make = null;
  /** @type {Findings | null} */
  #findings = null;
  /** @type {Tools | null} */
  #tools = null;

  /** Counts what is to be shown: what was overtaken is dropped. */
  #turn = 0;
  /** @type {Promise<void>} */
  #shown = Promise.resolve();
  #isScheduled = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #saying;

  /** Puts what follows the findings below them. */
  #finish = () => {};

  #complete = () => {
    this.#findings?.complete();
    this.#finish();
  };

  #notes = make("div", { class: "notes" });
  #frame = make("div", { class: "frame" });
  #head = make("div", { class: "head" });
  #content = make("div", { class: "content" });
  #said = make("p", { class: "announced", role: "status" });
  #source = new SourcePanel();
  /** Those findings that were open when they were last seen, by [`keyOf`]. @type {Set<string>} */
  #opened = new Set();
  #scripts = new MutationObserver(() => this.#schedule());
  #unwatch = () => {};

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    this.#frame.append(this.#head, this.#content);
    root.append(this.#notes, this.#frame, this.#said, this.#source.element);
    root.addEventListener("click", (event) => this.#click(/** @type {MouseEvent} */ (event)));
    root.addEventListener("keydown", (event) => this.#press(/** @type {KeyboardEvent} */ (event)));
    root.addEventListener("change", (event) => this.#choose(/** @type {HTMLElement} */ (event.target)));
    root.addEventListener("input", (event) => this.#type(/** @type {HTMLInputElement} */ (event.target)));
    root.addEventListener("beforematch", (event) => {
      const article = /** @type {HTMLElement} */ (event.target).closest("article");
      if (article) setOpen(article, true);
    });
  }

  connectedCallback() {
    for (const name of PROPERTIES) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete (/** @type {any} */ (this)[name]);
      /** @type {any} */ (this)[name] = value;
    }
    sheets ??= [sheetOf(style)];
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    root.adoptedStyleSheets = sheets;
    connected.add(this);
    addEventListener("beforeprint", this.#complete);
    this.#unwatch = watchColours(() => this.#colour());
    this.#colour();
    this.#scripts.observe(this, { childList: true, characterData: true, subtree: true });
    this.#schedule();
  }

  disconnectedCallback() {
    connected.delete(this);
    removeEventListener("beforeprint", this.#complete);
    this.#unwatch();
    this.#scripts.disconnect();
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (name === "src") this.#sources = null;
    this.#schedule();
  }

  get replies() {
    return this.#replies;
  }

  set replies(replies) {
    this.#given = replies ? { replies: typeof replies === "string" ? [replies] : Array.from(replies) } : null;
    this.#schedule();
  }

  get report() {
    this.#report ??= this.#make?.() ?? null;
    return this.#report;
  }

  set report(report) {
    this.#given = report ? { report } : null;
    this.#schedule();
  }

  get options() {
    return this.#options;
  }

  set options(options) {
    this.#options = options ?? {};
    this.#schedule();
  }

  get decisions() {
    return structuredClone(this.#decisions);
  }

  set decisions(decisions) {
    this.#decisions = decisionsOf(decisions);
    this.#schedule();
  }

  get filters() {
    return { ...this.#filters };
  }

  set filters(filters) {
    this.#filters = filtersOf(filters);
    this.#tools?.filter(this.#filters);
  }

  get order() {
    return this.#order;
  }

  set order(order) {
    this.#order = ORDERS.includes(order) ? order : "severity";
    this.#tools?.sort(this.#order);
  }

  get src() {
    return this.getAttribute("src") ?? "";
  }

  set src(src) {
    this.setAttribute("src", src);
  }

  get wasm() {
    return this.getAttribute("wasm") ?? "";
  }

  set wasm(wasm) {
    this.setAttribute("wasm", wasm);
  }

  get level() {
    return levelOf(this.getAttribute("level"));
  }

  set level(level) {
    this.setAttribute("level", String(level));
  }

  get shown() {
    return this.#shown;
  }

  /** @param {string} finding */
  reveal(finding) {
    const wanted = this.#findings?.named(finding);
    if (!this.#findings || !wanted) return false;
    if (!wanted.passes) this.#filterBy({});
    const article = this.#findings.article(wanted);
    this.#open(article, true);
    article.tabIndex = -1;
    article.focus({ preventScroll: true });
    bringIntoView(article);
    return true;
  }

  /** @param {string} [finding] */
  toMarkdown(finding) {
    const report = this.report;
    if (!report) return "";
    return finding === undefined ? render(report, "markdown") : findingText(report, finding);
  }

  // ── from what is given to what is shown

  /** What is set at one time is shown at once. */
  #schedule() {
    if (this.#isScheduled || !this.isConnected) return;
    this.#isScheduled = true;
    this.#shown = Promise.resolve().then(() => {
      this.#isScheduled = false;
      return this.#update();
    });
  }

  async #update() {
    this.#turn += 1;
    const turn = this.#turn;
    /** @type {string[]} */
    const problems = [];
    const problem = (
      /** @type {string} */ message,
      /** @type {string | null} */ source,
      /** @type {unknown} */ cause = null,
    ) => {
      problems.push(message);
      this.#tell("reconvene-error", { message, source, cause });
    };
    const given = this.#given;
    /** @type {string[]} */
    let missing = [];
    try {
      const addresses = given ? [] : [...new Set(this.src.split(/\s+/).filter((address) => address !== ""))];
      const written = given ? [] : repliesOfScripts(this);
      if (given || addresses.length + written.length > 0) {
        this.setAttribute("aria-busy", "true");
        if (!this.#findings) this.#note("Reading …");
        const ready = init(this.wasm === "" ? undefined : new URL(this.wasm, document.baseURI));
        const sources = given ? null : this.#fetch(addresses, ready);
        await Promise.all([sources?.first, ready]);
        if (turn !== this.#turn) return;
        missing = addresses.filter((address) => !sources?.there.has(address));
        problems.push(...(sources?.problems ?? []));
        const read = addresses.flatMap((address) => sources?.there.get(address) ?? []);
        const replies = given && "replies" in given ? given.replies : [...withoutFaults(written, problem), ...read];
        const [report] = addresses.flatMap((address) => sources?.reports.get(address) ?? []);
        if (given && "report" in given) this.#showReport(given.report);
        else if (replies.length > 0) await this.#showReplies(replies, turn);
        else if (report) this.#showReport(report);
        else this.#showNothing();
      } else this.#showNothing();
    } catch (/** @type {any} */ error) {
      if (turn !== this.#turn) return;
      this.#showNothing();
      problem(String(error?.message ?? error), null, error);
    }
    if (turn !== this.#turn) return;
    this.removeAttribute("aria-busy");
    const none = this.#findings || problems.length > 0 ? null : "No replies yet.";
    this.#note(missing.length > 0 ? `Waiting for ${missing.join(", ")} …` : none, problems);
    if (!this.#findings) return;
    this.#tell("reconvene-report", { findings: this.#findings.all.length, problems });
    // What does not have to be there at first comes after it was painted.
    await painted();
    this.#finish();
  }

  /**
   * What stands at the addresses, fetched once: a decision or an option asks nobody again.
   * @param {string[]} addresses
   * @param {Promise<void>} ready
   */
  #fetch(addresses, ready) {
    if (this.#sources) return this.#sources;
    const tell = (/** @type {string} */ message, /** @type {string} */ source) =>
      this.#tell("reconvene-error", { message, source, cause: null });
    const sources = sourcesAt(addresses, ready, tell, () => {
      if (this.#sources === sources) this.#schedule();
    });
    this.#sources = sources;
    return sources;
  }

  /**
   * @param {(Reply | string)[]} replies
   * @param {number} turn
   */
  async #showReplies(replies, turn) {
    const options = { ...this.#options, decisions: [...(this.#options.decisions ?? []), ...this.#decisions] };
    const { html, places } = await made(replies, options);
    if (turn !== this.#turn) return;
    this.#make = () => aggregate(replies, options);
    this.#show(html, null, replies, places);
  }

  /** @param {Report} report */
  #showReport(report) {
    const html = render(report, "html", { document: "fragment" });
    this.#show(html, report, [], new Uint32Array());
  }

  #showNothing() {
    this.#make = null;
    this.#report = null;
    this.#replies = [];
    this.#findings?.stop();
    this.#findings = null;
    this.#finish = () => {};
    this.#tools = null;
    this.#head.replaceChildren();
    this.#content.replaceChildren();
  }

  /**
   * @param {string} html
   * @param {Report | null} report
   * @param {(Reply | string)[]} replies
   * @param {Uint32Array} places
   */
  #show(html, report, replies, places) {
    // What is the element's own wins over what is the report's.
    if (sheets?.length === 1) sheets.unshift(sheetOf(reportStyle()));
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    root.adoptedStyleSheets = sheets ?? [];
    const { frame, findings: written, rest } = parted(html);
    const content = parsed(frame);
    const { level } = this;
    levelled(content, level);
    labelCells(content);
    this.#colour();
    const isFirst = !this.#findings;
    for (const article of this.#findings?.articles ?? []) {
      if (isOpen(article)) this.#opened.add(keyOf(article));
      else this.#opened.delete(keyOf(article));
    }
    this.#findings?.stop();
    // A report that was set is not made again here: a decision would change nothing.
    if (!report) makeDecidable(content);
    const list = content.querySelector(".finding-list");
    const open = opener(written.length, this.#opened, isFirst);
    const findings = new Findings(list, written, (article) => {
      levelled(article, level);
      open(article);
    });
    const decided = section(this.#decisions, findings);
    const before = content.querySelector('[data-section="suggestions"], [data-section="findings"]');
    if (decided) before ? before.after(decided) : content.firstElementChild?.append(decided);
    this.#findings = findings;
    this.#tools = written.length > 0 ? new Tools(findings, shown) : null;
    if (this.#tools) list?.before(this.#tools.element);
    this.#report = report;
    this.#replies = replies;
    this.#places = places;
    this.#tools?.sort(this.#order);
    this.#tools?.filter(this.#filters);
    this.#head.replaceChildren(
      button("copy-all", "Copy as Markdown", { "aria-label": "Copy as Markdown: the report" }),
    );
    const giveFocus = heldFocus(root);
    const isInFinding = root.activeElement?.closest("article.finding");
    const stay = isFirst ? null : heldPlace(this);
    const article = content.firstElementChild;
    this.#content.replaceChildren(content);
    giveFocus();
    this.#finish = () => {
      this.#finish = () => {};
      const below = parsed(rest);
      levelled(below, level);
      labelCells(below);
      if (!report) makeDecidable(below);
      article?.append(below);
      giveFocus();
    };
    // Whoever has scrolled down stays there: all of it is put in at once.
    if (stay || isInFinding) this.#complete();
    stay?.();
    if (isFirst) follow(this);
  }

  /** A page that is dark by its colours alone tells no colour scheme. */
  #colour() {
    if (!this.isConnected) return;
    this.#frame.style.colorScheme = "";
    const isDark = darkness(this);
    this.#frame.style.colorScheme = isDark === null ? "" : isDark ? "dark" : "light";
  }

  /**
   * @param {string | null} state
   * @param {string[]} [problems]
   */
  #note(state, problems = []) {
    const notes = [];
    if (state !== null) notes.push(make("p", { class: "state", role: "status" }, state));
    if (problems.length > 0) {
      const items = problems.map((sentence) => make("li", {}, sentence));
      notes.push(make("div", { class: "problems", role: "alert" }, make("ul", {}, ...items)));
    }
    this.#notes.replaceChildren(...notes);
  }

  // ── what the user does

  /** @param {MouseEvent} event */
  #click(event) {
    const target = /** @type {Element} */ (event.target);
    const article = /** @type {HTMLElement | null} */ (target.closest("article.finding"));
    const link = target.closest("a");
    if (link) {
      const to = link.getAttribute("href") ?? "";
      if (!to.startsWith("#") || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      // Where a page has a base, the browser would go there.
      event.preventDefault();
      this.#goTo(to.slice(1));
      return;
    }
    const pressed = /** @type {HTMLElement | null} */ (target.closest("button"));
    if (pressed) this.#do(pressed, article);
    else if (article && target.closest(".finding-title") && !isSelecting()) this.#open(article, !isOpen(article));
  }

  /**
   * @param {HTMLElement} pressed
   * @param {HTMLElement | null} article
   */
  #do(pressed, article) {
    const row = /** @type {HTMLElement | null} */ (pressed.closest("[data-fingerprints], [data-decision]"));
    /** @type {Record<string, () => unknown>} */
    const actions = {
      toggle: () => article && this.#open(article, !isOpen(article)),
      source: () => this.#openSource(/** @type {HTMLElement} */ (pressed.closest("[data-source]")), article),
      copy: () => article && this.#copy(() => this.toMarkdown(article.dataset.finding), nameOf(article)),
      link: () => article && this.#copyLink(article),
      "copy-all": () => this.#copy(() => this.toMarkdown(), "The report"),
      expand: () => this.#openAll(true),
      collapse: () => this.#openAll(false),
      clear: () => this.#filterBy({}),
      severity: () => {
        const { value = "" } = pressed.dataset;
        this.#filterBy(withFilter(this.#filters, "severity", this.#filters.severity === value ? "" : value));
      },
      same: () => row && this.#decide(row, true),
      different: () => row && this.#decide(row, false),
      undo: () => row && this.#undo(Number(row.dataset.decision)),
      close: () => this.#source.close(),
    };
    actions[pressed.dataset.do ?? ""]?.();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = /** @type {HTMLElement} */ (event.target);
    const row = /** @type {HTMLElement | null} */ (target.closest("[data-fingerprints], [data-decision]"));
    if (!row) return;
    const isSuggestion = "fingerprints" in row.dataset;
    const key = event.key.toLowerCase();
    if (key === "s" && isSuggestion) this.#decide(row, true);
    else if (key === "d" && isSuggestion) this.#decide(row, false);
    else if (key === "u") this.#undo(isSuggestion ? this.#decisions.length - 1 : Number(row.dataset.decision));
    else return;
    event.preventDefault();
  }

  /** @param {HTMLElement} changed */
  #choose(changed) {
    const { filter, order } = changed.dataset;
    const { value } = /** @type {HTMLSelectElement} */ (changed);
    // An option without a value is another than one whose value is empty.
    if (filter === "text") return;
    if (filter !== undefined && value === "=") this.#filterBy({ ...this.#filters, [filter]: "" });
    else if (filter !== undefined) this.#filterBy(withFilter(this.#filters, filter, value.slice(1)));
    if (order === undefined) return;
    this.order = /** @type {Order} */ (value);
    this.#tellFilter();
  }

  /** @param {HTMLInputElement} field */
  #type({ dataset, value }) {
    if (dataset.filter === "text") this.#filterBy(withFilter(this.#filters, "text", value));
  }

  /** @param {Filters} filters */
  #filterBy(filters) {
    this.#filters = filters;
    this.#tools?.filter(filters);
    this.#tellFilter();
  }

  #tellFilter() {
    const { passing: shown = 0, all = [] } = this.#findings ?? {};
    this.#tell("reconvene-filter", { filters: this.filters, order: this.#order, shown, findings: all.length });
  }

  /**
   * @param {HTMLElement} article
   * @param {boolean} open
   */
  #open(article, open) {
    setOpen(article, open);
    const { finding } = article.dataset;
    if (open && finding) this.#tell("reconvene-select", { finding });
  }

  /** @param {boolean} open */
  #openAll(open) {
    this.#complete();
    for (const article of this.#findings?.articles ?? []) if (article.isConnected) setOpen(article, open);
  }

  /** @param {string} name */
  #goTo(name) {
    const { id: finding, anchor = name } = this.#findings?.named(name) ?? {};
    if (finding === undefined) return;
    const goes = this.#tell("reconvene-select", { finding });
    this.reveal(finding);
    if (goes && location.hash !== `#${anchor}`) location.hash = anchor;
  }

  /**
   * @param {() => string} text
   * @param {string} what
   */
  async #copy(text, what) {
    try {
      const done = await copied(text());
      this.#say(done ? `${what}: copied.` : "The browser does not allow this page to copy.");
    } catch (/** @type {any} */ error) {
      this.#say(String(error?.message ?? error));
    }
  }

  /** @param {HTMLElement} article */
  #copyLink(article) {
    const { finding = "" } = article.dataset;
    const { id: anchor } = article;
    if (!this.#tell("reconvene-link", { finding, anchor })) return;
    this.#copy(() => linkTo(anchor), `The link to ${nameOf(article)}`);
  }

  /** @param {string} sentence */
  #say(sentence) {
    clearTimeout(this.#saying);
    this.#said.textContent = sentence;
    this.#saying = setTimeout(() => this.#said.replaceChildren(), SAID);
  }

  /**
   * @param {HTMLElement} member
   * @param {HTMLElement | null} article
   */
  #openSource(member, article) {
    const [, result, start, end] = (/^(\d+):(\d+)-(\d+)$/.exec(member.dataset.source ?? "") ?? []).map(Number);
    if (result === undefined || start === undefined || end === undefined) return;
    const place = this.#places[result] ?? null;
    const reply = place === null ? null : (this.#replies[place] ?? null);
    const span = { start, end };
    const finding = article?.dataset.finding ?? null;
    if (!this.#tell("reconvene-source", { finding, reply, place, result, span })) return;
    if (reply === null) {
      this.#say("The report does not contain its replies.");
      return;
    }
    const said = typeof reply === "string" ? { text: reply } : /** @type {Reply} */ (reply);
    const { text, source, unit, agent, meta } = said;
    const title = source ?? ([unit, agent].filter(Boolean).join(", ") || `Reply ${Number(place) + 1}`);
    this.#source.open(title, textOf(text), span, meta && this.report?.results[result]?.meta);
  }

  // ── decisions

  /**
   * @param {HTMLElement} row
   * @param {boolean} same
   */
  async #decide(row, same) {
    const [one, other] = fingerprintsOf(row);
    const decision = { fingerprints: /** @type {[string, string]} */ ([one, other]), same };
    const at = rows(this.#content).indexOf(row);
    const others = this.#decisions.filter((earlier) => pairOf(earlier) !== pairOf(decision));
    await this.#redecide([...others, decision], decision, false);
    const next =
      rows(this.#content)[at] ?? rows(this.#content).at(-1) ?? this.#decisionItem(this.#decisions.length - 1);
    focus(next);
  }

  /** @param {number} at */
  async #undo(at) {
    const decision = this.#decisions[at];
    if (!decision) return;
    const others = this.#decisions.filter((_, index) => index !== at);
    await this.#redecide(others, decision, true);
    const again = rows(this.#content).find(
      (row) => pairOf({ fingerprints: fingerprintsOf(row), same: true }) === pairOf(decision),
    );
    focus(again ?? rows(this.#content)[0] ?? this.#decisionItem(0));
  }

  /**
   * @param {Decision[]} decisions
   * @param {Decision} decision
   * @param {boolean} undone
   */
  async #redecide(decisions, decision, undone) {
    this.#decisions = decisions;
    this.#tell("reconvene-decision", { decisions: this.decisions, decision, undone });
    this.#schedule();
    await this.#shown;
    const word = decision.same ? "the same" : "different";
    this.#say(undone ? `Undone: ${word}.` : `Decided: ${word}. Press u to undo.`);
  }

  /** @param {number} at */
  #decisionItem(at) {
    return /** @type {HTMLElement | null} */ (this.#content.querySelector(`[data-decision="${at}"]`));
  }

  /**
   * Tells the host; whether it lets what follows happen.
   * @param {keyof import("./reconvene-element.js").ReconveneReportEventMap} name
   * @param {object} detail
   */
  #tell(name, detail) {
    const cancelable = ["reconvene-source", "reconvene-select", "reconvene-link"].includes(name);
    return this.dispatchEvent(new CustomEvent(name, { detail, cancelable, bubbles: true, composed: true }));
  }
}

/** @param {string} text */
function sheetOf(text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

/** Some programs write the colon of a fingerprint as `%3A`. @param {string} hash */
const decoded = (hash) => hash.replace(/%3A/i, ":");

/**
 * Shows the finding that the address of the page names.
 * @param {ReconveneReport} [only] Where it is this element that was not there before.
 */
function follow(only) {
  const finding = /^#(G\d+|f1:[\da-f]{16})$/.exec(decoded(location.hash))?.[1];
  if (finding === undefined) return;
  const isBehind = (/** @type {Node} */ one, /** @type {Node} */ other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING;
  const inOrder = [...connected].sort((one, other) => (isBehind(one, other) ? 1 : -1));
  for (const element of only ? [only] : inOrder) if (element.reveal(finding)) return;
}

if (globalThis.customElements && !customElements.get(NAME)) {
  customElements.define(NAME, ReconveneReport);
  addEventListener("hashchange", () => follow());
}
