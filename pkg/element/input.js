/** Replies as a page gives them. */
import { fault } from "../entries.js";

/** @typedef {import("../reconvene.js").Reply} Reply */

/**
 * The replies in the script blocks of an element.
 * @param {Element} element
 * @returns {Reply[]}
 */
export function repliesOfScripts(element) {
  const scripts = element.querySelectorAll(':scope > script[type="text/plain"]');
  return Array.from(/** @type {NodeListOf<HTMLScriptElement>} */ (scripts), ({ textContent, dataset }) => {
    const { id, unit, agent, source, expect, dialect, attempt } = dataset;
    // The line break right after the tag is the page's, not the reply's.
    const text = (textContent ?? "").replace(/^\r?\n/, "");
    const given = { id, unit, agent, source, expect, dialect, attempt: attempt && numberOf(attempt) };
    const known = Object.entries(given).filter(([, value]) => value !== undefined && value !== "");
    return { text, ...Object.fromEntries(known) };
  });
}

/**
 * Replies of script blocks without what the core would refuse: a word that is misspelt in one takes no other away.
 * @param {Reply[]} replies
 * @param {(sentence: string, source: null) => void} problem
 */
export function withoutFaults(replies, problem) {
  return replies.map(({ text, ...said }, index) => {
    const known = Object.entries(said).filter(([name, value]) => {
      const wrong = fault({ text: "", [name]: value });
      if (wrong !== null)
        problem(`Reply ${index + 1}: ${wrong.replace(`\`reply.${name}\``, `\`data-${name}\``)}`, null);
      return wrong === null;
    });
    return /** @type {Reply} */ ({ text, ...Object.fromEntries(known) });
  });
}

/**
 * The text of a reply as spans count it.
 * @param {string | Uint8Array} text
 */
export const textOf = (text) =>
  typeof text === "string" ? text : new TextDecoder("utf-8", { ignoreBOM: true }).decode(text);

/** @param {string} written A number, or what is none as it is: the core says so. */
const numberOf = (written) => (/^\d+$/.test(written) ? Number(written) : written);
