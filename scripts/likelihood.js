/**
 * Makes `src/review/likelihood/weights.txt`: how much each measure of a part weighs when it is decided whether a part that
 * nothing else recognised is a finding. The weights are learned from the labelled reviews in `tests/golden`:
 * `node scripts/likelihood.js [--without SET,SET…]`.
 *
 * The list is part of what a report depends on: it carries a version, which goes up whenever it is made anew. With `--without`, it
 * is for measuring how well replies are read that nothing was learned from; `wording.txt` was learned from all sets.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OWN } from "./golden.js";
import { Failure, runAlone, top } from "./run.js";
import { placeOf } from "./wording.js";

const VERSION = 2;
const OUT = join(top, "src", "review", "likelihood", "weights.txt");

/** What the weights are written in: tenths of the logarithm of the odds. */
const PARTS = 10;

/** What a finding weighs, as `ENOUGH` of `src/review/evidence.rs` says, and the logarithm of the odds that it then has: 5 to 3. */
const ENOUGH = 4;
const LIKELY = 0.5;

/** How many steps a measure has at the most, how many parts must stand on either side of one, and how far one goes. */
const STEPS = 32;
const LEAST = 30;
const PACE = 0.1;
const ROUNDS = 800;
/** How much an estimate from few parts is held back. */
const CAUTION = 1;

/** @typedef {{ measured: number[], isFinding: boolean }} Part */
/** @typedef {{ froms: number[], places: Uint8Array, weights: Float64Array }} Feature */

/**
 * The line on which the title of a reading stands, if it does, and not in a table.
 * @param {string} text
 * @param {string} title
 */
function lineOf(text, title) {
  const at = placeOf(text, title);
  if (at < 0) return [];
  const before = text.slice(0, at).split("\n");
  return (before.at(-1) ?? "").trimStart().startsWith("|") ? [] : [before.length - 1];
}

/**
 * What was measured of the parts of some replies.
 * @param {string[]} texts
 * @returns {{ names: string[], replies: [number, number, number, number[]][][] }}
 */
function measure(texts) {
  const cargo = ["run", "--quiet", "--example", "parts"];
  const printed = execFileSync("cargo", cargo, { cwd: top, input: JSON.stringify(texts), maxBuffer: 2 ** 30 });
  const [names, ...replies] = printed
    .toString()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { names, replies };
}

/**
 * The parts of the replies of some sets, each with whether it is labelled as a finding.
 * @param {string[]} sets
 */
function examples(sets) {
  const replies = sets.flatMap((set) => {
    /** @type {Record<string, { title: string }[]>} */
    const golden = JSON.parse(readFileSync(join(OWN, set, "golden.json"), "utf8"));
    return Object.entries(golden).map(([name, readings]) => {
      const text = readFileSync(join(OWN, set, "replies", name), "utf8");
      return { text, titles: readings.flatMap(({ title }) => lineOf(text, title)) };
    });
  });
  const { names, replies: measured } = measure(replies.map(({ text }) => text));
  /** @type {Part[]} */
  const parts = measured.flatMap((reply, at) =>
    reply.map(([start, ownEnd, end, measured]) => {
      const titles = replies[at]?.titles.filter((line) => start <= line && line < end) ?? [];
      return { measured, isFinding: titles.length > 0 && titles.every((line) => line < ownEnd) };
    }),
  );
  return { names, parts };
}

/**
 * The steps of a measure: from which values on it may weigh something else, and on which step each part stands.
 * @param {number[]} values
 * @returns {Feature}
 */
function steps(values) {
  const sorted = Float64Array.from(values).sort();
  const quantiles = Array.from({ length: STEPS }, (_, at) => sorted[Math.floor((at * sorted.length) / STEPS)] ?? 0);
  const froms = [...new Set([...quantiles, ...(new Set(sorted).size <= STEPS ? sorted : [])])].sort((a, b) => a - b);
  const places = Uint8Array.from(values, (value) =>
    Math.max(
      froms.findLastIndex((from) => from <= value),
      0,
    ),
  );
  return { froms, places, weights: new Float64Array(froms.length) };
}

/**
 * Learns what each step weighs: again and again, the one step of one measure that explains most of what is left moves a little.
 * @param {Feature[]} features
 * @param {boolean[]} are What the parts are.
 */
function learn(features, are) {
  const share = are.filter(Boolean).length / are.length;
  const always = Math.log(share / (1 - share));
  const odds = new Float64Array(are.length).fill(always);
  for (let round = 0; round < ROUNDS; round += 1) {
    const chances = odds.map((odds) => 1 / (1 + Math.exp(-odds)));
    let best = { gain: 0, feature: features[0], from: 0, below: 0, above: 0 };
    const all = { slope: 0, bend: 0 };
    for (const [at, chance] of chances.entries()) {
      all.slope += Number(are[at]) - chance;
      all.bend += chance * (1 - chance);
    }
    for (const feature of features) {
      const [slopes, bends, counts] = [0, 1, 2].map(() => new Float64Array(feature.froms.length));
      if (slopes === undefined || bends === undefined || counts === undefined) continue;
      for (const [at, place] of feature.places.entries()) {
        const chance = chances[at] ?? 0;
        slopes[place] = (slopes[place] ?? 0) + Number(are[at]) - chance;
        bends[place] = (bends[place] ?? 0) + chance * (1 - chance);
        counts[place] = (counts[place] ?? 0) + 1;
      }
      let [slope, bend, count] = [0, 0, 0];
      for (let from = 1; from < feature.froms.length; from += 1) {
        slope += slopes[from - 1] ?? 0;
        bend += bends[from - 1] ?? 0;
        count += counts[from - 1] ?? 0;
        if (count < LEAST || are.length - count < LEAST) continue;
        const [rest, restBend] = [all.slope - slope, all.bend - bend];
        const gain = slope ** 2 / (bend + CAUTION) + rest ** 2 / (restBend + CAUTION);
        if (gain <= best.gain) continue;
        best = { gain, feature, from, below: slope / (bend + CAUTION), above: rest / (restBend + CAUTION) };
      }
    }
    const { feature, from } = best;
    if (feature === undefined || best.gain === 0) break;
    for (const at of feature.weights.keys()) {
      feature.weights[at] = (feature.weights[at] ?? 0) + PACE * (at < from ? best.below : best.above);
    }
    for (const [at, place] of feature.places.entries()) {
      odds[at] = (odds[at] ?? 0) + PACE * (place < from ? best.below : best.above);
    }
  }
  return always;
}

/**
 * A measure as a line of the list: from where on it weighs how much.
 * @param {string} name
 * @param {Feature} feature
 */
function line(name, { froms, weights }) {
  const rounded = [...weights].map((weight) => Math.round(weight * PARTS));
  const told = froms.flatMap((from, at) =>
    at > 0 && rounded[at] === rounded[at - 1] ? [] : [`${from}=${rounded[at]}`],
  );
  return `${name}: ${told.join(" ")}`;
}

await runAlone(import.meta.url, async (options) => {
  const [option, named] = options;
  if (option !== undefined && (option !== "--without" || named === undefined)) {
    throw new Failure(`Unknown option "${option}". Use --without SET,SET… to leave out some sets.`);
  }
  const without = named?.split(",") ?? [];
  const all = readdirSync(OWN).filter((name) => existsSync(join(OWN, name, "golden.json")));
  const unknown = without.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new Failure(`There is no set "${unknown}" in tests/golden.`);
  const sets = all.filter((name) => !without.includes(name));
  const { names, parts } = examples(sets);
  const features = names.map((_, at) => steps(parts.map(({ measured }) => measured[at] ?? 0)));
  const always = learn(
    features,
    parts.map(({ isFinding }) => isFinding),
  );
  const lines = features.map((feature, at) => line(names[at] ?? "", feature));
  const head = `# what parts of reviews weigh, version ${VERSION}${named === undefined ? "" : `, without ${named}`}`;
  writeFileSync(OUT, `${[head, `always: ${Math.round((always - LIKELY) * PARTS) + ENOUGH}`, ...lines].join("\n")}\n`);
  console.log(`${names.length} measures of ${parts.length} parts of the replies of ${sets.length} sets.`);
});
