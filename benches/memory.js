/**
 * In a process of its own, `node benches/memory.js JOB COUNT [FINDINGS]`: prints the most memory that it held, in bytes, and
 * how long the job took, in milliseconds.
 */
import { readFileSync } from "node:fs";
import { brief, generated } from "./replies.js";

const [job, count, findings] = process.argv.slice(2);
const replies = findings === undefined ? generated(Number(count)) : brief(Number(count), Number(findings));
let module = 0;
let started = performance.now();
if (job === "report") {
  const { initSync } = await import("../pkg/generated/reconvene.js");
  const { start } = await import("../pkg/boundary.js");
  const { report } = await import("../pkg/api.js");
  const bytes = readFileSync(new URL("../pkg/generated/reconvene_bg.wasm", import.meta.url));
  // The instance is another one after a large call: its memory is told by the first.
  const { memory } = initSync({ module: bytes });
  start(bytes);
  started = performance.now();
  report(replies, "markdown");
  module = memory.buffer.byteLength;
}
if (job === "by-hand") {
  const { report } = await import("./hand-written.js");
  started = performance.now();
  report(replies);
}
const milliseconds = performance.now() - started;
console.log(JSON.stringify({ most: process.resourceUsage().maxRSS * 1024, module, milliseconds }));
