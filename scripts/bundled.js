/** The npm packages that files are bundled from. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundleOfServer } from "./build.js";
import { top } from "./run.js";

/**
 * The packages that something was bundled from.
 * @param {import("esbuild").Metafile} metafile
 */
export function packagesOf({ inputs }) {
  const names = Object.keys(inputs).map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? "");
  return [...new Set(names)].filter((name) => name !== "").sort();
}

/** The names of those that are in the package. */
export async function shippedPackages() {
  const { metafile } = await bundleOfServer();
  return packagesOf(metafile);
}

/**
 * What a package says of itself, and where it is.
 * @param {string} name
 * @returns {{ name: string, version: string, license: string, description?: string, folder: string }}
 */
export function packageNamed(name) {
  const folder = join(top, "node_modules", name);
  const { version, license, description } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return { name, version, license, description, folder };
}
