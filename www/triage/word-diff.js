/** Two texts beside each other: which words only one of them has. */
import { shown } from "../../pkg/element/core.js";
import { element } from "../dom.js";

/** Texts of more words are shown without marks: comparing them would take too long. */
const MOST_WORDS = 600;

/** How much of two texts has to be the same for their differences to be marked. */
const LEAST = 0.4;

/**
 * The two texts as nodes, what only one has in `mark`.
 * @param {string} one
 * @param {string} other
 * @returns {[(Node | string)[], (Node | string)[]]}
 */
export function compared(one, other) {
  const [mine, theirs] = [wordsOf(one), wordsOf(other)];
  if (mine.length > MOST_WORDS || theirs.length > MOST_WORDS) return [[shown(one)], [shown(other)]];
  const [keptMine, keptTheirs] = common(mine.map(plain), theirs.map(plain));
  // Where hardly anything is the same, marks on all the rest show nothing.
  if (2 * keptMine.size < LEAST * (mine.length + theirs.length)) return [[shown(one)], [shown(other)]];
  return [marked(mine, keptMine), marked(theirs, keptTheirs)];
}

/** Words, each with the space that follows it. @param {string} text */
const wordsOf = (text) => text.match(/\S+\s*/g) ?? [];

/** @param {string} word */
const plain = (word) => word.toLowerCase().replace(/[^\p{L}\p{N}§]/gu, "") || word.trim();

/**
 * Which words of each are in their longest common sequence.
 * @param {string[]} one
 * @param {string[]} other
 * @returns {[Set<number>, Set<number>]}
 */
function common(one, other) {
  const width = other.length + 1;
  const lengths = new Uint16Array((one.length + 1) * width);
  const at = (/** @type {number} */ a, /** @type {number} */ b) => lengths[a * width + b] ?? 0;
  for (let a = one.length - 1; a >= 0; a--) {
    for (let b = other.length - 1; b >= 0; b--) {
      lengths[a * width + b] = one[a] === other[b] ? at(a + 1, b + 1) + 1 : Math.max(at(a + 1, b), at(a, b + 1));
    }
  }
  /** @type {[Set<number>, Set<number>]} */
  const kept = [new Set(), new Set()];
  for (let [a, b] = [0, 0]; a < one.length && b < other.length; ) {
    if (one[a] === other[b]) {
      kept[0].add(a++);
      kept[1].add(b++);
    } else if (at(a + 1, b) >= at(a, b + 1)) a++;
    else b++;
  }
  return kept;
}

/**
 * @param {string[]} words
 * @param {Set<number>} kept
 */
function marked(words, kept) {
  /** @type {(Node | string)[]} */
  const made = [];
  for (let from = 0; from < words.length; ) {
    let to = from + 1;
    while (to < words.length && kept.has(to) === kept.has(from)) to += 1;
    const text = shown(words.slice(from, to).join(""));
    made.push(kept.has(from) ? text : element("mark", {}, text));
    from = to;
  }
  return made;
}
