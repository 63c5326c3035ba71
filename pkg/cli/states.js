/** Collector states as JSON lines: `collect` and `merge` write them, `merge` and `report --state` read them. */
import { constants } from "node:buffer";
import { createReadStream } from "node:fs";
import { kindOf } from "../error.js";
import * as reconvene from "../node.js";
import { Lines } from "../sessions/lines.js";
import { Misuse, reason } from "./misuse.js";
import { escaped, say, write } from "./terminal.js";

/** @typedef {import("../reconvene.js").Collector} Collector */

/** Whose replies a state holds: null where they have no such key, undefined where nobody asked for groups. */
/** @typedef {string | null | undefined} Group */

/** A line, and where it stands; without a text where it is too long to be one. @typedef {{ text: string | null, where: string }} Line */

/** The longest line that a state can be: no text of JavaScript is longer. */
export const LONGEST_STATE = constants.MAX_STRING_LENGTH;

const STANDARD_INPUT = "-";

const SCHEMA = "reconvene/collector/v1";
const OTHER_VERSION = /^reconvene\/collector\/v(?!1$)\d{1,9}$/;

/** So much of a key is shown that has no place in a state. */
const SHOWN = 40;

export const STATES_HELP = `\
A state is a line {"schema": "reconvene/collector/v1", "options": …, "replies": …}; that of a group is a line
{"group": …, "state": …}, where null is the group of replies that have no such key.`;

/**
 * The lines of files and of standard input, as they come: no more is held than what was read at once.
 * @param {string[]} paths Where there is none, what is piped in.
 * @param {number} longest
 * @param {(sentence: string) => void} problem
 * @returns {AsyncGenerator<Line>}
 */
export async function* linesOf(paths, longest, problem) {
  if (paths.length === 0 && process.stdin.isTTY) {
    throw new Misuse("Name a file, or pipe something in. See `--help`.");
  }
  for (const path of paths.length > 0 ? paths : [STANDARD_INPUT]) {
    const isPiped = path === STANDARD_INPUT;
    const name = isPiped ? "standard input" : path;
    /** @type {Line[]} */
    let came = [];
    const lines = new Lines(
      (text, number) => came.push({ text, where: `${name}: line ${number}` }),
      (number) => came.push({ text: null, where: `${name}: line ${number}` }),
      longest,
    );
    const strict = new TextDecoder("utf-8", { fatal: true });
    let isText = true;
    try {
      for await (const chunk of isPiped ? process.stdin : createReadStream(path)) {
        if (isText && !decodes(strict, chunk)) {
          isText = false;
          say(`${name} is not valid UTF-8: invalid bytes were read as U+FFFD.`);
        }
        lines.push(chunk);
        yield* came;
        came = [];
      }
    } catch (/** @type {any} */ error) {
      if (error.errno === undefined) throw error;
      problem(`${name} cannot be read: ${reason(error)}.`);
    }
    lines.end();
    yield* came;
  }
}

/**
 * Whether bytes go on with a text.
 * @param {TextDecoder} strict
 * @param {Uint8Array} chunk
 */
function decodes(strict, chunk) {
  try {
    strict.decode(chunk, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/**
 * What a line holds: the state of a collector, and whose it is.
 * @param {Line} line
 * @returns {{ group: Group, collector: Collector }}
 */
export function stateIn({ text, where }) {
  if (text === null) throw new Misuse(`${where} is longer than a string can be. Merge fewer states into one.`);
  let value;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    // The engine's own words say less of a text that is cut off.
    if (!(error instanceof SyntaxError)) throw error;
    throw new Misuse(`${where} is not valid JSON. The state may be cut off.`);
  }
  // What could not be read earlier on is not lost on the way.
  if (typeof value?.error === "string") throw new Misuse(`${where} has an error instead of a state: ${value.error}`);
  const isOfGroup = typeof value === "object" && value !== null && "state" in value;
  const group = isOfGroup ? (value.group ?? null) : undefined;
  if (isOfGroup && group !== null && typeof group !== "string") {
    throw new Misuse(`${where}: \`group\` must be a string or null, but is ${kindOf(group)}.`);
  }
  // Without its name, replies would go to the group that has none.
  if (isOfGroup && !("group" in value && Object.keys(value).length === 2)) {
    const keys = Object.keys(value).map((key) => JSON.stringify(key.slice(0, SHOWN)));
    throw new Misuse(
      `${where} is not the state of a group. It must have "group" and "state", but has ${keys.slice(0, 5).join(", ")}.`,
    );
  }
  const state = isOfGroup ? value.state : value;
  if (typeof state?.schema === "string" && OTHER_VERSION.test(state.schema)) {
    const own = `this version of reconvene reads "${SCHEMA}"`;
    throw new Misuse(`${where} is a state of another version, "${state.schema}"; ${own}. Run one version everywhere.`);
  }
  try {
    return { group, collector: reconvene.Collector.from(state) };
  } catch (error) {
    if (!(error instanceof reconvene.ReconveneError)) throw error;
    throw new Misuse(`${where} is not the state of a collector: ${error.message}`);
  }
}

/** Collectors by their group. */
export class Groups {
  /** @type {Map<Group, Collector>} */
  #collectors = new Map();

  /**
   * @param {Group} group
   * @param {Collector} collector
   * @param {string} where It comes from.
   */
  add(group, collector, where) {
    const held = this.#collectors.get(group);
    if (!held) {
      this.#collectors.set(group, collector);
      return;
    }
    try {
      held.merge(collector);
    } catch (error) {
      if (!(error instanceof reconvene.ReconveneError)) throw error;
      throw new Misuse(`${where} cannot be merged with the states before it: it was collected with different options.`);
    }
  }

  get names() {
    return [...this.#collectors.keys()].sort(byBytes);
  }

  /** @param {Group} group */
  take(group) {
    const collector = this.#collectors.get(group);
    this.#collectors.delete(group);
    return collector;
  }

  /**
   * The state of each group as a line, in the order of their names; what is given is held no longer.
   * @param {(message: string) => void} problem
   */
  *lines(problem) {
    for (const group of this.names) {
      try {
        yield lineOf(group, /** @type {Collector} */ (this.take(group)));
      } catch (error) {
        if (!(error instanceof Misuse)) throw error;
        problem(error.message);
      }
    }
  }
}

/**
 * As `sort` with LC_ALL=C has them; what has no name comes first.
 * @param {Group} one
 * @param {Group} other
 */
const byBytes = (one, other) =>
  Number(typeof one === "string") - Number(typeof other === "string") ||
  Buffer.compare(Buffer.from(one ?? ""), Buffer.from(other ?? ""));

/**
 * How a group is called in a sentence.
 * @param {Group} group
 */
export const named = (group) =>
  typeof group === "string" ? `group ${JSON.stringify(group)}` : "the replies of no group";

/**
 * @param {Group} group
 * @param {Collector} collector
 */
function lineOf(group, collector) {
  try {
    const state = JSON.stringify(collector);
    return `${escaped(group === undefined ? state : `{"group":${JSON.stringify(group)},"state":${state}}`)}\n`;
  } catch (error) {
    if (error instanceof reconvene.ReconveneError)
      throw new Misuse(`${named(group)} cannot be written: ${error.message}`);
    if (!(error instanceof RangeError)) throw error;
    // No text of the engine is as long as the state would be.
    throw new Misuse(`${named(group)} cannot be written: its state is longer than a line can be.`);
  }
}

/**
 * Work that is done batch by batch.
 * @typedef {object} Batch
 * @property {(line: Line, problem: (sentence: string) => void) => void} take
 * @property {() => boolean} isFull Whether what there is must be written before more is taken.
 * @property {(isEnd: boolean, problem: (sentence: string) => void) => Iterable<string>} lines What is written, and then held no more.
 */

/**
 * Takes lines in and writes what becomes of them. With `batches` an empty line ends a batch, and an empty line ends the
 * answer to it; what could not be read of it is in the answer, since the exit status comes too late for it.
 * @param {string[]} paths
 * @param {number} longest
 * @param {boolean} batches
 * @param {Batch} batch
 * @returns {Promise<number>} The exit status.
 */
export async function inBatches(paths, longest, batches, batch) {
  let complete = true;
  /** @type {string[]} */
  let errors = [];
  const problem = (/** @type {string} */ sentence) => {
    say(sentence);
    complete = false;
    if (batches) errors.push(sentence);
  };
  const answer = async (/** @type {boolean} */ isEnd) => {
    for (const line of batch.lines(isEnd, problem)) await write(line);
    if (!batches || !isEnd) return;
    await write(`${errors.map((error) => `${escaped(JSON.stringify({ error }))}\n`).join("")}\n`);
    errors = [];
  };
  let isOpen = false;
  for await (const line of linesOf(paths, longest, problem)) {
    if (line.text !== null && line.text.trim() === "") {
      if (batches) await answer(true);
      isOpen = false;
      continue;
    }
    isOpen = true;
    batch.take(line, problem);
    if (batch.isFull()) await answer(false);
  }
  if (isOpen || !batches) await answer(true);
  return complete ? 0 : 2;
}
