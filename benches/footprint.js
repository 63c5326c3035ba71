/** What the package costs beside time: to get, to load, to hold. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Failure, output, top } from "../scripts/run.js";
import { median } from "./rounds.js";

const STARTS = 11;
const READY = `
  const started = performance.now();
  await import("./pkg/node.js");
  console.log(performance.now() - started);
`;

/** Milliseconds from import to ready: the median of fresh processes. */
export const ready = () =>
  median(Array.from({ length: STARTS }, () => Number(printed(["--input-type=module", "--eval", READY]))));

/** Bytes, as they are and compressed. */
export function sizes() {
  const npm = output("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"]);
  if (npm === null) throw new Failure("`npm pack` failed.");
  const [{ unpackedSize, size }] = JSON.parse(npm);
  return [
    { name: ".wasm", ...sizeOf("reconvene_bg.wasm") },
    { name: "glue", ...sizeOf("reconvene.js") },
    { name: "package", raw: unpackedSize, gzip: size },
  ];
}

/** @param {string} name */
function sizeOf(name) {
  const content = readFileSync(join(top, "pkg", "generated", name));
  return { raw: content.length, gzip: gzipSync(content, { level: 9 }).length };
}

/**
 * The most memory that a fresh process held while it made a report of generated replies, in bytes.
 * @param {number} replies
 */
export function memory(replies) {
  const of = (/** @type {string} */ job) => JSON.parse(printed(["benches/memory.js", job, `${replies}`]));
  const { most, module } = of("report");
  return { replies, withoutJob: of("nothing").most, report: most, module, byHand: of("by-hand").most };
}

/** @param {string[]} args */
function printed(args) {
  const text = output(process.execPath, args);
  if (text === null) throw new Failure(`Failed: node ${args.join(" ")}`);
  return text;
}
