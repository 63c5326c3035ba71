/** What a record of a log holds. Any member of it may be missing, or of another type than it should be. */

/** @typedef {Record<string, unknown>} Members */

/** A unit is a name: so much of what was asked stands for it where nobody gave one. */
const LONGEST_NAME = 120;

/** @param {unknown} value @returns {value is Members} */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A member of its own; what is inherited is none.
 * @param {unknown} value
 * @param {string} name
 */
export const member = (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined);

/**
 * @param {unknown} value
 * @param {string} name
 * @returns {Members}
 */
export function object(value, name) {
  const found = member(value, name);
  return isObject(found) ? found : {};
}

/**
 * @param {unknown} value
 * @param {string} name
 * @returns {unknown[]}
 */
export function list(value, name) {
  const found = member(value, name);
  return Array.isArray(found) ? found : [];
}

/**
 * The first of some members that is a text and says something.
 * @param {unknown} value
 * @param {string[]} names
 * @returns {string | undefined}
 */
export function text(value, ...names) {
  for (const name of names) {
    const found = member(value, name);
    if (typeof found === "string" && found.trim() !== "") return found;
  }
  return undefined;
}

/**
 * Whether a member says yes, as JSON has it or in words.
 * @param {unknown} value
 * @param {string} name
 */
export function isTrue(value, name) {
  const found = member(value, name);
  return found === true || found === "true";
}

/**
 * The text of content: a string, or parts of which some are text.
 * @param {unknown} content
 * @returns {string | undefined}
 */
export function contentText(content) {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return text(content, "text");
  const texts = content.flatMap((part) => {
    const found = typeof part === "string" ? part : member(part, "text");
    return typeof found === "string" ? [found] : [];
  });
  return texts.length > 0 ? texts.join("\n") : undefined;
}

/**
 * An object that stands in a text as JSON, as the arguments of a tool do.
 * @param {unknown} value
 * @returns {Members}
 */
export function parsed(value) {
  if (isObject(value)) return value;
  if (typeof value !== "string") return {};
  try {
    const found = JSON.parse(value);
    return isObject(found) ? found : {};
  } catch {
    return {};
  }
}

/**
 * A name on one line.
 * @param {string | undefined} written
 */
export function oneLine(written) {
  const line = written?.trim().split("\n", 1)[0]?.replace(/\s+/g, " ").trim();
  if (!line) return undefined;
  const characters = [...line.slice(0, 2 * LONGEST_NAME)];
  return characters.length > LONGEST_NAME ? `${characters.slice(0, LONGEST_NAME - 1).join("")}…` : line;
}
