/** A list of thousands of rows of one height, of which those in sight are there. One of them is chosen: a listbox. */
import { element } from "../dom.js";

/** So many rows are there above and below what is in sight. */
const BEYOND = 6;

/**
 * @template Item
 * @typedef {object} Look How a list shows its items.
 * @property {(item: Item, at: number) => HTMLElement} make
 * @property {string} name What the list is called.
 * @property {string} className
 * @property {(at: number) => void} chosen Called where a person chose another row.
 * @property {(at: number, isClick: boolean) => void} [opened] Called where a person pressed Enter, or clicked.
 */

/** @template Item */
export class VirtualList {
  #look;
  #space = element("div", { class: "space", role: "presentation" });
  #id;
  /** @type {Item[]} */
  #items = [];
  #chosen = -1;
  #height = 0;
  #from = 0;
  #to = 0;
  /** Where it was when it was last seen: what is hidden forgets that. */
  #top = 0;
  element;

  /** @param {Look<Item>} look */
  constructor(look) {
    this.#look = look;
    this.#id = `${look.className}-row`;
    this.element = element(
      "div",
      { class: `virtual ${look.className}`, role: "listbox", tabindex: "0", "aria-label": look.name },
      this.#space,
    );
    this.element.addEventListener("scroll", () => {
      if (this.element.clientHeight > 0) this.#top = this.element.scrollTop;
      this.#fill();
    });
    this.element.addEventListener("keydown", (event) => this.#pressed(event));
    this.element.addEventListener("click", (event) => this.#clicked(event));
    new ResizeObserver(() => this.#resized()).observe(this.element);
  }

  get items() {
    return this.#items;
  }

  get chosen() {
    return this.#chosen;
  }

  /**
   * @param {Item[]} items
   * @param {number} chosen -1: none.
   */
  show(items, chosen) {
    this.#items = items;
    this.#chosen = chosen;
    this.redraw();
  }

  /** Makes those in sight anew. */
  redraw() {
    this.#from = this.#to = 0;
    this.#space.replaceChildren();
    this.#fill();
  }

  /** @param {number} at */
  choose(at) {
    const before = this.#rowAt(this.#chosen);
    before?.setAttribute("aria-selected", "false");
    this.#chosen = at;
    this.#bringIntoSight(at);
    this.#rowAt(at)?.setAttribute("aria-selected", "true");
    this.#tellChosen();
  }

  /** @param {number} at */
  #bringIntoSight(at) {
    const { clientHeight, scrollTop } = this.element;
    if (at < 0 || this.#height === 0 || clientHeight === 0) return;
    const top = at * this.#height;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + this.#height > scrollTop + clientHeight) this.element.scrollTop = top + this.#height - clientHeight;
    this.#fill();
  }

  #resized() {
    if (this.element.clientHeight === 0) return;
    const row = /** @type {HTMLElement | null} */ (this.#space.firstElementChild);
    const height = row?.offsetHeight ?? 0;
    const isOther = height > 0 && height !== this.#height;
    if (isOther) this.#height = height;
    if (this.element.scrollTop !== this.#top) this.element.scrollTop = this.#top;
    if (isOther) this.redraw();
    else this.#fill();
  }

  #fill() {
    const { clientHeight, scrollTop } = this.element;
    if (this.#height === 0) this.#measure();
    const height = this.#height || 1;
    const from = Math.max(0, Math.floor(scrollTop / height) - BEYOND);
    const to = Math.min(this.#items.length, Math.ceil((scrollTop + Math.max(clientHeight, height)) / height) + BEYOND);
    this.#space.style.blockSize = `${this.#items.length * height}px`;
    if (from === this.#from && to === this.#to && this.#space.childElementCount === to - from) return;
    const there = new Map(
      Array.from(this.#space.children, (row) => [Number(row.getAttribute("aria-posinset")) - 1, row]),
    );
    const rows = [];
    for (let at = from; at < to; at++) rows.push(there.get(at) ?? this.#made(at));
    this.#space.replaceChildren(...rows);
    [this.#from, this.#to] = [from, to];
    this.#tellChosen();
  }

  #measure() {
    if (this.#items.length === 0) return;
    const row = this.#made(0);
    this.#space.replaceChildren(row);
    this.#height = row.offsetHeight;
    this.#space.replaceChildren();
  }

  /** @param {number} at */
  #made(at) {
    const row = this.#look.make(/** @type {Item} */ (this.#items[at]), at);
    const told = { role: "option", id: `${this.#id}-${at}`, "aria-selected": String(at === this.#chosen) };
    const counted = { "aria-posinset": String(at + 1), "aria-setsize": String(this.#items.length) };
    for (const [name, value] of Object.entries({ ...told, ...counted })) row.setAttribute(name, value);
    row.classList.add("virtual-row");
    row.style.insetBlockStart = `${at * this.#height}px`;
    return row;
  }

  /** @param {number} at */
  #rowAt(at) {
    return at < 0 ? null : this.#space.querySelector(`#${this.#id}-${at}`);
  }

  #tellChosen() {
    if (this.#rowAt(this.#chosen)) this.element.setAttribute("aria-activedescendant", `${this.#id}-${this.#chosen}`);
    else this.element.removeAttribute("aria-activedescendant");
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== this.element) return;
    if (event.key === "Enter" && this.#chosen >= 0) {
      event.preventDefault();
      this.#look.opened?.(this.#chosen, false);
      return;
    }
    const page = Math.max(1, Math.floor(this.element.clientHeight / (this.#height || 1)) - 1);
    const last = this.#items.length - 1;
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -last, End: last };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (step === undefined || last < 0) return;
    event.preventDefault();
    this.step(step);
  }

  /** Goes so many rows on. @param {number} step */
  step(step) {
    const last = this.#items.length - 1;
    if (last < 0) return;
    const at = Math.min(last, Math.max(0, this.#chosen + step));
    if (at === this.#chosen) return;
    this.choose(at);
    this.#look.chosen(at);
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const row = target.closest("[aria-posinset]");
    if (!row || target.closest("[data-toggles]")) return;
    const at = Number(row.getAttribute("aria-posinset")) - 1;
    this.choose(at);
    this.#look.chosen(at);
    this.#look.opened?.(at, true);
  }
}
