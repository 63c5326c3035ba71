/**
 * `npm run golden [FOLDER]`: how well reviews in free form are read and merged, held against what careful people read in
 * them. FOLDER holds one folder a set; without one, it is `tests/golden`.
 *
 * A set holds `replies/`, `golden.json` (what each reply reports) and perhaps `pairs.json` (which findings of two replies
 * are one).
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { runAlone, top } from "./run.js";

/** @typedef {{ key: string, title: string, severity: string | null, files: { file: string, lines: number[][] }[], fix: boolean }} Reading */
/** @typedef {{ a: [string, string], b: [string, string], relation: "same" | "overlap" }} Pair */
/** @typedef {import("reconvene").Finding} Finding */
/** @typedef {{ of: number, found: number }} Share */

/** Where the sets of this repository are. */
export const OWN = join(top, "tests", "golden");

/** What the words of severities mean that the replies use. */
const SEVERITIES = /** @type {const} */ ([
  ["critical", /critical|block|\bp0\b|must fix/i],
  ["major", /high|major|important|\bp1\b|should fix|error/i],
  ["minor", /medium|moderate|minor|low|nit|\bp[23]\b|warning|nice to have/i],
  ["advisory", /advisory|info|note|suggestion|recommendation|trivial|\bp4\b/i],
]);

/** How much of its title a finding must share with a reading: alone, and where the number or id is the same too. */
const TITLE = { alone: 0.6, named: 0.3 };

/** The letters of writing that puts no spaces between words; there, two letters count as a word. */
const SPACELESS = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}]`;
const WORD = new RegExp(String.raw`(?:(?!${SPACELESS})[\p{L}\p{N}_]){3,}|(?<=(?=(${SPACELESS}{2}))${SPACELESS})`, "gu");

/** @param {string} text */
const words = (text) => new Set(Array.from(text.toLowerCase().matchAll(WORD), ([word, pair]) => pair ?? word));

/** @param {string} key */
const bare = (key) =>
  key
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .replace(/^f(?=\d)/, "");

/** @param {string} path */
const parts = (path) => path.toLowerCase().split("/");

/** @param {string | null} ours @param {string} theirs */
function isSameFile(ours, theirs) {
  const [x, y] = [parts(ours ?? ""), parts(theirs)];
  const length = Math.min(x.length, y.length);
  return ours !== null && x.slice(-length).join("/") === y.slice(-length).join("/");
}

/**
 * Which of the findings is which reading.
 * @param {Finding[]} findings
 * @param {Reading[]} readings
 * @returns {Map<number, number>} The place of the finding, by that of the reading.
 */
function aligned(findings, readings) {
  const scores = readings.flatMap((reading, theirs) => {
    const title = [...words(reading.title)];
    return findings.flatMap((finding, ours) => {
      const told = words(`${finding.title ?? ""} ${finding.description.slice(0, 400)}`);
      const shared = title.filter((word) => told.has(word)).length / Math.max(title.length, 1);
      const named = bare(finding.id) !== "" && bare(finding.id) === bare(reading.key);
      const enough = shared >= (named ? TITLE.named : TITLE.alone);
      return enough ? [{ score: shared + (named ? 0.5 : 0), ours, theirs }] : [];
    });
  });
  const found = new Map();
  const used = new Set();
  for (const { ours, theirs } of scores.sort((a, b) => b.score - a.score)) {
    if (found.has(theirs) || used.has(ours)) continue;
    found.set(theirs, ours);
    used.add(ours);
  }
  return found;
}

const FIGURES = /** @type {const} */ ([
  "recall",
  "precision",
  "severity",
  "file",
  "lines",
  "suggestion",
  "merged",
  "shown",
  "apart",
]);
/** @typedef {Record<typeof FIGURES[number], Share>} Figures */

/** @returns {Figures} */
const nothing = () => /** @type {Figures} */ (Object.fromEntries(FIGURES.map((name) => [name, { of: 0, found: 0 }])));

/** @param {Figures} figures @param {keyof Figures} name @param {boolean} found */
function count(figures, name, found) {
  figures[name].of += 1;
  figures[name].found += found ? 1 : 0;
}

/**
 * @param {Figures} figures
 * @param {Reading} reading
 * @param {Finding | undefined} finding
 */
function compare(figures, reading, finding) {
  count(figures, "recall", finding !== undefined);
  const severity = SEVERITIES.find(([, known]) => known.test(reading.severity ?? ""))?.[0];
  if (severity !== undefined) count(figures, "severity", finding?.severity === severity);
  const places = [...(finding?.location?.places ?? []), ...(finding?.counterLocation?.places ?? [])];
  const first = reading.files[0];
  if (first !== undefined) {
    count(
      figures,
      "file",
      places.some(({ document }) => isSameFile(document, first.file)),
    );
  }
  for (const { file, lines } of reading.files) {
    for (const [from, to] of lines) {
      const hit = places.some(
        (place) => isSameFile(place.document, file) && place.lines?.[0] === from && place.lines?.[1] === (to ?? from),
      );
      count(figures, "lines", hit);
    }
  }
  if (reading.fix) count(figures, "suggestion", finding?.suggestion != null);
}

/**
 * @param {Figures} figures
 * @param {string} folder
 * @param {import("reconvene").Report} report
 * @param {Map<string, Map<number, string>>} keys The key of each finding that is a reading, by its reply and place.
 */
function compareMerging(figures, folder, report, keys) {
  /** @type {Pair[]} */
  const pairs = JSON.parse(readFileSync(join(folder, "pairs.json"), "utf8"));
  /** @type {Map<string, string>} */
  const groups = new Map();
  for (const finding of report.findings) {
    for (const member of finding.members) {
      const agent = report.results[member.result]?.agent ?? "";
      const key = keys.get(agent)?.get(member.finding);
      if (key !== undefined) groups.set(`${agent} ${key}`, finding.id);
    }
  }
  const suggested = new Set(report.suggestions.map(({ findings }) => [...findings].sort().join(" ")));
  const related = new Set();
  for (const { a, b, relation } of pairs) {
    related.add([a.join(" "), b.join(" ")].sort().join("\n"));
    if (relation !== "same") continue;
    const [x, y] = [groups.get(a.join(" ")), groups.get(b.join(" "))];
    const merged = x !== undefined && x === y;
    count(figures, "merged", merged);
    count(figures, "shown", merged || (x !== undefined && y !== undefined && suggested.has([x, y].sort().join(" "))));
  }
  // What nobody said is related stays apart.
  const members = [...groups];
  for (const [at, [a, group]] of members.entries()) {
    for (const [b, other] of members.slice(at + 1)) {
      const isPair = a.split(" ")[0] !== b.split(" ")[0] && !related.has([a, b].sort().join("\n"));
      if (isPair) count(figures, "apart", group !== other);
    }
  }
}

/**
 * The figures of one set.
 * @param {string} folder
 * @returns {Promise<Figures>}
 */
export async function figuresOf(folder) {
  const { parse, aggregate } = await import("../pkg/node.js");
  /** @type {Record<string, Reading[]>} */
  const golden = JSON.parse(readFileSync(join(folder, "golden.json"), "utf8"));
  const figures = nothing();
  const keys = new Map();
  const replies = Object.keys(golden).map((agent) => ({
    agent,
    text: readFileSync(join(folder, "replies", agent), "utf8"),
  }));
  for (const reply of replies) {
    const readings = golden[reply.agent] ?? [];
    const { findings } = parse(reply);
    const found = aligned(findings, readings);
    for (const [at, reading] of readings.entries()) {
      const place = found.get(at);
      compare(figures, reading, place === undefined ? undefined : findings[place]);
    }
    figures.precision.of += findings.length;
    figures.precision.found += found.size;
    keys.set(reply.agent, new Map([...found].map(([theirs, ours]) => [ours, readings[theirs]?.key ?? ""])));
  }
  if (existsSync(join(folder, "pairs.json"))) {
    compareMerging(figures, folder, aggregate(replies), keys);
  }
  return figures;
}

/**
 * The sets of a folder, by their names.
 * @param {string} folder
 */
export const setsOf = (folder) => readdirSync(folder).filter((name) => existsSync(join(folder, name, "golden.json")));

/**
 * The figures of several sets together.
 * @param {Figures[]} sets
 */
export function together(sets) {
  const all = nothing();
  for (const figures of sets) {
    for (const name of FIGURES) {
      all[name].of += figures[name].of;
      all[name].found += figures[name].found;
    }
  }
  return all;
}

/** @param {Share} share */
export const percent = ({ of, found }) => (of === 0 ? null : Math.floor((1000 * found) / of) / 10);

await runAlone(import.meta.url, async ([given]) => {
  // npm changes to the package's folder; a person names folders from where they are.
  const folder = given === undefined ? OWN : resolve(process.env.INIT_CWD ?? process.cwd(), given);
  /** @param {string} name @param {Figures} figures */
  const show = (name, figures) => {
    const told = FIGURES.map((figure) => `${figure} ${percent(figures[figure]) ?? "–"} %`);
    console.log(`${name}: ${told.join(", ")}`);
  };
  const sets = [];
  for (const set of setsOf(folder)) {
    const figures = await figuresOf(join(folder, set));
    sets.push(figures);
    show(set, figures);
  }
  show("all", together(sets));
});
