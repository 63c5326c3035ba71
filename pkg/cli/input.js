/** Replies from files, folders and standard input. What cannot be read is said; the rest goes on. */
import { isUtf8 } from "node:buffer";
import { createReadStream, readdirSync, statSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import { MAX_FILE_BYTES, MAX_REPLY_BYTES, noText } from "../bytes.js";
import { held, repliesOfEntries } from "../entries.js";
import { split } from "../node.js";
import { Misuse, reason } from "./misuse.js";
import { progress, say } from "./terminal.js";

/** @typedef {import("../reconvene.js").Reply} Reply */

const STANDARD_INPUT = "-";
const JSON_FILE = /\.(?:json|(jsonl|ndjson))$/i;
const BEGINS_JSON = /^\ufeff?\s*[[{"]/;
const EXTENSIONS = [".md", ".markdown", ".txt", ".json", ".jsonl", ".ndjson", ".log"];

/** @param {Reply} reply */
export const isTooLarge = ({ text, oversize = 0 }) => Math.max(Buffer.byteLength(text), oversize) > MAX_REPLY_BYTES;

/**
 * The replies that the arguments name, and whether all of them could be read.
 * @param {string[]} paths Files, folders or "-"; where there is none, what is piped in.
 * @param {(string | undefined)[]} notReplies Files that are no replies, though they may stand in such a folder.
 * @param {import("../reconvene.js").CustomType[]} [types] Result types of one's own: a reply of one begins like any other.
 */
export async function readReplies(paths, notReplies = [], types = undefined) {
  if (paths.length === 0 && process.stdin.isTTY) {
    throw new Misuse("Name files or folders with replies, or pipe one in. `--help` says more.");
  }
  let complete = true;
  const problem = (/** @type {string} */ sentence) => {
    say(sentence);
    complete = false;
  };
  const skipped = new Set(notReplies.flatMap((path) => (path === undefined ? [] : [resolve(path)])));
  const files = named(paths.length > 0 ? paths : [STANDARD_INPUT], skipped, problem);
  /** @type {Reply[]} */
  const replies = [];
  for (const [index, file] of files.entries()) {
    progress(`Reading ${index + 1} of ${files.length}: ${file}`);
    const piped = file === STANDARD_INPUT;
    const name = piped ? "standard input" : file;
    const json = piped ? undefined : JSON_FILE.exec(file);
    const bytes = await read(file, json || piped ? MAX_FILE_BYTES : MAX_REPLY_BYTES, problem);
    if (!bytes) continue;
    if (bytes.length === 0 && paths.length === 0) throw new Misuse("Nothing was piped in, and no file is named.");
    // What is piped in has no name to tell by: its first character does.
    const isJson = json || (piped && BEGINS_JSON.test(decoded(bytes.subarray(0, 1024))));
    const content = isJson && held(decoded(bytes).replace(/^\ufeff/, ""), json?.[1] !== undefined);
    if (content && "noReply" in content) {
      const tell = paths.includes(file) ? problem : say;
      tell(`${name} is ${content.noReply}, and no reply.`);
    } else if (content) {
      if (!isUtf8(bytes)) say(`${name} is not all UTF-8: what is not was read as U+FFFD.`);
      for (const reply of repliesOfEntries(content, name, problem)) {
        replies.push(checked(reply, problem));
      }
    } else {
      const text = bytes.subarray(0, MAX_REPLY_BYTES + 1);
      replies.push(...repliesOf(text, name, problem, types));
    }
  }
  return { replies, complete };
}

/**
 * Every file, once, in the order of the arguments; the files of a folder by name, bytewise.
 * @param {string[]} paths
 * @param {Set<string>} skipped
 * @param {(sentence: string) => void} problem
 */
function named(paths, skipped, problem) {
  const files = new Map();
  for (const path of paths) {
    if (path === STANDARD_INPUT || !isFolder(path)) {
      files.set(path === STANDARD_INPUT ? path : resolve(path), path);
      continue;
    }
    const found = [...filesIn(path, problem)].filter((file) => !skipped.has(resolve(file)));
    if (found.length === 0) problem(`${path} holds no replies: no file ends in ${EXTENSIONS.join(", ")}.`);
    found.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    for (const file of found) files.set(resolve(file), file);
  }
  return [...files.values()];
}

/**
 * @param {string} folder
 * @param {(sentence: string) => void} problem
 * @returns {Generator<string>}
 */
function* filesIn(folder, problem) {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    return problem(`${folder} cannot be read: ${reason(error)}.`);
  }
  for (const entry of entries) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path, problem);
    if (!EXTENSIONS.includes(extname(entry.name).toLowerCase())) continue;
    // A link to a folder may lead back up: only links to files are followed.
    if (entry.isFile() || (entry.isSymbolicLink() && !isFolder(path))) yield path;
  }
}

/**
 * Whether a path leads to a folder. What cannot be told now is told when it is read as a file.
 * @param {string} path
 */
function isFolder(path) {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/**
 * The bytes of a file, or of its beginning where it is too large; null where it is no text.
 * @param {string} file
 * @param {number} most How many bytes of it are wanted; one more tells that there are more.
 * @param {(sentence: string) => void} problem
 */
async function read(file, most, problem) {
  const chunks = [];
  let length = 0;
  try {
    const stream = file === STANDARD_INPUT ? process.stdin : createReadStream(file, { highWaterMark: 1024 * 1024 });
    for await (const chunk of stream) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > most) break;
    }
  } catch (error) {
    problem(`${file} cannot be read: ${reason(error)}.`);
    return null;
  }
  const bytes = Buffer.concat(chunks).subarray(0, most + 1);
  const wrong = noText(bytes);
  if (wrong === null) return bytes;
  problem(`${file} is ${wrong}.`);
  return null;
}

/**
 * @param {Buffer} bytes
 * @param {string} source
 * @param {(sentence: string) => void} problem
 * @param {import("../reconvene.js").CustomType[]} [types]
 * @returns {Reply[]}
 */
function repliesOf(bytes, source, problem, types) {
  const whole = checked({ text: bytes, source }, problem);
  if (isTooLarge(whole)) return [whole];
  const text = decoded(bytes);
  const replies = split(text, { types });
  if (replies.length < 2) return [whole];
  say(`${source} holds ${replies.length} replies: ${source}#1 to #${replies.length}.`);
  if (!isUtf8(bytes)) say(`${source} is not all UTF-8: what is not was read as U+FFFD.`);
  return replies.map((reply, index) => ({ ...reply, source: `${source}#${index + 1}` }));
}

/** @param {Buffer} bytes */
function decoded(bytes) {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/**
 * A reply, once it is said what is odd about its text.
 * @param {Reply} reply
 * @param {(sentence: string) => void} problem
 */
function checked(reply, problem) {
  const { text, source, error } = reply;
  if (isTooLarge(reply)) problem(`${source} is larger than 16 MiB, the largest reply that is read.`);
  // Of an agent that failed nothing was to be expected.
  else if (
    error === undefined &&
    (typeof text === "string" ? text : decoded(/** @type {Buffer} */ (text))).trim() === ""
  ) {
    say(`${source} is empty.`);
  }
  return reply;
}
