/** The command line, as a person runs it: a process with arguments, files, two streams and a status. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { Collector, version } from "../../pkg/node.js";

const CLI = fileURLToPath(new URL("../../pkg/cli.js", import.meta.url));

/** @param {string} pair @param {string} severity */
const finding = (pair, severity) => {
  const counts = ["critical", "major", "minor"].map((word) => `${word}: ${word === severity ? 1 : 0}`).join(" | ");
  const [a, b] = pair.split("/");
  return `RESULT: FINDINGS | Type: consistency | Pair: ${pair} | Findings: 1 | ${counts}

| ID | Severity | Type | Location | Counter-location | Description | Suggestion |
|----|----------|------|----------|------------------|-------------|------------|
| F1 | ${severity} | contradiction | ${a} §1 | ${b} §2 | One says yes, the other no. | Decide. |
`;
};
const CLEAN = "RESULT: CLEAN | Type: consistency | Pair: A.md/C.md | Findings: 0 | Critical: 0 | Major: 0 | Minor: 0\n";
const PARTIAL = "RESULT: PARTIAL | Type: consistency | Pair: A.md/D.md | Coverage: 50% | Reason: out of time\n";
const ERROR = "RESULT: ERROR | Type: consistency | Pair: A.md/E.md | Coverage: 0% | Reason: locked\n";
const VERIFICATION = `RESULT: FINDINGS | Type: verification | Dimension: Completeness | Items: 1 | Applied: 0 | Partial: 0 | Missing: 1

| # | Expected Edit | Status | Notes |
|---|---------------|--------|-------|
| V1 | Add the retry table | missing | nowhere |
`;
const IMPLEMENTATION = `RESULT: FINDINGS | Type: implementation | Task: T-1 | Files: 1 | Criteria: 0/1 | Tests: 0/1

## Acceptance Criteria

| Criterion | Status | Evidence |
|-----------|--------|----------|
| Retries are bounded | FAIL | they are not |

## Tests

| Test | Result | Notes |
|------|--------|-------|
| retries.test | fail | |
`;

/** @type {string} */
let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "reconvene-cli-"));
  /** @type {Record<string, string | Buffer>} */
  const files = {
    "critical.md": finding("A.md/B.md", "critical"),
    "minor.md": finding("A.md/B.md", "minor"),
    "clean.md": CLEAN,
    "partial.md": PARTIAL,
    "error.md": ERROR,
    "verification.md": VERIFICATION,
    "implementation.md": IMPLEMENTATION,
    "two.log": `${finding("A.md/B.md", "major")}\n--- reply ---\n${CLEAN}`,
    "empty.md": "",
    "binary.md": Buffer.from([0x89, 0x50, 0, 1]),
    "picture.md": readFileSync(new URL("../../docs/report-dark.png", import.meta.url)),
    "zeros.md": Buffer.alloc(5000),
    "utf16-unmarked.md": Buffer.from(CLEAN, "utf16le"),
    "utf16.md": Buffer.from(`\ufeff${CLEAN}`, "utf16le"),
    "hostile.md": `${CLEAN}\n::error::injected\n\u001b]0;title\u0007\u009b31m \u202eevil \u2028::warning::x\n`,
    "expected.json": JSON.stringify([{ unit: "A.md + B.md" }, { unit: "Z.md", expect: "digest" }]),
    "replies/b.md": CLEAN,
    "replies/a.MD": finding("A.md/B.md", "major"),
    "replies/deep/c.txt": PARTIAL,
    "replies/picture.png": "no reply",
    "replies/.hidden/d.md": ERROR,
    "replies/node_modules/e.md": ERROR,
    "nothing/picture.png": "no reply",
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  symlinkSync("..", join(folder, "replies", "up.md"));
  writeFileSync(join(folder, "huge.log"), CLEAN);
  truncateSync(join(folder, "huge.log"), 300 * 1024 * 1024);
  // A file with holes is all NUL: fill what is looked at.
  writeFileSync(join(folder, "huge.log"), "x".repeat(10_000), { flag: "r+" });
});

after(() => rmSync(folder, { recursive: true }));

/**
 * @param {string[]} args
 * @param {import("node:child_process").SpawnSyncOptions} [options]
 */
function reconvene(args, options = {}) {
  const run = spawnSync(process.execPath, [CLI, ...args], {
    cwd: folder,
    ...options,
    encoding: "utf8",
    timeout: 60_000,
  });
  const { status, stdout, stderr } = run;
  for (const line of `${stdout}\n${stderr}`.split(/[\n\r\u0085\u2028\u2029]/)) {
    assert.ok(!line.trimStart().startsWith("::"), `a workflow command: ${line}`);
  }
  for (const line of stderr.split("\n").slice(0, -1)) assert.match(line, /^reconvene: .*[.?]$/);
  return { status, stdout, stderr };
}

test("help and version", () => {
  for (const args of [["--help"], ["-h"], ["report", "--help"], ["parse", "-h"]]) {
    const { status, stdout, stderr } = reconvene(args);
    assert.equal(status, 0);
    assert.match(stdout, /^Usage: reconvene/);
    assert.equal(stderr, "");
    for (const line of stdout.split("\n")) assert.ok(line.length <= 120, line);
  }
  assert.equal(reconvene(["--version"]).stdout, `${version}\n`);
});

test("a report of files, in Markdown and JSON", () => {
  const markdown = reconvene(["report", "critical.md", "clean.md", "--title", "Audit of A"]);
  assert.equal(markdown.status, 0);
  assert.match(markdown.stdout, /^# Audit of A\n/);
  assert.match(markdown.stdout, /critical/);
  assert.equal(markdown.stderr, "");
  const json = JSON.parse(reconvene(["report", "--format", "json", "critical.md", "clean.md"]).stdout);
  assert.equal(json.schema, "reconvene/report/v1");
  assert.deepEqual(json.results.map((/** @type {any} */ { source }) => source).sort(), ["clean.md", "critical.md"]);
});

test("a folder is searched, in order, past what is hidden", () => {
  const { status, stdout } = reconvene(["parse", "replies"]);
  assert.equal(status, 0);
  const sources = JSON.parse(stdout).map((/** @type {any} */ { source }) => source);
  assert.deepEqual(sources, ["replies/a.MD", "replies/b.md", "replies/deep/c.txt"]);
});

test("a file counts once, however often it is named", () => {
  const { stdout } = reconvene(["report", "--format", "json", "replies", "replies/b.md", "./replies/b.md"]);
  assert.equal(JSON.parse(stdout).summary.replies, 3);
});

test("standard input is read where it is named, and where nothing is", () => {
  for (const args of [["parse"], ["parse", "-"]]) {
    const { status, stdout } = reconvene(args, { input: CLEAN });
    assert.equal(status, 0);
    assert.equal(JSON.parse(stdout).source, "standard input");
  }
  const { status, stdout, stderr } = reconvene(["report"], { input: "" });
  assert.deepEqual([status, stdout], [2, ""]);
  assert.match(stderr, /Nothing was piped in, and no file was named/);
});

test("parse prints one result, or a list", () => {
  assert.equal(JSON.parse(reconvene(["parse", "critical.md"]).stdout).findings.length, 1);
  const { stdout } = reconvene(["parse", "--ledger", "critical.md", "clean.md"]);
  const results = JSON.parse(stdout);
  assert.equal(results.length, 2);
  assert.ok(results[0].ledger.length > 0);
});

test("one file may hold several replies", () => {
  const { status, stdout, stderr } = reconvene(["parse", "two.log"]);
  assert.equal(status, 0);
  const sources = JSON.parse(stdout).map((/** @type {any} */ { source }) => source);
  assert.deepEqual(sources, ["two.log#1", "two.log#2"]);
  assert.match(stderr, /two\.log holds 2 replies/);
});

/**
 * A folder with some JSON files, and no other.
 * @param {Record<string, unknown>} files What each holds: a text, or a value.
 */
function jsonFolder(files) {
  const made = mkdtempSync(join(folder, "json-"));
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(made, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  return made;
}

/** @param {string[]} args @param {string} cwd */
function results(args, cwd) {
  const { status, stdout, stderr } = reconvene(["report", "--format", "json", ...args], { cwd });
  return { status, stderr, results: stdout === "" ? [] : JSON.parse(stdout).results };
}

test("a JSON file says which unit and agent a reply is of", () => {
  const zed = { text: CLEAN, unit: "a.md", agent: "zed" };
  const cwd = jsonFolder({
    "one.json": `\ufeff${JSON.stringify(zed)}`,
    "list.json": [zed, { ...zed, attempt: 2, source: "elsewhere", expect: null }],
    "lines.jsonl": `${JSON.stringify(zed)}\r\n\n${JSON.stringify({ text: PARTIAL, id: "x", dialect: "prose" })}\n`,
  });
  const [one] = results(["one.json"], cwd).results;
  assert.deepEqual([one.unit, one.agent, one.status, one.source], ["a.md", "zed", "CLEAN", "one.json#1"]);
  const list = results(["list.json"], cwd).results;
  assert.deepEqual(list.map((/** @type {any} */ { source }) => source).sort(), ["elsewhere", "list.json#1"]);
  assert.deepEqual(list.map((/** @type {any} */ { attempt }) => attempt).sort(), [1, 2]);
  const lines = JSON.parse(reconvene(["parse", "lines.jsonl"], { cwd }).stdout);
  assert.deepEqual(
    lines.map((/** @type {any} */ { source, dialect }) => [source, dialect]),
    [
      ["lines.jsonl#1", "protocol-v1"],
      ["lines.jsonl#2", "prose"],
    ],
  );
  const all = results(["."], cwd);
  assert.deepEqual([all.status, all.stderr, all.results.length], [0, "", 5]);
});

test("what is wrong with an entry is said, and the others are reported", () => {
  /** @type {[string, unknown, RegExp, number, number][]} */
  const cases = [
    [
      "x.json",
      { text: CLEAN, unit: [1] },
      /: x\.json: `unit` must be a string, but is an array of 0\. It was kept as `meta`\./,
      1,
      2,
    ],
    [
      "x.json",
      { text: CLEAN, attempt: 0 },
      /: x\.json: `attempt` must be a whole number of at least 1, but is 0\./,
      1,
      2,
    ],
    [
      "x.json",
      [{ text: CLEAN }, { text: CLEAN, unit: {} }],
      /: x\.json: `unit` of entry 2 must be a string, but is an object/,
      2,
      2,
    ],
    ["x.jsonl", `{"text":"x","attempt":"b"}\n\n{"text":"x"}`, /: x\.jsonl: `attempt` of entry 1 must be/, 2, 2],
    ["x.jsonl", [{ text: CLEAN }], /^$/, 1, 0],
    ["x.json", { text: "" }, /: x\.json#1 is empty\./, 1, 0],
    ["x.json", { text: "é".repeat(9 * 1024 * 1024) }, /: x\.json#1 was not read: it is larger than 16 MiB/, 1, 2],
  ];
  for (const [name, content, says, count, status] of cases) {
    const run = results([name], jsonFolder({ [name]: content }));
    assert.match(run.stderr, says);
    assert.equal(run.results.length, count, `${says}`);
    assert.equal(run.status, status, `${says}`);
  }
});

test("the state of a collector gives its replies", () => {
  const collector = new Collector();
  collector.add({ text: CLEAN, unit: "a.md" });
  collector.add({ text: new Uint8Array([0x52, 0xff]), agent: "zed" });
  collector.add({ text: new Uint8Array(17 * 1024 * 1024) });
  const run = results(["state.json"], jsonFolder({ "state.json": collector }));
  assert.equal(run.status, 2);
  assert.match(run.stderr, /^reconvene: state\.json#\d was not read: it is larger than 16 MiB\.\n$/);
  assert.equal(run.results.length, 3);
  const shown = (/** @type {any} */ { unit, agent, status, reason }) => ({ unit, agent, status, reason });
  assert.deepEqual(run.results.map(shown), collector.report().results.map(shown));
});

test("a report, a list of units or of decisions is no reply", () => {
  const cwd = jsonFolder({
    "reply.json": { text: CLEAN },
    "report.json": { schema: "reconvene/report/v1", results: [] },
    "expected.json": [{ unit: "a.md" }, { unit: "b.md", agent: "x", expect: "digest" }],
    "decisions.json": [{ fingerprints: ["f1:1", "f1:2"], same: true }],
  });
  const all = results(["."], cwd);
  assert.deepEqual([all.status, all.results.length], [0, 1]);
  assert.equal(
    all.stderr,
    `reconvene: decisions.json is a list of decisions, not a reply.
reconvene: expected.json is a list of expected units, not a reply.
reconvene: report.json is a report of an earlier run, not a reply.
`,
  );
  for (const named of ["report.json", "./expected.json", "decisions.json"]) {
    const run = results([named, "reply.json"], cwd);
    assert.deepEqual([run.status, run.results.length], [2, 1]);
    assert.match(run.stderr, new RegExp(`${named} is .*, not a reply\\.`));
    assert.equal(reconvene(["report", named], { cwd }).status, 2);
  }
});

test("a Markdown report of an earlier run in a folder is skipped", () => {
  const cwd = jsonFolder({ "reply.json": { text: CLEAN } });
  const written = reconvene(["report", ".", "--out", "before.md"], { cwd });
  assert.equal(written.status, 0);
  const quoting = "I read the report.\n\n**Verdict: APPROVE.** 2 replies on 2 tasks: that is what it says.\n";
  writeFileSync(join(cwd, "quoting.md"), quoting);
  const all = results(["."], cwd);
  assert.equal(all.results.length, 2);
  assert.match(all.stderr, /before\.md is a report of an earlier run, not a reply\. To read it/);
  assert.equal(results(["before.md"], cwd).results.length, 1);
});

test("any other JSON is the text of a reply", () => {
  const cwd = jsonFolder({
    "a.json": { status: "done", unit: "a.md" },
    "b.json": [{ unit: "a.md", findings: [] }],
    "c.json": [{ text: "x" }, { txt: "y" }],
    "d.json": "{ no JSON",
    "e.json": "[]",
    "f.jsonl": `${JSON.stringify({ text: "x" })}\n${JSON.stringify({ type: "user" })}`,
    "g.json": "null",
    "h.json": [null, "x", 1],
  });
  const run = results(["."], cwd);
  const empty = "reconvene: e.json is an empty list. It was read as one empty reply.\n";
  assert.deepEqual([run.status, run.stderr], [0, empty]);
  assert.deepEqual(run.results.map((/** @type {any} */ { source }) => source).sort(), [
    "a.json",
    "b.json",
    "c.json",
    "d.json",
    "e.json",
    "f.jsonl",
    "g.json",
    "h.json",
  ]);
});

test("links of a folder that lead out of it, pipes and devices are named, and not read", () => {
  const secret = finding("SECRET.md/B.md", "critical");
  for (const name of ["linked/.secrets", "linked/replies/deep", "linked/replies-elsewhere"])
    mkdirSync(join(folder, name), { recursive: true });
  for (const name of [".secrets/config", "replies-elsewhere/a.md"]) writeFileSync(join(folder, "linked", name), secret);
  writeFileSync(join(folder, "linked/replies/a.md"), CLEAN);
  const links = [
    ["a.md", "within.md"],
    ["../.secrets/config", "config.md"],
    ["../../replies-elsewhere/a.md", "deep/beside.md"],
    ["/dev/null", "null.txt"],
    ["../pipe", "pipe.md"],
  ];
  for (const [target, name] of links) symlinkSync(target ?? "", join(folder, "linked/replies", name ?? ""));
  for (const name of ["pipe", "replies/own.md"])
    assert.equal(spawnSync("mkfifo", [join(folder, "linked", name)]).status, 0);

  const { status, stdout, stderr } = reconvene(["report", "linked/replies", "--format", "json"]);
  assert.equal(status, 2);
  assert.doesNotMatch(stdout, /SECRET/);
  assert.deepEqual(
    JSON.parse(stdout).results.map((/** @type {any} */ { source }) => source),
    ["linked/replies/a.md", "linked/replies/within.md"],
  );
  const elsewhere = ["config.md", "deep/beside.md", "null.txt", "pipe.md"].map(
    (name) =>
      `reconvene: linked/replies/${name} was skipped: it is a link that leads outside the folder. Name it to read it.`,
  );
  const special = "reconvene: linked/replies/own.md was skipped: it is not a regular file. Pipe it in to read it.";
  assert.deepEqual(stderr.trimEnd().split("\n"), [...elsewhere, special]);

  // Who names a link means it, beside its folder, too.
  assert.match(reconvene(["report", "linked/replies/config.md"]).stdout, /SECRET/);
  const both = reconvene(["report", "linked/replies", "linked/replies/config.md"]);
  assert.match(both.stdout, /SECRET/);
  assert.doesNotMatch(both.stderr, /config\.md/);
  assert.match(
    reconvene(["report", "linked/pipe"]).stderr,
    /^reconvene: linked\/pipe was skipped: it is not a regular/,
  );
});

test("what stands in the place of an option's file is read to its end, or left", () => {
  mkdirSync(join(folder, "settings"));
  const [settings, pipe] = [join(folder, "settings/.clarity-loop.json"), join(folder, "settings/pipe")];
  const run = (/** @type {string[]} */ ...args) =>
    reconvene(["report", "../clean.md", ...args], { cwd: dirname(pipe) });
  assert.equal(spawnSync("mkfifo", [pipe]).status, 0);
  for (const target of ["pipe", "/dev/zero", "."]) {
    symlinkSync(target, settings);
    const { status, stderr } = run();
    assert.deepEqual([status, stderr], [0, "reconvene: .clarity-loop.json is ignored: it is not a regular file.\n"]);
    rmSync(settings);
  }
  for (const option of ["--previous", "--types"]) {
    const { status, stderr } = run(option, "/dev/zero");
    assert.deepEqual([status, stderr], [2, "reconvene: /dev/zero cannot be read: it is larger than 256 MiB.\n"]);
  }
  // What is piped comes once.
  const input = run("--format", "json").stdout;
  assert.match(reconvene(["report", "clean.md", "--previous", "-"], { input }).stdout, /Since the earlier report: no/);
  assert.match(
    reconvene(["report", "clean.md", "--expect", "-"], { input: '[{"unit":"Z.md"}]' }).stdout,
    /Z\.md.*MISSING/,
  );
  assert.match(
    reconvene(["report", "clean.md", "--expect", "-"], { input: "no" }).stderr,
    /: Standard input cannot be read/,
  );
});

test("--out writes a file, and no second run reads it as a reply", () => {
  const out = join("replies", "report.md");
  const first = reconvene(["report", "replies", "--out", out]);
  assert.deepEqual([first.status, first.stdout], [0, ""]);
  const written = readFileSync(join(folder, out), "utf8");
  reconvene(["report", "replies", "--out", out]);
  assert.equal(readFileSync(join(folder, out), "utf8"), written);
  rmSync(join(folder, out));

  for (const unwritable of ["no/such/folder.md", "replies"]) {
    const { status, stderr } = reconvene(["report", "clean.md", "--out", unwritable]);
    assert.equal(status, 2);
    assert.ok(stderr.includes(`${unwritable} cannot be written: `), stderr);
  }
});

test("--expect shows what never came", () => {
  const { status, stdout } = reconvene(["report", "critical.md", "--expect", "expected.json"]);
  assert.equal(status, 0);
  assert.match(stdout, /Z\.md.*MISSING/);
});

test("what is wrong with --expect is said, by file and entry", () => {
  /** @type {[string, RegExp][]} */
  const cases = [
    ["not json", /wrong\.json cannot be read: it is not valid JSON/],
    ["{}", /wrong\.json: it must be a list of `\{ unit, agent, expect \}`/],
    ['[{"unit":"A"},{"agent":"x"}]', /wrong\.json: entry 2 has no `unit`/],
    ['[{"unit":1}]', /wrong\.json: `unit` of entry 1 must be a string, but is 1/],
    ['[{"unit":"A","expect":"digets"}]', /wrong\.json: `expect` of entry 1 must be "digest", .*but is "digets"/],
    ['[{"unit":"A","agnet":"x"}]', /wrong\.json: entry 1 has the unknown key "agnet"\. Did you mean `agent`\?/],
    ['["A"]', /wrong\.json: entry 1 must be an object with `unit`, as `\{"unit": "A"\}`, but is "A"\./],
  ];
  for (const [content, says] of cases) {
    writeFileSync(join(folder, "wrong.json"), content);
    const { status, stdout, stderr } = reconvene(["report", "clean.md", "--expect", "wrong.json"]);
    assert.deepEqual([status, stdout], [2, ""]);
    assert.match(stderr, says);
  }
  assert.match(
    reconvene(["report", "clean.md", "--expect", "none.json"]).stderr,
    /none\.json cannot be read: no such file/,
  );
  writeFileSync(join(folder, "wrong.json"), '\ufeff[{"unit":"A.md + C.md"}]');
  assert.equal(reconvene(["report", "clean.md", "--expect", "wrong.json"]).status, 0);
});

test("--fail-on says which condition was met, and the report is printed all the same", () => {
  /** @type {[string, string, number, RegExp][]} */
  const cases = [
    ["critical", "critical.md", 1, /--fail-on critical was met: G1 \(critical\)/],
    ["major", "critical.md", 1, /--fail-on major was met: G1 \(critical\)/],
    ["major", "minor.md", 0, /^$/],
    ["minor", "minor.md", 1, /--fail-on minor was met: G1 \(minor\)/],
    ["partial", "partial.md", 1, /--fail-on partial was met: .*D\.md/],
    ["partial", "clean.md", 0, /^$/],
    ["gap", "partial.md", 1, /--fail-on gap was met: .*D\.md/],
    ["gap", "clean.md", 0, /^$/],
    ["error", "error.md", 1, /--fail-on error was met: .*E\.md/],
    ["missing", "verification.md", 1, /--fail-on missing was met: V1/],
    ["missing", "clean.md", 0, /^$/],
    ["failed", "implementation.md", 1, /--fail-on failed was met: Retries are bounded; retries\.test/],
    ["failed", "clean.md", 0, /^$/],
    ["failed,partial", "partial.md", 1, /--fail-on partial was met/],
    ["rework", "critical.md", 1, /--fail-on rework was met: 1 critical finding is open\./],
    ["rework", "minor.md", 0, /^$/],
    ["inconclusive", "error.md", 1, /--fail-on inconclusive was met: The reply failed/],
    ["inconclusive", "clean.md", 0, /^$/],
  ];
  for (const [word, file, status, says] of cases) {
    const run = reconvene(["report", file, "--fail-on", word]);
    assert.equal(run.status, status, `--fail-on ${word} ${file}`);
    assert.match(run.stderr, says);
    assert.equal(run.stdout, reconvene(["report", file]).stdout);
  }
  const missing = ["report", "critical.md", "--expect", "expected.json", "--fail-on", "missing"];
  assert.match(reconvene(missing).stderr, /--fail-on missing was met: Z\.md/);
  const both = reconvene(["report", "critical.md", "partial.md", "--fail-on", "critical", "--fail-on", "partial"]);
  assert.equal(both.stderr.split("\n").length, 3);
});

test("--min-confidence leaves out what agents are less sure of, and names it", () => {
  const rows = [
    "| F1 | major | gap | A.md S1 | The port is missing | 95 |",
    "| F2 | major | gap | A.md S2 | The host | low |",
  ];
  const columns = "| ID | Severity | Type | Location | Description | Confidence |\n|---|---|---|---|---|---|";
  writeFileSync(
    join(folder, "sure.md"),
    `RESULT: FINDINGS | Type: digest | Doc: A.md\n\n${columns}\n${rows.join("\n")}\n`,
  );
  const { status, stdout } = reconvene(["report", "sure.md", "--min-confidence", "80"]);
  assert.equal(status, 0);
  assert.match(stdout, /\| G1 \| major \| 95 \|/);
  assert.doesNotMatch(stdout, /\| G2 \|/);
  assert.match(stdout, /Omitted, with a confidence below 80 %: G2 \(major, confidence "low"\): "The host"\./);
  assert.equal(reconvene(["report", "sure.md", "--min-confidence", "much"]).status, 2);
});

test("--previous says what became of the findings of an earlier report", () => {
  const since = ["--previous", "earlier.json"];
  assert.equal(reconvene(["report", "critical.md", "--format", "json", "--out", "earlier.json"]).status, 0);
  const open = reconvene(["report", "critical.md", ...since, "--fail-on", "new,regressed"]);
  assert.equal(open.status, 0);
  assert.match(open.stdout, /Since the earlier report: 1 still open\./);
  assert.equal(reconvene(["report", "critical.md", "--out", "earlier.md"]).status, 0);
  const read = reconvene(["report", "critical.md", "--previous", "earlier.md", "--fail-on", "new,regressed"]);
  assert.equal(read.status, 0);
  assert.match(read.stdout, /Since the earlier report: 1 still open\./);
  const gone = reconvene(["report", "clean.md", ...since]);
  assert.match(gone.stdout, /1 not verified/);
  assert.equal(reconvene(["report", "clean.md", "--format", "json", "--out", "earlier.json"]).status, 0);
  const fresh = reconvene(["report", "critical.md", ...since, "--fail-on", "new"]);
  assert.deepEqual([fresh.status, fresh.stderr], [1, "reconvene: --fail-on new was met: G1.\n"]);
  // Beside the replies, it is none of them.
  mkdirSync(join(folder, "since"));
  writeFileSync(join(folder, "since", "clean.md"), CLEAN);
  writeFileSync(join(folder, "since", "earlier.json"), readFileSync(join(folder, "earlier.json")));
  const beside = reconvene(["report", "since", "--previous", "since/earlier.json", "--format", "json"]);
  assert.equal(JSON.parse(beside.stdout).summary.replies, 1);
});

test("--decisions unites and keeps apart", () => {
  const same = ["report", "minor.md", "critical.md", "--format", "json"];
  const merged = JSON.parse(reconvene(same).stdout);
  assert.equal(merged.findings.length, 1);
  const fingerprints = merged.findings[0].members.map(
    (/** @type {import("../../pkg/reconvene.js").UnifiedFinding["members"][0]} */ { result, finding }) =>
      merged.results[result].findings[finding].fingerprint,
  );
  writeFileSync(join(folder, "decisions.json"), JSON.stringify([{ fingerprints, same: false }]));
  assert.equal(JSON.parse(reconvene([...same, "--decisions", "decisions.json"]).stdout).findings.length, 2);
});

test("misuse is said in a sentence, with what was meant", () => {
  /** @type {[string[], RegExp][]} */
  const cases = [
    [
      [],
      /Name a command, such as `reconvene report replies\/`\. The commands are report, render, collect, merge, check, parse, sessions, plan, agents, retry, prompt, clarify, explain, hook, mcp\./,
    ],
    [["reprot", "clean.md"], /Unknown command reprot\. Did you mean report\?/],
    [["clean.md"], /Unknown command clean\.md\. Did you mean `reconvene report clean\.md`\?/],
    [["constructor"], /Unknown command constructor\. The/],
    [["report", "--fromat", "json", "clean.md"], /Unknown option --fromat\. Did you mean --format\?/],
    [["report", "--constructor", "clean.md"], /Unknown option --constructor\./],
    [["parse", "--format", "json", "clean.md"], /Unknown option --format\./],
    [["report", "-x", "clean.md"], /Unknown option -x\./],
    [["report", "clean.md", "--out"], /--out needs a value\./],
    [["report", "--out", "--title", "x"], /--out needs a value, but --title looks like an option\./],
    [["parse", "--ledger=yes", "clean.md"], /--ledger takes no value\./],
    [
      ["report", "clean.md", "--format", "jsn"],
      /--format must be one of markdown, html, json, .*, but is "jsn"\. Did you mean json\?/,
    ],
    [
      ["report", "clean.md", "--format", "pdf"],
      /--format must be one of markdown, html, json, sarif, .*, but is "pdf"/,
    ],
    [["report", "clean.md", "--fail-on", "majr"], /--fail-on must be one of .*but is "majr"\. Did you mean major\?/],
    [
      ["report", "clean.md", "--retry-below", "most"],
      /--retry-below must be a percentage from 0 to 100, but is "most"/,
    ],
    [["report", "clean.md", "--retry-below", "101"], /but is "101"/],
    [["report", "clean.md", "--fail-on", "new"], /--fail-on new needs an earlier report: --previous FILE\./],
    [["report", "clean.md", "--previous", "gone.json"], /gone\.json cannot be read: no such file/],
    [
      ["report", "clean.md", "--previous", "clean.md"],
      /clean\.md: it is not a report: it has neither findings nor a verdict/,
    ],
    [["report", "clean.md", "--previous", "expected.json"], /expected\.json is not a JSON report\. Create one with /],
    [["report", "clean.md", "--decisions", "expected.json"], /expected\.json: .*entry 1/],
    [["report", "clean.md", "--retry-below="], /but is ""/],
    [
      ["report", "clean.md", "--sections", "summary,findngs"],
      /an entry of --sections must be one of .* Did you mean findings\?/,
    ],
    [["plan", "code-review"], /There is nothing to judge\. .* Write `reconvene plan code-review src\/`/],
    [["plan", "run"], /`tasks` is empty: .* Write `reconvene plan run --input tasks\.json`, with \{"tasks": /],
    [["plan", "code-reviw", "clean.md"], /`mode` must be one of .* Did you mean code-review\?/],
    [
      ["retry", "clean.md"],
      /clean\.md is not a JSON report. Create one with `reconvene report … --out report\.json`\./,
    ],
    [["render", "expected.json"], /expected\.json is not a JSON report. Create one with /],
    [["report", "clean.md", "--color", "sometimes"], /--color must be one of auto, always, never/],
    [["report", "\u001b[31m\n::error::x"], /cannot be read: no such file/],
    [
      ["report", "replies/*.txt"],
      /txt cannot be read: no such .*\. Your shell did not expand the pattern: name the files or/,
    ],
  ];
  for (const [args, says] of cases) {
    const { status, stdout, stderr } = reconvene(args);
    assert.deepEqual([status, stdout], [2, ""], args.join(" "));
    assert.match(stderr, says);
  }
  assert.equal(reconvene(["report", "partial.md", "--retry-below", "40%"]).status, 0);
});

test("what cannot be read is named, and the rest is reported", () => {
  /** @type {[string, RegExp][]} */
  const cases = [
    ["gone.md", /gone\.md cannot be read: no such file or directory\./],
    ["nothing", /nothing contains no replies: no file ends in \.md, /],
    ["binary.md", /binary\.md is a binary file, not a reply\./],
    ["picture.md", /picture\.md is a binary file, not a reply\./],
    ["zeros.md", /zeros\.md is a binary file, not a reply\./],
    ["utf16.md", /utf16\.md is UTF-16. Save it as UTF-8\./],
    ["utf16-unmarked.md", /utf16-unmarked\.md is a binary file, not a reply\./],
  ];
  for (const [name, says] of cases) {
    const { status, stdout, stderr } = reconvene(["report", name, "clean.md", "--format", "json"]);
    assert.equal(status, 2);
    assert.match(stderr, says);
    assert.equal(JSON.parse(stdout).summary.replies, 1);
    const alone = reconvene(["report", name]);
    assert.deepEqual([alone.status, alone.stdout], [2, ""]);
  }
  const { status, stdout } = reconvene(["report", "gone.md", "--expect", "expected.json"]);
  assert.equal(status, 2);
  assert.match(stdout, /Z\.md.*MISSING/);
});

test("a NUL costs the line of a log that it stands in, and is a character of a reply", () => {
  const reply = finding("A.md/B.md", "critical").replace("One says yes", "One says A\0B");
  const call = { type: "tool_use", id: "t1", name: "Task", input: { description: "A", prompt: "Review A." } };
  const result = { type: "tool_result", tool_use_id: "t1", content: reply };
  const lines = [
    { type: "assistant", sessionId: "s", message: { role: "assistant", content: [call] } },
    { type: "user", sessionId: "s", message: { role: "user", content: [result] } },
  ].map((line) => JSON.stringify(line));
  const collected = `${JSON.stringify({ text: reply })}\n`;
  /** @type {[string, string, number, RegExp][]} */
  const cases = [
    ["nul.md", reply, 0, /^$/],
    ["between.jsonl", lines.join(`\n${"\0".repeat(40)}\n`), 0, /^$/],
    ["behind.jsonl", `${lines.join("\n")}\n${"\0".repeat(4096)}`, 0, /^$/],
    ["within.jsonl", lines.join(`\n{"type":"user",${"\0".repeat(40)}\n`), 2, /line 2 is not valid JSON.*\n$/],
    ["collected.jsonl", `${collected}${collected}${"\0".repeat(4096)}`, 2, /line 3 is not valid JSON\.\n$/],
  ];
  for (const [name, content, expected, says] of cases) {
    writeFileSync(join(folder, name), content);
    const { status, stdout, stderr } = reconvene(["report", name, "--format", "json"]);
    assert.equal(status, expected, `${name}: ${stderr}`);
    assert.match(stderr, says);
    assert.match(JSON.parse(stdout).results[0].findings[0].description, /A\0B/, name);
  }
});

test("plan list reads its units from standard input", () => {
  const input = JSON.stringify([{ unit: "Unit 1", agent: "reviewer", prompt: "Look." }]);
  const { status, stdout } = reconvene(["plan", "list", "--input", "-"], { input });
  assert.deepEqual([status, /Unit 1/.test(stdout)], [0, true]);
});

test("an empty reply is named, and a row of the report", () => {
  const { status, stdout, stderr } = reconvene(["report", "empty.md", "clean.md", "--fail-on", "error"]);
  assert.equal(status, 1);
  assert.match(stderr, /empty\.md is empty\./);
  assert.match(stdout, /no output/);
});

test("of 300 MB only the beginning is read", () => {
  const { status, stdout, stderr } = reconvene(["report", "huge.log", "clean.md", "--format", "json"]);
  assert.equal(status, 2);
  assert.match(stderr, /huge\.log was not read: it is larger than 16 MiB\./);
  const { results } = JSON.parse(stdout);
  assert.equal(results.find((/** @type {any} */ { source }) => source === "huge.log").status, "ERROR");
  assert.equal(results.length, 2);

  const parsed = reconvene(["parse", "huge.log", "clean.md"]);
  assert.equal(parsed.status, 2);
  assert.equal(JSON.parse(parsed.stdout).source, "clean.md");
});

test("nothing in a reply steers the terminal", () => {
  for (const args of [["report"], ["report", "--format", "json"], ["parse"], ["parse", "--ledger"]]) {
    const { status, stdout } = reconvene([...args, "hostile.md"]);
    assert.equal(status, 0);
    assert.doesNotMatch(stdout, /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/u);
  }
  const name = "\u001b[31m\n::error::named|`.md";
  writeFileSync(join(folder, name), `${CLEAN}\n--- reply ---\n`);
  for (const command of ["report", "parse"]) assert.doesNotMatch(reconvene([command, name]).stdout, /(?!\n)\p{Cc}/u);
  assert.equal(JSON.parse(reconvene(["parse", name, "clean.md"]).stdout).at(-1).source, "clean.md");
  rmSync(join(folder, name));

  const read = JSON.parse(reconvene(["parse", "hostile.md"]).stdout);
  assert.match(JSON.stringify(read), /\u202e/);
});

test("colours only where they are wanted", () => {
  const start = "\u001b[";
  assert.ok(!reconvene(["report", "critical.md"]).stdout.includes(start));
  assert.ok(!reconvene(["report", "critical.md", "--color", "never"]).stdout.includes(start));
  assert.ok(!reconvene(["report", "critical.md", "--color", "always", "--format", "json"]).stdout.includes(start));
  const { stdout } = reconvene(["report", "critical.md", "--color", "always"]);
  assert.ok(stdout.includes(`| ${start}31mcritical${start}39m |`));
  assert.equal(stripVTControlCharacters(stdout), reconvene(["report", "critical.md"]).stdout);
});

test("a reader that goes away is said", async () => {
  const many = Array.from({ length: 2000 }, (_, index) => finding(`A${index}.md/B.md`, "major")).join(
    "\n--- reply ---\n",
  );
  writeFileSync(join(folder, "many.log"), many);
  const child = spawn(process.execPath, [CLI, "report", "many.log"], { cwd: folder });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  child.stdout.once("data", () => child.stdout.destroy());
  const status = await new Promise((done) => child.on("close", done));
  assert.equal(status, 2);
  assert.match(stderr, /Standard output could not be written to the end: broken pipe\./);
});
