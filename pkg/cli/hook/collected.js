/** The replies of a session, one JSON line each, as subagents stop. */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { Misuse, reason } from "../misuse.js";
import { isSpecial } from "../sessions/read.js";
import { COLLECTION } from "./input.js";

/** Several hooks may come here at once, each in a process of its own: the system puts each write behind the last. */
const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** So often a line is begun anew of which the disk took only a part. */
const TRIES = 3;

/**
 * Appends a reply in one write, so that those of several processes stand one behind the other.
 * @param {string} file
 * @param {import("../../reconvene.js").Reply} reply
 */
export function collect(file, reply) {
  try {
    prepare(dirname(file));
    const handle = openSync(file, APPEND, 0o600);
    try {
      if (!fstatSync(handle).isFile()) throw new Error("it is not a regular file");
      append(handle, JSON.stringify(reply));
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (error instanceof Misuse) throw error;
    throw new Misuse(`${file} cannot be written, so this reply was not collected: ${reason(error)}.`);
  }
}

/**
 * @param {number} handle
 * @param {string} line
 */
function append(handle, line) {
  // What a process left unfinished that was stopped while it wrote costs itself alone.
  let bytes = Buffer.from(`${endsInLine(handle) ? "" : "\n"}${line}\n`);
  for (let tries = 1; ; tries++) {
    if (writeSync(handle, bytes) === bytes.length) return;
    if (tries === TRIES) throw new Error("only a part of it could be written");
    // Others may have written behind the part that was taken: the line is begun anew, and the part is not valid JSON.
    bytes = Buffer.from(`\n${line}\n`);
  }
}

/** @param {number} handle */
function endsInLine(handle) {
  const { size } = fstatSync(handle);
  const last = Buffer.alloc(1);
  return size === 0 || (readSync(handle, last, 0, 1, size - 1) === 1 && last[0] === 0x0a);
}

/**
 * Makes the folder, which version control is told to pass over.
 * @param {string} folder
 */
function prepare(folder) {
  const ours = basename(folder) === COLLECTION;
  if (ours && lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Misuse(`${folder} is a symbolic link, which is not followed. This reply was not collected.`);
  }
  // Ours stands in a project, which is there.
  if (!made(folder, !ours) || !ours) return;
  try {
    writeFileSync(join(folder, ".gitignore"), "*\n", { flag: "wx" });
  } catch {
    // Another hook was first, or nobody needs it.
  }
}

/**
 * Makes a folder, one level after the other: Node's own way of doing so never ends where the system makes none, as below
 * `/proc`.
 * @param {string} folder
 * @param {boolean} withParents
 * @returns {boolean} Whether it was not there.
 */
function made(folder, withParents) {
  try {
    mkdirSync(folder);
    return true;
  } catch (/** @type {any} */ error) {
    if (error.code === "EEXIST") {
      if (statSync(folder).isDirectory()) return false;
      throw new Error(`${folder} is not a folder`);
    }
    const parent = dirname(folder);
    if (error.code !== "ENOENT" || !withParents || parent === folder || !made(parent, true)) throw error;
  }
  return made(folder, false);
}

/** More is not looked through for an earlier reply, in bytes. */
const MOST = 64 * 1024 * 1024;

/**
 * What an earlier reply of an agent was said to be on: undefined where that was left to the reply, null where there is none.
 * @param {string} file
 * @param {string} agentId
 * @returns {string | undefined | null}
 */
export function earlierUnit(file, agentId) {
  try {
    if (isSpecial(file) || statSync(file).size > MOST) return null;
    const lines = readFileSync(file, "utf8").split("\n");
    const found = lines.findLast((line) => line.includes(agentId) && agentOf(line) === agentId);
    return found === undefined ? null : JSON.parse(found).unit;
  } catch {
    return null;
  }
}

/** @param {string} line */
function agentOf(line) {
  try {
    return JSON.parse(line).meta?.agentId;
  } catch {
    return undefined;
  }
}
