/** Programs that npm brings. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

/** The packages that hold a program for this machine, and where in them it is. */
const BINARIES = {
  bun: { linux: ["@oven/bun-linux-x64", "bin/bun"], darwin: ["@oven/bun-darwin-aarch64", "bin/bun"] },
  deno: { linux: ["@deno/linux-x64-glibc", "deno"], darwin: ["@deno/darwin-arm64", "deno"] },
  workerd: {
    linux: ["@cloudflare/workerd-linux-64", "bin/workerd"],
    darwin: ["@cloudflare/workerd-darwin-arm64", "bin/workerd"],
  },
};

/**
 * Where a program is.
 * @param {keyof typeof BINARIES} name
 */
export function binaryOf(name) {
  const [bringing, path] = BINARIES[name][process.platform === "darwin" ? "darwin" : "linux"];
  return join(dirname(require.resolve(`${bringing}/package.json`)), `${path}`);
}
