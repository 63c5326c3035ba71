/** The core's fragment of HTML, made a part of the element: what opens, what can be asked for, what can be decided. */
import { button, make } from "./dom.js";

/** A report with so few findings has all of them open at first. */
const OPEN_AT_FIRST = 8;

/** @typedef {{ createHTML: (html: string) => any }} Policy */

/** @type {Policy | undefined} */
let policy;

/**
 * What the core wrote, parsed. It is the only HTML that is ever parsed here, and nothing of it can act.
 * @param {string} html
 */
export function parsed(html) {
  policy ??= policyOf();
  const template = document.createElement("template");
  try {
    template.innerHTML = policy.createHTML(html);
  } catch (cause) {
    const message = "The page's content security policy blocks reports. Add `trusted-types reconvene` to it.";
    throw new Error(message, { cause });
  }
  return template.content;
}

/** @returns {Policy} */
function policyOf() {
  const passing = { createHTML: (/** @type {string} */ html) => html };
  try {
    return /** @type {any} */ (globalThis).trustedTypes?.createPolicy("reconvene", passing) ?? passing;
  } catch {
    // A page may forbid the policy, and ask for none: parsing tells.
    return passing;
  }
}

/**
 * What gives a finding that which opens it.
 * @param {number} findings How many there are.
 * @param {Set<string>} open Those to be open, by [`keyOf`].
 * @param {boolean} isFirst Whether no report was shown before it.
 */
export function opener(findings, open, isFirst) {
  const isOpenAtFirst = isFirst && findings <= OPEN_AT_FIRST;
  const toggle = button("toggle", "", { class: "toggle", "aria-expanded": "false" });
  return (/** @type {HTMLElement} */ article) => {
    const body = article.querySelector(".finding-body");
    const more = make("div", { class: "finding-more" });
    // Searching the page opens what holds the words.
    more.setAttribute("hidden", "until-found");
    for (const child of [...(body?.children ?? [])]) if (!child.matches(".description")) more.append(child);
    body?.append(more);
    const toggling = /** @type {HTMLElement} */ (toggle.cloneNode());
    toggling.setAttribute("aria-label", `Details of ${nameOf(article)}`);
    article.querySelector(".finding-title")?.prepend(toggling);
    if (isOpenAtFirst || open.has(keyOf(article))) setOpen(article, true);
  };
}

/**
 * What tells a finding from the others, also in the next report.
 * @param {HTMLElement} article
 */
export const keyOf = (article) => article.querySelector(".member .fingerprint")?.textContent?.trim() ?? nameOf(article);

/** @param {HTMLElement} article */
export const nameOf = (article) => article.querySelector(".finding-link")?.textContent?.trim() || "this finding";

/** @param {HTMLElement} article */
export const isOpen = (article) => "open" in article.dataset;

/**
 * @param {HTMLElement} article
 * @param {boolean} open
 */
export function setOpen(article, open) {
  if (open === isOpen(article)) return;
  article.toggleAttribute("data-open", open);
  article.querySelector(".toggle")?.setAttribute("aria-expanded", String(open));
  const more = article.querySelector(".finding-more");
  if (!open) more?.setAttribute("hidden", "until-found");
  else {
    more?.removeAttribute("hidden");
    if (more && !more.querySelector(".finding-actions")) addActions(article, more);
  }
}

/**
 * Only what is open can be asked for more: thousands of buttons that nobody sees would take their time.
 * @param {HTMLElement} article
 * @param {Element} more
 */
function addActions(article, more) {
  const name = nameOf(article);
  for (const member of more.querySelectorAll(".member[data-source]")) {
    const label = `Show in the reply: ${member.querySelector(".member-name")?.textContent?.trim() || name}`;
    const before = member.querySelector("blockquote");
    member.insertBefore(button("source", "Show in the reply", { "aria-label": label }), before);
  }
  const copy = button("copy", "Copy as Markdown", { "aria-label": `Copy as Markdown: ${name}` });
  const link = button("link", "Copy link", { "aria-label": `Copy link: ${name}` });
  // One whose id another has too, or that is no id, can be asked for by nobody.
  const can = article.dataset.finding ? [copy, link] : [];
  more.append(make("p", { class: "finding-actions" }, ...can));
}
