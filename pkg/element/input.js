/** Replies from a page: its script blocks, and what stands at addresses. What cannot be read is said; the rest goes on. */
import { split } from "../api.js";
import { held, repliesOfEntries } from "../entries.js";

/** @typedef {import("../reconvene.js").Reply} Reply */
/** @typedef {(sentence: string, source: string) => void} Problem What is told of a source that cannot be read. */

/** The core's limit. One byte more is read, which tells the core; a larger file is never held whole. */
const MAX_REPLY_BYTES = 16 * 1024 * 1024;

/** A file of many replies may be larger: so much of one is held at once. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** A NUL in so many first bytes tells a binary file from a text. */
const SNIFFED_BYTES = 8 * 1024;

const JSON_FILE = /\.json(l)?$/i;

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
    const given = { id, unit, agent, source, expect, dialect, attempt: attempt && Number(attempt) };
    const known = Object.entries(given).filter(([, value]) => value !== undefined && value !== "");
    return { text, ...Object.fromEntries(known) };
  });
}

/**
 * The replies at addresses, in their order.
 * @param {string[]} addresses
 * @param {Promise<void>} ready When the module is.
 * @param {Problem} problem
 */
export async function repliesAt(addresses, ready, problem) {
  const read = await Promise.all(addresses.map((address) => repliesAtOne(address, ready, problem)));
  return read.flat();
}

/**
 * @param {string} address
 * @param {Promise<void>} ready
 * @param {Problem} problem
 * @returns {Promise<Reply[]>}
 */
async function repliesAtOne(address, ready, problem) {
  const says = (/** @type {string} */ sentence) => problem(sentence, address);
  try {
    const url = new URL(address, document.baseURI);
    const json = JSON_FILE.exec(url.pathname);
    const response = await fetch(url, { credentials: "same-origin" });
    if (!response.ok) throw new Error(`the server answers ${response.status} ${response.statusText}`.trimEnd());
    const bytes = await bodyOf(response, json ? MAX_FILE_BYTES : MAX_REPLY_BYTES);
    await ready;
    const wrong = noText(bytes) ?? noReply(response, bytes);
    if (wrong === null) return repliesOf(bytes, address, json, says);
    says(`${address} is ${wrong}.`);
  } catch (/** @type {any} */ error) {
    says(`${address} could not be read: ${String(error?.message ?? error).replace(/\.$/, "")}.`);
  }
  return [];
}

/**
 * The bytes of an answer, or of its beginning where it is too large: one more than `most` tells so.
 * @param {Response} response
 * @param {number} most
 */
async function bodyOf(response, most) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const chunks = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    chunks.push(read.value);
    length += read.value.length;
    if (length > most) await reader?.cancel();
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer()).subarray(0, most + 1);
}

/** @param {Uint8Array} bytes */
function noText(bytes) {
  if (!bytes.subarray(0, SNIFFED_BYTES).includes(0)) return null;
  const isUtf16 = [0xfffe, 0xfeff].includes(((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0));
  return isUtf16 ? "UTF-16: save it as UTF-8" : "a binary file, not a reply";
}

/**
 * Servers of sites answer with a page where there is no such file.
 * @param {Response} response
 * @param {Uint8Array} bytes
 */
function noReply(response, bytes) {
  const isPage = response.headers.get("content-type")?.startsWith("text/html") ?? false;
  const begins = new TextDecoder().decode(bytes.subarray(0, 100)).trimStart().toLowerCase();
  return isPage && begins.startsWith("<!doctype html") ? "a page, not a reply" : null;
}

/**
 * @param {Uint8Array} bytes
 * @param {string} source
 * @param {RegExpExecArray | null} json
 * @param {(sentence: string) => void} problem
 * @returns {Reply[]}
 */
function repliesOf(bytes, source, json, problem) {
  if (!json && bytes.length > MAX_REPLY_BYTES) return [{ text: bytes, source }];
  const text = textOf(bytes);
  const content = json && held(text.replace(/^\ufeff/, ""), json[1] !== undefined);
  if (content && "noReply" in content) problem(`${source} is ${content.noReply}, and no reply.`);
  if (content) return "entries" in content ? repliesOfEntries(content.entries, content.alone, source, problem) : [];
  const parts = split(text);
  if (parts.length < 2) return [{ text: bytes, source }];
  return parts.map((reply, index) => ({ ...reply, source: `${source}#${index + 1}` }));
}

/**
 * The text of a reply as spans count it.
 * @param {string | Uint8Array} text
 */
export const textOf = (text) =>
  typeof text === "string" ? text : new TextDecoder("utf-8", { ignoreBOM: true }).decode(text);
