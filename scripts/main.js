/**
 * `npm start`, `npm test` and what else a newcomer runs begin here: `node scripts/main.js start`. Where Node is too old to
 * read what comes next, that is said first.
 */
import { fileURLToPath } from "node:url";
import { oldNode } from "../pkg/node-version.js";

const [, , name, ...args] = process.argv;
const script = new URL(`${name}.js`, import.meta.url);
const old = oldNode();
if (old === null) {
  process.argv = [process.execPath, fileURLToPath(script), ...args];
  import(script.href);
} else {
  console.error(`\n${old}`);
  process.exitCode = 1;
}
