/**
 * Makes `src/merge/frequent-words.txt`: the thousand words that most texts of some folders have, with the most frequent
 * first. `node scripts/frequent-words.js [FOLDER…]`; without a folder, of the text in this repository.
 *
 * A word counts once for each file, so that no long file decides. The list is part of what a report depends on: it
 * carries a version, which goes up whenever it is made anew.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, runAlone, top } from "./run.js";

const VERSION = 1;
const COUNT = 1000;
const OUT = join(top, "src", "merge", "frequent-words.txt");
const OWN = ["samples", "tests/cases", "tests/labelled"];
const TEXT = /\.(?:md|txt)$/;

/**
 * Every text in a folder.
 * @param {string} folder
 * @returns {string[]}
 */
const texts = (folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => TEXT.test(path) && statSync(path).isFile())
    .sort();

await runAlone(import.meta.url, async (folders) => {
  const paths = (folders.length > 0 ? folders : OWN.map((name) => join(top, name))).flatMap(texts);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const path of paths) {
    // What is code names things, and is no sign of how frequent a word is.
    const prose = readFileSync(path, "utf8")
      .replace(/^(```|~~~).*?^\1/gms, " ")
      .replace(/`[^`\n]*`/g, " ");
    for (const word of new Set(prose.toLowerCase().match(/(?<![\w./-])[a-z]{2,}(?![\w/]|[.-]\w)/g))) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const words = [...counts].sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1)).slice(0, COUNT);
  if (words.length < COUNT) throw new Failure(`Only ${words.length} words: name a folder with more text.`);
  const head = `# frequent words in reviews, version ${VERSION}`;
  writeFileSync(OUT, `${[head, ...words.map(([word]) => word)].join("\n")}\n`);
  console.log(`${COUNT} words of ${paths.length} texts; the last stands in ${words.at(-1)?.[1]} of them.`);
});
