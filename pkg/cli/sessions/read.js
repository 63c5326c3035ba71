/** Sessions out of files: streamed, with the transcripts of their subagents. */
import { createReadStream, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { SessionReader } from "../../sessions.js";
import { toldIn } from "../hook/transcript.js";
import { Misuse, reason } from "../misuse.js";

/** @typedef {import("../../reconvene-sessions.js").Session} Session */
/** @typedef {import("../../reconvene-sessions.js").SessionOptions} SessionOptions */
/** @typedef {AsyncIterable<Uint8Array> | Iterable<Uint8Array>} Chunks */

const CHUNK = 1024 * 1024;

/** Transcripts of Claude Code that are none of a subagent: it makes them for itself. */
const INTERNAL = /^agent-a?(?:compact|prompt_suggestion|side_question)/;
const TRANSCRIPT = /^agent-(.+)\.jsonl$/;

/** So many days after a thread of Codex began, those that it started may have begun. */
const LATER_FOLDERS = 2;

/**
 * Reads a log, and of its subagents what stands in files of their own beside it.
 * @param {string | undefined} file Where the log stands; nothing where it comes in a pipe.
 * @param {Chunks} chunks
 * @param {SessionOptions} options
 * @param {(file: string) => boolean} [isAllowed] Which files beside it may be read.
 * @returns {Promise<{ session: Session, beside: string[] }>} With the files that were read as well.
 */
export async function readLog(file, chunks, options, isAllowed = () => true) {
  const reader = new SessionReader(options);
  for await (const chunk of chunks) reader.push(chunk);
  reader.end();
  /** @type {string[]} */
  const beside = [];
  if (file !== undefined) {
    for await (const path of transcriptsOf(file, reader, isAllowed)) beside.push(path);
    // The transcripts that the program made for itself belong to it as well.
    const folder = subagentsOf(file);
    for (const name of entriesIn(folder, true)) if (INTERNAL.test(basename(name))) beside.push(join(folder, name));
  }
  return { session: reader.session(), beside };
}

/**
 * The session that stands in a file.
 * @param {string} file
 * @param {SessionOptions} [options]
 */
export async function readLogFile(file, options = {}) {
  try {
    return await readLog(file, createReadStream(file, { highWaterMark: CHUNK }), options);
  } catch (/** @type {any} */ error) {
    if (error.code === undefined) throw error;
    throw new Misuse(`${file} cannot be read: ${reason(error)}.`);
  }
}

/**
 * Pushes the transcripts of the subagents of a session, one after the other.
 * @param {string} file
 * @param {SessionReader} reader
 * @param {(file: string) => boolean} isAllowed
 */
async function* transcriptsOf(file, reader, isAllowed) {
  /** @type {Set<string>} */
  const read = new Set();
  const mayRead = (/** @type {string} */ path) => !read.has(path) && isAllowed(path) && !isSpecial(path);
  const beside = transcriptsBeside(file, isAllowed);
  const named = () => [...ofClaudeCode(file, reader, beside), ...ofCodex(file, reader)].filter(mayRead);
  /** @type {Map<string, ReturnType<typeof askedIn>>} */
  const heads = new Map();
  for (;;) {
    // A transcript may name more agents.
    let paths = named();
    if (paths.length === 0) {
      assignByPrompt(file, reader, beside, { heads, mayRead });
      paths = named();
    }
    if (paths.length === 0) return;
    for (const path of paths) {
      read.add(path);
      try {
        for await (const chunk of createReadStream(path, { highWaterMark: CHUNK })) reader.push(chunk);
      } catch {
        // What is not there any more has nothing to say.
        continue;
      } finally {
        reader.end();
      }
      yield path;
    }
  }
}

/**
 * The transcripts in the folder of a session, with what stands beside each. Every agent that is named asks for them.
 * @param {string} file
 * @param {(file: string) => boolean} isAllowed
 */
function transcriptsBeside(file, isAllowed) {
  const folder = subagentsOf(file);
  return transcriptsIn(folder, entriesIn(folder, true)).map(({ agent, path }) => {
    const meta = path.replace(/\.jsonl$/, ".meta.json");
    return { agent, path, said: isAllowed(meta) ? jsonAt(meta) : undefined };
  });
}

/**
 * @param {string} folder
 * @param {string[]} names
 */
const transcriptsIn = (folder, names) =>
  names.flatMap((name) => {
    const agent = TRANSCRIPT.exec(basename(name))?.[1];
    return agent === undefined || INTERNAL.test(basename(name)) ? [] : [{ agent, path: join(folder, name) }];
  });

/**
 * `SESSION/subagents/agent-ID.jsonl` beside `SESSION.jsonl`; in an earlier layout `agent-ID.jsonl`, of agents that are known.
 * @param {string} file
 * @param {SessionReader} reader
 * @param {ReturnType<typeof transcriptsBeside>} beside
 */
function ofClaudeCode(file, reader, beside) {
  if (!isSessionFile(file)) return [];
  const found = beside.filter(({ agent, said }) => {
    if (said !== undefined) reader.about(agent, said);
    // Others repeat what the session has.
    return reader.knows(agent);
  });
  const waiting = new Set(reader.waiting.flatMap(({ agents }) => agents));
  const earlier = earlierBeside(file).filter(({ agent }) => waiting.has(agent));
  return [...found, ...earlier].map(({ path }) => path);
}

/**
 * The transcripts beside a session, of all sessions in its folder.
 * @param {string} file
 */
const earlierBeside = (file) => transcriptsIn(dirname(file), entriesIn(dirname(file)));

/**
 * Whether a file may be a session that has transcripts beside it: a transcript itself has none.
 * @param {string} file
 */
const isSessionFile = (file) => file.endsWith(".jsonl") && !TRANSCRIPT.test(basename(file));

/**
 * Gives transcripts of agents that nobody names to the calls that asked what they begin with: where the program was stopped, a
 * call has no result that names its agent.
 * @param {string} file
 * @param {SessionReader} reader
 * @param {ReturnType<typeof transcriptsBeside>} beside
 * @param {{ heads: Map<string, ReturnType<typeof askedIn>>, mayRead: (path: string) => boolean }} looked What was read of
 *   heads so far, and which may be.
 */
function assignByPrompt(file, reader, beside, { heads, mayRead }) {
  if (!isSessionFile(file) || reader.waiting.every(({ agents }) => agents.length > 0)) return;
  const agents = [...beside, ...earlierBeside(file)].flatMap(({ agent, path }) => {
    if (reader.knows(agent)) return [];
    if (!heads.has(path)) heads.set(path, mayRead(path) ? askedIn(path) : undefined);
    const head = heads.get(path);
    return head === undefined ? [] : [{ agent, ...head }];
  });
  reader.assign(agents.sort((a, b) => Number(a.began > b.began) - Number(a.began < b.began)));
}

/**
 * What the agent of a transcript was asked first, by its head.
 * @param {string} path
 */
function askedIn(path) {
  try {
    const {
      texts: [asked],
      session,
      began = "",
    } = toldIn(path);
    return asked === undefined ? undefined : { asked, session, began };
  } catch {
    return undefined;
  }
}

/** @param {string} file */
const subagentsOf = (file) => join(file.replace(/\.jsonl$/, ""), "subagents");

/**
 * The rollouts of threads that a rollout started and had no answer of: in its folder, which is that of a day, or the next.
 * @param {string} file
 * @param {SessionReader} reader
 */
function ofCodex(file, reader) {
  if (!/^rollout-.*\.jsonl$/.test(basename(file))) return [];
  const threads = reader.waiting.flatMap(({ agents }) => agents);
  if (threads.length === 0) return [];
  const folders = [dirname(file), ...laterFolders(dirname(file))];
  return folders.flatMap((folder) =>
    entriesIn(folder)
      .filter((name) => threads.some((thread) => name.endsWith(`-${thread}.jsonl`)))
      .map((name) => join(folder, name)),
  );
}

/**
 * `…/2026/01/31` is followed by `…/2026/02/01`.
 * @param {string} folder
 */
function laterFolders(folder) {
  const [, root, year, month, day] = /^(.*[\\/])(\d{4})[\\/](\d{2})[\\/](\d{2})$/.exec(folder) ?? [];
  if (root === undefined) return [];
  return Array.from({ length: LATER_FOLDERS }, (_, later) => {
    const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) + later + 1));
    return join(root, ...date.toISOString().slice(0, 10).split("-"));
  });
}

/**
 * The names of files in a folder, by name; of a folder that is not there, none.
 * @param {string} folder
 * @param {boolean} [recursive]
 */
export function entriesIn(folder, recursive = false) {
  try {
    return readdirSync(folder, { recursive, encoding: "utf8" }).sort();
  } catch {
    return [];
  }
}

/**
 * @param {string} path
 * @returns {unknown}
 */
export function jsonAt(path) {
  try {
    return isSpecial(path) ? undefined : JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Whether a path leads to what is no regular file: a pipe that nobody writes to would be waited for, and a device has no end.
 * @param {string} file
 */
export function isSpecial(file) {
  try {
    return !statSync(file).isFile();
  } catch {
    return false;
  }
}
