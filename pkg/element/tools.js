/** What filters and sorts the findings: a form over them, which says how many there are of each kind. */
import { button, clipped, make } from "./dom.js";
import { FACETS } from "./findings.js";

/** @typedef {import("../reconvene-element.js").Filters} Filters */
/** @typedef {import("../reconvene-element.js").Order} Order */
/** @typedef {import("./findings.js").Facet} Facet */
/** @typedef {import("./findings.js").Findings} Findings */

/** @type {Record<Exclude<Facet, "severity">, { label: string, all: string }>} */
const MENUS = {
  type: { label: "Type", all: "All types" },
  document: { label: "Document", all: "All documents" },
  unit: { label: "Task", all: "All tasks" },
  state: { label: "State", all: "Open and resolved" },
  baseline: { label: "Since before", all: "New and old" },
};

/** @type {Record<Order, string>} */
const ORDERS = {
  severity: "Severity",
  document: "Document",
  type: "Type",
  agreement: "Agreement",
  confidence: "Confidence",
};

export class Tools {
  element = make("div", { class: "tools", part: "tools", role: "search", "aria-label": "Findings" });
  #findings;
  /** @type {Map<string, HTMLButtonElement>} */
  #severities = new Map();
  /** @type {Map<Facet, HTMLSelectElement>} */
  #menus = new Map();
  #text = make("input", { type: "search", "data-filter": "text", placeholder: "Text", "aria-label": "Text" });
  #order = make("select", { "data-order": "", "aria-label": "Sort by" });
  #clear = button("clear", "Clear filters");
  #status = make("p", { class: "status", role: "status" });

  /**
   * @param {Findings} findings
   * @param {(text: string) => string} shown
   */
  constructor(findings, shown) {
    this.#findings = findings;
    const severities = make("div", { class: "severities", role: "group", "aria-label": "Severity" });
    for (const value of findings.values.get("severity") ?? []) {
      const chip = button("severity", value, { class: "chip", "data-value": value, "aria-pressed": "false" });
      this.#severities.set(value, chip);
      severities.append(chip);
    }
    const fields = make("div", { class: "fields" }, this.#text);
    for (const [name, { label, all }] of Object.entries(MENUS)) {
      const facet = /** @type {Facet} */ (name);
      const values = findings.values.get(facet) ?? [];
      // What all have in common tells none of them from the others.
      if (values.length < 2 && facet !== "type") continue;
      const menu = make("select", { "data-filter": facet, "aria-label": label }, make("option", { value: "" }, all));
      for (const value of values) {
        const name = clipped(shown(value));
        menu.append(make("option", { value: `=${value}`, "data-name": name }, name));
      }
      this.#menus.set(facet, menu);
      fields.append(menu);
    }
    for (const [order, label] of Object.entries(ORDERS)) {
      this.#order.append(make("option", { value: order }, `By ${label.toLowerCase()}`));
    }
    fields.append(this.#order);
    const actions = make(
      "div",
      { class: "actions", role: "toolbar", "aria-label": "All findings" },
      ...[button("expand", "Expand all"), button("collapse", "Collapse all"), this.#clear],
    );
    this.element.append(severities, fields, make("div", { class: "last" }, this.#status, actions));
    rove(actions);
  }

  /**
   * Shows what passes the filters, and how much that is.
   * @param {Filters} filters
   * @returns {number}
   */
  filter(filters) {
    const { shown, counts } = this.#findings.filter(filters);
    for (const [value, chip] of this.#severities) {
      chip.textContent = `${value} ${counts.get("severity")?.get(value) ?? 0}`;
      chip.setAttribute("aria-pressed", String(filters.severity === value));
    }
    for (const [facet, menu] of this.#menus) {
      for (const option of menu.options) {
        const name = option.dataset.name;
        if (name !== undefined) option.text = `${name} (${counts.get(facet)?.get(option.value.slice(1)) ?? 0})`;
      }
      menu.value = filters[facet] === undefined ? "" : `=${filters[facet]}`;
    }
    if (this.#text.value !== (filters.text ?? "")) this.#text.value = filters.text ?? "";
    const all = this.#findings.all.length;
    this.#status.textContent = shown === all ? `${all} ${plural(all)}` : `${shown} of ${all} ${plural(all)}`;
    this.#clear.disabled = Object.keys(filters).length === 0;
    return shown;
  }

  /** @param {Order} order */
  sort(order) {
    this.#order.value = order;
    this.#findings.sort(order);
  }
}

/**
 * The filters, of which one became another.
 * @param {Filters} filters
 * @param {string} name
 * @param {string} value Nothing: it filters no more.
 * @returns {Filters}
 */
export function withFilter(filters, name, value) {
  const { [/** @type {keyof Filters} */ (name)]: _, ...rest } = filters;
  return value === "" ? rest : { ...rest, [name]: value };
}

/**
 * The filters that are some, of what a host gives.
 * @param {any} given
 * @returns {Filters}
 */
export function filtersOf(given) {
  const known = [...FACETS, "text"].filter((name) => given?.[name] !== undefined && given[name] !== null);
  return Object.fromEntries(known.map((name) => [name, String(given[name])]).filter(([, value]) => value !== ""));
}

const plural = (/** @type {number} */ count) => (count === 1 ? "finding" : "findings");

/**
 * One button of a toolbar is reached by Tab, the others from there by the arrows.
 * @param {HTMLElement} toolbar
 */
function rove(toolbar) {
  const buttons = () => [...toolbar.querySelectorAll("button")];
  for (const [at, one] of buttons().entries()) one.tabIndex = at === 0 ? 0 : -1;
  toolbar.addEventListener("keydown", ({ key, target }) => {
    const usable = buttons().filter(({ disabled }) => !disabled);
    const at = usable.indexOf(/** @type {HTMLButtonElement} */ (target));
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[key];
    const next = to === undefined ? undefined : usable.at(to % usable.length);
    if (!next) return;
    for (const one of buttons()) one.tabIndex = one === next ? 0 : -1;
    next.focus();
  });
}
