/** `examples/spark`: the tables that workers write are the bytes of one machine, whatever befalls the workers. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { brief, generated } from "../../benches/replies.js";
import { examplePython } from "../../scripts/set-up.js";

const top = fileURLToPath(new URL("../../", import.meta.url));
const CLI = [process.execPath, join(top, "pkg", "cli.js")];
const PYTHON = examplePython();
const env = {
  ...process.env,
  ...{ RECONVENE: CLI.join(" "), PYSPARK_PYTHON: PYTHON, PYTHONDONTWRITEBYTECODE: "1" },
};

/** @param {string[]} args */
const runs = ([program = "", ...args]) => spawnSync(program, args).status === 0;
const hasPython = (/** @type {string} */ module) => runs([PYTHON, "-c", `import ${module}`]);
const lacksSpark = !runs(["java", "-version"])
  ? "there is no Java"
  : !hasPython("pyspark") && `there is no pyspark for ${PYTHON}`;
const lacksDuckDb = !hasPython("duckdb") && `there is no duckdb for ${PYTHON}`;

/** @type {string} */
let folder;
/** @type {string[]} */
let states;
/** What every worker's reports are to be, by repository. @type {Record<string, string>} */
let reports;

const texts = [...brief(90, 2, 5), ...generated(30, 3)];
/** Names that are not one, though they look it; and one that is long. */
const NAMES = ["größe", "Größe", "gro\u0308ße", "k".repeat(2000)];
const entries = texts.map((text, at) => {
  const some = at % 3 === 0 ? { agent: `agent ${at % 5}`, id: `r${at}` } : {};
  return { text, source: `${at}.md`, repository: at % 30 === 0 ? undefined : NAMES[at % NAMES.length], ...some };
});

/** @param {unknown[]} values */
const lines = (values) => values.map((value) => `${JSON.stringify(value)}\n`).join("");

const over = { text: "é".repeat(9 * 1024 * 1024), source: "huge.md", repository: NAMES[1] };
/** An emoji as some programs in Java write it: two surrogates, which are no UTF-8. */
const surrogates = '{"text":"\u00ed\u00a0\u00bd\u00ed\u00b8\u0080","source":"java.md","repository":"java"}\n';
const huge = Buffer.concat([Buffer.from(lines([...entries.slice(0, 20), over])), Buffer.from(surrogates, "latin1")]);

/**
 * @param {string[]} args
 * @param {string | Buffer} input
 */
function reconvene(args, input) {
  const [program = "", ...before] = CLI;
  const { status, stdout } = spawnSync(program, [...before, ...args], { input, encoding: "utf8", maxBuffer: 2 ** 28 });
  assert.equal(status, 0);
  return stdout.split("\n").slice(0, -1);
}

/** @param {string | Buffer} input */
const alone = (input) => reconvene(["collect", "--by", "repository"], input).sort(byCodePoint);

/** As Python sorts. @param {string} one @param {string} other */
const byCodePoint = (one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other));

before(() => {
  folder = mkdtempSync(join(tmpdir(), "reconvene-spark-"));
  // As Windows writes a file.
  writeFileSync(join(folder, "all.jsonl"), `\ufeff${lines(entries).replaceAll("\n", "\r\n")}`);
  writeFileSync(join(folder, "huge.jsonl"), huge);
  states = alone(lines(entries));
  const written = reconvene(["report", "--state", "-", "--each", "--format", "json"], `${states.join("\n")}\n`);
  reports = Object.fromEntries(
    written.map((line) => {
      const { group } = JSON.parse(line);
      return [group, line.slice(`{"group":${JSON.stringify(group)},"report":`.length, -1)];
    }),
  );
});

after(() => rmSync(folder, { recursive: true }));

/**
 * @param {string} script
 * @param {string[]} args
 */
function python(script, args) {
  const run = spawnSync(PYTHON, [join(top, script), ...args], { env, encoding: "utf8", maxBuffer: 2 ** 28 });
  assert.equal(run.status, 0, run.stderr);
  return run.stdout;
}

test("Spark on one of its workers and on two", { skip: lacksSpark }, () => {
  const found = JSON.parse(python("tests/spark/scenarios.py", [folder]));
  for (const one of [...found.scattered, found["one worker"], found["from Parquet"], found.out.states]) {
    assert.deepEqual(one, states);
  }
  assert.deepEqual([found["worker killed"], found.killed], [states, 2]);
  assert.deepEqual([found["process killed"], found.died], [states, true]);
  assert.deepEqual(found["over the limit"], alone(huge));
  assert.deepEqual(found.some, [1, 1]);
  assert.match(
    found["cut off"],
    /reconvene merge --batches: standard input: line \d+ is not JSON: the state is cut off/,
  );
  assert.match(found["no reply"], /ended with status 2\. reconvene: standard input: line \d+ is not a reply/);
  assert.match(found["no module"], /no-such-program cannot be run: No such file or directory\. Install it on every/);
  assert.deepEqual(Object.fromEntries(found.out.reports), reports);
  assertFindings(found.out.findings);
  assert.equal(found.out.columns.first_line, "int");
  assert.equal(found.out.columns.agents, "array<string>");
});

test("DuckDB", { skip: lacksDuckDb }, () => {
  python("examples/spark/on_duckdb.py", [join(folder, "all.jsonl"), join(folder, "duckdb")]);
  const query = `import duckdb, json
read = lambda name: duckdb.sql(f"SELECT * FROM '${folder}/duckdb/{name}.parquet'")
rows = lambda table: [dict(zip(table.columns, row)) for row in table.fetchall()]
print(json.dumps({"reports": dict(read("reports").fetchall()), "findings": rows(read("findings")), "types": [str(t) for t in read("findings").types]}))`;
  const run = spawnSync(PYTHON, ["-c", query], { encoding: "utf8", maxBuffer: 2 ** 28 });
  assert.equal(run.status, 0, run.stderr);
  const found = JSON.parse(run.stdout);
  assert.deepEqual(found.reports, reports);
  assertFindings(found.findings);
  assert.ok(found.types.includes("INTEGER") && found.types.includes("VARCHAR[]"));
});

/**
 * One row for each finding of each report, with what the report says.
 * @param {Record<string, unknown>[]} rows
 */
function assertFindings(rows) {
  let count = 0;
  for (const [group, report] of Object.entries(reports)) {
    const { findings } = JSON.parse(report);
    // The group of replies that have none is null.
    const own = rows.filter(({ repository }) => `${repository}` === group);
    assert.deepEqual(
      own.map(({ id, description, units, agreement }) => ({ id, description, units, agreement })),
      findings.map((/** @type {any} */ { id, description, units, agreement }) => ({
        id,
        description,
        units,
        agreement,
      })),
    );
    count += findings.length;
  }
  assert.equal(rows.length, count);
  assert.ok(count > 100);
}
