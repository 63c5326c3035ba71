/** `reconvene/sessions`: the replies of subagents, out of the logs of coding agents. Pure: no files, and no module of Node. */
import { kindOf, ReconveneError } from "./error.js";
import { Reader } from "./sessions/reader.js";

export { isSession } from "./sessions/reader.js";

/** @typedef {typeof import("./reconvene-sessions.js")} Contract */
/** @typedef {import("./reconvene-sessions.js").SessionOptions} SessionOptions */

const OPTIONS = ["session", "tools"];

/** @type {Contract["replies"]} */
export const replies = (source, options) => session(source, options).replies;

/** @type {Contract["session"]} */
export const session = (source, options) => {
  const reader = new SessionReader(options);
  if (typeof source === "string" || source instanceof Uint8Array) reader.push(source);
  else if (typeof source === "object" && source !== null) {
    // A record, or several: what is no list may still be gone through.
    const records = Symbol.iterator in source ? source : [source];
    for (const record of records) reader.record(record);
  } else {
    throw new ReconveneError(
      "bad-argument",
      `\`source\` must be text, a record or a list of records, but is ${kind(source)}.`,
    );
  }
  return reader.session();
};

/** @type {Contract["readSession"]} */
export const readSession = async (chunks, options) => {
  const reader = new SessionReader(options);
  for await (const chunk of chunks) reader.push(chunk);
  return reader.session();
};

/** @type {Contract["SessionReader"]} */
export class SessionReader {
  #reader;

  /** @param {SessionOptions} [options] */
  constructor(options) {
    this.#reader = new Reader(checked(options));
  }

  /** @param {string | Uint8Array} chunk */
  push(chunk) {
    if (typeof chunk !== "string" && !(chunk instanceof Uint8Array)) {
      throw new ReconveneError("bad-argument", `\`chunk\` must be text or bytes, but is ${kind(chunk)}.`);
    }
    this.#reader.push(chunk);
  }

  end() {
    this.#reader.end();
  }

  /** @param {unknown} record */
  record(record) {
    this.#reader.record(record);
  }

  /**
   * @param {string} agent
   * @param {unknown} said
   */
  about(agent, said) {
    this.#reader.about(agent, said);
  }

  /** @param {string} agent */
  knows(agent) {
    return this.#reader.knows(agent);
  }

  /** @param {{ agent: string, asked: string, session?: string }[]} agents */
  assign(agents) {
    this.#reader.assign(agents);
  }

  get waiting() {
    return this.#reader.waiting;
  }

  session() {
    this.#reader.end();
    return this.#reader.session();
  }
}

/**
 * @param {SessionOptions | undefined} options
 * @returns {SessionOptions}
 */
function checked(options = {}) {
  if (typeof options !== "object" || options === null) {
    throw new ReconveneError("bad-argument", `\`options\` must be an object, but is ${kind(options)}.`);
  }
  const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined) {
    throw new ReconveneError(
      "unknown-option",
      `\`options\` has the unknown key "${unknown}". Allowed: ${OPTIONS.join(", ")}.`,
    );
  }
  const { session, tools } = options;
  if (session !== undefined && typeof session !== "string") {
    throw new ReconveneError("bad-argument", `\`options.session\` must be a string, but is ${kind(session)}.`);
  }
  if (tools !== undefined && !(Array.isArray(tools) && tools.every((tool) => typeof tool === "string"))) {
    throw new ReconveneError("bad-argument", "`options.tools` must be a list of names.");
  }
  return { session, tools };
}

/** @param {unknown} value */
const kind = (value) => (Array.isArray(value) ? "a list" : kindOf(value));
