/**
 * What `opencode export` writes of a session, and what `opencode run --format json` prints.
 *
 * The tool `task` starts a subagent. Call and result stand in one part.
 */
import { isObject, list, member, object, text } from "./plain.js";

/** @typedef {import("./calls.js").Calls} Calls */
/** @typedef {import("./plain.js").Members} Members */

const TASK = "task";
const LAUNCHED = /state="(?:running|pending)"|\bstatus: (?:running|pending)\b/;

/** @param {Members} record */
export function isOpencode(record) {
  if (
    isObject(member(record, "info")) &&
    (Array.isArray(member(record, "messages")) || Array.isArray(member(record, "parts")))
  )
    return true;
  if (typeof member(record, "sessionID") !== "string") return false;
  return isObject(member(record, "part")) || member(record, "type") === "tool";
}

export class Opencode {
  #calls;
  /** @type {string | undefined} */
  #session;

  /** @param {Calls} calls */
  constructor(calls) {
    this.#calls = calls;
  }

  end() {
    this.#session = undefined;
  }

  /** @param {Members} record */
  sessionOf(record) {
    const info = object(record, "info");
    return {
      id: this.#session,
      folder: text(info, "directory"),
      started: timeOf(member(object(info, "time"), "created")),
      title: text(info, "title"),
    };
  }

  /** @param {Members} record */
  take(record) {
    const info = object(record, "info");
    this.#session =
      text(record, "sessionID") ??
      text(info, "sessionID") ??
      (text(info, "id")?.startsWith("ses") ? text(info, "id") : this.#session);
    for (const message of [...list(record, "messages"), record]) {
      if (member(member(message, "info"), "role") === "user") this.#calls.turn();
      for (const part of list(message, "parts")) this.#part(part);
    }
    this.#part(member(record, "part") ?? record);
  }

  /** @param {unknown} part */
  #part(part) {
    if (member(part, "type") !== "tool" || member(part, "tool") !== TASK) return;
    const [id, state] = [text(part, "callID", "id"), object(part, "state")];
    if (id === undefined) return;
    const input = object(state, "input");
    const resumed = this.#calls.byAgent(text(input, "task_id"));
    if (resumed) this.#calls.alias(id, this.#session, resumed);
    const call =
      resumed ??
      this.#calls.open(id, {
        host: "opencode",
        unit: text(input, "description"),
        agent: text(input, "subagent_type"),
        asked: text(input, "prompt"),
        session: this.#session,
      });
    this.#calls.name(call, text(object(state, "metadata"), "sessionId"));
    const status = member(state, "status");
    if (status === "error") this.#calls.answer(call, { text: "", error: text(state, "error") ?? "failed" });
    else if (status === "completed") {
      const output = text(state, "output") ?? "";
      const reply = replyIn(output);
      if (reply !== undefined) this.#calls.answer(call, { text: reply });
      else if (!LAUNCHED.test(output.slice(0, 300))) this.#calls.answer(call, { text: withoutMetadata(output) });
    }
  }
}

/**
 * The reply in what the tool gave: later versions put it between tags, and how to go on with the agent before them.
 * @param {string} output
 */
function replyIn(output) {
  const [begin, end] = ["<task_result>\n", "\n</task_result>"];
  const from = output.indexOf(begin);
  const to = output.lastIndexOf(end);
  if (from === -1 || from > 300 || LAUNCHED.test(output.slice(0, from))) return undefined;
  return output.slice(from + begin.length, to < from ? undefined : to);
}

/** @param {string} output */
function withoutMetadata(output) {
  const at = output.lastIndexOf("<task_metadata>");
  return at === -1 || !output.trimEnd().endsWith("</task_metadata>") ? output : output.slice(0, at).trimEnd();
}

/** @param {unknown} time In milliseconds. */
function timeOf(time) {
  return typeof time === "number" && Math.abs(time) < 8.64e15 ? new Date(time).toISOString() : undefined;
}
