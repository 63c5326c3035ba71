/**
 * Which checks passed on the sources as they are now. It spares a person the minutes of a check that would only say the same
 * again; in continuous integration, where snapshots are rewritten and where the tests read more than the sources, all run.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { output, top } from "./run.js";

const FOLDER = join(top, "target", "passed");

/** What no check in Rust reads. All else counts, since tests read cases, documents and the names of other tests. */
const NEVER_READ = ["pkg", "www", "plugin", "docs/.vitepress"];

/** Where one of these is set, a check may read or write what is not in the sources. */
const BEYOND = ["CI", "UPDATE_EXPECT", "RECONVENE_CORPUS"];

/** What a check may depend on, as a hash; null where that cannot be said. */
function hashOfSources() {
  if (BEYOND.some((name) => process.env[name])) return null;
  const paths = output("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  const rustc = output("rustc", ["-vV"]);
  if (paths === null || rustc === null) return null;
  const hash = createHash("sha256").update(`${rustc}\0${process.env.PROPTEST_RNG_SEED}\0${process.env.RUSTFLAGS}\0`);
  const isRead = (/** @type {string} */ path) => !NEVER_READ.some((folder) => path.startsWith(`${folder}/`));
  for (const path of [...new Set(paths.split("\0"))].sort().filter(isRead)) {
    if (!statSync(join(top, path), { throwIfNoEntry: false })?.isFile()) continue;
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(top, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

/**
 * When a check passed on the same sources, as a sentence says it; null where it did not.
 * @param {string} name
 */
export function passedBefore(name) {
  const file = join(FOLDER, name);
  const stamp = statSync(file, { throwIfNoEntry: false });
  if (!stamp || readFileSync(file, "utf8") !== hashOfSources()) return null;
  return stamp.mtime.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}

/**
 * Runs a check, and remembers on what it passed: the sources as they were when it began, and still are when it ends.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} run
 */
export async function remember(name, run) {
  const began = hashOfSources();
  const outcome = await run();
  if (began !== null && began === hashOfSources()) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, name), began);
  }
  return outcome;
}
