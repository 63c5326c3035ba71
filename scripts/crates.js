/** The crates that are compiled into the module, of all that the lock file holds. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Failure, run, top } from "./run.js";

const TARGET = "wasm32-unknown-unknown";

/**
 * @typedef {object} Crate
 * @property {string} name
 * @property {string} version
 * @property {string} license An SPDX expression.
 * @property {string} description
 * @property {string} checksum SHA-256 of what the registry gives.
 * @property {string} folder Where its sources are.
 * @property {string[]} needs The crates that it is compiled with, as `name@version`.
 */

/**
 * Those crates, in order of their names, and which of them the core itself asks for. What runs while compiling, such as
 * macros, is not among them, and neither is what only tests need.
 * @returns {Promise<{ crates: Crate[], direct: string[] }>}
 */
export async function shippedCrates() {
  // The tree knows which features are on without those of the tests; the metadata knows licences.
  const tree = ["tree", "--locked", "--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"];
  const listed = await run("cargo", [...tree, "--target", TARGET], { quiet: true });
  const shipped = new Set(Array.from(listed.matchAll(/^(\S+) v(\S+)/gm), ([, name, version]) => `${name}@${version}`));
  const metadata = ["metadata", "--locked", "--format-version", "1", "--filter-platform", TARGET];
  const { packages, resolve } = JSON.parse(await run("cargo", metadata, { quiet: true }));
  const checksums = lockedChecksums(readFileSync(join(top, "Cargo.lock"), "utf8"));
  /** @type {Map<string, any>} */
  const byId = new Map(packages.map((/** @type {any} */ one) => [one.id, one]));
  const keyOf = (/** @type {string} */ id) => `${byId.get(id).name}@${byId.get(id).version}`;
  /** @type {Crate[]} */
  const crates = [];
  /** @type {string[]} */
  let direct = [];
  for (const { id, deps } of resolve.nodes) {
    const key = keyOf(id);
    if (!shipped.has(key)) continue;
    const normal = deps.filter((/** @type {any} */ { dep_kinds }) =>
      dep_kinds.some((/** @type {any} */ { kind }) => kind === null),
    );
    const needs = normal
      .map((/** @type {any} */ { pkg }) => keyOf(pkg))
      .filter((/** @type {string} */ one) => shipped.has(one));
    if (id === resolve.root) {
      direct = needs.sort();
      continue;
    }
    const { name, version, license, description, manifest_path: manifest } = byId.get(id);
    const checksum = checksums.get(key);
    if (!license || !checksum) throw new Failure(`${key} names no ${license ? "checksum" : "licence"}.`);
    // Before there were expressions, crates wrote a stroke.
    crates.push({
      name,
      version,
      license: license.replaceAll("/", " OR "),
      description,
      checksum,
      folder: dirname(manifest),
      needs: needs.sort(),
    });
  }
  if (crates.length !== shipped.size - 1) throw new Failure("Cargo's tree and its metadata name different crates.");
  return { crates: crates.sort((a, b) => (a.name < b.name ? -1 : 1)), direct };
}

/**
 * The checksum of each crate, by `name@version`.
 * @param {string} lock
 * @returns {Map<string, string>}
 */
function lockedChecksums(lock) {
  const entries = lock.matchAll(/^name = "(.+)"\nversion = "(.+)"\nsource = .+\nchecksum = "(.+)"$/gm);
  return new Map(Array.from(entries, ([, name, version, checksum = ""]) => [`${name}@${version}`, checksum]));
}

/** The licences that deny.toml allows. */
export function allowedLicences() {
  const allow = /^\[licenses\]$[^[]*^allow = \[(.*)\]$/m.exec(readFileSync(join(top, "deny.toml"), "utf8"));
  if (!allow?.[1]) throw new Failure("deny.toml allows no licence.");
  return /** @type {string[]} */ (JSON.parse(`[${allow[1]}]`));
}

/**
 * Whether an SPDX expression can be met with the licences that are allowed: `OR` lets one choose, `AND` does not.
 * @param {string} expression
 * @param {string[]} allowed
 */
export function isMet(expression, allowed) {
  const words = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  /** @returns {boolean} */
  function any() {
    let met = all();
    for (; words[at] === "OR"; met = all() || met) at++;
    return met;
  }
  function all() {
    let met = one();
    for (; words[at] === "AND"; met = one() && met) at++;
    return met;
  }
  function one() {
    const word = words[at++] ?? "";
    if (word !== "(") return allowed.includes(word);
    const met = any();
    return words[at++] === ")" && met;
  }
  const met = any();
  // What is not understood, such as an exception by WITH, is not allowed.
  return met && at === words.length;
}
