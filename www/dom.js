/** Making elements. Text becomes text, never markup. */

/**
 * An element with attributes, listeners (`on…`) and children.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | boolean | null | ((event: any) => void)>} [attributes] True: there, without a value.
 * @param {...(Node | string | null)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/**
 * An element of the page, by its id.
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {string} id
 * @returns {Kind}
 */
export function byId(id) {
  return /** @type {Kind} */ (document.getElementById(id));
}

/** Controls, marks of direction, and what takes no width: a name that holds them would look like another. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const LONGEST_NAME = 120;

/**
 * A name that someone else chose, on one line, as what it is.
 * @param {string} name
 */
export function shownName(name) {
  const seen = name.replace(UNSEEN, "\ufffd");
  return seen.length > LONGEST_NAME ? `${seen.slice(0, LONGEST_NAME)}…` : seen;
}

/**
 * "1 reply", "2 replies".
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export function counted(count, one, many = `${one}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
