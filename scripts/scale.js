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

/** Times by the clock, processor time, then the largest process of each kind, then what is written. */
const COLUMNS = [
  ...["Replies", "MB in", "Workers", "Tasks", "States", "Reports", "Findings", "Replies/s"],
  ...["CPU", "collect", "merge", "report", "Python", "JVM"],
  ...["collect", "merge", "report", "Python", "JVM", "States MB", "Reports MB", "Findings MB"],
];

/** The kinds of processes, as timed.py calls them. */
const KINDS = ["collect", "merge", "report", "python3", "java"];

/** So many are reported on without an engine as well, to compare the bytes. */
const COMPARED = 10_000;

const CLI = join(top, "pkg", "cli.js");
const RECONVENE = `${process.execPath} ${CLI}`;
const GROUPS = 100;
const WORKERS = [1, 2];

/** So many files: the replies of each repository are spread over all of them. */
const FILES = 10;

/** @typedef {"states" | "reports" | "findings"} Step */
/**
 * @typedef {object} Measured
 * @property {Record<Step, number>} seconds
 * @property {Record<string, number>} peaks In KiB, by the kind of process.
 * @property {Record<string, number>} cpu In seconds, of all processes of a kind.
 * @property {Record<Step, number>} counts
 * @property {number} parts
 * @property {Record<string, string>} hashes Of the report of each repository.
 */

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
  console.log(`${cpus().length} processors (${cpus()[0]?.model.trim()}), Node ${process.version}\n`);
  const started = Array.from({ length: 5 }, () => collect("/dev/null"));
  const first = started.sort((one, other) => one.seconds - other.seconds)[0];
  console.log(`A process of collect that gets nothing: ${first?.seconds.toFixed(2)} s, ${first?.peak} MiB\n`);
  const folder = mkdtempSync(join(tmpdir(), "reconvene-scale-"));
  const places = counts.map((count) => ({ count, replies: join(folder, `${count}`), out: join(folder, "out") }));
  try {
    console.log("| Replies | MB in | collect | CPU | Peak |\n| ---: | ---: | ---: | ---: | ---: |");
    for (const { count, replies } of places) {
      generate(count, replies);
      const { seconds, cpu, peak } = collect(`${replies}/*.jsonl`);
      const cells = [count.toLocaleString("en"), megabytes(replies), time(seconds), time(cpu), `${peak} MiB`];
      console.log(`| ${cells.join(" | ")} |`);
    }
    if (withEngine) console.log(`\n| ${COLUMNS.join(" | ")} |\n|${" ---: |".repeat(COLUMNS.length)}`);
    for (const place of withEngine ? places : []) await measure(place);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

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

/** @param {{ count: number, replies: string, out: string }} place */
async function measure({ count, replies, out }) {
  let wanted = count <= COMPARED ? await alone(replies) : undefined;
  for (const workers of WORKERS) {
    const env = { RECONVENE, PYSPARK_PYTHON: examplePython(), PYTHONDONTWRITEBYTECODE: "1" };
    const args = [join(top, "scripts", "scale", "timed.py"), `${workers}`, replies, out];
    const printed = await run(examplePython(), args, { env, quiet: true });
    /** @type {Measured} */
    const { seconds, peaks, cpu, counts, parts, hashes } = JSON.parse(printed);
    const whole = seconds.states + seconds.reports + seconds.findings;
    const cpus = KINDS.map((kind) => cpu[kind] ?? 0);
    const cells = [
      ...[count.toLocaleString("en"), megabytes(replies), workers, parts],
      ...[seconds.states, seconds.reports, seconds.findings].map(time),
      ...[
        Math.round(count / whole).toLocaleString("en"),
        time(cpus.reduce((sum, one) => sum + one)),
        ...cpus.map(time),
      ],
      ...KINDS.map((kind) => `${Math.round((peaks[kind] ?? 0) / 1024)} MiB`),
      ...["states", "reports", "findings"].map((table) => megabytes(join(out, table))),
    ];
    console.log(`| ${cells.join(" | ")} |`);
    if (counts.states !== GROUPS || counts.reports !== GROUPS) throw new Failure(`${counts.states} states came out.`);
    wanted ??= hashes;
    const other = Object.keys(wanted).find((name) => wanted?.[name] !== hashes[name]);
    if (other !== undefined)
      throw new Failure(`The report of ${other} is other bytes than it was without a second worker.`);
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
function megabytes(folder) {
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  return (sizes.reduce((sum, size) => sum + size, 0) / 1e6).toFixed(1);
}
