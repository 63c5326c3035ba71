/** A log of a coding agent, read as it comes: of each record its format, of the formats their calls of subagents. */
import { Calls } from "./calls.js";
import { ClaudeCode, isClaudeCode } from "./claude-code.js";
import { Codex, isCodex } from "./codex.js";
import { GeminiCli, isGemini } from "./gemini-cli.js";
import { Lines, LONGEST_LINE } from "./lines.js";
import { hasToolCalls, isMessage, Messages } from "./messages.js";
import { isOpencode, Opencode } from "./opencode.js";
import { isObject, list, member, oneLine, parsed } from "./plain.js";

/** @typedef {import("../reconvene-sessions.js").Host} Host */
/** @typedef {import("../reconvene-sessions.js").Session} Session */
/** @typedef {import("./plain.js").Members} Members */

/** So many faults of a log are told; the rest are counted. */
const TOLD = 10;

/** A document that is no list of lines is read as a whole, up to so many characters. */
const LONGEST_DOCUMENT = 256 * 1024 * 1024;

/** How JSON begins that goes on over several lines. */
const BEGINS_DOCUMENT = /^\ufeff?\s*(?:\{\s*$|\[\s*(?:$|[{["]))/;

/** A list of documents, each with a list of messages, is three deep. What is deeper than this is no log. */
const DEEPEST = 64;

/** So many levels of lists are records, or documents of records, of which each counts for itself. */
const OF_RECORDS = 3;

/** Names under which a document has its messages. */
const LISTS = ["messages", "input", "contents"];

/** @type {[Host, (record: Members) => boolean][]} */
const FORMATS = [
  ["claude-code", isClaudeCode],
  ["codex", isCodex],
  ["gemini-cli", isGemini],
  ["opencode", isOpencode],
  ["messages", isMessage],
];

/**
 * @param {unknown} record
 * @returns {Host | undefined}
 */
export const hostOf = (record) => (isObject(record) ? FORMATS.find(([, fits]) => fits(record))?.[0] : undefined);

export class Reader {
  #calls = new Calls();
  #readers;
  #messages;
  #session;
  #lines = new Lines(
    (line, number) => this.#line(line, number),
    (number) =>
      this.#problem(`line ${number} is longer than ${LONGEST_LINE / 1024 / 1024} million characters and was skipped`),
  );
  /** The pieces of a document that is no list of lines. @type {string[] | undefined} */
  #document;
  #documentLength = 0;
  #isFirst = true;
  /** @type {string[]} */
  #problems = [];
  #untold = 0;
  /** Sessions by their ids, in the order of the log. @type {Map<string | undefined, { host: Host, id?: string, folder?: string, started?: string, title?: string }>} */
  #sessions = new Map();

  /** @param {import("../reconvene-sessions.js").SessionOptions} [options] */
  constructor({ session, tools } = {}) {
    this.#session = session;
    this.#messages = new Messages(this.#calls, tools, (sentence) => this.#problem(sentence));
    const claudeCode = new ClaudeCode(this.#calls);
    this.#readers = {
      "claude-code": {
        take: claudeCode.take.bind(claudeCode),
        sessionOf: ClaudeCode.sessionOf,
        end() {},
        about: claudeCode.about.bind(claudeCode),
      },
      codex: new Codex(this.#calls),
      "gemini-cli": new GeminiCli(this.#calls),
      opencode: new Opencode(this.#calls),
      messages: this.#messages,
    };
  }

  /** @param {string | Uint8Array} chunk */
  push(chunk) {
    this.#lines.push(chunk);
  }

  /** The end of a file. */
  end() {
    this.#lines.end();
    if (this.#document) this.#whole(this.#document.join("\n"));
    this.#document = undefined;
    this.#documentLength = 0;
    this.#isFirst = true;
    for (const reader of Object.values(this.#readers)) reader.end();
  }

  /**
   * What stands beside the transcript of a subagent of Claude Code, in `agent-ID.meta.json`.
   * @param {string} agent
   * @param {unknown} said
   */
  about(agent, said) {
    this.#readers["claude-code"].about(agent, said);
  }

  /**
   * Whether an agent of this name was asked.
   * @param {string} agent
   */
  knows(agent) {
    return this.#calls.byAgent(agent) !== undefined;
  }

  /**
   * What agents of Claude Code were asked first of which there is nothing but a transcript.
   * @param {{ agent: string, asked: string, session?: string }[]} agents
   */
  assign(agents) {
    this.#calls.assign(agents);
  }

  /** Calls of which no reply came so far, with the names of their agents. */
  get waiting() {
    return this.#calls.waiting;
  }

  /**
   * @param {unknown} record
   * @param {string} [where]
   * @param {number} [depth] In so many lists it stands.
   */
  record(record, where = "a record", depth = 0) {
    try {
      this.#record(record, where, depth);
    } catch (error) {
      // Also of readers: a record may hold another of its kind.
      if (!(error instanceof RangeError)) throw error;
      this.#problem(`${where} is nested too deeply and was skipped`);
    }
  }

  /**
   * @param {unknown} record
   * @param {string} where
   * @param {number} depth
   */
  #record(record, where, depth) {
    if (depth > DEEPEST) throw new RangeError();
    const host = hostOf(record);
    if (host === undefined) {
      const inside = Array.isArray(record) ? record : LISTS.flatMap((name) => list(record, name));
      for (const one of inside) {
        if (depth < OF_RECORDS) this.record(one, where, depth + 1);
        else this.#record(one, where, depth + 1);
      }
      return;
    }
    if (!isObject(record)) return;
    const reader = this.#readers[host];
    reader.take(record);
    this.#meet(host, reader.sessionOf(record));
  }

  /** @returns {Session} */
  session() {
    const { replies, expected } = this.#calls.told(this.#session);
    const met = this.#session === undefined ? this.#first() : this.#sessions.get(this.#session);
    const more = this.#untold > 0 ? [`${this.#untold} more problems are not listed`] : [];
    return {
      host: met?.host ?? null,
      id: met?.id ?? null,
      folder: met?.folder ?? null,
      started: met?.started ?? null,
      title: met?.title ?? null,
      sessions: [...this.#sessions.keys()].filter((id) => id !== undefined),
      replies,
      expected,
      otherTools: [...this.#messages.others],
      problems: [...this.#problems, ...more],
    };
  }

  /** The session that the log begins with; what stands before it may not say of which it is. */
  #first() {
    const all = [...this.#sessions.values()];
    return all.find(({ id }) => id !== undefined) ?? all[0];
  }

  /**
   * @param {Host} host
   * @param {{ id?: string, folder?: string, started?: string, title?: string }} said
   */
  #meet(host, { id, folder, started, title }) {
    const known = this.#sessions.get(id);
    if (!known) {
      this.#sessions.set(id, { host, id, folder, started, title: oneLine(title) });
      return;
    }
    known.folder ??= folder;
    known.started ??= started;
    known.title ??= oneLine(title);
  }

  /**
   * @param {string} line
   * @param {number} number
   */
  #line(line, number) {
    if (this.#document) {
      this.#documentLength += line.length + 1;
      if (this.#documentLength <= LONGEST_DOCUMENT) this.#document.push(line);
      return;
    }
    const trimmed = line.replace(/^\ufeff/, "").trim();
    if (trimmed === "") return;
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    let record;
    try {
      record = JSON.parse(trimmed);
    } catch {
      if (isFirst && BEGINS_DOCUMENT.test(line)) {
        this.#document = [line];
        this.#documentLength = line.length;
        // What other programs print between the records is none of them.
      } else if (trimmed.startsWith("{") || trimmed.endsWith("}")) {
        this.#problem(`line ${number} is not valid JSON and was skipped`);
      }
      return;
    }
    this.record(record, `line ${number}`);
  }

  /** @param {string} text */
  #whole(text) {
    if (this.#documentLength > LONGEST_DOCUMENT) {
      this.#problem(
        `it is one document of more than ${LONGEST_DOCUMENT / 1024 / 1024} million characters and was skipped`,
      );
      return;
    }
    let document;
    try {
      document = JSON.parse(text.replace(/^\ufeff/, ""));
    } catch {
      // A list whose end is missing may still have a record on each line.
      let found = 0;
      for (const line of text.split("\n")) {
        const record = parsed(line.trim().replace(/,$/, ""));
        if (hostOf(record) === undefined) continue;
        this.record(record);
        found += 1;
      }
      const kept = found > 0 ? `; ${found} of its lines were read` : "";
      this.#problem(`it is not valid JSON${kept}`);
      return;
    }
    this.record(document, "a record of it");
  }

  /** @param {string} sentence */
  #problem(sentence) {
    if (this.#problems.length < TOLD) this.#problems.push(sentence);
    else this.#untold += 1;
  }
}

/**
 * Whether a text begins as a log of a coding agent does: most of its lines are records of one, or of those that are JSON some,
 * if they ask a subagent; and one of them is a message, or says which session it is. A list of messages is one only where
 * tools are called in it.
 * @param {string} head The beginning of the text, as long as there is memory for.
 * @param {boolean} [whole] Whether that is all of it.
 */
export function isSession(head, whole = false) {
  const begins = head.replace(/^\ufeff/, "").trimStart();
  if (!/^[{[]/.test(begins)) return hasRecords(head, whole);
  if (whole) {
    try {
      return isDocument(JSON.parse(begins));
    } catch {
      // Then it has one record a line, or is broken.
    }
  }
  return hasRecords(begins, whole);
}

/**
 * @param {string} head
 * @param {boolean} whole
 */
function hasRecords(head, whole) {
  const lines = head.split("\n");
  // The last one is cut off.
  if (!whole && lines.length > 1) lines.pop();
  /** @type {unknown[]} */
  const values = [];
  let texts = 0;
  for (const line of lines) {
    if (line.trim() === "") continue;
    try {
      const value = JSON.parse(line);
      if (isObject(value)) values.push(value);
      else texts += 1;
    } catch {
      // Of a record that is cut off nothing can be told. Any other text speaks against a log.
      if (!/^\s*\{/.test(line)) texts += 1;
    }
  }
  return areRecords(values, texts);
}

/**
 * @param {unknown[]} values
 * @param {number} texts So many lines beside them are no JSON.
 */
function areRecords(values, texts) {
  const records = values.filter((value) => hostOf(value) !== undefined);
  if (records.length <= texts || !records.some(tells)) return false;
  // What programs write between the records of a log has any form. A list of replies asks nobody.
  return 2 * records.length > values.length + texts || asksSubagents(records);
}

/** @param {unknown[]} records */
function asksSubagents(records) {
  const reader = new Reader();
  for (const record of records) reader.record(record);
  return reader.session().expected.length > 0;
}

/**
 * Whether a record tells that it is one of a session: a single result of a run is a reply like any other.
 * @param {unknown} record
 */
function tells(record) {
  const host = hostOf(record);
  if (host === "messages") return hasToolCalls(/** @type {Members} */ (record));
  if (host === "claude-code")
    return ["user", "assistant", "system"].includes(/** @type {string} */ (member(record, "type")));
  return host !== undefined;
}

/** @param {unknown} value */
function isDocument(value) {
  if (Array.isArray(value)) return areRecords(value, 0);
  if (!isObject(value)) return false;
  const host = hostOf(value);
  if (host !== undefined && host !== "messages") return tells(value);
  return LISTS.some((name) => list(value, name).some((one) => hostOf(one) === "messages" && tells(one)));
}
