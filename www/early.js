/**
 * What is clicked and pasted before the page's script is there, kept until it is. The browser has this file before it
 * paints: it is short, and comes beside the styles.
 */
{
  /** @type {(() => void)[]} */
  const kept = [];
  const keep = (/** @type {Event} */ event) => {
    const target = /** @type {Element} */ (event.target);
    if (event instanceof ClipboardEvent) return keepPasted(event, target);
    // What opens and closes by itself needs no script; whatever else its button did, comes with it.
    const button = /** @type {HTMLElement | null} */ (target.closest("button"));
    if (button) kept.push(() => button.click());
  };
  const keepPasted = (/** @type {ClipboardEvent} */ event, /** @type {Element} */ target) => {
    const box = /** @type {HTMLTextAreaElement | null} */ (document.querySelector("#paste"));
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const isElsewhere = target.matches("input, textarea, select") && target !== box;
    if (!box || isElsewhere || text.trim() === "" || box.value !== "") return;
    event.preventDefault();
    box.value = text;
    kept.push(() => /** @type {HTMLElement | null} */ (document.querySelector("#add"))?.click());
  };
  const types = ["click", "paste"];
  for (const type of types) document.addEventListener(type, keep, true);
  const again = () => {
    for (const type of types) document.removeEventListener(type, keep, true);
    for (const act of kept) act();
  };
  document.addEventListener("reconvene-listens", again, { once: true });
}
