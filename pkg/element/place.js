/** Where one is: the address of a finding, the stretch of the page that is seen, the focus. */
import { keyOf } from "./article.js";
import { coveredTop } from "./surroundings.js";

/** @param {string} finding */
export function linkTo(finding) {
  const address = new URL(location.href);
  address.hash = finding;
  return address.href;
}

/** @param {HTMLElement | null | undefined} element */
export function focus(element) {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest" });
}

/**
 * What was not laid out yet is taken to be of a usual height: the place settles while it is laid out.
 * @param {HTMLElement} article
 * @param {number} [frames] How often it may move.
 */
export function bringIntoView(article, frames = 10) {
  // A bar of the page may stay at the top.
  article.style.scrollMarginTop = `${coveredTop(article)}px`;
  article.scrollIntoView({ block: "start" });
  const { top } = article.getBoundingClientRect();
  requestAnimationFrame(() => {
    const moved = Math.abs(article.getBoundingClientRect().top - top) > 1;
    if (frames > 0 && (moved || frames > 8)) bringIntoView(article, frames - 1);
  });
}

/** What tells a control of the report from the others of its kind. */
const NAMING = ["data-do", "data-value", "data-filter", "data-order"];

/**
 * What has the focus in a report that another takes the place of: calling it gives the focus to the same in that one.
 * @param {ShadowRoot} root
 */
export function heldFocus(root) {
  const before = /** @type {HTMLElement | null} */ (root.activeElement);
  const article = /** @type {HTMLElement | null | undefined} */ (before?.closest("article.finding"));
  const key = article && keyOf(article);
  const named = NAMING.filter((name) => before?.hasAttribute(name));
  const control = named.map((name) => `[${name}="${CSS.escape(before?.getAttribute(name) ?? "")}"]`).join("");
  return () => {
    if (!before || before.isConnected) return;
    const articles = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("article.finding"));
    const place = key ? [...articles].find((one) => keyOf(one) === key) : root;
    const again = /** @type {HTMLElement | null | undefined} */ (
      control === "" ? before === article && place : place?.querySelector(control)
    );
    if (!again) return;
    if (again === place) again.tabIndex = -1;
    // What is typed is looked for a moment later.
    if (again instanceof HTMLInputElement && before instanceof HTMLInputElement) again.value = before.value;
    again.focus({ preventScroll: true });
  };
}

/** Whether text is being selected: that is no click. */
export const isSelecting = () => getSelection()?.isCollapsed === false;

/** What tells one thing of a report from the others, also in the next report. */
const THINGS = "article.finding, [data-fingerprints], [data-section]";

/** @param {Element} thing */
const nameOfThing = (thing) => {
  const { fingerprints, section } = /** @type {HTMLElement} */ (thing).dataset;
  return fingerprints ?? section ?? keyOf(/** @type {HTMLElement} */ (thing));
};

/**
 * What stands at the top of the screen, where the report begins above it: calling it brings the same of the next report
 * there. Null where there is nothing to hold.
 * @param {HTMLElement} host
 */
export function heldPlace(host) {
  const root = /** @type {ShadowRoot} */ (host.shadowRoot);
  const { top, bottom, left, width } = host.getBoundingClientRect();
  if (top >= 0 || bottom <= 0) return null;
  // What sticks to the top of a page lies above the report.
  const points = [8, 40, 80, 160].flatMap((down) => [0.1, 0.5].map((across) => [left + across * width, down]));
  const found = points.map(([x = 0, y = 0]) => root.elementFromPoint(x, y)?.closest(THINGS));
  const things = new Set(found.flatMap((thing) => (thing && root.contains(thing) ? [thing] : [])));
  const places = Array.from(things, (thing) => [nameOfThing(thing), thing.getBoundingClientRect().top]);
  if (places.length === 0) return null;
  return () => {
    const now = new Map(Array.from(root.querySelectorAll(THINGS), (thing) => [nameOfThing(thing), thing]));
    // What was decided is no longer there: then what stood below it counts.
    for (const [name, before] of places) {
      const again = now.get(/** @type {string} */ (name));
      if (!again) continue;
      hold(again, Number(before), scrollerOf(host));
      return;
    }
  };
}

/**
 * What comes close to the screen gets its own height in place of a guessed one: held until it stands still.
 * @param {Element} thing
 * @param {number} top
 * @param {Element} scroller
 */
function hold(thing, top, scroller, frames = 10) {
  if (!thing.isConnected) return;
  const off = thing.getBoundingClientRect().top - top;
  if (Math.abs(off) > 1) scroller.scrollBy({ top: off, behavior: "instant" });
  const goesOn = frames > 0 && (Math.abs(off) > 1 || frames > 8);
  if (goesOn) requestAnimationFrame(() => hold(thing, top, scroller, frames - 1));
}

/** @param {Element} element @returns {Element} */
function scrollerOf(element) {
  const root = /** @type {Partial<ShadowRoot>} */ (element.getRootNode());
  const above = element.assignedSlot ?? element.parentElement ?? root.host;
  if (!above) return document.scrollingElement ?? document.documentElement;
  const scrolls = /auto|scroll/.test(getComputedStyle(above).overflowY) && above.scrollHeight > above.clientHeight;
  return scrolls && above !== document.body ? above : scrollerOf(above);
}
