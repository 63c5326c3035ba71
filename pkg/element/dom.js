/** Elements, made without markup. */

/**
 * An element with attributes, and in it texts and other elements.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string>} [attributes]
 * @param {(string | Node)[]} content
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

/**
 * A button; what it does is told by `data-do`.
 * @param {string} action
 * @param {string} label
 * @param {Record<string, string>} [attributes]
 */
export const button = (action, label, attributes = {}) =>
  make("button", { type: "button", "data-do": action, ...attributes }, label);

/** So long a frame is waited for, in milliseconds: there is none for who looks elsewhere. */
const NO_FRAME = 100;

/** Until what was shown is painted. @returns {Promise<void>} */
export const painted = () =>
  new Promise((done) => {
    // Before the second frame, the first was painted.
    requestAnimationFrame(() => requestAnimationFrame(() => done()));
    setTimeout(done, NO_FRAME);
  });

/** How many characters of a name tell which one it is. */
const NAME_LENGTH = 80;

/** @param {string} name */
export function clipped(name) {
  const characters = [...name];
  return characters.length > NAME_LENGTH ? `${characters.slice(0, NAME_LENGTH - 1).join("")}…` : name;
}
