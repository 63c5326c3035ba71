/**
 * Makes `src/review/wording.txt`: the words that tell findings from what else a review says, each with its weight. They are
 * learned from what people marked in `tests/golden`, against the rest of those replies and replies in `tests/cases` without
 * findings; `node scripts/wording.js FOLDER…` adds the texts of some folders to these. A build has to be there.
 *
 * The list is part of what a report depends on: it carries a version, which goes up whenever it is made anew.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OWN } from "./golden.js";
import { Failure, runAlone, top } from "./run.js";

const VERSION = 1;
const OUT = join(top, "src", "review", "wording.txt");

/** So much of a text is looked at, in characters: what a finding says first. `LENGTH` of `src/review/wording.rs`. */
const LENGTH = 400;

/** A term counts that stands in so many examples, of so many sets. */
const EXAMPLES = 10;
const SETS = 8;
const LONGEST = 16;

/** How much the examples count beside the size of the weights, and what a weight is rounded to. */
const TRUST = 0.15;
const PARTS = 4;
const ROUNDS = 120;

/** What an example counts that is a whole part of a review, a sentence of it, a title, or a line of a reply without findings. */
const COUNTS = { part: 1, sentence: 0.4, title: 0.5, line: 0.5 };
const SENTENCES = 2;
const LINES = 30;

/** @typedef {{ text: string, isFinding: boolean, set: string, count: number }} Example */

/**
 * The words of a text, and what two words follow each other. Code is one word, and so is a number.
 * @param {string} text
 * @returns {Set<string>}
 */
function terms(text) {
  const words = text
    .slice(0, LENGTH)
    .replaceAll("’", "'")
    .split("`")
    .flatMap((part, at) => (at % 2 === 1 ? ["`"] : (part.match(/[\p{L}\p{N}][\p{L}\p{N}']*/gu) ?? [])))
    .map((word) => (/^\d/.test(word) ? "0" : word.toLowerCase().replace(/'+$/, "")));
  const short = (/** @type {string} */ word) => word.length <= LONGEST;
  const pairs = words.flatMap((word, at) => (at > 0 ? [`${words[at - 1]} ${word}`] : []));
  return new Set([...words.filter(short), ...pairs.filter((pair) => pair.split(" ").every(short))]);
}

/** @param {string} text */
const plain = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * Where the title of a reading stands in a reply, if it does.
 * @param {string} text
 * @param {string} title
 */
export function placeOf(text, title) {
  const pattern = plain(title).split(" ").slice(0, 8).join("[^\\p{L}\\p{N}]+");
  return text.search(new RegExp(pattern, "iu"));
}

/**
 * The parts of the replies of a set: those that people read as findings, and the others.
 * @param {string} set
 * @param {typeof import("reconvene").parse} parse
 * @returns {Example[]}
 */
function ofSet(set, parse) {
  const folder = join(OWN, set);
  /** @type {Record<string, { title: string }[]>} */
  const golden = JSON.parse(readFileSync(join(folder, "golden.json"), "utf8"));
  return Object.entries(golden).flatMap(([name, readings]) => {
    const titles = readings.map(({ title }) => ({ text: title, isFinding: true, set, count: COUNTS.title }));
    const text = readFileSync(join(folder, "replies", name), "utf8");
    if (/^\s*[[{]/.test(text)) return titles;
    const parts = (parse(text, { decisions: true }).decisions ?? []).map(({ span }) => span);
    const lengthOf = (/** @type {{ start: number, end: number }} */ part) => part.end - part.start;
    const told = new Set();
    const holding = new Set();
    for (const at of readings.map(({ title }) => placeOf(text, title)).filter((at) => at >= 0)) {
      const around = parts
        .filter(({ start, end }) => start <= at && at < end)
        .sort((a, b) => lengthOf(a) - lengthOf(b));
      for (const part of around) holding.add(part);
      if (around[0]) told.add(around[0]);
    }
    const isWithin = (/** @type {{ start: number, end: number }} */ part) =>
      [...told].some(({ start, end }) => start <= part.start && part.end <= end);
    const examples = parts.flatMap((part) => {
      const isFinding = told.has(part);
      if ((!isFinding && (holding.has(part) || isWithin(part))) || text[part.start] === "|") return [];
      const said = (text.slice(part.start, part.end).split("```")[0] ?? "").slice(0, LENGTH);
      const sentences = said.split(/(?<=[.;:!?])\s+|\n/).filter((sentence) => sentence.trim().length > 15);
      return [
        { text: said, isFinding, set, count: COUNTS.part },
        ...sentences.slice(0, SENTENCES).map((text) => ({ text, isFinding, set, count: COUNTS.sentence })),
      ];
    });
    return [...titles, ...examples];
  });
}

/**
 * Lines of the texts of a folder in which no finding is read.
 * @param {string} folder
 * @param {typeof import("reconvene").parse} parse
 * @returns {Example[]}
 */
function without(folder, parse) {
  const texts = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => /\.(?:md|txt)$/.test(path) && statSync(path).isFile())
    .sort();
  return texts.flatMap((path, at) => {
    const text = readFileSync(path, "utf8");
    if (parse(text).findings.length > 0) return [];
    const lines = text.split("\n").map((line) => line.trim());
    const told = lines.filter((line) => line.length > 25 && !/^[|#{["`>]/.test(line) && /[a-z]{3} /.test(line));
    const set = `${folder} ${at % 8}`;
    return told.slice(0, LINES).map((line) => ({
      text: line.replace(/^(?:[-*+]|\d+[.)])\s+/, ""),
      isFinding: false,
      set,
      count: COUNTS.line,
    }));
  });
}

/**
 * The terms that are frequent enough, with the examples that have each.
 * @param {Example[]} examples
 */
function columns(examples) {
  /** @type {Map<string, number[]>} */
  const found = new Map();
  for (const [at, { text }] of examples.entries()) {
    for (const term of terms(text)) {
      const rows = found.get(term);
      if (rows === undefined) found.set(term, [at]);
      else rows.push(at);
    }
  }
  const sets = (/** @type {number[]} */ rows) => new Set(rows.map((row) => examples[row]?.set)).size;
  return [...found].filter(([, rows]) => rows.length >= EXAMPLES && sets(rows) >= SETS);
}

/**
 * The weights of a logistic regression that keeps few terms: each in turn goes where the examples that have it pull it.
 * @param {Example[]} examples
 * @param {[string, number[]][]} terms
 */
function learned(examples, terms) {
  const sides = [false, true].map((side) => {
    const counts = examples.map(({ isFinding, count }) => (isFinding === side ? count : 0));
    return examples.length / 2 / counts.reduce((sum, count) => sum + count, 0);
  });
  const count = examples.map((example) => TRUST * example.count * (sides[Number(example.isFinding)] ?? 0));
  const margins = new Float64Array(examples.length);
  const weights = new Float64Array(terms.length);
  const all = examples.map((_, at) => at);
  let base = 0;
  /** @param {number[]} rows @param {number} weight @param {number} least */
  const moved = (rows, weight, least) => {
    let [slope, bend] = [0, 1e-9];
    for (const row of rows) {
      const counted = count[row] ?? 0;
      const chance = 1 / (1 + Math.exp(-(margins[row] ?? 0)));
      slope += counted * (chance - Number(examples[row]?.isFinding));
      bend += counted / 4;
    }
    const goal = weight - slope / bend;
    const next = Math.sign(goal) * Math.max(Math.abs(goal) - least / bend, 0);
    if (next !== weight) for (const row of rows) margins[row] = (margins[row] ?? 0) + next - weight;
    return next;
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    base = moved(all, base, 0);
    for (const [at, [, rows]] of terms.entries()) weights[at] = moved(rows, weights[at] ?? 0, 1);
  }
  return { base, weights };
}

await runAlone(import.meta.url, async (folders) => {
  const { parse } = await import("../pkg/node.js");
  const sets = readdirSync(OWN).filter((name) => existsSync(join(OWN, name, "golden.json")));
  const others = [join(top, "tests", "cases"), ...folders];
  const examples = [...sets.flatMap((set) => ofSet(set, parse)), ...others.flatMap((folder) => without(folder, parse))];
  const frequent = columns(examples);
  const { base, weights } = learned(examples, frequent);
  const rounded = frequent.map(([term], at) => /** @type {const} */ ([Math.round((weights[at] ?? 0) * PARTS), term]));
  const kept = rounded.filter(([weight]) => weight !== 0).sort(([, one], [, other]) => (one < other ? -1 : 1));
  if (kept.length < 100) throw new Failure(`Only ${kept.length} terms: is the build of this source?`);
  const head = `# words of findings, version ${VERSION}`;
  writeFileSync(OUT, `${[head, ...kept.map(([weight, term]) => `${weight} ${term}`)].join("\n")}\n`);
  console.log(
    `${kept.length} terms of ${examples.length} examples; one without any weighs ${(base * PARTS).toFixed(1)}.`,
  );
});
