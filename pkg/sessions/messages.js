/**
 * Lists of chat messages as the APIs of models have them: parts `tool_use` and `tool_result` (Anthropic), `tool_calls` and
 * messages of the role `tool` (OpenAI, chat; earlier `function_call` and the role `function`), items `function_call` and
 * `function_call_output` (OpenAI, responses), parts `functionCall` and `functionResponse` (Google).
 *
 * Which tools are subagents nobody says: those with a usual name or arguments, or those that the caller names.
 */
import { resultText } from "./gemini-cli.js";
import { contentText, isObject, isTrue, list, member, object, parsed, text } from "./plain.js";

/** @typedef {import("./calls.js").Calls} Calls */
/** @typedef {import("./plain.js").Members} Members */

const ROLES = new Set(["system", "developer", "user", "assistant", "tool", "function", "model"]);
const USUAL =
  /^(?:task|agent|sub_?agent|run_?(?:sub_?)?agent|spawn_?(?:sub_?)?agent|invoke_?(?:sub_?)?agent|dispatch_?agent|call_?(?:sub_?)?agent|delegate(?:_?task)?|new_?task)$/i;
const KINDS = ["subagent_type", "agent_type", "agent_name", "subagent", "agentName", "agentType"];

/** @param {Members} record */
export function isMessage(record) {
  const role = member(record, "role");
  if (typeof role === "string" && ROLES.has(role))
    return ["content", "tool_calls", "parts", "function_call"].some((key) => key in record);
  const type = member(record, "type");
  return (type === "function_call" || type === "function_call_output") && typeof member(record, "call_id") === "string";
}

/** @param {Members} record */
export function hasToolCalls(record) {
  return callsIn(record).length > 0 || resultsIn(record).length > 0;
}

export class Messages {
  #calls;
  #tools;
  #tell;
  /** Tools that were called and are none of the subagents. @type {Set<string>} */
  others = new Set();
  /** Calls without ids, by the names of their tools: results come in the order of the calls. @type {Map<string, { ids: string[], answered: number }>} */
  #unnamed = new Map();
  #count = 0;

  /**
   * @param {Calls} calls
   * @param {string[] | undefined} tools
   * @param {(sentence: string) => void} tell Who is told of what cannot be read.
   */
  constructor(calls, tools, tell) {
    this.#calls = calls;
    this.#tell = tell;
    this.#tools = tools === undefined ? undefined : new Set(tools);
  }

  end() {}

  /** @param {Members} _record */
  sessionOf(_record) {
    return { id: undefined, folder: undefined, started: undefined, title: undefined };
  }

  /** @param {Members} record */
  take(record) {
    for (const { name, input, id = this.#idFor(name) } of callsIn(record)) {
      if (!this.#isAgent(name, input)) {
        this.#calls.pass(id, undefined);
        if (this.others.size < 20) this.others.add(name);
        continue;
      }
      this.#calls.open(id, {
        host: "messages",
        unit: text(input, "description", "unit", "title", "task_name"),
        agent: text(input, ...KINDS, "agent", "role") ?? (USUAL.test(name) ? undefined : name),
        asked: text(input, "prompt", "message", "task", "instructions", "query", "input"),
      });
    }
    const results = resultsIn(record);
    for (const result of results) {
      const { id = this.#nextOf(result.name), name } = result;
      if (id !== undefined) this.#result(id, result);
      else if (name !== undefined && this.#isAgent(name, {}))
        this.#tell(`a result of ${name} was skipped: it has no id, and there is no earlier call without one`);
    }
    if (member(record, "role") === "user" && results.length === 0) this.#calls.turn();
  }

  /**
   * @param {string} id
   * @param {{ said: string, failed: boolean }} result
   */
  #result(id, result) {
    const { said, failed } = result;
    const call = this.#calls.byId(id, undefined);
    if (!call) this.#calls.whenCalled(id, undefined, () => this.#result(id, result));
    else if (call.asked.host === "messages")
      this.#calls.answer(call, failed ? { text: "", error: said.trim() || "failed" } : { text: said });
  }

  /** @param {string} name */
  #idFor(name) {
    this.#count += 1;
    const id = `${name}#${this.#count}`;
    const calls = this.#unnamed.get(name) ?? { ids: [], answered: 0 };
    this.#unnamed.set(name, calls);
    calls.ids.push(id);
    return id;
  }

  /**
   * The first call without an id, of a tool, that has no result.
   * @param {string} [name]
   */
  #nextOf(name = "") {
    const calls = this.#unnamed.get(name);
    if (calls === undefined || calls.answered === calls.ids.length) return undefined;
    calls.answered += 1;
    return calls.ids[calls.answered - 1];
  }

  /**
   * @param {string} name
   * @param {Members} input
   */
  #isAgent(name, input) {
    if (this.#tools) return this.#tools.has(name);
    return USUAL.test(name) || KINDS.some((kind) => text(input, kind) !== undefined);
  }
}

/**
 * @param {Members} record
 * @returns {{ id: string | undefined, name: string, input: Members }[]}
 */
function callsIn(record) {
  const ofParts = parts(record).flatMap((part) => {
    if (member(part, "type") === "tool_use") return called(part, text(part, "id"), member(part, "input"));
    const call = member(part, "functionCall");
    return isObject(call) ? called(call, text(call, "id"), member(call, "args")) : [];
  });
  const ofChat = list(record, "tool_calls").flatMap((call) => {
    const tool = object(call, "function");
    return called(tool, text(call, "id"), member(tool, "arguments"));
  });
  const isItem = member(record, "type") === "function_call";
  const item = isItem ? called(record, text(record, "call_id"), member(record, "arguments")) : [];
  const earlier = member(record, "function_call");
  const ofEarlier = isObject(earlier) ? called(earlier, undefined, member(earlier, "arguments")) : [];
  return [...ofParts, ...ofChat, ...item, ...ofEarlier];
}

/**
 * @param {unknown} call
 * @param {string | undefined} id
 * @param {unknown} input
 */
function called(call, id, input) {
  const name = text(call, "name");
  return name === undefined ? [] : [{ id, name, input: parsed(input) }];
}

/** @param {Members} record */
function resultsIn(record) {
  /** @type {{ id: string | undefined, name?: string, said: string, failed: boolean }[]} */
  const results = parts(record).flatMap((part) => {
    if (member(part, "type") === "tool_result") {
      const failed = isTrue(part, "is_error");
      return [{ id: text(part, "tool_use_id"), said: contentText(member(part, "content")) ?? "", failed }];
    }
    const response = member(part, "functionResponse");
    if (!isObject(response)) return [];
    const body = object(response, "response");
    const failed = text(body, "output", "result") === undefined && text(body, "error") !== undefined;
    const told = { said: text(body, "result") ?? resultText([part]) ?? "", failed };
    return [{ id: text(response, "id"), name: text(response, "name"), ...told }];
  });
  const role = member(record, "role");
  if (role === "tool" || role === "function") {
    const [id, name] = [text(record, "tool_call_id"), text(record, "name")];
    const said = contentText(member(record, "content")) ?? "";
    if (id !== undefined || name !== undefined) results.push({ id, name, said, failed: false });
  }
  if (member(record, "type") === "function_call_output") {
    results.push({ id: text(record, "call_id"), said: contentText(member(record, "output")) ?? "", failed: false });
  }
  return results;
}

/** @param {Members} record */
const parts = (record) => [...list(record, "content"), ...list(record, "parts")];
