/**
 * The replies of subagents, out of the logs of coding agents: session files of Claude Code and what it streams, rollouts of
 * Codex, sessions of Gemini CLI, exports of opencode, and lists of chat messages. Pure functions over text and records; they
 * need no module to be ready, and run wherever JavaScript does. `docs/sessions.md` says which versions are followed.
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
  /** Null where no record was recognised. */
  host: Host | null;
  id: string | null;
  /** The folder that the session worked in. */
  folder: string | null;
  /** When it began, as the log has it. */
  started: string | null;
  /** How its first prompt begins, or its title. */
  title: string | null;
  /** The ids of all sessions of which the log has records. */
  sessions: string[];
  /**
   * What each subagent gave back, in the order in which they were asked: `unit` is the description of the task, `agent` the
   * kind of agent, `id` the call. Several replies on one task are its attempts. A call that failed has `error`. `meta` has
   * the prompt (`asked`), the `host`, the `session`, the names of the agent (`agents`), and the call of the subagent that
   * asked it (`parent`), where they are known. A run in a stream that started no subagent is a reply itself.
   */
  replies: Reply[];
  /**
   * All that was asked for, answered or not: `expected` of `aggregate`, by which a call without a reply is a gap. `asked` is the
   * prompt, of several attempts the last.
   */
  expected: { unit: string; agent?: string; asked?: string }[];
  /** Lists of messages: tools that were called and were not taken for subagents, 20 at most. */
  otherTools: string[];
  /** What could not be read, and results of which nobody knows the call, in sentences without a full stop, 10 at most and how many more. */
  problems: string[];
}

/**
 * The replies of the subagents of a session. `source` is the text of its log (a record a line, or JSON), or its records.
 * Text that is not a log has none. Lines that cannot be read cost only themselves, see `session`.
 */
export function replies(source: string | Uint8Array | object | Iterable<unknown>, options?: SessionOptions): Reply[];

/** The same, with what was asked for and what could not be read. */
export function session(source: string | Uint8Array | object | Iterable<unknown>, options?: SessionOptions): Session;

/** The same of a log that comes in pieces, cut anywhere: of a file or an answer. Only the replies are held. */
export function readSession(
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  options?: SessionOptions,
): Promise<Session>;

/** Whether a text begins as such a log does. `whole`: that the text is all of it. */
export function isSession(text: string, whole?: boolean): boolean;

/** Reads a log as it comes. */
export class SessionReader {
  constructor(options?: SessionOptions);
  /** A piece of a log, cut anywhere. */
  push(chunk: string | Uint8Array): void;
  /** The end of a file: what is pushed next is another one, such as the transcript of a subagent. */
  end(): void;
  /** A record, or a list of them. */
  record(record: unknown): void;
  /** Claude Code: what `agent-ID.meta.json` says of the subagent ID. */
  about(agent: string, said: unknown): void;
  /** Whether an agent of this name was asked so far. */
  knows(agent: string): boolean;
  /**
   * Agents of which there is nothing but a transcript: what each was asked first, and in which session. An agent belongs to the
   * first call with this prompt that waits and names no agent; where there is none, it stays unknown.
   */
  assign(agents: { agent: string; asked: string; session?: string }[]): void;
  /** Calls of which no reply came so far, with the names of their agents: their transcripts may have it. */
  readonly waiting: { id: string; agents: string[] }[];
  /** What was read so far. The log ends here. */
  session(): Session;
}
