/**
 * Reads the replies of subagents from the logs of coding agents: session files and streams of Claude Code, rollouts of
 * Codex, sessions of Gemini CLI, exports of opencode, and lists of chat messages. These are pure functions over text and
 * records: they need no `init`, and run anywhere JavaScript runs. `docs/sessions.md` lists the versions that were verified.
 */
import type { Reply } from "./reconvene.js";

/** Which program wrote a log; "messages": a list of chat messages, whoever wrote it. */
export type Host = "claude-code" | "codex" | "gemini-cli" | "opencode" | "messages";

export interface SessionOptions {
  /** Only what this session asked for, by its id. Default: all sessions of the log. */
  session?: string;
  /** Lists of messages: the tools that are subagents. Default: tools with usual names (`task`, `agent`, `spawn_agent`) or arguments (`subagent_type`). */
  tools?: string[];
}

export interface Session {
  /** Null if no record was recognised. */
  host: Host | null;
  id: string | null;
  /** The folder that the session worked in. */
  folder: string | null;
  /** When it began, as written in the log. */
  started: string | null;
  /** Its title, or the beginning of its first prompt. */
  title: string | null;
  /** The ids of all sessions in the log. */
  sessions: string[];
  /**
   * What each subagent returned, in the order in which they were asked: `unit` is the description of the task, `agent` the
   * kind of agent, `id` the call. Several replies on one task are its attempts. A call that failed has `error`. If they are
   * known, `meta` has the prompt (`asked`), the `host`, the `session`, the names of the agent (`agents`), and the call of the
   * subagent that made this call (`parent`). A streamed run that started no subagent is a reply itself.
   */
  replies: Reply[];
  /**
   * Everything that was asked for, answered or not. Pass it to `aggregate` as `expected`: a call without a reply is then a
   * gap. `asked` is the prompt of the last attempt.
   */
  expected: { unit: string; agent?: string; asked?: string }[];
  /** Lists of messages: called tools that were not treated as subagents, at most 20. */
  otherTools: string[];
  /** What could not be read, and results without a known call: sentences without a full stop, at most 10, and how many more. */
  problems: string[];
}

/**
 * The replies of a session's subagents. `source` is the text of its log (one record per line, or JSON), or its records.
 * Text that is not a log has no replies. A line that cannot be read is skipped and reported by `session`.
 */
export function replies(source: string | Uint8Array | object | Iterable<unknown>, options?: SessionOptions): Reply[];

/** The same, with what was asked for and what could not be read. */
export function session(source: string | Uint8Array | object | Iterable<unknown>, options?: SessionOptions): Session;

/** The same for a log that arrives in chunks, cut anywhere. Only the replies are kept in memory. */
export function readSession(
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  options?: SessionOptions,
): Promise<Session>;

/** Whether a text begins like such a log. `whole`: the text is complete. */
export function isSession(text: string, whole?: boolean): boolean;

/** Reads a log as it arrives. */
export class SessionReader {
  constructor(options?: SessionOptions);
  /** A chunk of a log, cut anywhere. */
  push(chunk: string | Uint8Array): void;
  /** The end of a file. What is pushed next is another file, such as the transcript of a subagent. */
  end(): void;
  /** A record, or a list of them. */
  record(record: unknown): void;
  /** Claude Code: the content of `agent-ID.meta.json` for the subagent ID. */
  about(agent: string, said: unknown): void;
  /** Whether an agent with this name was called so far. */
  knows(agent: string): boolean;
  /**
   * Agents that have only a transcript: the first prompt of each, and its session. Each belongs to the first open call with
   * this prompt that names no agent; without one, it stays unknown.
   */
  assign(agents: { agent: string; asked: string; session?: string }[]): void;
  /** Calls without a reply so far, with the names of their agents: their transcripts may have one. */
  readonly waiting: { id: string; agents: string[] }[];
  /** Ends the log, and returns what was read. */
  session(): Session;
}
