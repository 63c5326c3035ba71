/** The replies that a text holds: it is taken apart, or is a list of replies as JSON. */
import { split } from "../pkg/api.js";
import { held, repliesOfEntries } from "../pkg/entries.js";

/** @typedef {import("./session.js").Reply} Reply */
/** @typedef {(sentence: string) => void} Problem */
/** @typedef {{ source: string, option: import("../pkg/entries.js").Option, value: any }} Other What is no reply, and of use all the same. */
/** @typedef {{ replies: Reply[], others: Other[] }} Taken */

export const JSON_FILE = /\.(?:json|(jsonl|ndjson))$/i;

/**
 * What a text holds. One without a word is a reply all the same: nothing came back.
 * @param {string} text
 * @param {string} name What it is called where it has to be spoken of.
 * @param {string | undefined} source The file that it came from.
 * @param {Problem} problem
 * @returns {Taken}
 */
export function taken(text, name, source, problem) {
  const inLines = JSON_FILE.exec(name)?.[1] !== undefined;
  const json = inLines || /^\s*[[{]/.test(text) ? held(text, inLines) : null;
  if (json && "noReply" in json) return { replies: [], others: [{ source: name, ...json }] };
  const found = json ? repliesOfEntries(json, name, problem) : named(parted(text), source);
  const replies = found.map((reply) => ({ ...reply, text: withPlainBreaks(String(reply.text)) }));
  return { replies, others: [] };
}

/** @param {string} text @returns {import("../pkg/reconvene.js").Reply[]} */
function parted(text) {
  const replies = split(text);
  return replies.length > 0 ? replies : [{ text }];
}

/**
 * @param {import("../pkg/reconvene.js").Reply[]} replies
 * @param {string | undefined} source
 */
function named(replies, source) {
  if (source === undefined) return replies;
  return replies.map((reply, at) => ({ ...reply, source: replies.length > 1 ? `${source}#${at + 1}` : source }));
}

/** The editor counts a line break as one unit: so does the text that it shows. @param {string} text */
const withPlainBreaks = (text) => text.replace(/\r\n?/g, "\n");
