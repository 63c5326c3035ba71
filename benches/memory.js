/** In a process of its own, `node benches/memory.js JOB COUNT`: prints the most memory that it held, in bytes. */
import { readFileSync } from "node:fs";
import { generated } from "./replies.js";

const [job, count] = process.argv.slice(2);
const replies = generated(Number(count));
let module = 0;
if (job === "report") {
  const { initSync } = await import("../pkg/generated/reconvene.js");
  const { start } = await import("../pkg/boundary.js");
  const { report } = await import("../pkg/api.js");
  const bytes = readFileSync(new URL("../pkg/generated/reconvene_bg.wasm", import.meta.url));
  // The instance is another one after a large call: its memory is told by the first.
  const { memory } = initSync({ module: bytes });
  start(bytes);
  report(replies, "markdown");
  module = memory.buffer.byteLength;
}
if (job === "by-hand") (await import("./hand-written.js")).report(replies);
console.log(JSON.stringify({ most: process.resourceUsage().maxRSS * 1024, module }));
