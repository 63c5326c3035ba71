/**
 * `npm run notices`: writes the notices of copyright of the crates and npm packages that are compiled into the package, as
 * their licences ask, into the package. The page has its own, of what it is bundled from too. Of Rust's standard library it says where its
 * notices are.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageNamed, shippedPackages } from "./bundled.js";
import { shippedCrates } from "./crates.js";
import { Failure, replaceFile, runAlone, top } from "./run.js";

export const NOTICES = join("pkg", "notices.txt");

/** What a notice stands in. Where one may choose, the licence that is a notice in itself is chosen. */
const NOTICE = /^(?:licen[cs]e|copying|copyright|notice)/i;
const OF_A_CHOICE = /apache|unlicense/i;
const LICENCE = /^licen[cs]e/i;

const STANDARD_LIBRARY = `The standard library of Rust: Copyright (c) The Rust Project Contributors, under MIT OR Apache-2.0.
What it is made of in turn stands in COPYRIGHT-library.html, which comes with each Rust.`;

const RULE = `\n\n${"-".repeat(80)}\n\n`;

/**
 * The notices of the crates that are compiled in, and of packages that are bundled with them; a text that several share
 * stands once.
 * @param {string[]} [packages] Names from npm.
 */
export async function notices(packages = []) {
  const { crates } = await shippedCrates();
  const bundled = packages.map(packageNamed);
  /** @type {Map<string, string[]>} */
  const texts = new Map();
  for (const { name, version, license, folder } of [...crates, ...bundled]) {
    for (const text of noticesIn(folder)) {
      texts.set(text, [...(texts.get(text) ?? []), `${name} ${version} (${license})`]);
    }
  }
  const sections = [...texts].map(([text, names]) => `${names.join("\n")}\n\n${text}`);
  return `${[STANDARD_LIBRARY, ...sections].join(RULE)}\n`;
}

/** @param {string} folder */
function noticesIn(folder) {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  const files = entries.filter((entry) => entry.isFile() && NOTICE.test(entry.name)).map(({ name }) => name);
  if (files.length === 0) throw new Failure(`${folder} holds no licence.`);
  const others = files.filter((file) => !OF_A_CHOICE.test(file));
  const chosen = others.some((file) => LICENCE.test(file)) ? others : files;
  return chosen.sort().map((file) => readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim());
}

await runAlone(import.meta.url, async () => {
  replaceFile(join(top, NOTICES), await notices(await shippedPackages()));
});
