/** What comes on standard input, a message a line: whole messages go on, and what is none is answered. */
import { Transform } from "node:stream";

/** The error codes of JSON-RPC. */
const NO_JSON = -32700;
const INVALID = -32600;
export const NO_METHOD = -32601;
export const INVALID_PARAMS = -32602;

/** So many bytes a message may have: as much as a list of replies, with its escapes. */
export const LONGEST_MESSAGE = 128 * 1024 * 1024;

/** What is kept of a message that is too long: members that name it stand at either end. */
const ENDS = 1024;
const NEWLINE = 10;

/** Where clients write the id: first, or last. */
const FIRST = /^\{"jsonrpc":"2\.0","id":(-?\d+|"[^"\\]*")[,}]/;
const LAST = /[,{]"id":(-?\d+|"[^"\\]*")\}\s*$/;

const TOO_LONG = `The message is larger than ${LONGEST_MESSAGE / 1024 / 1024} MiB. Name files instead of passing replies inline.`;

/**
 * Tells the host that a message cannot be read.
 * @callback Refuse
 * @param {string | number | null} id
 * @param {number} code
 * @param {string} message
 * @returns {void}
 */

export class Messages extends Transform {
  /** @type {Buffer[]} */
  #pieces = [];
  #length = 0;
  #head = "";
  #tail = Buffer.alloc(0);
  #refuse;

  /** @param {Refuse} refuse */
  constructor(refuse) {
    super();
    this.#refuse = refuse;
  }

  /**
   * @override
   * @param {Buffer} chunk
   * @param {BufferEncoding} _encoding
   * @param {() => void} done
   */
  _transform(chunk, _encoding, done) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.#hold(chunk.subarray(from, end + 1));
      this.#end();
      from = end + 1;
    }
    if (from < chunk.length) this.#hold(chunk.subarray(from));
    done();
  }

  /** @param {Buffer} piece */
  #hold(piece) {
    this.#length += piece.length;
    if (this.#head.length < ENDS) this.#head += piece.toString("latin1", 0, ENDS);
    this.#tail = Buffer.concat([this.#tail, piece.subarray(-ENDS)]).subarray(-ENDS);
    if (this.#length > LONGEST_MESSAGE) this.#pieces = [];
    else this.#pieces.push(piece);
  }

  /**
   * The last message may have no line end.
   * @override
   * @param {() => void} done
   */
  _flush(done) {
    if (this.#length > 0) {
      this.#hold(Buffer.from([NEWLINE]));
      this.#end();
    }
    done();
  }

  #end() {
    if (this.#length > LONGEST_MESSAGE) {
      const id = FIRST.exec(this.#head)?.[1] ?? LAST.exec(this.#tail.toString("latin1"))?.[1];
      this.#refuse(id === undefined ? null : JSON.parse(id), INVALID, TOO_LONG);
    } else this.#pass(Buffer.concat(this.#pieces));
    this.#pieces = [];
    this.#length = 0;
    this.#head = "";
    this.#tail = Buffer.alloc(0);
  }

  /** @param {Buffer} line */
  #pass(line) {
    const text = line.toString("utf8");
    if (text.trim() === "") return;
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      this.#refuse(null, NO_JSON, "A line on standard input is not JSON. Send one message per line.");
      return;
    }
    const fault = faultOf(message);
    if (fault === null) this.push(line);
    else this.#refuse(isId(message?.id) ? message.id : null, INVALID, fault);
  }
}

/** @param {unknown} id @returns {id is string | number} */
const isId = (id) => typeof id === "string" || Number.isInteger(id);

/** @param {unknown} value */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * What makes a value no message of JSON-RPC. A host waits for an answer to a request, whatever is wrong with it.
 * @param {any} message
 */
function faultOf(message) {
  if (Array.isArray(message)) return "Batches are not supported. Send each message on its own line.";
  if (!isObject(message)) return "A message must be a JSON object.";
  const { jsonrpc, id, method, params, result, error } = message;
  if (jsonrpc !== "2.0") return '`jsonrpc` must be "2.0".';
  if (id !== undefined && !isId(id)) return "`id` must be a string or an integer.";
  if (params !== undefined && !isObject(params)) return "`params` must be an object.";
  if (typeof method === "string") return null;
  if (method === undefined && (isObject(result) || isObject(error))) return null;
  return "A request must have a `method`.";
}
