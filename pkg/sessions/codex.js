/**
 * Rollouts of Codex (`sessions/YYYY/MM/DD/rollout-*.jsonl`), and what `codex exec --json` prints.
 *
 * The tool `spawn_agent` starts a thread. What it ends with comes as the result of waiting for it, as an event, as a
 * notification, or as a message between agents; and it stands at the end of the thread's own rollout.
 */
import { contentText, isObject, list, member, object, parsed, text } from "./plain.js";

/** @typedef {import("./calls.js").Calls} Calls */
/** @typedef {import("./calls.js").Call} Call */
/** @typedef {import("./plain.js").Members} Members */

const TYPES = new Set([
  ...["session_meta", "response_item", "event_msg", "turn_context", "compacted", "world_state"],
  ...["inter_agent_communication", "inter_agent_communication_metadata", "token_usage_record"],
]);
const STREAMED = /^(?:thread\.started|turn\.(?:started|completed|failed)|item\.(?:started|updated|completed))$/;

const SPAWN = "spawn_agent";
/** Tools whose results say how agents stand. */
const STATUS = new Set(["wait_agent", "wait", "close_agent", "resume_agent", "send_input", "list_agents"]);

const SPAWNED = /\bspawned\b/;
const NOTIFICATION = /^\s*<subagent_notification>/i;
const FINAL_ANSWER = /^Message Type: FINAL_ANSWER\r?\n/;
const PAYLOAD = "\nPayload:\n";

/**
 * What the person said, if an event is of that; later versions write it as an item.
 * @param {Members} event
 */
function askedIn(event) {
  const type = member(event, "type");
  if (type === "user_message") return text(event, "message") ?? "";
  const item = object(event, "item");
  return type === "item_completed" && member(item, "type") === "UserMessage"
    ? contentText(member(item, "content"))
    : undefined;
}

/** @param {Members} record */
export function isCodex(record) {
  const type = member(record, "type");
  if (typeof type !== "string") return false;
  if (TYPES.has(type)) return isObject(member(record, "payload"));
  return STREAMED.test(type) && (isObject(member(record, "item")) || type !== "item.completed");
}

export class Codex {
  #calls;
  /** Calls of tools that say how agents stand, and of which agent they were asked, if of one. @type {Map<string, string | undefined>} */
  #asks = new Map();
  /** The thread whose rollout is read. @type {string | undefined} */
  #thread;
  /** The call that started that thread. @type {Call | undefined} */
  #own;
  /** Whether its rollout begins with what its parent had before. */
  #isFork = false;
  /** Of `codex exec --json`: what the thread said last. @type {string | undefined} */
  #said;

  /** @param {Calls} calls */
  constructor(calls) {
    this.#calls = calls;
  }

  /** The next file is of another thread. */
  end() {
    this.#thread = undefined;
    this.#own = undefined;
    this.#isFork = false;
  }

  /** @param {Members} record */
  sessionOf(record) {
    const payload = object(record, "payload");
    const type = member(record, "type");
    const isMeta = type === "session_meta" && this.#thread === text(payload, "id");
    return {
      id: this.#thread,
      folder: isMeta ? text(payload, "cwd") : undefined,
      started: text(record, "timestamp"),
      title: askedIn(payload) || undefined,
    };
  }

  /** @param {Members} record */
  take(record) {
    const [type, payload] = [member(record, "type"), object(record, "payload")];
    if (type === "session_meta") this.#begins(payload);
    else if (type === "response_item") this.#item(payload);
    else if (type === "event_msg") this.#event(payload);
    else if (type === "inter_agent_communication") this.#message(text(payload, "author"), text(payload, "content"));
    else if (type === "thread.started") this.#thread = text(record, "thread_id");
    else if (type === "turn.failed") this.#failed(object(record, "error"));
    else if (type === "turn.completed") this.#final();
    else if (type === "item.completed" || type === "item.updated") this.#streamed(object(record, "item"));
  }

  /**
   * The head of a rollout. A fork repeats the head of the thread that it comes from: the first one counts.
   * @param {Members} meta
   */
  #begins(meta) {
    if (this.#thread !== undefined) {
      this.#isFork ||= this.#own !== undefined && text(meta, "id") !== this.#thread;
      return;
    }
    this.#thread = text(meta, "id");
    const spawn = object(object(object(meta, "source"), "subagent"), "thread_spawn");
    const parent = text(spawn, "parent_thread_id") ?? text(meta, "parent_thread_id");
    if (parent === undefined || this.#thread === undefined) return;
    const path = text(spawn, "agent_path") ?? text(meta, "agent_path");
    const known = this.#calls.byAgent(this.#thread) ?? this.#calls.byAgent(path);
    this.#own =
      known ??
      this.#calls.open(this.#thread, {
        host: "codex",
        unit: path?.split("/").pop() ?? text(spawn, "agent_nickname") ?? text(meta, "agent_nickname"),
        agent: text(spawn, "agent_role") ?? text(meta, "agent_role"),
        session: parent,
      });
    this.#calls.name(this.#own, this.#thread, path);
  }

  /** @param {Members} item */
  #item(item) {
    const type = member(item, "type");
    if (type === "function_call") this.#functionCall(item);
    else if (type === "function_call_output") this.#output(text(item, "call_id"), outputText(member(item, "output")));
    else if (type === "agent_message") this.#message(text(item, "author"), contentText(member(item, "content")));
    else if (type === "message") {
      const said = contentText(member(item, "content")) ?? "";
      if (NOTIFICATION.test(said)) this.#notified(said);
      else if (member(item, "role") === "assistant" && said.startsWith('{"author":"/')) {
        const message = parsed(said);
        this.#message(text(message, "author"), text(message, "content"));
      }
    }
  }

  /** @param {Members} item */
  #functionCall(item) {
    const [id, name] = [text(item, "call_id"), text(item, "name")];
    if (id === undefined || name === undefined) return;
    if (name !== SPAWN && !STATUS.has(name)) return;
    const args = parsed(member(item, "arguments"));
    if (name !== SPAWN) {
      this.#asks.set(id, text(args, "target", "id"));
      return;
    }
    // A fork repeats what its parent asked.
    if (this.#isFork && this.#calls.byId(id, this.#thread) === undefined) return;
    const task = text(args, "task_name");
    this.#open(id, {
      unit: task,
      agent: text(args, "agent_type"),
      asked: text(args, "message", "prompt") ?? contentText(list(args, "items")),
    });
  }

  /**
   * @param {string} id
   * @param {{ unit?: string, agent?: string, asked?: string }} asked
   */
  #open(id, asked) {
    return this.#calls.open(id, { host: "codex", session: this.#thread, parent: this.#own?.id, ...asked });
  }

  /**
   * @param {string | undefined} id
   * @param {string} output
   */
  #output(id, output) {
    if (id === undefined) return;
    const [call, said] = [this.#calls.byId(id, this.#thread), parsed(output)];
    if (call) {
      const names = [text(said, "agent_id"), text(said, "task_name")];
      this.#calls.name(call, ...names);
      const nickname = text(said, "nickname");
      if (call.asked.agent === undefined && nickname !== undefined) call.asked.agent = nickname;
      // What is not valid JSON says why nothing was started, if nothing was.
      if (call.agents.length > 0 || SPAWNED.test(output)) return;
      if (names.every((name) => name === undefined) && output.trim() !== "" && Object.keys(said).length === 0) {
        this.#calls.answer(call, { text: "", error: output.trim() });
      }
      return;
    }
    if (!this.#asks.has(id)) return;
    const target = this.#asks.get(id);
    this.#asks.delete(id);
    for (const key of ["status", "previous_status"]) {
      this.#status(target, member(said, key));
      this.#statuses(object(said, key));
    }
    for (const agent of list(said, "agents")) {
      this.#status(
        text(agent, "agent_name", "agent_id", "agent_path"),
        member(agent, "agent_status") ?? member(agent, "status"),
      );
    }
  }

  /** @param {Members} event */
  #event(event) {
    if (askedIn(event) !== undefined && !this.#own) this.#calls.turn();
    const type = member(event, "type");
    if (type === "collab_agent_spawn_end") this.#spawned(event);
    else if (type === "sub_agent_activity") this.#activity(event);
    else if (type === "collab_waiting_end") {
      this.#statuses(object(event, "statuses"));
      for (const entry of list(event, "agent_statuses"))
        this.#status(text(entry, "thread_id"), member(entry, "status"));
    } else if (type === "collab_close_end" || type === "collab_agent_interaction_end" || type === "collab_resume_end") {
      this.#status(text(event, "receiver_thread_id"), member(event, "status"));
    } else if (type === "item_completed") this.#completed(object(event, "item"));
    else if (type === "task_started" || type === "turn_started") {
      if (this.#own) this.#calls.works(this.#own);
    } else if (type === "task_complete" || type === "turn_complete") {
      const said = text(event, "last_agent_message");
      if (this.#own && said !== undefined) this.#calls.wrote(this.#own, text(event, "turn_id"), said, true);
    }
  }

  /** @param {Members} event */
  #spawned(event) {
    const id = text(event, "call_id");
    const isOthers = this.#isFork && text(event, "sender_thread_id") !== this.#thread;
    if (id === undefined || (isOthers && this.#calls.byId(id, this.#thread) === undefined)) return;
    const thread = text(event, "new_thread_id");
    const call = this.#calls.byId(id, this.#thread) ?? this.#open(id, { asked: text(event, "prompt") });
    this.#calls.name(call, thread);
    const agent = text(event, "new_agent_role", "new_agent_nickname");
    if (call.asked.agent === undefined && agent !== undefined) call.asked.agent = agent;
    if (thread !== undefined) this.#status(thread, member(event, "status"));
  }

  /** @param {Members} event */
  #activity(event) {
    const path = text(event, "agent_path");
    const id = text(event, "event_id", "id");
    const thread = text(event, "agent_thread_id");
    const known = this.#calls.byId(id, this.#thread) ?? this.#calls.byAgent(thread) ?? this.#calls.byAgent(path);
    const call =
      known ??
      (member(event, "kind") === "started" && id !== undefined
        ? this.#open(id, { unit: path?.split("/").pop() })
        : undefined);
    if (call) this.#calls.name(call, thread, path);
  }

  /**
   * An event as an item: of an agent that was started, waited for or closed.
   * @param {Members} item
   */
  #completed(item) {
    const type = text(item, "type") ?? "";
    if (/^sub_?agent_?activity$/i.test(type)) this.#activity(item);
    if (/^collab_?agent_?tool_?call$/i.test(type)) this.#collab(item);
  }

  /** @param {Members} item */
  #streamed(item) {
    const type = member(item, "type");
    if (type === "collab_tool_call") this.#collab(item);
    if (type === "agent_message") this.#said = text(item, "text");
  }

  /** @param {Members} item */
  #collab(item) {
    const [id, tool] = [text(item, "id"), text(item, "tool") ?? ""];
    const receivers = list(item, "receiver_thread_ids").filter((thread) => typeof thread === "string");
    if (/^spawn_?agent$/i.test(tool) && id !== undefined) {
      const known = this.#calls.byId(id, this.#thread);
      // Runs count their items, each from the beginning.
      const call =
        known && known.asked.session === this.#thread ? known : this.#open(id, { asked: text(item, "prompt") });
      this.#calls.name(call, ...receivers);
      if (member(item, "status") === "failed")
        this.#calls.answer(call, { text: "", error: "the agent could not be started" });
    }
    this.#statuses(object(item, "agents_states"));
  }

  /** @param {Members} statuses How agents stand, by their names. */
  #statuses(statuses) {
    for (const agent of Object.keys(statuses)) this.#status(agent, member(statuses, agent));
  }

  /**
   * How an agent stands: `{"completed": TEXT}`, `{"status": "completed", "message": TEXT}`, or a word.
   * @param {string | undefined} agent
   * @param {unknown} status
   */
  #status(agent, status) {
    const call = this.#calls.byAgent(agent);
    if (!call) return;
    const word = text(status, "status");
    const completed = word === "completed" ? text(status, "message") : text(status, "completed");
    const errored = word === "errored" ? (text(status, "message") ?? "failed") : text(status, "errored");
    if (completed !== undefined) this.#calls.answer(call, { text: completed });
    else if (errored !== undefined) this.#calls.answer(call, { text: "", error: errored });
  }

  /** @param {string} said */
  #notified(said) {
    const from = said.indexOf(">") + 1;
    const to = said.toLowerCase().lastIndexOf("</subagent_notification>");
    const note = parsed(said.slice(from, to === -1 ? undefined : to));
    this.#status(text(note, "agent_path", "agent_id"), member(note, "status"));
  }

  /**
   * A message between agents: only a final answer is a reply.
   * @param {string | undefined} author
   * @param {string | undefined} said
   */
  #message(author, said) {
    const call = this.#calls.byAgent(author);
    if (!call || said === undefined) return;
    if (NOTIFICATION.test(said)) return this.#notified(said);
    const at = FINAL_ANSWER.test(said) ? said.indexOf(PAYLOAD) : -1;
    const payload = at === -1 ? "" : said.slice(at + PAYLOAD.length);
    // An answer that is encrypted stands in the rollout of its thread.
    if (payload.trim() !== "") this.#calls.answer(call, { text: payload });
  }

  #final() {
    if (this.#said !== undefined) this.#calls.final(this.#thread, { host: "codex", text: this.#said });
  }

  /** @param {Members} error */
  #failed(error) {
    this.#calls.final(this.#thread, { host: "codex", text: "", error: text(error, "message") ?? "failed" });
  }
}

/**
 * What a tool gave: a text, or parts of content.
 * @param {unknown} output
 */
const outputText = (output) =>
  contentText(output) ?? text(output, "content", "body") ?? contentText(member(output, "content")) ?? "";
