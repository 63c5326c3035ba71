/**
 * Session files of Claude Code, the transcripts of its subagents, and what `claude -p --output-format stream-json` prints.
 *
 * The tools Task and Agent start subagents. A result comes as the result of the call; of an agent in the background, as a
 * notification, a message that it hands back, or what another tool fetches.
 */
import { contentText, isObject, isTrue, member, object, parsed, text } from "./plain.js";

/** @typedef {import("./calls.js").Calls} Calls */
/** @typedef {import("./calls.js").Call} Call */
/** @typedef {import("./plain.js").Members} Members */

const STARTING = new Set(["Task", "Agent"]);
const FETCHING = new Set(["TaskOutput", "AgentOutput", "AgentOutputTool", "TaskOutputTool", "BashOutput"]);
const HANDING_BACK = "SubagentHandback";

/** Transcripts that the host makes for itself, by the name of the agent, and what it asks one for nothing. */
const INTERNAL = /^a?(?:compact|prompt_suggestion|side_question)(?![a-z0-9])/;
const WARMUP = "Warmup";

/** What the host adds to a result, for the caller to go on with the agent. */
const TRAILER = "agentId: ";
const LONGEST_TRAILER = 4096;
/** The line of the agent, where its worktree is, what it used, and then nothing: the same line inside a reply is the reply's. */
const IS_TRAILER =
  /^agentId: [\w@.-]+ \((?:for resuming|use SendMessage|internal ID)[^()\n]*\)\s*(?:\nworktreePath: [^\n]*)?(?:\nworktreeBranch: [^\n]*)?\s*(?:<usage>\s*[a-z_]+: [\d.]+(?:[,\s]+[a-z_]+: [\d.]+)*\s*<\/usage>\s*)?$/;
const NO_OUTPUT = "(Subagent completed but returned no output.)";
/** What the host says of an agent that it only started. A reply may begin with the same words. */
const LAUNCHED =
  /^(?:Async agent launched successfully|Remote agent launched(?: in CCR)?|Spawned successfully)\.?(?: \(This tool result is internal metadata[^\n)]*\)?)?$/;
const OF_LAUNCH =
  /^(?:(?:agent_?[iI]d|taskId|name|team_name|session_url|output_file): \S|The agent is (?:now )?(?:working|running)\b|You will be notified|Do not duplicate this agent's work|Briefly tell the user|Continue with other work|If asked, you can check|To check )/;
const STARTED = /launched|spawned|started|queued|running/;
const FAILED = /^(?:failed|error|killed|stopped|cancelled|canceled|timed_out|timeout)$/i;

/** What the service says in the place of a reply, and the host calls completed: nothing else stands in the text. */
const LIMIT_REACHED =
  /^(?:You['’]ve hit your (?:[\w-]+ )?limit|You['’]re out of (?:extra )?usage|Claude (?:AI )?usage limit reached|(?:5-hour|weekly|session|Opus(?: weekly)?) limit reached)(?: for [\w .-]{1,40})?(?:\s*[·∙:.,;(!|-][^\n]{0,120})?$/i;

/**
 * The reply that an agent ended with.
 * @param {string} said
 */
const ended = (said) => (LIMIT_REACHED.test(said.trim()) ? { text: "", error: said.trim() } : { text: said });

const NOTIFICATION = "<task-notification>";
const DELIVERED = /^This agent's report was delivered to you as a message/;
const REPORT_FOLLOWS = /^[^\n]*The report follows:\n/;

/** Types of records that nothing else has. */
const TYPES = new Set([
  ...["summary", "file-history-snapshot", "queue-operation", "progress", "attachment", "ai-title", "custom-title"],
  ...["last-prompt", "permission-mode", "agent-name", "agent-setting", "mode", "pr-link", "bridge-session"],
  ...["stream_event", "result", "rate_limit_event", "control_request", "control_response", "file-history-delta"],
]);

/** @param {Members} record */
export function isClaudeCode(record) {
  const type = member(record, "type");
  if (typeof type !== "string") return false;
  const isNamed = ["sessionId", "session_id", "leafUuid", "uuid", "messageId"].some(
    (name) => typeof member(record, name) === "string",
  );
  if (type === "user" || type === "assistant") {
    const content = member(member(record, "message"), "content");
    return (
      (typeof content === "string" || Array.isArray(content)) &&
      (isNamed || "isSidechain" in record || "parent_tool_use_id" in record)
    );
  }
  if (type === "system") return typeof member(record, "subtype") === "string" && isNamed;
  return TYPES.has(type) && isNamed;
}

export class ClaudeCode {
  #calls;
  /** Whose reply a call of a fetching tool asks for. @type {Map<string, Call>} */
  #fetches = new Map();
  /** Agents that nobody asked for anything. @type {Set<string>} */
  #warmups = new Set();
  /** Agents whose own report came as a message. @type {Set<Call>} */
  #handedBack = new Set();

  /** @param {Calls} calls */
  constructor(calls) {
    this.#calls = calls;
  }

  /** @param {Members} record */
  static sessionOf(record) {
    return {
      id: text(record, "sessionId", "session_id"),
      folder: text(record, "cwd"),
      started: text(record, "timestamp"),
      title:
        isPrompt(record) && member(record, "isSidechain") !== true && !text(record, "parent_tool_use_id")
          ? contentText(member(member(record, "message"), "content"))
          : undefined,
    };
  }

  /** @param {Members} record */
  take(record) {
    const type = member(record, "type");
    if (type === "assistant") this.#assistant(record);
    else if (type === "user") this.#user(record);
    else if (type === "system") this.#system(record);
    else if (type === "queue-operation") this.#delivered(contentText(member(record, "content")), record);
    else if (type === "attachment") this.#attachment(object(record, "attachment"), record);
    else if (type === "progress") this.#progress(record);
    else if (type === "result") this.#calls.final(ClaudeCode.sessionOf(record).id, finalOf(record));
  }

  /**
   * What the file beside an agent's transcript says of it.
   * @param {string} agent
   * @param {unknown} said
   */
  about(agent, said) {
    const id = text(said, "toolUseId");
    const known = this.#calls.byAgent(agent) ?? this.#calls.byId(id, undefined);
    const asked = {
      host: /** @type {const} */ ("claude-code"),
      unit: text(said, "description"),
      agent: text(said, "agentType"),
      parent: undefined,
    };
    if (known) {
      this.#calls.name(known, agent);
      if (known.asked.agent === undefined && asked.agent !== undefined) known.asked.agent = asked.agent;
    } else if (isObject(said)) {
      this.#calls.name(this.#calls.open(id ?? agent, asked), agent);
    }
  }

  /** @param {Members} record */
  #assistant(record) {
    const message = object(record, "message");
    const author = this.#author(record);
    const content = member(message, "content");
    const parts = Array.isArray(content) ? content : [{ type: "text", text: content }];
    for (const part of parts) {
      const type = member(part, "type");
      if (type === "tool_use") this.#toolUse(part, record, author);
      else if (type === "text" && author) {
        const said = text(part, "text");
        const isLast = text(message, "stop_reason") !== "tool_use";
        if (said !== undefined && isLast)
          this.#calls.wrote(author, text(message, "id"), said, isOwnFile(record), isApiError(record));
      }
    }
  }

  /**
   * @param {unknown} part
   * @param {Members} record
   * @param {Call | undefined} author
   */
  #toolUse(part, record, author) {
    const [id, name, input] = [text(part, "id"), text(part, "name"), parsed(member(part, "input"))];
    if (author && name === HANDING_BACK) {
      const report = text(input, "message");
      if (report === undefined) return;
      this.#handedBack.add(author);
      this.#calls.answer(author, { text: report });
      return;
    }
    if (author) this.#calls.works(author);
    if (id === undefined || name === undefined) return;
    const session = ClaudeCode.sessionOf(record).id;
    if (FETCHING.has(name)) {
      const call = this.#calls.byAgent(text(input, "task_id", "agentId", "agent_id", "bash_id"), session);
      if (call) this.#fetches.set(id, call);
    }
    if (!STARTING.has(name)) {
      this.#calls.pass(id, session);
      return;
    }
    const resumed = this.#calls.byAgent(text(input, "resume"), session);
    if (resumed) {
      this.#calls.alias(id, session, resumed);
      return;
    }
    const call = this.#calls.open(id, {
      host: "claude-code",
      unit: text(input, "description", "name"),
      agent: text(input, "subagent_type"),
      asked: text(input, "prompt"),
      session,
      parent: author?.id ?? text(record, "parent_tool_use_id"),
    });
    const teammate = text(input, "name");
    const namesake = this.#calls.byAgent(teammate, session);
    if (namesake === undefined || namesake.asked.session !== session) this.#calls.name(call, teammate);
  }

  /** @param {Members} record */
  #user(record) {
    const author = this.#author(record);
    const content = member(member(record, "message"), "content");
    const parts = Array.isArray(content) ? content : [];
    const results = parts.filter((part) => member(part, "type") === "tool_result");
    for (const part of results) this.#result(part, record, results.length === 1);
    if (author) this.#calls.works(author);
    if (results.length > 0 || author) return;
    const said = contentText(content);
    if (!this.#delivered(said, record) && isPrompt(record)) this.#calls.turn();
  }

  /**
   * @param {unknown} part
   * @param {Members} record
   * @param {boolean} alone Whether the record holds this result alone: only then is what stands beside it about it.
   */
  #result(part, record, alone) {
    const id = text(part, "tool_use_id");
    const beside = alone ? (member(record, "toolUseResult") ?? member(record, "tool_use_result")) : undefined;
    if (id !== undefined && this.#fetches.has(id)) {
      this.#fetched(this.#fetches.get(id), contentText(member(part, "content")), beside);
      return;
    }
    const call = this.#named(record, id) ?? this.#unasked(id, beside, record);
    if (!call) {
      if (id !== undefined)
        this.#calls.whenCalled(id, ClaudeCode.sessionOf(record).id, () => this.#result(part, record, alone));
      return;
    }
    this.#calls.name(call, text(beside, "agentId", "agent_id"));
    if (call.asked.agent === undefined) {
      const agent = text(beside, "agentType");
      if (agent !== undefined) call.asked.agent = agent;
    }
    const said = resultText(member(part, "content"));
    const status = text(beside, "status");
    if (isTrue(part, "is_error")) {
      this.#calls.answer(call, { text: "", error: errorOf(said) });
    } else if (status !== undefined && FAILED.test(status)) {
      this.#calls.answer(call, { text: said, error: text(beside, "error") ?? status });
    } else if (
      isTrue(beside, "isAsync") ||
      (status !== undefined && STARTED.test(status)) ||
      (status !== "completed" && isLaunch(said))
    ) {
      this.#calls.name(call, /^agentId: ([\w@.-]+)/m.exec(said)?.[1], text(beside, "name"));
    } else {
      const whole = isObject(beside) ? contentText(member(beside, "content")) : undefined;
      this.#calls.answer(call, ended(whole?.trim() ? whole : said));
    }
  }

  /**
   * The result of a call that stands before the beginning of the log: it is known by what stands beside it.
   * @param {string | undefined} id
   * @param {unknown} beside
   * @param {Members} record
   */
  #unasked(id, beside, record) {
    const asked = text(beside, "prompt");
    if (id === undefined || asked === undefined || text(beside, "agentId") === undefined) return undefined;
    const session = ClaudeCode.sessionOf(record).id;
    return this.#calls.open(id, {
      host: "claude-code",
      unit: text(beside, "description"),
      agent: text(beside, "agentType"),
      asked,
      session,
    });
  }

  /**
   * What TaskOutput fetched of an agent.
   * @param {Call | undefined} call
   * @param {string | undefined} said
   * @param {unknown} beside
   */
  #fetched(call, said = "", beside) {
    const task = object(beside, "task");
    const status = text(task, "status") ?? within(said, "status");
    if (!call || status === undefined) return;
    const output = text(task, "result", "output") ?? within(said, "output") ?? "";
    if (status === "completed") {
      // Some versions give the transcript: the reply comes with the notification, or stands in the transcript itself.
      if (member(task, "isRawTranscript") !== true && !/^\s*\{"(?:parentUuid|isSidechain|type)"/.test(output)) {
        if (output.trim() !== "" && !this.#handedBack.has(call)) this.#calls.answer(call, ended(output));
      }
    } else if (FAILED.test(status)) {
      this.#calls.answer(call, { text: output, error: text(task, "error") ?? status });
    }
  }

  /** @param {Members} record */
  #system(record) {
    const call = this.#named(record, text(record, "tool_use_id"), text(record, "task_id"));
    if (!call) return;
    const subtype = member(record, "subtype");
    if (subtype === "task_started") this.#calls.name(call, text(record, "task_id"));
    if (subtype !== "task_notification") return;
    this.#calls.name(call, text(record, "task_id"));
    const status = text(record, "status") ?? "";
    // The summary says only that it finished. The reply is what the agent wrote last in the stream.
    if (status === "completed") call.ended = true;
    else if (FAILED.test(status)) this.#calls.answer(call, { text: "", error: text(record, "summary") ?? status });
  }

  /**
   * @param {Members} attachment
   * @param {Members} record
   */
  #attachment(attachment, record) {
    if (member(attachment, "type") === "queued_command")
      this.#delivered(contentText(member(attachment, "prompt")), record);
  }

  /**
   * What an agent writes, as some versions keep it in the file of the session.
   * @param {Members} record
   */
  #progress(record) {
    const data = object(record, "data");
    const call = this.#named(record, text(record, "parentToolUseID"));
    if (!call || member(data, "type") !== "agent_progress") return;
    this.#calls.name(call, text(data, "agentId"));
    const inner = object(data, "message");
    this.take({ ...inner, parent_tool_use_id: call.id, sessionId: text(record, "sessionId") });
  }

  /**
   * What the host delivers of an agent in a message to its caller. Nothing that only stands in the middle of a text counts.
   * @param {string | undefined} said
   * @param {Members} record
   * @returns {boolean} Whether it was such a message.
   */
  #delivered(said, record) {
    if (said === undefined) return false;
    const begins = said.trimStart();
    if (begins.startsWith(NOTIFICATION)) {
      this.#notified(begins, record);
      return true;
    }
    const origin = object(record, "origin");
    if (member(origin, "handback") === true) {
      const [{ from, body } = {}] = messagesIn(said, "agent-message", "from");
      const call = this.#named(record, undefined, from);
      if (call && body !== undefined) {
        this.#handedBack.add(call);
        this.#calls.answer(call, { text: body.replace(REPORT_FOLLOWS, "").replace(/^ {2}/gm, "") });
      }
      return true;
    }
    if (!/^(?:Another Claude session sent a message:\s*)?<teammate-message /.test(begins)) return false;
    for (const { from, body } of messagesIn(begins, "teammate-message", "teammate_id")) {
      const call = this.#named(record, undefined, from);
      // Notes that it is idle, or was shut down, are JSON.
      if (call && body.trim() !== "" && text(parsed(body), "type") === undefined)
        this.#calls.answer(call, { text: body });
    }
    return true;
  }

  /**
   * @param {string} said
   * @param {Members} record
   */
  #notified(said, record) {
    const head = said.split("<result>", 1)[0] ?? "";
    const agent = within(head, "task-id");
    const call = this.#named(record, within(head, "tool-use-id"), agent);
    if (!call) return;
    this.#calls.name(call, agent);
    const [status, summary] = [within(head, "status") ?? "", within(head, "summary")];
    const result = within(said, "result");
    if (FAILED.test(status)) {
      this.#calls.answer(call, { text: result ?? "", error: summary ?? status });
    } else if (status === "completed") {
      call.ended = true;
      if (result === undefined || (DELIVERED.test(result) && this.#handedBack.has(call))) return;
      this.#calls.answer(call, ended(result));
    }
  }

  /**
   * The call that a record names by its id, or by its agent.
   * @param {Members} record
   * @param {string | undefined} id
   * @param {string} [agent]
   */
  #named(record, id, agent) {
    const session = ClaudeCode.sessionOf(record).id;
    return this.#calls.byId(id, session) ?? this.#calls.byAgent(agent, session);
  }

  /**
   * The subagent whose own transcript a record is of; nobody where it is of the session itself.
   * @param {Members} record
   */
  #author(record) {
    const caller = text(record, "parent_tool_use_id");
    if (caller !== undefined) return this.#named(record, caller);
    const agent = text(record, "agentId");
    if (member(record, "isSidechain") !== true || agent === undefined || INTERNAL.test(agent)) return undefined;
    const asked = isPrompt(record) ? contentText(member(member(record, "message"), "content")) : undefined;
    const known = this.#named(record, undefined, agent);
    if (known) {
      known.asked.asked ??= asked;
      return known;
    }
    // A transcript alone: who made the call is not in it.
    if (asked?.trim() === WARMUP) this.#warmups.add(agent);
    if (this.#warmups.has(agent)) return undefined;
    const call = this.#calls.open(agent, { host: "claude-code", asked, session: ClaudeCode.sessionOf(record).id });
    this.#calls.name(call, agent);
    return call;
  }
}

/**
 * Whether a record stands in a transcript of the agent's own: it ends where the agent did. In a stream, and in the file of the
 * session, it may be cut off anywhere, so that somebody has to say that the agent ended.
 * @param {Members} record
 */
const isOwnFile = (record) => text(record, "parent_tool_use_id") === undefined;

/** @param {Members} record */
const isApiError = (record) => member(record, "isApiErrorMessage") === true;

/**
 * What a run without a person ends with.
 * @param {Members} record
 */
function finalOf(record) {
  const said = text(record, "result") ?? "";
  const failed = isTrue(record, "is_error");
  return {
    host: /** @type {const} */ ("claude-code"),
    text: failed ? "" : said,
    error: failed ? errorOf(said) : undefined,
  };
}

/**
 * Whether a person, or a caller, said something in a record.
 * @param {Members} record
 */
function isPrompt(record) {
  if (member(record, "type") !== "user" || member(record, "isMeta") === true) return false;
  const content = member(member(record, "message"), "content");
  if (Array.isArray(content) && content.some((part) => member(part, "type") === "tool_result")) return false;
  const said = contentText(content)?.trimStart();
  return said !== undefined && said !== "" && !said.startsWith("<");
}

/**
 * The text of a result, without what the host adds for the caller.
 * @param {unknown} content
 */
function resultText(content) {
  const parts = Array.isArray(content) && content.length > 1 ? withoutTrailer(content) : content;
  const said = withoutEnd(contentText(parts) ?? "");
  return said.trim() === NO_OUTPUT ? "" : said;
}

/** @param {unknown[]} parts */
function withoutTrailer(parts) {
  const last = text(parts.at(-1), "text") ?? "";
  return withoutEnd(last).trim() === "" ? parts.slice(0, -1) : parts;
}

/** @param {string} said */
function withoutEnd(said) {
  const at = said.lastIndexOf(TRAILER);
  const isOwnLine = at === 0 || said[at - 1] === "\n";
  if (at === -1 || !isOwnLine || said.length - at > LONGEST_TRAILER) return said;
  return IS_TRAILER.test(said.slice(at)) ? said.slice(0, at).trimEnd() : said;
}

/**
 * Whether a result is nothing but the note that an agent was started.
 * @param {string} said
 */
function isLaunch(said) {
  const [first = "", ...lines] = said.trim().split("\n");
  return LAUNCHED.test(first.trim()) && lines.every((line) => line.trim() === "" || OF_LAUNCH.test(line.trim()));
}

/** @param {string} said */
function errorOf(said) {
  const words = said.replace(/^\s*<tool_use_error>|<\/tool_use_error>\s*$/g, "").trim();
  return words === "" ? "failed" : words;
}

/**
 * The messages that the host puts between tags, and whom each is from.
 * @param {string} said
 * @param {string} tag
 * @param {string} attribute
 */
function messagesIn(said, tag, attribute) {
  const messages = [];
  const [begin, end] = [`<${tag} ${attribute}="`, `\n</${tag}>`];
  for (let at = said.indexOf(begin); at !== -1; at = said.indexOf(begin, at)) {
    const nameEnd = said.indexOf('"', at + begin.length);
    const from = said.indexOf(">", nameEnd);
    const to = said.indexOf(end, from);
    if (nameEnd === -1 || from === -1 || to === -1) break;
    messages.push({ from: said.slice(at + begin.length, nameEnd), body: said.slice(from + 1, to).replace(/^\n/, "") });
    at = to;
  }
  return messages;
}

/**
 * What stands between two tags, the inner ones included.
 * @param {string} said
 * @param {string} tag
 */
function within(said, tag) {
  const from = said.indexOf(`<${tag}>`);
  const to = said.lastIndexOf(`</${tag}>`);
  return from === -1 || to < from ? undefined : said.slice(from + tag.length + 2, to).replace(/^\n|\n$/g, "");
}
