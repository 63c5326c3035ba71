/** Replies from what stands at addresses. What cannot be read is said; the rest goes on. */
import { split } from "../api.js";
import { MAX_FILE_BYTES, MAX_REPLY_BYTES, noText } from "../bytes.js";
import { held, repliesOfEntries } from "../entries.js";
import { textOf } from "./input.js";

/** @typedef {import("../reconvene.js").Reply} Reply */
/** @typedef {import("../reconvene.js").Report} Report */
/** @typedef {(sentence: string, source: string) => void} Problem What is told of a source that cannot be read. */

const JSON_FILE = /\.(?:json|(jsonl|ndjson))$/i;

/** How long a server may take for all of its answer, in seconds. */
const PATIENCE = 30;

/** How long those that are there wait for the others, once they can be shown, in milliseconds. */
const TOGETHER = 2000;

/**
 * What stands at addresses. Servers that take long hold up nobody else's replies.
 * @typedef {object} Sources
 * @property {Map<string, Reply[]>} there What was read, by its address.
 * @property {Map<string, Report>} reports What is no reply but a report that was made before.
 * @property {string[]} problems What is wrong with it.
 * @property {Promise<unknown>} first When all are there, or most should be.
 */

/**
 * Fetches what stands at addresses.
 * @param {string[]} addresses
 * @param {Promise<void>} ready When the module is.
 * @param {Problem} problem
 * @param {() => void} more Called whenever there is more than there was at first.
 * @returns {Sources}
 */
export function sourcesAt(addresses, ready, problem, more) {
  const there = new Map();
  /** @type {Map<string, Report>} */
  const reports = new Map();
  /** @type {string[]} */
  const problems = [];
  let isLate = false;
  const says = (/** @type {string} */ sentence, /** @type {string} */ source) => {
    problems.push(sentence);
    problem(sentence, source);
  };
  const reading = addresses.map(async (address) => {
    const read = await repliesAt(address, ready, says);
    if ("report" in read) reports.set(address, read.report);
    there.set(address, "report" in read ? [] : read);
    if (isLate) more();
  });
  const wait = () => new Promise((done) => setTimeout(done, TOGETHER));
  const enough = ready.then(wait, () => {});
  const first = Promise.race([Promise.all(reading), enough]).then(() => {
    isLate = true;
  });
  return { there, reports, problems, first };
}

/**
 * @param {string} address
 * @param {Promise<void>} ready
 * @param {Problem} problem
 * @returns {Promise<Reply[] | { report: Report }>}
 */
async function repliesAt(address, ready, problem) {
  const says = (/** @type {string} */ sentence) => problem(sentence, address);
  try {
    const url = new URL(address, document.baseURI);
    const json = JSON_FILE.exec(url.pathname);
    const response = await fetch(url, { credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE * 1000) });
    if (!response.ok) throw new Error(`the server answers ${response.status} ${response.statusText}`.trimEnd());
    const bytes = await bodyOf(response, json ? MAX_FILE_BYTES : MAX_REPLY_BYTES);
    await ready;
    const wrong = noText(bytes) ?? noReply(response, bytes);
    if (wrong === null) return repliesOf(bytes, address, json, says);
    says(`${address} is ${wrong}.`);
  } catch (/** @type {any} */ error) {
    const isLate = error?.name === "TimeoutError";
    const why = isLate ? `the server takes longer than ${PATIENCE} seconds` : String(error?.message ?? error);
    says(`${address} could not be read: ${why.replace(/\.$/, "")}.`);
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

/**
 * Servers of sites answer with a page where there is no such file.
 * @param {Response} response
 * @param {Uint8Array} bytes
 */
function noReply(response, bytes) {
  const isPage = response.headers.get("content-type")?.startsWith("text/html") ?? false;
  const begins = new TextDecoder().decode(bytes.subarray(0, 100)).trimStart().toLowerCase();
  return isPage && /^<(!doctype html|html)\b/.test(begins) ? "a page, not a reply" : null;
}

/**
 * @param {Uint8Array} bytes
 * @param {string} source
 * @param {RegExpExecArray | null} json
 * @param {(sentence: string) => void} problem
 * @returns {Reply[] | { report: Report }}
 */
function repliesOf(bytes, source, json, problem) {
  if (!json && bytes.length > MAX_REPLY_BYTES) return [{ text: bytes, source }];
  const text = textOf(bytes);
  const content = json && held(text.replace(/^\ufeff/, ""), json[1] !== undefined);
  if (content && "noReply" in content && content.option === "previous") return { report: content.value };
  if (content && "noReply" in content) problem(`${source} is ${content.noReply}, not a reply.`);
  if (content) return "entries" in content ? repliesOfEntries(content, source, problem) : [];
  const parts = split(text);
  if (parts.length < 2) return [{ text: bytes, source }];
  return parts.map((reply, index) => ({ ...reply, source: `${source}#${index + 1}` }));
}
