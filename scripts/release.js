/**
 * `npm run release:check [TAG]`: whether what is here may be released, under that tag.
 * `npm run release:pack`: makes what is released into `target/package`: the tarball, what it is made of, the notes.
 */
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, output, run, runAlone, top } from "./run.js";
import { SBOM } from "./sbom.js";

const OUT = join("target", "package");

/**
 * @typedef {object} Release
 * @property {string} [tag] Without one, only what is here is compared.
 * @property {Record<string, string | undefined>} versions By the file that says it.
 * @property {string} changelog
 * @property {string} [repository] The address that package.json names.
 * @property {string} [madeIn] OWNER/NAME of the repository that the release is made in, where that is known.
 * @property {string} [changes] What no commit has, as Git lists it.
 */

/**
 * Why that may not be released.
 * @param {Release} release
 */
export function problemsOf({ tag, versions, changelog, repository, madeIn, changes }) {
  const problems = [];
  const version = versions["package.json"] ?? "";
  if (!/^\d+\.\d+\.\d+$/.test(version)) problems.push(`package.json has version "${version}", which is no X.Y.Z.`);
  if (tag !== undefined && tag !== `v${version}`) problems.push(`The tag is ${tag}, and the version ${version}.`);
  for (const [file, other] of Object.entries(versions)) {
    if (other !== version) problems.push(`${file} has version ${other}, package.json ${version}.`);
  }
  const { heading, notes } = newestOf(changelog);
  const [described, day = ""] = heading.split(", ");
  if (described !== version) problems.push(`CHANGELOG.md begins with "${heading}", not with ${version}.`);
  else if (!isDay(day)) problems.push(`CHANGELOG.md gives ${version} no day, as in "## ${version}, 2026-01-31".`);
  if (notes === "") problems.push(`CHANGELOG.md says nothing below "${heading}".`);
  const [, named] = /github\.com[/:]([^/]+\/[^/]+?)(?:\.git)?$/.exec(repository ?? "") ?? [];
  if (!named) problems.push("package.json names no repository on GitHub; the registry compares provenance with it.");
  else if (madeIn && named !== madeIn)
    problems.push(`package.json names the repository ${named}, and this is ${madeIn}.`);
  if (changes) problems.push(`No commit has these changes:\n${changes}`);
  return problems;
}

/**
 * The newest entry of a changelog.
 * @param {string} changelog
 */
export function newestOf(changelog) {
  const [, entry = ""] = changelog.split(/^## /m);
  const [heading = "", ...lines] = entry.split("\n");
  return { heading, notes: lines.join("\n").trim() };
}

/** @param {string} text */
function isDay(text) {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const read = (/** @type {string} */ file) => readFileSync(join(top, file), "utf8");

/**
 * What is here.
 * @param {string} [tag]
 * @returns {Release}
 */
export function release(tag) {
  const locked = (/** @type {string} */ file) => /^name = "reconvene"\nversion = "(.+)"$/m.exec(read(file))?.[1];
  const { version, repository } = JSON.parse(read("package.json"));
  const lock = JSON.parse(read("package-lock.json"));
  return {
    tag,
    versions: {
      "package.json": version,
      "package-lock.json": lock.version,
      "package-lock.json, of the package itself": lock.packages[""].version,
      "Cargo.toml": /^version = "(.+)"$/m.exec(read("Cargo.toml"))?.[1],
      "Cargo.lock": locked("Cargo.lock"),
      "fuzz/Cargo.lock": locked("fuzz/Cargo.lock"),
    },
    changelog: read("CHANGELOG.md"),
    repository: repository?.url ?? repository,
    madeIn: process.env.GITHUB_REPOSITORY,
    changes: output("git", ["status", "--porcelain"]) ?? "",
  };
}

/** @param {string} [tag] */
function check(tag) {
  const problems = problemsOf(release(tag));
  if (problems.length > 0) throw new Failure(`This may not be released:\n- ${problems.join("\n- ")}`);
  console.log(tag ? `${tag} may be released.` : "This may be released; no tag was given to compare.");
}

async function pack() {
  rmSync(join(top, OUT), { recursive: true, force: true });
  mkdirSync(join(top, OUT), { recursive: true });
  await run("npm", ["pack", "--pack-destination", OUT]);
  const { version } = JSON.parse(read("package.json"));
  copyFileSync(join(top, SBOM), join(top, OUT, `reconvene-${version}.cdx.json`));
  writeFileSync(join(top, OUT, "notes.md"), `${newestOf(read("CHANGELOG.md")).notes}\n`);
  for (const file of readdirSync(join(top, OUT))) {
    console.log(
      createHash("sha256")
        .update(readFileSync(join(top, OUT, file)))
        .digest("hex"),
      join(OUT, file),
    );
  }
}

await runAlone(import.meta.url, async ([what, tag]) => {
  if (what === "check") check(tag);
  else if (what === "pack") await pack();
  else throw new Failure("Name a step: check or pack.");
});
