/** Replies from files, folders and standard input. What cannot be read is said; the rest goes on. */
import { isUtf8 } from "node:buffer";
import { createReadStream, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, extname, join, resolve, sep } from "node:path";
import { MAX_FILE_BYTES, MAX_REPLY_BYTES, noText } from "../bytes.js";
import { held, isOfShortTexts, repliesOfEntries } from "../entries.js";
import { repliesOfTool } from "../formats/read.js";
import { parse, split } from "../node.js";
import { isSession } from "../sessions.js";
import { Misuse, reason } from "./misuse.js";
import { isOneFile, keepInputs } from "./options.js";
import { agentsOf, nameOf, sessionNamed } from "./sessions/find.js";
import { isSpecial, readLog } from "./sessions/read.js";
import { progress, say } from "./terminal.js";

/** @typedef {import("../reconvene.js").Reply} Reply */
/** @typedef {import("../reconvene-sessions.js").Session} Session */
/** @typedef {NonNullable<import("../reconvene.js").AggregateOptions["expected"]>} Expected */

/**
 * What the options say of sessions.
 * @typedef {object} Asked
 * @property {string} [session] The session that is meant.
 * @property {string} [agent] The program that kept it.
 * @property {string[]} [tool] In lists of messages, the tools that are subagents.
 * @property {string | string[]} [out] Where the outcome goes: no reply is written over.
 */

/**
 * Who hears what is odd, and what may be read.
 * @typedef {object} Heard
 * @property {import("../reconvene.js").CustomType[]} [types] Result types of one's own: a reply of one begins like any other.
 * @property {(sentence: string) => void} [tell] Who is told (default: standard error).
 * @property {(file: string) => boolean} [isAllowed] Which of the files that folders hold may be read.
 */

const STANDARD_INPUT = "-";
const JSON_FILE = /\.(?:json|sarif|rdjson|(jsonl|ndjson))$/i;
const BEGINS_JSON = /^\ufeff?\s*[[{"]/;
/** So much of a file tells whether it is the log of a coding agent. */
const HEAD_BYTES = 1024 * 1024;
/** What no document has that is not a log. */
const IN_LOGS = /"(?:tool_use|tool_calls|function_call|functionCall|toolCalls|projectHash|parts|sessionId|session_id)"/;
const EXTENSIONS = [".md", ".markdown", ".txt", ".json", ".jsonl", ".ndjson", ".log", ".sarif"];

/** @param {Reply} reply */
export const isTooLarge = ({ text, oversize = 0 }) => Math.max(Buffer.byteLength(text), oversize) > MAX_REPLY_BYTES;

/**
 * The replies that the arguments name, whether all of them could be read, and what sessions among them asked for.
 * @param {string[]} paths Files, folders or "-"; where there is none, what is piped in.
 * @param {(string | undefined)[]} notReplies Files that are no replies, though they may stand in such a folder.
 * @param {Asked & Heard} [options]
 */
export async function readReplies(paths, notReplies = [], options = {}) {
  const { session: wanted, agent, tool, types, out = [], tell = say, isAllowed = () => true } = options;
  if (agent !== undefined && wanted === undefined)
    throw new Misuse("--agent can only be used together with --session.");
  if (paths.length > 0 && wanted === "latest") throw new Misuse("With a file, --session needs an id: --session ID.");
  if (paths.length === 0 && wanted === undefined && process.stdin.isTTY) {
    throw new Misuse("Name files or folders with replies, or pipe one in. See `--help`.");
  }
  let complete = true;
  const problem = (/** @type {string} */ sentence) => {
    tell(sentence);
    complete = false;
  };
  /** @type {Reply[]} */
  const replies = [];
  /** @type {Expected} */
  const expected = [];
  const takeSession = (/** @type {Session} */ session, /** @type {string} */ name) => {
    for (const sentence of session.problems) problem(`${name}: ${sentence}.`);
    // In a folder there are sessions of all kinds.
    const isNamed = paths.length === 0 || paths.includes(name) || paths.includes(STANDARD_INPUT);
    const by = isNamed ? problem : tell;
    if (session.expected.length + session.replies.length === 0) by(`${name} ${withoutSubagents(session, wanted)}.`);
    expected.push(...session.expected);
    for (const [index, reply] of session.replies.entries()) {
      replies.push(checked({ source: `${name}#${index + 1}`, ...reply }, problem, tell));
    }
  };
  if (paths.length === 0 && wanted !== undefined) {
    const { found, session } = await sessionNamed(wanted, agentsOf(agent));
    const asked = session.expected.length === 1 ? "1 subagent was" : `${session.expected.length} subagents were`;
    say(`Session ${found.id} of ${nameOf(found.agent)}: ${asked} asked.`);
    takeSession(session, found.path);
    return { replies, complete, expected };
  }
  const skipped = new Set(notReplies.flatMap((path) => (path === undefined ? [] : [resolve(path)])));
  const keep = (/** @type {string} */ file) => keepReply(file, [out].flat());
  const inputs = paths.length > 0 ? paths : [STANDARD_INPUT];
  for (const file of [out].flat()) keepInputs("--out", file, inputs);
  const files = named(inputs, skipped, problem, { isAllowed, keep });
  for (const [index, { file, folder }] of files.entries()) {
    // A transcript that belongs to a session was read with it.
    if (skipped.has(resolve(file)) && !paths.includes(file)) continue;
    if (!isAllowed(file)) {
      problem(`${file} was skipped: it is a link that leads outside the folder.`);
      continue;
    }
    progress(`Reading ${index + 1} of ${files.length}: ${file}`);
    const piped = file === STANDARD_INPUT;
    const name = piped ? "standard input" : file;
    const json = piped ? undefined : JSON_FILE.exec(file);
    const ofSessions = { session: wanted, tools: tool?.length ? tool : undefined };
    const opened = await read(file, json || piped ? MAX_FILE_BYTES : MAX_REPLY_BYTES, problem);
    if (!opened) continue;
    const { bytes } = opened;
    if (folder !== undefined && EARLIER.test(decoded(bytes.subarray(0, BEGINNING_BYTES)))) {
      tell(`${file} is a report of an earlier run, not a reply. To read it as a reply, pass the file by name.`);
      continue;
    }
    if (opened.rest) {
      try {
        const chunks = following(bytes, opened.rest);
        const mayRead = (/** @type {string} */ path) =>
          isAllowed(path) && (folder === undefined || isWithin(path, folder));
        let { session, beside } = await readLog(piped ? undefined : file, chunks, ofSessions, mayRead);
        const [begun, ...more] = wanted === undefined ? [] : session.sessions.filter((id) => id.startsWith(wanted));
        if (begun !== undefined && begun !== wanted && more.length === 0 && !piped) {
          const again = createReadStream(file, { highWaterMark: HEAD_BYTES });
          ({ session, beside } = await readLog(file, again, { ...ofSessions, session: begun }, mayRead));
        }
        for (const path of beside) skipped.add(resolve(path));
        takeSession(session, name);
      } catch (/** @type {any} */ error) {
        if (error.code === undefined) throw error;
        problem(`${file} cannot be read: ${reason(error)}.`);
      }
      continue;
    }
    if (bytes.length === 0 && paths.length === 0)
      throw new Misuse("Nothing was piped in, and no file was named. Name files or a folder with replies.");
    // What is piped in has no name to tell by: its first character does.
    const isJson = json || (piped && BEGINS_JSON.test(decoded(bytes.subarray(0, 1024))));
    const text = isJson ? decoded(bytes).replace(/^\ufeff/, "") : "";
    if (isJson && IN_LOGS.test(text) && isSession(text, true)) {
      takeSession((await readLog(undefined, [bytes], ofSessions)).session, name);
      continue;
    }
    if (wanted !== undefined) {
      problem(`${name} is not a session of a coding agent.`);
      continue;
    }
    const content = isJson && held(text, json?.[1] !== undefined, repliesOfTool);
    if (content && "noReply" in content) {
      const by = paths.includes(file) ? problem : tell;
      by(`${name} is ${content.noReply}, not a reply.`);
    } else if (content) {
      if (!isUtf8(bytes)) tell(`${name} is not valid UTF-8: invalid bytes were read as U+FFFD.`);
      for (const reply of repliesOfEntries(content, name, problem)) {
        replies.push(checked(reply, problem, tell));
      }
    } else {
      // What is to hold replies and holds none looks the same.
      if (isJson && text.trim() === "[]") tell(`${name} is an empty list. It was read as one empty reply.`);
      if (isJson && isOfShortTexts(text) && parse(text).status === "PARTIAL") {
        tell(
          `${name} was read as one reply. If it holds a text for each agent, write [{"agent": …, "text": …}]: texts under 40 characters may be fields of one reply.`,
        );
      }
      replies.push(...repliesOf(bytes.subarray(0, MAX_REPLY_BYTES + 1), name, problem, tell, types));
    }
  }
  return { replies, complete, expected };
}

/**
 * Why a session has no replies.
 * @param {Session} session
 * @param {string | undefined} wanted
 */
function withoutSubagents({ host, sessions, otherTools }, wanted) {
  if (wanted !== undefined && !sessions.includes(wanted)) {
    return `has no session ${wanted}${sessions.length > 0 ? `, but ${sessions.slice(0, 5).join(", ")}` : ""}`;
  }
  if (host !== "messages") return `is a session of ${nameOf(host ?? "a coding agent")}, which started no subagent`;
  const tools =
    otherTools.length > 0 ? `, and calls ${otherTools.join(", ")}: name those that are subagents with --tool` : "";
  return `is a list of messages${tools}`;
}

/**
 * @param {Buffer} head
 * @param {AsyncIterable<Buffer>} rest
 */
async function* following(head, rest) {
  yield head;
  yield* rest;
}

/**
 * Every file, once, in the order of the arguments; the files of a folder by name, bytewise. Files that are found in a folder
 * name it: nothing outside of it is read for them.
 * @param {string[]} paths
 * @param {Set<string>} skipped
 * @param {(sentence: string) => void} problem
 * @param {{ isAllowed: (file: string) => boolean, keep: (file: string) => void }} checks What is not allowed is named by who
 *   reads it.
 */
function named(paths, skipped, problem, { isAllowed, keep }) {
  /** @type {Map<string, { file: string, folder?: string }>} */
  const files = new Map();
  const set = (/** @type {string} */ file, /** @type {string | undefined} */ folder) =>
    files.set(file === STANDARD_INPUT ? file : resolve(file), { file, folder });
  const byName = new Set(paths.map((path) => resolve(path)));
  for (const path of paths) {
    if (path === STANDARD_INPUT || !isFolder(path)) {
      set(path, undefined);
      continue;
    }
    const all = [...filesIn(path, problem)];
    for (const file of all) keep(file);
    const found = all.filter((file) => !skipped.has(resolve(file)));
    if (found.length === 0) problem(`${path} contains no replies: no file ends in ${EXTENSIONS.join(", ")}.`);
    found.sort(
      (a, b) => Number(isTranscript(a)) - Number(isTranscript(b)) || Buffer.compare(Buffer.from(a), Buffer.from(b)),
    );
    for (const file of found) {
      // Who names a file may name a link.
      if (byName.has(resolve(file))) continue;
      if (isWithin(file, path) || !isAllowed(file)) set(file, path);
      else problem(`${file} was skipped: it is a link that leads outside the folder. Name it to read it.`);
    }
  }
  return [...files.values()];
}

/** How reports begin that earlier runs left. */
const REPORT =
  /^\*\*Verdict: [A-Z ]+\.\*\* .*\brepl(?:y|ies)\b|"reconvene(?:\/[^"]*)?"|"fingerprint": "v1:|"dialect": "/m;

/** How an earlier report in Markdown begins: its title, and the verdict with the count of replies. */
const EARLIER = /^(?:\ufeff?\s*#[^\n]*\n)?\s*\*\*Verdict: [A-Z ]+\.\*\* \d+ repl(?:y|ies) on \d/;

/** How much of a file tells that, in bytes. */
const BEGINNING_BYTES = 4096;

/**
 * A file in a folder of replies is written over only where it is an earlier report.
 * @param {string} file
 * @param {string[]} outputs
 */
function keepReply(file, outputs) {
  const output = outputs.find((output) => isOneFile(output, file));
  if (output === undefined) return;
  if (resolve(output) !== resolve(file)) throw new Misuse(`--out ${output} is the input ${file}. Choose another file.`);
  const text = readFileSync(file, "utf8").slice(0, HEAD_BYTES);
  if (text.trim() !== "" && !REPORT.test(text)) {
    throw new Misuse(`--out ${output} is among the replies and is not an earlier report. Choose another file.`);
  }
}

/**
 * Whether a file is of a subagent, by its name: the session that asked it comes first.
 * @param {string} file
 */
const isTranscript = (file) => basename(file).startsWith("agent-");

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
    if (!entry.isDirectory() && !isFolder(path)) yield path;
  }
}

/**
 * Whether a file is in a folder, wherever links lead. A link that leads nowhere is found out when it is read.
 * @param {string} file
 * @param {string} folder
 */
function isWithin(file, folder) {
  try {
    const top = realpathSync(folder);
    return realpathSync(file).startsWith(top.endsWith(sep) ? top : `${top}${sep}`);
  } catch (/** @type {any} */ error) {
    return error.code === "ENOENT";
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
 * The bytes of a file, or of its beginning where it is too large; null where it is not text. Of the log of a coding agent the
 * beginning, and the rest as it comes.
 * @param {string} file
 * @param {number} most How many bytes of it are wanted; one more tells that there are more.
 * @param {(sentence: string) => void} problem
 * @returns {Promise<{ bytes: Buffer, rest?: AsyncIterable<Buffer> } | null>}
 */
async function read(file, most, problem) {
  if (file !== STANDARD_INPUT && isSpecial(file)) {
    problem(`${file} was skipped: it is not a regular file. Pipe it in to read it.`);
    return null;
  }
  const chunks = [];
  let length = 0;
  let isLooked = false;
  try {
    const stream = file === STANDARD_INPUT ? process.stdin : createReadStream(file, { highWaterMark: HEAD_BYTES });
    const pieces = stream[Symbol.asyncIterator]();
    for (;;) {
      const { done, value } = await pieces.next();
      if (!done) {
        chunks.push(value);
        length += value.length;
      }
      if (!isLooked && (done || length >= HEAD_BYTES)) {
        isLooked = true;
        const head = Buffer.concat(chunks);
        if (isSession(decoded(head), done)) return { bytes: head, rest: { [Symbol.asyncIterator]: () => pieces } };
      }
      if (done) break;
      if (length > most) {
        stream.destroy();
        break;
      }
    }
  } catch (/** @type {any} */ error) {
    // The shells of Windows leave patterns to the program, and others do so where nothing matches.
    const pattern = error.code === "ENOENT" && /[*?]/.test(file);
    const help = pattern ? ". Your shell did not expand the pattern: name the files or their folder" : "";
    problem(`${file} cannot be read: ${reason(error)}${help}.`);
    return null;
  }
  const bytes = Buffer.concat(chunks).subarray(0, most + 1);
  const wrong = noText(bytes);
  if (wrong === null) return { bytes };
  problem(`${file} is ${wrong}.`);
  return null;
}

/**
 * @param {Buffer} bytes
 * @param {string} source
 * @param {(sentence: string) => void} problem
 * @param {(sentence: string) => void} tell
 * @param {import("../reconvene.js").CustomType[]} [types]
 * @returns {Reply[]}
 */
function repliesOf(bytes, source, problem, tell, types) {
  const whole = checked({ text: bytes, source }, problem, tell);
  if (isTooLarge(whole)) return [whole];
  const text = decoded(bytes);
  const replies = split(text, { types });
  if (replies.length < 2) return [whole];
  tell(`${source} holds ${replies.length} replies: ${source}#1 to #${replies.length}.`);
  if (!isUtf8(bytes)) tell(`${source} is not valid UTF-8: invalid bytes were read as U+FFFD.`);
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
 * @param {(sentence: string) => void} tell
 */
function checked(reply, problem, tell) {
  const { text, source, error } = reply;
  if (isTooLarge(reply)) problem(`${source} was not read: it is larger than 16 MiB.`);
  // Of an agent that failed nothing was to be expected.
  else if (
    error === undefined &&
    (typeof text === "string" ? text : decoded(/** @type {Buffer} */ (text))).trim() === ""
  ) {
    tell(`${source} is empty.`);
  }
  return reply;
}
