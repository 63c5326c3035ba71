/** What is printed, and how: nothing that a reply or a file's name holds steers a terminal. */
import { existsSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Misuse, reason } from "./misuse.js";

// Controls, bidirectional marks and line separators: a reader acts on them instead of showing them.
const ACTING = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/gu;
const ACTING_IN_JSON = /[\u007f-\u009f\p{Bidi_Control}\u2028\u2029\ufeff]/gu;

/** How long work goes on before a person wants to know how far it is, in milliseconds. */
const PATIENCE = 1000;
const BETWEEN_UPDATES = 100;

const started = performance.now();
let updated = 0;

/**
 * A text of which nothing acts on a terminal.
 * @param {string} text
 */
export const inert = (text) => text.replace(ACTING, "\ufffd");

/**
 * One sentence for the person at the terminal.
 * @param {string} sentence
 */
export function say(sentence) {
  clearProgress();
  process.stderr.write(`reconvene: ${inert(sentence)}\n`);
}

/**
 * A fault of ours, with where it happened: it may hold what a reply or a file's name says.
 * @param {any} error
 */
export function tellFault(error) {
  for (const line of String(error?.stack ?? error).split("\n")) say(line);
}

/**
 * How far the work is: only where somebody watches, and when it takes long.
 * @param {string} sentence
 * @param {boolean} [long] Whether it is known to, however little time has passed.
 */
export function progress(sentence, long = false) {
  const now = performance.now();
  if (!process.stderr.isTTY || now - updated < BETWEEN_UPDATES || !(long || now - started > PATIENCE)) return;
  // Not every terminal knows its width.
  const width = (process.stderr.columns || 80) - 1;
  process.stderr.write(`\r\u001b[K${inert(sentence).slice(0, width)}`);
  updated = now;
}

export function clearProgress() {
  if (updated > 0) process.stderr.write("\r\u001b[K");
  updated = 0;
}

/**
 * The same JSON, with everything escaped that a terminal or an editor would act on.
 * @param {string} json
 */
export function escaped(json) {
  return json.replace(ACTING_IN_JSON, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * Whether standard output shows colours.
 * @param {string} choice
 */
export function inColour(choice) {
  if (choice !== "auto") return choice === "always";
  return process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== "dumb";
}

const COLOURS = new Map(
  Object.entries({ critical: 31, major: 33, minor: 36, CLEAN: 32, PARTIAL: 33, ERROR: 31, MISSING: 31 }),
);
const COLOURED_CELL = new RegExp(`\\| (${[...COLOURS.keys()].join("|")})(?= \\|)`, "g");

/**
 * A Markdown report with its headings in bold, and the severities and statuses of its tables in colour.
 * @param {string} markdown
 */
export function coloured(markdown) {
  return markdown
    .replace(/^#+ .*$/gm, "\u001b[1m$&\u001b[22m")
    .replace(/^\|.*$/gm, (row) =>
      row.replace(COLOURED_CELL, (_, word) => `| \u001b[${COLOURS.get(word)}m${word}\u001b[39m`),
    );
}

/**
 * Writes the result, to a file where one is named.
 * @param {string} text
 * @param {string} [file]
 */
export async function write(text, file) {
  clearProgress();
  if (file !== undefined && file !== "-") {
    try {
      writeFileSync(file, text);
    } catch (error) {
      const folder = dirname(file);
      const why = existsSync(folder) ? reason(error) : `the folder ${folder} does not exist. Create it first`;
      throw new Misuse(`${file} cannot be written: ${why}.`);
    }
    return;
  }
  await new Promise((done, fail) => {
    const stop = (/** @type {unknown} */ error) =>
      fail(new Misuse(`Standard output could not be written to the end: ${reason(error)}.`));
    process.stdout.once("error", stop);
    process.stdout.write(text, (error) => {
      if (error) return stop(error);
      process.stdout.off("error", stop);
      done(undefined);
    });
  });
}
