/**
 * `npm run bench`: how fast and how large reconvene is, beside what else would do. `npm run bench -- --json` for programs;
 * `npm run bench -- --chart FILE` draws it as well, as SVG.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { build } from "../scripts/build.js";
import { Failure, runAlone, top } from "../scripts/run.js";
import { chart } from "./chart.js";
import { growth, memory, ready, readyInBrowser, sizes } from "./footprint.js";
import { buildNative, startNative } from "./native.js";
import { brief, generated } from "./replies.js";
import { measured, timed } from "./rounds.js";
import { digits, duration, kilobytes, megabytes, table } from "./table.js";
import { verdicts } from "./targets.js";

/** @typedef {{ name: string, replies: string[], wellFormed: boolean, rounds: number, least: number }} Input */
/** @typedef {Awaited<ReturnType<typeof figures>>} Figures */

const SAMPLES = join(top, "samples", "audit");
const MEMORIES = [1000, 10_000];

/** @returns {Input[]} */
const inputs = () => [
  { name: "the sample replies", replies: samples(), wellFormed: false, rounds: 15, least: 50 },
  { name: "10 generated replies", replies: generated(10), wellFormed: true, rounds: 15, least: 50 },
  { name: "1,000 generated replies", replies: generated(1000), wellFormed: true, rounds: 5, least: 50 },
  // All is warm by then.
  { name: "100,000 brief replies", replies: brief(100_000), wellFormed: false, rounds: 1, least: 0 },
];

const samples = () =>
  readdirSync(SAMPLES)
    .filter((name) => name.endsWith(".md"))
    .map((name) => readFileSync(join(SAMPLES, name), "utf8"));

async function figures() {
  // Other work: it disturbs all jobs, and not each alike.
  const load = loadavg()[0] ?? 0;
  const readyIn = { node: ready(), browser: await readyInBrowser() };
  const size = sizes();
  const memories = MEMORIES.map(memory);
  const grown = growth();
  const measured = [];
  for (const input of inputs()) measured.push(await compare(input));
  const paces = measured.map(({ jobs }) => (/** @type {string} */ name) => {
    const job = jobs.find((job) => job.name === name);
    return job ? job.milliseconds / job.bytes : Number.NaN;
  });
  return {
    machine: { node: process.version, cores: availableParallelism(), load },
    inputs: measured,
    ready: readyIn,
    sizes: size,
    memory: memories,
    growth: grown,
    targets: verdicts(paces, readyIn.node, size),
  };
}

/**
 * All jobs on the same replies.
 * @param {Input} input
 */
async function compare({ name, replies, wellFormed, rounds, least }) {
  console.error(`── Measuring ${name}`);
  // Not before the module is built.
  const [{ JOBS }, { agreed, found }] = await Promise.all([import("./jobs.js"), import("./agreement.js")]);
  const inBoth = wellFormed ? agreed(replies) : found(replies);
  const native = startNative(replies);
  const chosen = JOBS.filter(({ upTo = replies.length }) => replies.length <= upTo);
  const runners = chosen.map((job) => {
    const some = replies.slice(0, job.share);
    const run = job.run
      ? timed(job.run, some)
      : (/** @type {number} */ times) => native.run(job.native ?? job.name, times);
    return { name: job.name, bytes: bytesOf(some), run };
  });
  const times = await measured(runners, { rounds, least });
  await native.end();
  const [ours] = times;
  if (!ours) throw new Failure("There are no jobs.");
  const jobs = chosen.flatMap(({ says }, at) => {
    const time = times[at];
    if (!time) return [];
    const megabytesPerSecond = time.bytes / time.milliseconds / 1000;
    const ratio = time.milliseconds / time.bytes / (ours.milliseconds / ours.bytes);
    return [{ ...time, says, share: time.bytes / ours.bytes, megabytesPerSecond, ratio }];
  });
  return {
    ...{ name, replies: replies.length, bytes: ours.bytes, rounds, jobs },
    ...{ objects: objects(times), agree: wellFormed, found: inBoth },
  };
}

/**
 * About how long it takes to make JavaScript objects of a report: what `aggregate` takes beyond the share of reading and
 * merging in `report`, which the native build tells. Null where
 * that was not measured, or is lost in what disturbs the machine.
 * @param {import("./rounds.js").Time[]} times
 */
function objects(times) {
  const of = (/** @type {string} */ name) => times.find((time) => time.name === name)?.milliseconds ?? Number.NaN;
  const merged = of("native parse") + of("native merge");
  const beyond = of("aggregate") - (of("report") * merged) / (merged + of("native render"));
  return beyond > 0 ? beyond : null;
}

/** @param {string[]} replies */
const bytesOf = (replies) => replies.reduce((sum, reply) => sum + Buffer.byteLength(reply), 0);

/** @param {Figures} figures */
const asText = ({ machine, inputs, ready, sizes, memory, growth, targets }) =>
  [
    ...inputs.flatMap(({ name, bytes, rounds, jobs, found, agree, objects }) => [
      `## On ${name} (${megabytes(bytes)}), the median of ${rounds} rounds`,
      table(
        ["Job", "Time", "MB/s", "Time to ours"],
        jobs.map(({ says, milliseconds, share, megabytesPerSecond, ratio }) => [
          share < 1 ? `${says} (on ${digits(100 * share)}% of them)` : says,
          duration(milliseconds),
          digits(megabytesPerSecond),
          `${digits(ratio)} ×`,
        ]),
      ),
      foundAsText(found, agree),
      ...(objects === null
        ? []
        : [`Of \`aggregate\`, about ${duration(objects)} make JavaScript objects of the report.`]),
    ]),
    "## Size, start, memory",
    table(
      ["What", "As it is", "Gzipped"],
      sizes.map(({ name, raw, gzip }) => [name, kilobytes(raw), kilobytes(gzip)]),
    ),
    `Ready in Node ${duration(ready.node)} after import, in Chromium ${duration(ready.browser)}.`,
    table(
      ["Peak memory of a process", "Replies alone", "With report", "Of it the module's", "By hand"],
      memory.map(({ replies, withoutJob, report, module, byHand }) => [
        `${replies.toLocaleString("en")} replies`,
        ...[withoutJob, report, module, byHand].map(megabytes),
      ]),
    ),
    ...growth.flatMap(({ of, points }) => [
      `## Growing with the ${of}`,
      table(
        ["Replies", "Findings", "report", "Of the size before", "The module's memory", "Of the size before"],
        points.map(({ replies, findings, milliseconds, memory }, at) => [
          ...[replies, findings].map((count) => count.toLocaleString("en")),
          ...[duration(milliseconds), times(milliseconds, points[at - 1]?.milliseconds)],
          ...[megabytes(memory), times(memory, points[at - 1]?.memory)],
        ]),
      ),
    ]),
    "## The project's targets for report",
    table(
      ["Target", "Measured", ""],
      targets.map(({ says, unit, measured, reached }) => [
        says,
        `${measured.map(digits).join(", ")} ${unit}`,
        reached ? "reached" : "missed",
      ]),
    ),
    `Speed is given for ${inputs.map(({ name }) => name).join(", ")}, and reached where it is for all of them.`,
    `Node ${machine.node}, ${machine.cores} cores; the load before the first job was ${digits(machine.load)}.`,
  ].join("\n\n");

/**
 * @param {number} now
 * @param {number | undefined} before
 */
const times = (now, before) => (before === undefined ? "" : `${digits(now / before)} ×`);

/**
 * @param {Figures["inputs"][number]["found"]} found
 * @param {boolean} agree
 */
function foundAsText({ reported, findings, conflicts, suggestions, gaps, byHand }, agree) {
  const read = agree
    ? `Both read the same statuses, units and ${reported} findings.`
    : `Read: ${reported} findings, by hand ${byHand.reported}.`;
  return (
    `${read} Merged: ${findings}, by hand ${byHand.findings}. ` +
    `Only reconvene tells: disagreements ${conflicts}, possible duplicates ${suggestions}, gaps ${gaps}.`
  );
}

await runAlone(import.meta.url, async (args) => {
  const [option, file, ...others] = args;
  const isKnown = option === undefined || (option === "--json" ? file === undefined : option === "--chart" && file);
  if (!isKnown || others.length > 0) throw new Failure("There are the options --json and --chart FILE.");
  await build();
  await buildNative();
  const all = await figures();
  if (option === "--chart") writeFileSync(join(top, String(file)), chart(all));
  console.log(option === "--json" ? JSON.stringify(all, null, 2) : asText(all));
});
