/** What the package costs beside time: to get, to load, to hold. */
import { join } from "node:path";
import { Failure, output, top } from "../scripts/run.js";
import { serve } from "../scripts/serve.js";
import { sizeOf } from "../scripts/size.js";
import { launch } from "../tests/browser/chromium.js";
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

const BROWSER_STARTS = 5;

/** Milliseconds until `await init()` is done in a browser, from the script's first line: the median of fresh ones. */
export async function readyInBrowser() {
  const browser = await launch();
  const answer = (/** @type {string} */ path) =>
    path === "/" ? { body: "<!doctype html><title>Ready</title>" } : undefined;
  const site = await serve(join(top, "pkg"), { answer });
  const times = [];
  try {
    for (let start = 0; start < BROWSER_STARTS; start++) {
      const page = await browser.newPage();
      await page.goto(site.address);
      times.push(
        await page.evaluate(async (address) => {
          const started = performance.now();
          const { init } = await import(address);
          await init();
          return performance.now() - started;
        }, `${site.address}/browser.js`),
      );
      await page.close();
    }
  } finally {
    await browser.close();
    site.close();
  }
  return median(times);
}

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

/**
 * The most memory that a fresh process held while it made a report of generated replies, in bytes.
 * @param {number} replies
 */
export function memory(replies) {
  const of = (/** @type {string} */ job) => inProcess(job, [replies]);
  const { most, module } = of("report");
  return { replies, withoutJob: of("nothing").most, report: most, module, byHand: of("by-hand").most };
}

/** More and more replies with a finding each; then as many replies with more and more findings. */
const GROWTH = [
  { of: "replies", sizes: [12_500, 25_000, 50_000, 100_000].map((replies) => ({ replies, each: 1 })) },
  { of: "findings", sizes: [2, 4, 8, 16].map((each) => ({ replies: 2000, each })) },
];

/** How long a report takes, and how much memory the module holds then, where there is more and more to read. */
export const growth = () =>
  GROWTH.map(({ of, sizes }) => ({
    of,
    points: sizes.map(({ replies, each }) => {
      const { milliseconds, module } = inProcess("report", [replies, each]);
      return { replies, findings: replies * each, milliseconds, memory: module };
    }),
  }));

/**
 * What a job took in a process of its own.
 * @param {string} job
 * @param {number[]} numbers
 * @returns {{ most: number, module: number, milliseconds: number }}
 */
const inProcess = (job, numbers) => JSON.parse(printed(["benches/memory.js", job, ...numbers.map(String)]));

/** @param {string[]} args */
function printed(args) {
  const text = output(process.execPath, args);
  if (text === null) throw new Failure(`Failed: node ${args.join(" ")}`);
  return text;
}
