/** What of the page around it a report goes by: which heading it stands under, whether it is dark, what covers its top. */

/** The level of the first heading, where a page says nothing: under its own title. */
const LEVEL = 2;

/** @param {string | null} said */
export function levelOf(said) {
  const level = Number(said ?? LEVEL);
  return Number.isInteger(level) && level >= 1 && level <= 6 ? level : LEVEL;
}

/**
 * Puts headings under those of the page. Their look stays.
 * @param {ParentNode} content
 * @param {number} level Of the first.
 */
export function levelled(content, level) {
  for (const heading of content.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    heading.setAttribute("aria-level", String(Math.min(9, Number(heading.localName.slice(1)) + level - 1)));
  }
}

/** Tables of more rows are not labelled: that would take its time. */
const MOST_ROWS = 300;

/**
 * Tells each cell of a wide table its column: where there is little room, the cells stand below each other.
 * @param {ParentNode} content
 */
export function labelCells(content) {
  for (const table of content.querySelectorAll(".wide > table")) {
    const names = Array.from(table.querySelectorAll("thead th"), (head) => head.textContent ?? "");
    const rows = [...table.querySelectorAll("tbody tr")].slice(0, MOST_ROWS);
    for (const row of rows)
      for (const [at, cell] of [...row.children].entries()) cell.setAttribute("data-label", names[at] ?? "");
  }
}

/** A text as light as that stands on something dark. */
const LIGHT = 0.45;

/**
 * Whether a page is dark that says so by its colours alone; null where it says by its colour scheme what it is.
 * @param {Element} host
 */
export function darkness(host) {
  const { color, colorScheme } = getComputedStyle(host);
  if (colorScheme !== "normal" && colorScheme !== "") return null;
  const [red, green, blue] = rgb(color);
  return red === undefined ? null : (0.2126 * red + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)) / 255 > LIGHT;
}

/** Browsers compute colours as `rgb(…)`, or as `color(srgb …)` of shares of one. @param {string} color */
function rgb(color) {
  const numbers = (/\(([^)]*)\)/.exec(color)?.[1]?.match(/[\d.]+/g) ?? []).map(Number);
  return color.startsWith("rgb") ? numbers : color.startsWith("color(srgb") ? numbers.map((share) => share * 255) : [];
}

/** How a page that changes its colours says so. */
const SAYS = { attributes: true, attributeFilter: ["class", "style", "data-theme", "data-color-mode", "data-mode"] };

/**
 * Calls whenever the colours of the page may have changed; gives what ends that.
 * @param {() => void} changed
 */
export function watchColours(changed) {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, SAYS);
  if (document.body) observer.observe(document.body, SAYS);
  const media = matchMedia("(prefers-color-scheme: dark)");
  media.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    media.removeEventListener("change", changed);
  };
}

/**
 * How far down a bar reaches that stays at the top of the window, over an element.
 * @param {Element} element
 */
export function coveredTop(element) {
  const { left, width } = element.getBoundingClientRect();
  for (const over of document.elementsFromPoint(left + width / 2, 1)) {
    for (let one = /** @type {Element | null} */ (over); one && one !== document.body; one = one.parentElement) {
      if (/sticky|fixed/.test(getComputedStyle(one).position) && !one.contains(element))
        return one.getBoundingClientRect().bottom;
    }
  }
  return 0;
}
