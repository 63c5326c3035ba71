/** `examples/spark`: the tables that workers write are the bytes of one machine, whatever befalls the workers. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { brief, generated } from "../../benches/replies.js";

const top = fileURLToPath(new URL("../../", import.meta.url));
const CLI = [process.execPath, join(top, "pkg", "cli.js")];
const env = { ...process.env, RECONVENE: CLI.join(" "), PYTHONDONTWRITEBYTECODE: "1" };

/** @param {string[]} args */
const runs = ([program = "", ...args]) => spawnSync(program, args).status === 0;
const hasPython = (/** @type {string} */ module) => runs(["python3", "-c", `import ${module}`]);
const lacksSpark = !runs(["java", "-version"])
  ? "there is no Java"
  : !hasPython("pyspark") && "there is no pyspark for python3";
const lacksDuckDb = !hasPython("duckdb") && "there is no duckdb for python3";

/** @type {string} */
let folder;
/** @type {string[]} */
let states;
/** What every worker's reports are to be, by repository. @type {Record<string, string>} */
let reports;

const texts = [...brief(240, 2, 5), ...generated(40, 3)];
const entries = texts.map((text, at) => {
  const some = at % 3 === 0 ? { agent: `agent ${at % 5}`, id: `r${at}` } : {};
  return { text, source: `${at}.md`, repository: at % 40 === 0 ? undefined : `größe/${at % 4}`, ...some };
});
const huge = [...entries.slice(0, 20), { text: "é".repeat(9 * 1024 * 1024), source: "huge.md", repository: "größe/1" }];

/** @param {unknown[]} values */
const lines = (values) => values.map((value) => `${JSON.stringify(value)}\n`).join("");

/**
 * @param {string[]} args
 * @param {string} input
 */
function reconvene(args, input) {
  const [program = "", ...before] = CLI;
  const { status, stdout } = spawnSync(program, [...before, ...args], { input, encoding: "utf8", maxBuffer: 2 ** 28 });
  assert.equal(status, 0);
  return stdout.split("\n").slice(0, -1);
}

/** @param {unknown[]} values */
const alone = (values) => reconvene(["collect", "--by", "repository"], lines(values)).sort(byCodePoint);

/** As Python sorts. @param {string} one @param {string} other */
const byCodePoint = (one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other));

before(() => {
  folder = mkdtempSync(join(tmpdir(), "reconvene-spark-"));
  writeFileSync(join(folder, "all.jsonl"), lines(entries));
  writeFileSync(join(folder, "huge.jsonl"), lines(huge));
  states = alone(entries);
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
  const run = spawnSync("python3", [join(top, script), ...args], { env, encoding: "utf8", maxBuffer: 2 ** 28 });
  assert.equal(run.status, 0, run.stderr);
  return run.stdout;
}

for (const workers of [1, 2]) {
  test(`Spark on ${workers} of its workers`, { skip: lacksSpark }, () => {
    const place = `${folder}-${workers}`;
    cpSync(folder, place, { recursive: true });
    try {
      const found = JSON.parse(python("tests/spark/scenarios.py", [place, `local[${workers},4]`]));
      for (const one of [...found.scattered, found["in one part"]]) assert.deepEqual(one, states);
      assert.deepEqual([found["worker killed"], found.killed], [states, 3]);
      assert.deepEqual([found["process killed"], found.died], [states, true]);
      assert.deepEqual(found["over the limit"], alone(huge));
      assert.match(
        found["cut off"],
        /reconvene merge --batches: standard input: line \d+ is not JSON: the state is cut off/,
      );
      assert.match(found["no reply"], /ended with status 2\. reconvene: standard input: line \d+ is not a reply/);
      assert.match(
        found["no module"],
        /no-such-program cannot be run: No such file or directory\. Install it on every/,
      );
      for (const name of ["out", "from-parquet"]) {
        assert.deepEqual(found[name].states, states);
        assert.deepEqual(found[name].reports, reports);
        assertFindings(found[name].findings);
      }
      assert.equal(found.out.columns.first_line, "int");
      assert.equal(found.out.columns.agents, "array<string>");
    } finally {
      rmSync(place, { recursive: true });
    }
  });
}

test("DuckDB", { skip: lacksDuckDb }, () => {
  python("examples/spark/on_duckdb.py", [join(folder, "all.jsonl"), join(folder, "duckdb")]);
  const query = `import duckdb, json
read = lambda name: duckdb.sql(f"SELECT * FROM '${folder}/duckdb/{name}.parquet'")
rows = lambda table: [dict(zip(table.columns, row)) for row in table.fetchall()]
print(json.dumps({"reports": dict(read("reports").fetchall()), "findings": rows(read("findings")), "types": [str(t) for t in read("findings").types]}))`;
  const run = spawnSync("python3", ["-c", query], { encoding: "utf8", maxBuffer: 2 ** 28 });
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
