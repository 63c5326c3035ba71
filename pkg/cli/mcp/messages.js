/** What comes on standard input, a message a line: whole lines go on, and one that is too long is answered. */
import { Transform } from "node:stream";

/** So many bytes a message may have: as much as a list of replies, with its escapes. */
export const LONGEST_MESSAGE = 128 * 1024 * 1024;

/** What is kept of a message that is too long: members that name it stand at either end. */
const ENDS = 1024;
const NEWLINE = 10;

/** Where clients write the id: first, or last. */
const FIRST = /^\{"jsonrpc":"2\.0","id":(-?\d+|"[^"\\]*")[,}]/;
const LAST = /[,{]"id":(-?\d+|"[^"\\]*")\}\s*$/;

export class Messages extends Transform {
  /** @type {Buffer[]} */
  #pieces = [];
  #length = 0;
  #head = "";
  #tail = Buffer.alloc(0);
  #refuse;

  /** @param {(id: string | number | null) => void} refuse */
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

  #end() {
    if (this.#length > LONGEST_MESSAGE) {
      const id = FIRST.exec(this.#head)?.[1] ?? LAST.exec(this.#tail.toString("latin1"))?.[1];
      this.#refuse(id === undefined ? null : JSON.parse(id));
    } else this.push(Buffer.concat(this.#pieces));
    this.#pieces = [];
    this.#length = 0;
    this.#head = "";
    this.#tail = Buffer.alloc(0);
  }
}
