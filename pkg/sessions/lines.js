/** Text that comes in pieces, taken apart into lines. No more than one line of it is held. */

/** A record holds a reply at most twice, and escapes may double it. */
export const LONGEST_LINE = 96 * 1024 * 1024;

/** @typedef {(line: string, number: number) => void} Take */

export class Lines {
  #decoder = new TextDecoder("utf-8");
  /** @type {string[]} */
  #pieces = [];
  #length = 0;
  #number = 1;
  #take;
  #tooLong;
  #longest;

  /**
   * @param {Take} take
   * @param {(number: number) => void} tooLong
   * @param {number} [longest] In UTF-16 code units.
   */
  constructor(take, tooLong, longest = LONGEST_LINE) {
    this.#take = take;
    this.#tooLong = tooLong;
    this.#longest = longest;
  }

  /** @param {string | Uint8Array} chunk */
  push(chunk) {
    const text = typeof chunk === "string" ? chunk : this.#decoder.decode(chunk, { stream: true });
    let from = 0;
    for (;;) {
      const end = text.indexOf("\n", from);
      if (end === -1) break;
      this.#hold(text.slice(from, end));
      this.#end();
      from = end + 1;
    }
    if (from < text.length) this.#hold(text.slice(from));
  }

  /** The end of a file: what stands there without an end of line is a line, too. */
  end() {
    const rest = this.#decoder.decode();
    if (rest !== "") this.#hold(rest);
    if (this.#length > 0) this.#end();
    this.#number = 1;
  }

  /** @param {string} piece */
  #hold(piece) {
    this.#length += piece.length;
    // Of a line that is too long nothing is held, only that it is.
    if (this.#length > this.#longest) this.#pieces = [];
    else this.#pieces.push(piece);
  }

  #end() {
    if (this.#length > this.#longest) this.#tooLong(this.#number);
    else this.#take(this.#pieces.length === 1 ? (this.#pieces[0] ?? "") : this.#pieces.join(""), this.#number);
    this.#pieces = [];
    this.#length = 0;
    this.#number += 1;
  }
}
