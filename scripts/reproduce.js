/**
 * `npm run reproduce [TARBALL…]`: packs the package from these sources in two other folders, and compares the two and
 * every tarball that is given with each other, file by file: one that was packed here, or one that was published.
 *
 * The folders have paths of different lengths, and each its own packages, target folder and clock zone; one has a home of
 * Cargo's of its own too. What they share is the compiler, Node, and the tool that makes the glue.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { Failure, run, runAlone, top } from "./run.js";
import { binder, setUp } from "./set-up.js";

/** The files that are made, and so may differ. */
const BUILT = /^pkg\/(?:generated|schema|sbom|notices)/;

/** @typedef {{ name: string, tarball: string, files: Map<string, string> }} Packed Files by path, each as its hash. */

await runAlone(import.meta.url, async (given) => {
  await setUp();
  const place = mkdtempSync(join(tmpdir(), "reconvene-"));
  const long = join(place, "first", "folder with a longer path");
  const short = join(place, "second");
  for (const folder of [long, short]) await copySources(folder);
  const packages = [
    await pack("first", long, { TZ: "Asia/Tokyo", CARGO_HOME: join(place, "home") }),
    await pack("second", short, { TZ: "UTC" }),
    ...given.map((tarball, at) => unpack(basename(tarball), resolve(top, tarball), join(place, `given-${at}`))),
  ];
  const different = compare(packages);
  if (different.length > 0) throw new Failure(`Not the same: ${different.join(", ")}. See ${place}.`);
  rmSync(place, { recursive: true });
  console.log(`\n${packages.length} packages, and all are the same.`);
});

/** @param {string} folder */
async function copySources(folder) {
  const listed = await run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { quiet: true });
  for (const file of listed.split("\0").filter((file) => file !== "" && existsSync(join(top, file)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(top, file), join(folder, file));
  }
  const tool = dirname(dirname(binder));
  cpSync(join(top, tool), join(folder, tool), { recursive: true, preserveTimestamps: true });
}

/**
 * Builds and packs what is in a folder.
 * @param {string} name
 * @param {string} folder
 * @param {Record<string, string>} env
 */
async function pack(name, folder, env) {
  console.error(`── Building in ${folder}`);
  const out = join(folder, "target", "packed");
  mkdirSync(out);
  await run("npm", ["pack", "--pack-destination", out], { cwd: folder, env });
  const [tarball = ""] = readdirSync(out);
  return unpack(name, join(out, tarball), join(out, "contents"));
}

/**
 * @param {string} name
 * @param {string} tarball
 * @param {string} into
 * @returns {Packed}
 */
function unpack(name, tarball, into) {
  if (!existsSync(tarball)) throw new Failure(`No such tarball: ${tarball}`);
  mkdirSync(into, { recursive: true });
  const { status } = spawnSync("tar", ["-xzf", tarball, "-C", into], { stdio: "inherit" });
  if (status !== 0) throw new Failure(`\`tar\` cannot unpack ${tarball}.`);
  const files = readdirSync(into, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(join(into, "package").length + 1)).sort();
  return {
    name,
    tarball,
    files: new Map(paths.map((path) => [path, hashOf(readFileSync(join(into, "package", path)))])),
  };
}

/** @param {Buffer} bytes */
function hashOf(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * Prints the hashes, and gives the names of what is not the same in all.
 * @param {Packed[]} packages
 */
function compare(packages) {
  const paths = [...new Set(packages.flatMap(({ files }) => [...files.keys()]))].sort();
  const rows = paths.map((path) => ({ path, hashes: packages.map(({ files }) => files.get(path) ?? "missing") }));
  // How it is compressed is up to Node's version; what is compressed is not.
  const bytes = packages.map(({ tarball }) => readFileSync(tarball));
  rows.push({ path: "the tarball, uncompressed", hashes: bytes.map((tarball) => hashOf(gunzipSync(tarball))) });
  const different = rows.filter(({ hashes }) => !areSame(hashes)).map(({ path }) => path);
  rows.push({ path: "the tarball", hashes: bytes.map(hashOf) });
  const shown = rows.filter(({ path, hashes }) => !paths.includes(path) || BUILT.test(path) || !areSame(hashes));
  console.log(`\nSHA-256 in ${packages.map(({ name }) => name).join(", ")}:`);
  for (const { path, hashes } of shown) {
    console.log(areSame(hashes) ? `✔ ${hashes[0]} ${path}` : `✖ ${hashes.join(" ")} ${path}`);
  }
  console.log(`✔ ${rows.length - shown.length} more files, as they are written`);
  return different;
}

/** @param {string[]} hashes */
function areSame(hashes) {
  return new Set(hashes).size === 1;
}
