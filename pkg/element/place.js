/** Where one is: the address of a finding, the stretch of the page that is seen, the focus. */

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
  article.scrollIntoView({ block: "start" });
  const { top } = article.getBoundingClientRect();
  requestAnimationFrame(() => {
    const moved = Math.abs(article.getBoundingClientRect().top - top) > 1;
    if (frames > 0 && (moved || frames > 8)) bringIntoView(article, frames - 1);
  });
}

/** Whether text is being selected: that is no click. */
export const isSelecting = () => getSelection()?.isCollapsed === false;
