/**
 * `npm run scale`: how long `examples/spark` takes for 10⁴, 10⁵ and 10⁶ replies of 100 repositories, on one worker and on two.
 * `npm run scale -- 10000 100000`: for as many as are named; with `--no-engine`, only how much memory one process of `collect`
 * takes. The rest wants Java, and a python3 with pyspark. Linux alone says what processes took.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { brief } from "../benches/replies.js";
import { Failure, run, runAlone, top } from "./run.js";
import { examplePython } from "./set-up.js";

const COUNTS = [10_000, 100_000, 1_000_000];

/** The kinds of processes, as timed.py calls them. */
const KINDS = ["collect", "merge", "report", "python3", "java"];
const NAMES = ["`collect`", "`merge`", "`report`", "Python", "JVM"];
const STEPS = /** @type {const} */ (["states", "reports", "findings"]);

/** So many are reported on without an engine as well, to compare the bytes. */
const COMPARED = 10_000;

const CLI = join(top, "pkg", "cli.js");
const RECONVENE = `${process.execPath} ${CLI}`;
const GROUPS = 100;
const WORKERS = [1, 2];

/** So many files: the replies of each repository are spread over all of them. */
const FILES = 10;

/** What the calculation is for, on machines of so many processors, of whose time so much is of use. */
const ON_PAPER = 1e9;
const PROCESSORS = 16;
const USE = 0.5;
const NIGHT = 8;

/** @typedef {typeof STEPS[number]} Step */
/**
 * @typedef {object} Measured
 * @property {Record<Step, number>} seconds
 * @property {Record<string, number>} peaks In KiB, by the kind of process.
 * @property {Record<string, number>} cpu In seconds, of all processes of a kind.
 * @property {Record<Step, number>} counts
 * @property {number} parts
 * @property {Record<string, string>} hashes Of the report of each repository.
 */
/** A run of the job. @typedef {Measured & { count: number, workers: number, read: number, written: number[] }} Run */

await runAlone(import.meta.url, async (args) => {
  const withEngine = !args.includes("--no-engine");
  const numbers = args.filter((arg) => arg !== "--no-engine").map(Number);
  const counts = numbers.length > 0 ? numbers : COUNTS;
  if (counts.some((count) => !Number.isInteger(count) || count % (GROUPS * FILES) !== 0 || count === 0)) {
    throw new Failure(`Name numbers of replies that ${GROUPS * FILES} divides.`);
  }
  const needed = [
    ["java", "-version"],
    [examplePython(), "-c", "import pyspark"],
  ];
  for (const [program = "", ...args] of withEngine ? needed : []) {
    if (spawnSync(program, args).status !== 0) {
      throw new Failure(
        `\`${[program, ...args].join(" ")}\` fails: install a JRE, then \`pip install --requirement examples/spark/requirements.txt\`.`,
      );
    }
  }
  console.log(`${cpus().length} processors (${cpus()[0]?.model.trim()}), Node ${process.version}`);
  const started = Array.from({ length: 5 }, () => collect("/dev/null"));
  const first = started.sort((one, other) => one.seconds - other.seconds)[0];
  const folder = mkdtempSync(join(tmpdir(), "reconvene-scale-"));
  const places = counts.map((count) => ({ count, replies: join(folder, `${count}`), out: join(folder, "out") }));
  /** @type {Run[]} */
  const runs = [];
  try {
    const rows = places.map(({ count, replies }) => {
      generate(count, replies);
      const { seconds, cpu, peak } = collect(`${replies}/*.jsonl`);
      return [number(count), megabytes(bytesOf(replies)), time(seconds), time(cpu), `${peak} MiB`];
    });
    const none = ["none", "0", `${first?.seconds.toFixed(2)} s`, "", `${first?.peak} MiB`];
    table("Memory of `collect`", ["Replies", "MB in", "By the clock", "Processor", "Peak"], [none, ...rows]);
    for (const place of withEngine ? places : []) await measure(place, runs);
  } finally {
    // What was measured before something failed is not lost.
    if (runs.length > 0) show(runs);
    rmSync(folder, { recursive: true });
  }
});

/**
 * The tables of `docs/scale.md`.
 * @param {Run[]} runs
 */
function show(runs) {
  const rows = (/** @type {(run: Run) => string[]} */ cells) =>
    runs.map((run) => [number(run.count), `${run.workers}`, ...cells(run)]);
  table(
    `The job, by the clock (${runs[0]?.parts} parts)`,
    ["Replies", "Workers", "States", "Reports", "Findings", "Replies a second"],
    rows((run) => [...STEPS.map((step) => time(run.seconds[step])), number(run.count / wholeOf(run))]),
  );
  table(
    "The job, by processor time",
    ["Replies", "Workers", ...NAMES],
    rows(({ cpu }) => KINDS.map((kind) => time(cpu[kind] ?? 0))),
  );
  table(
    "The job, memory and bytes",
    ["Replies", "Workers", ...NAMES, "States", "Reports", "Findings"],
    rows(({ peaks, written }) => [
      ...KINDS.map((kind) => `${Math.round((peaks[kind] ?? 0) / 1024)} MiB`),
      ...written.map((size) => `${megabytes(size)} MB`),
    ]),
  );
  const [less, more] = runs.filter(({ workers }) => workers === 1).slice(-2);
  if (less !== undefined && more !== undefined) onPaper(less, more);
}

/** @param {Measured} run */
function wholeOf({ seconds }) {
  return STEPS.reduce((sum, step) => sum + seconds[step], 0);
}

/**
 * What a billion replies take, if growth goes on as between two runs: what starting costs falls out.
 * @param {Run} less
 * @param {Run} more
 */
function onPaper(less, more) {
  const replies = more.count - less.count;
  const each = KINDS.map((kind) => (((more.cpu[kind] ?? 0) - (less.cpu[kind] ?? 0)) / replies) * 1e6);
  const sum = each.reduce((all, one) => all + one, 0);
  const micro = (/** @type {number} */ one) => `${number(one)} µs`;
  table(
    `A reply more, from ${number(less.count)} to ${number(more.count)} on one worker`,
    [...NAMES, "Together"],
    [[...each, sum].map(micro)],
  );
  const hours = (sum / 1e6) * (ON_PAPER / 3600);
  const machines = hours / PROCESSORS / USE;
  const nightly = Math.ceil(machines / NIGHT);
  const gigabytes = (/** @type {number} */ bytes) => `${number((bytes / more.count) * (ON_PAPER / 1e9))} GB`;
  const holds = ["report", "python3"].map((kind) => Math.round((more.peaks[kind] ?? 0) / 1024));
  const memory = (holds.reduce((all, one) => all + one, 0) * PROCESSORS) / 1024;
  table(
    "A billion replies, on paper",
    ["", ""],
    [
      ["Processor time", `${number(hours)} hours`],
      ["Machine hours", `${number(machines)}, with ${PROCESSORS} processors of which ${USE * 100} % are of use`],
      ["Machines", `${nightly} for one night (${(machines / nightly).toFixed(1)} hours)`],
      ["Read", gigabytes(more.read)],
      ["Moved between machines", `${gigabytes(2 * more.read)}, before compression`],
      ["Written", STEPS.map((step, at) => `${gigabytes(more.written[at] ?? 0)} of ${step}`).join(", ")],
      ["Memory of a machine", `${PROCESSORS} × (${holds.join(" + ")} MiB) = ${number(memory)} GiB, beside the JVM`],
    ],
  );
}

/**
 * @param {string} title
 * @param {string[]} columns
 * @param {string[][]} rows
 */
function table(title, columns, rows) {
  const lines = [columns, columns.map(() => "---:"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  console.log(`\n### ${title}\n\n${lines.join("\n")}`);
}

/** @param {number} value */
function number(value) {
  return Math.round(value).toLocaleString("en");
}

/**
 * One process of `collect` that gets all of these files: its times in seconds, its peak in MiB.
 * @param {string} files
 */
function collect(files) {
  const says = `data:text/javascript,process.on("exit",()=>console.error(JSON.stringify(process.resourceUsage())))`;
  const started = performance.now();
  const command = `cat ${files} | ${process.execPath} --import '${says}' ${CLI} collect --by repository > /dev/null`;
  const { stderr, status } = spawnSync("sh", ["-c", command], { encoding: "utf8" });
  const seconds = (performance.now() - started) / 1000;
  if (status !== 0) throw new Failure(stderr);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(stderr);
  return { seconds, cpu: (userCPUTime + systemCPUTime) / 1e6, peak: Math.round(maxRSS / 1024) };
}

/** @param {number} seconds */
function time(seconds) {
  return `${seconds.toFixed(1)} s`;
}

/**
 * @param {{ count: number, replies: string, out: string }} place
 * @param {Run[]} runs To which each is added that went well.
 */
async function measure({ count, replies, out }, runs) {
  let wanted = count <= COMPARED ? await alone(replies) : undefined;
  for (const workers of WORKERS) {
    const env = { RECONVENE, PYSPARK_PYTHON: examplePython(), PYTHONDONTWRITEBYTECODE: "1" };
    const args = [join(top, "scripts", "scale", "timed.py"), `${workers}`, replies, out];
    const printed = await run(examplePython(), args, { env, quiet: true });
    /** @type {Measured} */
    const measured = JSON.parse(printed);
    const { counts, hashes } = measured;
    if (counts.states !== GROUPS || counts.reports !== GROUPS) throw new Failure(`${counts.states} states came out.`);
    wanted ??= hashes;
    const other = Object.keys(wanted).find((name) => wanted?.[name] !== hashes[name]);
    if (other !== undefined)
      throw new Failure(`The report of ${other} is other bytes than it was without a second worker.`);
    const written = STEPS.map((step) => bytesOf(join(out, step)));
    runs.push({ ...measured, count, workers, read: bytesOf(replies), written });
    console.error(`── ${number(count)} replies, workers: ${workers}: ${time(wholeOf(measured))}`);
    rmSync(out, { recursive: true });
  }
}

/**
 * The hashes of the reports as pipes make them.
 * @param {string} folder
 */
async function alone(folder) {
  const steps = ["collect --by repository", "merge", "report --state - --each --format json"];
  const pipes = steps.map((step) => `${RECONVENE} ${step}`).join(" | ");
  const printed = await run("sh", ["-c", `cat ${folder}/*.jsonl | ${pipes}`], { quiet: true });
  /** @type {Record<string, string>} */
  const hashes = {};
  for (const line of printed.trimEnd().split("\n")) {
    const { group } = JSON.parse(line);
    const report = line.slice(`{"group":${JSON.stringify(group)},"report":`.length, -1);
    hashes[group] = createHash("sha256").update(report).digest("hex");
  }
  return hashes;
}

/**
 * Replies of one finding each, in files of JSON lines. The same on every machine.
 * @param {number} count
 * @param {string} folder
 */
function generate(count, folder) {
  mkdirSync(folder);
  for (let group = 0; group < GROUPS; group++) {
    const texts = brief(count / GROUPS, 1, group + 1);
    for (let file = 0; file < FILES; file++) {
      const lines = texts
        .map((text, at) => ({ text, source: `${group}/${at}.md`, repository: `repository-${group}` }))
        .filter((_, at) => at % FILES === file)
        .map((entry) => `${JSON.stringify(entry)}\n`);
      appendFileSync(join(folder, `part-${file}.jsonl`), lines.join(""));
    }
  }
}

/** @param {string} folder */
function bytesOf(folder) {
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** @param {number} bytes */
function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1);
}
