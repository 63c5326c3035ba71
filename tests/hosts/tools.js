/** Programs that npm brings, for the machines that it brings them for. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

/** The packages that hold them, and where in them they are. */
const PROGRAMS = {
  bun: ["@oven/bun-linux-x64", "bin/bun"],
  deno: ["@deno/linux-x64-glibc", "deno"],
  workerd: ["@cloudflare/workerd-linux-64", "bin/workerd"],
};

/**
 * Where a program is; undefined on a machine that its package is not made for.
 * @param {keyof typeof PROGRAMS} name
 */
export function programOf(name) {
  const [bringing = "", path = ""] = PROGRAMS[name];
  try {
    return join(dirname(require.resolve(`${bringing}/package.json`)), path);
  } catch {
    return undefined;
  }
}
