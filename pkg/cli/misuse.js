/** What the person at the terminal can fix: its message says all. */
import { getSystemErrorMap } from "node:util";

export class Misuse extends Error {}

/**
 * Why the system refused, in words.
 * @param {any} error
 */
export function reason(error) {
  return getSystemErrorMap().get(error.errno)?.[1] ?? error.message;
}

/**
 * "Did you mean …?", where one of the words is close enough to what was written.
 * @param {string} written
 * @param {string[]} words
 */
export function suggestion(written, words) {
  const [nearest] = words
    .map((word) => ({ word, distance: distance(written.toLowerCase(), word) }))
    .filter(({ word, distance }) => distance <= Math.max(2, word.length / 3))
    .sort((a, b) => a.distance - b.distance);
  return nearest ? ` Did you mean ${nearest.word}?` : "";
}

/**
 * What was meant, where a message of the core lists the words that may be written and the one that was.
 * @param {string} message
 */
export function meantIn(message) {
  const [, listed, written] = / must be one of (.*), but is "(.*)"\.$/.exec(message) ?? [];
  return listed === undefined || written === undefined
    ? ""
    : suggestion(written, listed.replaceAll('"', "").split(", "));
}

/**
 * How many letters must be put in, left out or changed to make one word of the other.
 * @param {string} a
 * @param {string} b
 */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const change = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
