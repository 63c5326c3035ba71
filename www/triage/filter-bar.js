/** What filters the list: severities, agents, files, what was decided, a search. Each says how many there are. */
import { shown } from "../../pkg/element/core.js";
import { noFilters } from "../address.js";
import { element } from "../dom.js";
import { isFiltering } from "./filters.js";

/** @typedef {import("../address.js").Filters} Filters */
/** @typedef {import("./filters.js").Facet} Facet */
/** @typedef {Exclude<Facet, "severity">} Menu */

const SEVERITIES = ["critical", "major", "minor", "advisory"];

/** @type {Record<Menu, { label: string, all: string, values?: Record<string, string> }>} */
const MENUS = {
  decided: {
    label: "Decided",
    all: "Decided or not",
    values: { left: "Left to decide", accepted: "Accepted", dismissed: "Dismissed" },
  },
  agent: { label: "Agent", all: "All agents" },
  file: { label: "File", all: "All files" },
  pair: { label: "Reported on", all: "All tasks" },
  since: {
    label: "Since the earlier run",
    all: "New and old",
    values: { new: "New", open: "Still open", regressed: "Back again" },
  },
};

const LONGEST = 60;

export class FilterBar {
  /** @type {Filters} */
  #filters = noFilters();
  #changed;
  /** @type {Map<string, HTMLButtonElement>} */
  #severities = new Map();
  /** @type {Map<Menu, HTMLSelectElement>} */
  #menus = new Map();
  #text = element("input", {
    type: "search",
    placeholder: "Search",
    "aria-label": "Search the findings",
    "aria-keyshortcuts": "/",
  });
  /** Where there is little room, the filters are folded. */
  #opener = element("button", { type: "button", class: "opener", "aria-expanded": "false" }, "Filters");
  #disputed = element("button", { type: "button", class: "chip", "aria-pressed": "false" }, "disputed");
  #clear = element("button", { type: "button", class: "link", hidden: true }, "Clear filters");
  #status = element("p", { class: "hint status-line", role: "status" });
  element = element("div", { class: "filter-bar", role: "search", "aria-label": "Findings" });

  /**
   * @param {(filters: Filters) => void} changed
   * @param {() => void} leave To what was found.
   */
  constructor(changed, leave) {
    this.#changed = changed;
    const chips = element("div", { class: "row chips", role: "group", "aria-label": "Severity" });
    for (const value of SEVERITIES) {
      const chip = element(
        "button",
        { type: "button", class: "chip", "data-severity": value, "aria-pressed": "false" },
        value,
      );
      chip.addEventListener("click", () => {
        const { severity } = this.#filters;
        const others = severity.filter((one) => one !== value);
        this.#change({ severity: others.length < severity.length ? others : [...severity, value] });
      });
      this.#severities.set(value, chip);
      chips.append(chip);
    }
    this.#disputed.addEventListener("click", () => this.#change({ disputed: !this.#filters.disputed }));
    chips.append(this.#disputed);
    const menus = Object.entries(MENUS).map(([name, { label }]) => {
      const menu = element("select", { "aria-label": label, "data-filter": name });
      menu.addEventListener("change", () => this.#change({ [name]: menu.value }));
      this.#menus.set(/** @type {Menu} */ (name), menu);
      return menu;
    });
    this.#opener.addEventListener("click", () => {
      const isOpen = this.element.toggleAttribute("data-open");
      this.#opener.setAttribute("aria-expanded", String(isOpen));
    });
    this.#text.addEventListener("input", () => this.#change({ text: this.#text.value }));
    this.#text.addEventListener("keydown", (event) => {
      if (event.isComposing || !["Enter", "ArrowDown", "Escape"].includes(event.key)) return;
      event.preventDefault();
      if (event.key === "Escape") this.#change({ text: "" });
      leave();
    });
    this.#clear.addEventListener("click", () => {
      this.#filters = noFilters();
      this.#changed(this.#filters);
      this.#text.focus();
    });
    this.element.append(
      this.#text,
      this.#opener,
      element("div", { class: "filters-body" }, chips, element("div", { class: "menus" }, ...menus)),
      element("div", { class: "row" }, this.#status, this.#clear),
    );
  }

  /** Another report has other values. */
  forget() {
    before.clear();
  }

  search() {
    this.#text.focus();
    this.#text.select();
  }

  /** @param {Partial<Filters>} change */
  #change(change) {
    this.#filters = { ...this.#filters, ...change };
    this.#changed(this.#filters);
  }

  /**
   * @param {Filters} filters
   * @param {import("./filters.js").Found} found
   * @param {number} all
   */
  show(filters, { passing, counts, disputed }, all) {
    this.#filters = filters;
    if (this.#text.value !== filters.text) this.#text.value = filters.text;
    for (const [value, chip] of this.#severities) {
      const count = counts.get("severity")?.get(value) ?? 0;
      const isOn = filters.severity.includes(value);
      chip.textContent = `${value} ${count}`;
      chip.setAttribute("aria-pressed", String(isOn));
      chip.hidden = value === "advisory" && count === 0 && !isOn;
    }
    this.#disputed.textContent = `disputed ${disputed}`;
    this.#disputed.setAttribute("aria-pressed", String(filters.disputed));
    for (const [name, menu] of this.#menus) showMenu(menu, name, filters[name], counts.get(name) ?? new Map());
    this.#clear.hidden = !isFiltering(filters);
    this.#status.textContent =
      passing.length === all ? `${all} in the list` : `${passing.length} of ${all} in the list`;
  }
}

/**
 * @param {HTMLSelectElement} menu
 * @param {Menu} name
 * @param {string} chosen
 * @param {Map<string, number>} counts
 */
function showMenu(menu, name, chosen, counts) {
  const { all, values } = MENUS[name];
  const names = values ? Object.keys(values) : inOrder(name, counts);
  // What is filtered by stays there, also where nothing has it any more.
  if (chosen !== "" && !names.includes(chosen)) names.unshift(chosen);
  menu.hidden = chosen === "" && names.filter((one) => counts.has(one)).length < 2 && name !== "decided";
  const labels = names.map((value) => `${clipped(values?.[value] ?? value)} (${counts.get(value) ?? 0})`);
  const [, ...options] = menu.options;
  const isSame = options.length === names.length && options.every((option, at) => option.value === names[at]);
  if (isSame) {
    for (const [at, option] of options.entries()) if (option.text !== labels[at]) option.text = labels[at] ?? "";
  } else {
    const made = names.map((value, at) => element("option", { value }, labels[at] ?? ""));
    menu.replaceChildren(element("option", { value: "" }, all), ...made);
  }
  menu.value = chosen;
}

/** What each menu has had of this report, in order. @type {Map<string, string[]>} */
const before = new Map();

/**
 * The values that a menu offers: also those that nothing has with the other filters as they are.
 * @param {Menu} name
 * @param {Map<string, number>} counts
 */
function inOrder(name, counts) {
  const had = before.get(name) ?? [];
  const isNew = [...counts.keys()].some((value) => !had.includes(value));
  const values = isNew ? [...new Set([...had, ...counts.keys()])].sort(byName) : had;
  before.set(name, values);
  return [...values];
}

/** Names as they are shown, made once. @type {Map<string, string>} */
const known = new Map();

/** @param {string} name */
function clipped(name) {
  const made = known.get(name) ?? shown(name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name);
  known.set(name, made);
  return made;
}

const { compare: byName } = new Intl.Collator("en", { numeric: true });
