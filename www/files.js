/** Replies from files that are dropped or chosen. What cannot be read is said; the rest goes on. */
import { MAX_REPLY_BYTES, noText } from "../pkg/bytes.js";
import { counted, shownName } from "./dom.js";
import { JSON_FILE, taken } from "./taken.js";

/** @typedef {import("./session.js").Reply} Reply */
/** @typedef {import("./taken.js").Problem} Problem */
/** @typedef {import("./taken.js").Taken} Taken */
/** @typedef {{ path: string, file: File }} NamedFile */
/** @typedef {{ entry: FileSystemEntry | null, file: File | null }} Dropped */

/** In a folder, these are replies; a file that is named by itself is read whatever it is called. */
const EXTENSIONS = /\.(?:md|markdown|txt|json|jsonl|ndjson|log)$/i;

/** The largest batch that the core reads. */
const MAX_BATCH_BYTES = 64 * 1024 * 1024;

/** A folder with more files is hardly one of replies: the rest is left out. */
const MOST_FILES = 5000;

/** Where a list of problems gets long, the rest is counted. */
const MOST_PROBLEMS = 5;

/**
 * @param {NamedFile[]} files
 * @param {Problem} problem
 * @returns {Promise<Taken>}
 */
export async function readFiles(files, problem) {
  const { say, end } = bounded(problem);
  /** @type {Taken} */
  const all = { replies: [], others: [] };
  let bytes = 0;
  for (const { path, file } of files) {
    const name = shownName(path);
    bytes += file.size;
    if (bytes > MAX_BATCH_BYTES) {
      say(`${name} and all files after it were skipped: at most 64 MiB are read at once.`);
      break;
    }
    const read = await textOf(file, name, JSON_FILE.test(path) ? MAX_BATCH_BYTES : MAX_REPLY_BYTES, say);
    if (!read) continue;
    const { replies, others } = taken(read.text, path, path, say);
    if (read.replaced > 0 && replies.length === 1) {
      all.replies.push(/** @type {Reply} */ ({ ...replies[0], replaced: read.replaced }));
    } else {
      if (read.replaced > 0) say(`${name} is not valid UTF-8: invalid bytes were read as U+FFFD.`);
      all.replies.push(...replies);
    }
    all.others.push(...others);
  }
  end();
  return all;
}

/**
 * The text of a file, or null where it has none.
 * @param {File} file
 * @param {string} name
 * @param {number} most
 * @param {Problem} problem
 */
async function textOf(file, name, most, problem) {
  if (file.size > most) {
    problem(`${name} was skipped: it is larger than ${most >> 20} MiB.`);
    return null;
  }
  /** @type {Uint8Array} */
  let bytes;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    problem(`${name} cannot be read: ${/** @type {Error} */ (error).message}`);
    return null;
  }
  const wrong = noText(bytes);
  if (wrong !== null) {
    problem(`${name} is ${wrong}.`);
    return null;
  }
  const text = new TextDecoder().decode(bytes);
  if (text.trim() === "") problem(`${name} is empty. It counts as an empty reply.`);
  return { text, replaced: marks(text) === 0 ? 0 : marks(text) - writtenMarks(bytes) };
}

/** How many U+FFFD a text has. @param {string} text */
const marks = (text) => text.split("\ufffd").length - 1;

/** How many of them the bytes had already. @param {Uint8Array} bytes */
function writtenMarks(bytes) {
  let count = 0;
  for (let at = bytes.indexOf(0xef); at >= 0; at = bytes.indexOf(0xef, at + 1)) {
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) count += 1;
  }
  return count;
}

/**
 * The files of a drop, those of folders too.
 * @param {Dropped[]} dropped
 * @param {Problem} problem
 * @returns {Promise<NamedFile[]>}
 */
export async function droppedFiles(dropped, problem) {
  const { say, end } = bounded(problem);
  /** @type {NamedFile[]} */
  const files = [];
  for (const { entry, file } of dropped) {
    if (entry?.isDirectory) {
      const before = files.length;
      await walk(/** @type {FileSystemDirectoryEntry} */ (entry), files, say);
      if (files.length === before)
        say(`${shownName(entry.name)} contains no replies: it has no .md, .txt, .json, .jsonl, .ndjson or .log file.`);
    } else if (file) files.push({ path: file.name, file });
  }
  end();
  return files;
}

/**
 * The files of a folder that was chosen.
 * @param {Iterable<File>} chosen
 * @param {Problem} problem
 * @returns {NamedFile[]}
 */
export function folderFiles(chosen, problem) {
  const files = [...chosen]
    .map((file) => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(({ path }) => EXTENSIONS.test(path) && !path.split("/").some(isPassedOver))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  if (files.length === 0)
    problem("The folder contains no replies: it has no .md, .txt, .json, .jsonl, .ndjson or .log file.");
  if (files.length > MOST_FILES) problem(tooMany());
  return files.slice(0, MOST_FILES);
}

const tooMany = () => `The folder has more than ${counted(MOST_FILES, "file")}. The rest was skipped.`;

/** @param {string} name */
const isPassedOver = (name) => name.startsWith(".") || name === "node_modules";

/**
 * @param {FileSystemDirectoryEntry} folder
 * @param {NamedFile[]} files
 * @param {Problem} problem
 */
async function walk(folder, files, problem) {
  /** @type {FileSystemEntry[]} */
  const entries = [];
  try {
    const reader = folder.createReader();
    // A reader gives some at a time, and none in the end.
    for (;;) {
      /** @type {FileSystemEntry[]} */
      const some = await new Promise((done, fail) => reader.readEntries(done, fail));
      entries.push(...some);
      if (some.length === 0 || entries.length > MOST_FILES) break;
    }
  } catch (error) {
    problem(`${shownName(folder.fullPath.slice(1))} cannot be read: ${/** @type {Error} */ (error).message}`);
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (isPassedOver(entry.name)) continue;
    if (files.length >= MOST_FILES) return problem(tooMany());
    if (entry.isDirectory) await walk(/** @type {FileSystemDirectoryEntry} */ (entry), files, problem);
    else if (EXTENSIONS.test(entry.name)) {
      const path = entry.fullPath.slice(1);
      try {
        const file = await new Promise((done, fail) => /** @type {FileSystemFileEntry} */ (entry).file(done, fail));
        files.push({ path, file });
      } catch (error) {
        problem(`${shownName(path)} cannot be read: ${/** @type {Error} */ (error).message}`);
      }
    }
  }
}

/**
 * Passes the first problems on, and counts the others.
 * @param {Problem} problem
 */
function bounded(problem) {
  let count = 0;
  /** @type {Problem} */
  const say = (sentence) => {
    count += 1;
    if (count <= MOST_PROBLEMS) problem(sentence);
  };
  const end = () => {
    if (count > MOST_PROBLEMS)
      problem(`And ${counted(count - MOST_PROBLEMS, "more file")} with the same or similar problems.`);
  };
  return { say, end };
}
