/** `reconvene collect`: replies in, the state of a collector out. */
import { entryOfLine, replyOfEntry } from "../../entries.js";
import * as reconvene from "../../node.js";
import { LONGEST_LINE } from "../../sessions/lines.js";
import { AGGREGATE_HELP, AGGREGATE_OPTIONS, aggregateOptionsIn } from "../aggregate.js";
import { Misuse } from "../misuse.js";
import { Groups, inBatches, STATES_HELP } from "../states.js";
import { say } from "../terminal.js";

/** @typedef {import("../../reconvene.js").Reply} Reply */
/** @typedef {import("../states.js").Batch} Batch */
/** @typedef {import("../states.js").Group} Group */

const HELP = `Usage: reconvene collect [OPTIONS] [FILES…]

Collects replies for a report that is made later or elsewhere. The input has one reply per line, as JSON:

  {"text": …, "unit": …, "agent": …, "source": …, "id": …}

Only the text is needed; other keys are kept as \`meta\`. The output is the state of a collector, a line of JSON. States
merged by \`reconvene merge\` give the same report, byte for byte, however the replies were split. Give each reply
a \`source\`: line numbers are not used as names. Give an \`id\` to a reply that may be delivered
twice; it then counts once.

FILES are such files; \`-\`, or no file, is standard input. Only the state is held in memory: when it has 16 MiB of
replies, it is written and a new one begins. \`reconvene merge\` joins them.

${STATES_HELP}

Options:
  --by KEY                    A state for each group: replies with the same value under this key, such as repository or
                              meta.repository
  --batches                   Answer in batches: an empty line ends a batch, and an empty line ends its answer. Input
                              that could not be read becomes a line {"error": …} in the answer
${AGGREGATE_HELP}
  --help                      This help

A line that cannot be read is reported and skipped, and the exit status is 2.

Examples:
  reconvene collect replies-1.jsonl > 1.states
  reconvene collect replies-2.jsonl > 2.states
  cat 1.states 2.states | reconvene merge | reconvene report --state -
`;

/** How many characters of input are held before their states are written, to be merged later. */
const HELD = 16 * 1024 * 1024;

/** What is kept of a reply beside its text counts as so many characters: tiny replies are many. */
const BESIDE_TEXT = 1024;

/** How many replies are given to the core at a time. */
const AT_ONCE = 512;

/** @type {import("../options.js").Command} */
export const collect = {
  run,
  help: HELP,
  options: { by: { type: "string" }, batches: { type: "boolean" }, ...AGGREGATE_OPTIONS },
};

/**
 * @param {import("../options.js").Values} values
 * @param {string[]} paths
 */
async function run(values, paths) {
  if (values.by === "")
    throw new Misuse("--by needs the name of a key of the replies, such as repository or meta.repository.");
  const { options } = aggregateOptionsIn(values);
  const batch = new Replies(options, values.by);
  const status = await inBatches(paths, LONGEST_LINE, values.batches ?? false, batch);
  const { without } = batch;
  if (without > 0) {
    const [which, are] =
      without === 1 ? ["reply has", "it is a group of its own"] : ["replies have", "they are a group of their own"];
    say(`${without} ${which} no text or number as \`${values.by}\`: ${are}, null.`);
  }
  return status;
}

/** @implements {Batch} */
class Replies {
  /** How many replies say nothing of their group. */
  without = 0;
  #options;
  #key;
  #groups = new Groups();
  /** Replies that are not in their collectors yet. @type {Map<Group, Reply[]>} */
  #came = new Map();
  #count = 0;
  #length = 0;
  /** Whether the batch has an answer already. */
  #isAnswered = false;

  /**
   * @param {import("../../reconvene.js").AggregateOptions} options
   * @param {string | undefined} key
   */
  constructor(options, key) {
    // Once: a plan or an earlier report may be large.
    this.#options = JSON.parse(JSON.stringify(new reconvene.Collector(options))).options;
    this.#key = key;
  }

  /** @type {Batch["take"]} */
  take({ text, where }, problem) {
    if (text === null) {
      problem(`${where} is longer than ${LONGEST_LINE >> 20} MiB, more than a reply can be.`);
      return;
    }
    const { entry, says } = entryOfLine(text.replace(/^\ufeff/, ""));
    if (says !== undefined) return problem(`${where} is ${says}.`);
    const reply = replyOfEntry(entry, null, (says) => problem(`${where}: ${says}`));
    if (reply === null) return;
    const group = this.#groupOf(entry);
    const came = this.#came.get(group);
    if (came) came.push(reply);
    else this.#came.set(group, [reply]);
    this.#length += text.length + BESIDE_TEXT;
    this.#count += 1;
    if (this.#count >= AT_ONCE) this.#settle();
  }

  isFull() {
    return this.#length > HELD;
  }

  /** @type {Batch["lines"]} */
  *lines(isEnd, problem) {
    this.#settle();
    // Of no replies there is a state as well.
    if (isEnd && this.#key === undefined && !this.#isAnswered) this.#add(undefined, []);
    yield* this.#groups.lines(problem);
    this.#length = 0;
    this.#isAnswered = !isEnd;
  }

  #settle() {
    for (const [group, replies] of this.#came) this.#add(group, replies);
    this.#came.clear();
    this.#count = 0;
  }

  /**
   * @param {Group} group
   * @param {Reply[]} replies
   */
  #add(group, replies) {
    const state = { schema: "reconvene/collector/v1", options: this.#options, replies };
    this.#groups.add(group, reconvene.Collector.from(state), "");
  }

  /**
   * @param {any} entry
   * @returns {Group}
   */
  #groupOf(entry) {
    if (this.#key === undefined) return undefined;
    const value = valueAt(entry, this.#key);
    // Without lone surrogates, which not every engine has a name for.
    if (typeof value === "string" || Number.isFinite(value)) return Buffer.from(`${value}`).toString();
    this.without += 1;
    return null;
  }
}

/**
 * What an object has under a key, or under the keys that its dots part: a key may have dots of its own.
 * @param {any} value
 * @param {string} key
 * @returns {any}
 */
function valueAt(value, key) {
  if (typeof value !== "object" || value === null) return undefined;
  if (Object.hasOwn(value, key)) return value[key];
  const dot = key.indexOf(".");
  const [first, rest] = [key.slice(0, dot), key.slice(dot + 1)];
  return dot !== -1 && Object.hasOwn(value, first) ? valueAt(value[first], rest) : undefined;
}
