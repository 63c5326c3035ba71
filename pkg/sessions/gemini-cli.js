/**
 * Sessions of Gemini CLI (`tmp/PROJECT/chats/session-*.json` and `.jsonl`).
 *
 * The tool `invoke_agent` starts a subagent; before there was one, each subagent was a tool with its own name. Call and
 * result stand together, and are written again as they change.
 */
import { contentText, isObject, list, member, object, parsed, text } from "./plain.js";

/** @typedef {import("./calls.js").Calls} Calls */
/** @typedef {import("./plain.js").Members} Members */

const INVOKE = "invoke_agent";
const BUILT_IN = new Set(["codebase_investigator", "cli_help", "generalist", "browser_agent"]);
const TYPES = new Set(["user", "gemini", "info", "error", "warning"]);

const FINISHED = /^Subagent '([^'\n]*)' finished\.\nTermination Reason: ([^\n]*)\nResult:\n/;
const FAILED = /^Subagent '([^'\n]*)' failed\. Error: /;
/** It ended, but not because it was done. */
const STOPPED = new Set(["TIMEOUT", "MAX_TURNS"]);
const DONE = new Set(["GOAL", ""]);

/** @param {Members} record */
export function isGemini(record) {
  if (typeof member(record, "sessionId") === "string" && typeof member(record, "projectHash") === "string") return true;
  if (
    Object.keys(record).length === 1 &&
    (isObject(member(record, "$set")) || typeof member(record, "$rewindTo") === "string")
  )
    return true;
  const type = member(record, "type");
  if (typeof type !== "string" || !TYPES.has(type) || typeof member(record, "id") !== "string") return false;
  return "content" in record && "timestamp" in record && !("message" in record);
}

export class GeminiCli {
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
    return {
      id: this.#session,
      folder: undefined,
      started: text(record, "startTime", "timestamp"),
      title: member(record, "type") === "user" ? contentText(member(record, "content")) : undefined,
    };
  }

  /** @param {Members} record */
  take(record) {
    this.#session = text(record, "sessionId") ?? text(object(record, "$set"), "sessionId") ?? this.#session;
    const messages = [...list(record, "messages"), ...list(object(record, "$set"), "messages"), record];
    for (const message of messages) this.#message(message);
  }

  /** @param {unknown} message */
  #message(message) {
    if (member(message, "type") === "user") this.#calls.turn();
    for (const call of list(message, "toolCalls")) this.#toolCall(call);
  }

  /** @param {unknown} toolCall */
  #toolCall(toolCall) {
    const [id, name, args] = [text(toolCall, "id"), text(toolCall, "name"), object(toolCall, "args")];
    if (id === undefined || name === undefined) return;
    const display = object(toolCall, "resultDisplay");
    const said = resultText(member(toolCall, "result"));
    const ended = said === undefined ? null : (FINISHED.exec(said) ?? FAILED.exec(said));
    const isAgent =
      name === INVOKE || BUILT_IN.has(name) || member(display, "isSubagentProgress") === true || ended !== null;
    if (!isAgent) return;
    const call = this.#calls.open(id, {
      host: "gemini-cli",
      agent: name === INVOKE ? (text(args, "agent_name") ?? text(display, "agentName")) : name,
      asked: text(args, "prompt", "objective", "query", "task", "question", "request"),
      session: this.#session,
    });
    const status = text(toolCall, "status");
    if (said === undefined) {
      if (status === "cancelled") this.#calls.answer(call, { text: "", error: "cancelled" });
      if (status === "error") this.#calls.answer(call, { text: "", error: errorOf(toolCall) ?? "failed" });
      return;
    }
    if (status === "error" || status === "cancelled" || FAILED.test(said)) {
      this.#calls.answer(call, { text: "", error: said.replace(FAILED, "").trim() || (status ?? "failed") });
      return;
    }
    const reason = FINISHED.exec(said)?.[2]?.trim() ?? "";
    const reply = responseIn(said.replace(FINISHED, ""));
    if (STOPPED.has(reason)) this.#calls.answer(call, { text: reply, timedOut: true });
    else if (DONE.has(reason)) this.#calls.answer(call, { text: reply });
    else this.#calls.answer(call, { text: reply, error: reason });
  }
}

/**
 * The text of a result: of function responses the output, or why there is none.
 * @param {unknown} result
 * @returns {string | undefined}
 */
export function resultText(result) {
  const parts = Array.isArray(result) ? result : [result];
  const texts = parts.flatMap((part) => {
    const response = object(object(part, "functionResponse"), "response");
    const said = text(response, "output", "error") ?? (typeof part === "string" ? part : text(part, "text"));
    return said === undefined ? [] : [said];
  });
  return texts.length > 0 ? texts.join("\n") : undefined;
}

/**
 * What a subagent says: the host writes it as JSON, which holds nothing but a response where nobody asked for more.
 * @param {string} said
 */
function responseIn(said) {
  const result = parsed(said);
  const response = text(result, "response");
  return response !== undefined && Object.keys(result).length === 1 ? response : said;
}

/** @param {unknown} toolCall */
const errorOf = (toolCall) => text(object(toolCall, "error"), "message") ?? text(toolCall, "resultDisplay");
