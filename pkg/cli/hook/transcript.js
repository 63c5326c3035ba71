/**
 * What a subagent was asked, and what it said last, from the log that its host keeps. Only the beginning and the end of the
 * log are read, however long it is. Claude Code and Codex write different records; both are read.
 */
import { closeSync, constants, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** @typedef {Record<string, any>} Entry */

/** So much of either end is read first, and so much at the most, in bytes. */
const FIRST = 256 * 1024;
const MOST = 64 * 1024 * 1024;

/** The last message may be written only after the hook was called, in milliseconds. */
const PATIENCE = 1000;
const BETWEEN_LOOKS = 50;

/** Nobody may ever write to what is named, if it is a pipe. */
const WITHOUT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Tools that start a subagent in Claude Code. */
const DISPATCHES = ["Task", "Agent"];

/** Records and parts that continue a turn: what was said before them was not the end. */
const GOES_ON = /(?:_use|_result|_call|_call_output)$/;

/**
 * Texts that the agent was told, the first first: its prompt is among them. With when the first was, and in which session.
 * @param {string} path
 * @returns {{ texts: string[], session?: string, began?: string }}
 */
export function toldIn(path) {
  for (let bytes = FIRST; ; bytes *= 4) {
    const { entries, whole } = entriesAt(path, "start", bytes);
    const telling = entries.filter((entry) => told(entry) !== "");
    const texts = telling.map(told);
    const { sessionId: session, timestamp: began } = telling[0] ?? {};
    if (texts.length > 0 || whole || bytes >= MOST) return { texts, session, began };
  }
}

/**
 * The last message of the agent, once it is written; null where the log ends with something else.
 * @param {string} path
 */
export async function lastSaidIn(path) {
  const until = performance.now() + PATIENCE;
  for (;;) {
    const text = lastSaid(path);
    if (text !== null || performance.now() > until) return text;
    await wait(BETWEEN_LOOKS);
  }
}

/** @param {string} path */
function lastSaid(path) {
  for (let bytes = FIRST; ; bytes *= 4) {
    const { entries, whole } = entriesAt(path, "end", bytes);
    const text = ending(entries);
    if (text !== undefined || whole || bytes >= MOST) return text ?? null;
  }
}

/**
 * What the agent said at the end; null where it goes on, undefined where the entries do not tell.
 * @param {Entry[]} entries
 */
function ending(entries) {
  /** @type {string[]} */
  const parts = [];
  let message;
  for (const entry of entries.toReversed()) {
    if (goesOn(entry)) break;
    const text = said(entry);
    if (text === null) {
      if (told(entry) !== "") break;
      continue;
    }
    // Claude Code writes each block of a message as a record of its own.
    const id = record(entry.message).id;
    if (parts.length > 0 && (id === undefined || id !== message)) return parts.join("\n\n");
    message = id;
    if (text !== "") parts.unshift(text);
    if (parts.length > 0 && id === undefined) return parts.join("\n\n");
  }
  if (parts.length > 0) return parts.join("\n\n");
  return entries.some((entry) => goesOn(entry) || told(entry) !== "") ? null : undefined;
}

/** @param {unknown} value @returns {Entry} */
const record = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? /** @type {Entry} */ (value) : {};

/** @param {unknown} content */
const partsOf = (content) => (Array.isArray(content) ? content.map(record) : []);

/**
 * The text of a message: a string, or parts of certain types.
 * @param {unknown} content
 * @param {string[]} types
 */
function textOf(content, types) {
  if (typeof content === "string") return content;
  return partsOf(content)
    .filter(({ type, text }) => types.includes(type) && typeof text === "string")
    .map(({ text }) => text)
    .join("\n\n");
}

/**
 * What an entry tells the agent; empty where it tells nothing.
 * @param {Entry} entry
 */
function told(entry) {
  if (entry.type === "user") return entry.isMeta === true ? "" : textOf(record(entry.message).content, ["text"]);
  if (entry.type !== "response_item") return "";
  const { type, role, content } = record(entry.payload);
  if (type === "agent_message") return textOf(content, ["input_text"]);
  return type === "message" && role === "user" ? textOf(content, ["input_text"]) : "";
}

/**
 * What the agent says in an entry; null where it is none of its messages.
 * @param {Entry} entry
 */
function said(entry) {
  if (entry.type === "assistant") return textOf(record(entry.message).content, ["text"]);
  const { type, role, content, phase, last_agent_message: last } = record(entry.payload);
  if (entry.type === "event_msg" && type === "task_complete" && typeof last === "string") return last;
  if (entry.type !== "response_item" || type !== "message" || role !== "assistant" || phase === "commentary")
    return null;
  return textOf(content, ["output_text"]);
}

/** @param {Entry} entry */
function goesOn(entry) {
  const parts = [...partsOf(record(entry.message).content), record(entry.payload)];
  return parts.some(({ type }) => typeof type === "string" && GOES_ON.test(type));
}

/** How a text begins that the host puts before a prompt: tags around what it adds, and the instructions of a project. */
const BY_HOST = /^\s*(?:<|# AGENTS\.md |Message Type: )/;

/**
 * What an agent was asked; undefined where the host tells no prompt.
 * @param {string[]} texts What it was told.
 */
export const promptIn = (texts) => texts.find((text) => !BY_HOST.test(text));

/**
 * What the host calls the work of an agent: Claude Code's description of the task, Codex's path of the agent.
 * @param {string} path The agent's log.
 * @param {string | undefined} parent The log that started it.
 * @param {string[]} texts What it was told.
 * @returns {string | undefined}
 */
export function describedIn(path, parent, texts) {
  const beside = path.replace(/\.jsonl$/, ".meta.json");
  if (beside !== path && existsSync(beside)) {
    const { description } = record(entriesAt(beside, "start", FIRST, "").entries[0]);
    if (typeof description === "string" && description.trim() !== "") return description;
  }
  const [first] = entriesAt(path, "start", FIRST).entries;
  if (first?.type === "session_meta") {
    const spawn = record(record(record(record(first.payload).source).subagent).thread_spawn);
    return typeof spawn.agent_path === "string" ? spawn.agent_path.replace(/^\/root\//, "") || undefined : undefined;
  }
  return parent === undefined || !existsSync(parent) ? undefined : dispatched(parent, texts);
}

/**
 * The description of the call that started an agent with these words, if there is one alone.
 * @param {string} parent
 * @param {string[]} texts
 */
function dispatched(parent, texts) {
  const prompts = new Set(texts);
  const { entries } = entriesAt(parent, "end", FIRST * 16);
  const found = entries.flatMap((entry) =>
    partsOf(record(entry.message).content)
      .filter(
        ({ type, name, input }) =>
          type === "tool_use" && DISPATCHES.includes(name) && prompts.has(record(input).prompt),
      )
      .map(({ input }) => input.description),
  );
  const described = new Set(
    found.filter((description) => typeof description === "string" && description.trim() !== ""),
  );
  return described.size === 1 ? /** @type {string} */ ([...described][0]) : undefined;
}

/**
 * The entries that stand whole at the start or the end of a log. What is not valid JSON is passed over: the cut at either end, or a
 * line that is being written.
 * @param {string} path
 * @param {"start" | "end"} from
 * @param {number} bytes
 * @param {string} [between] What stands between entries: nothing where all of it is one.
 */
function entriesAt(path, from, bytes, between = "\n") {
  const file = openSync(path, WITHOUT_WAITING);
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw new Error(`${path} is not a file`);
    const length = Math.min(bytes, found.size);
    const buffer = Buffer.alloc(length);
    const start = from === "end" ? found.size - length : 0;
    const read = readSync(file, buffer, 0, length, start);
    const text = buffer.toString("utf8", 0, read);
    const lines = between === "" ? [text] : text.split(between);
    if (from === "end" && start > 0) lines.shift();
    return { entries: lines.flatMap(entriesOf), whole: length === found.size };
  } finally {
    closeSync(file);
  }
}

/** @param {string} json One object, or what is none. */
function entriesOf(json) {
  if (!json.startsWith("{")) return [];
  try {
    return [record(JSON.parse(json))];
  } catch {
    return [];
  }
}
