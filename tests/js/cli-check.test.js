/** `reconvene check`, `prompt` and `explain`, as a person runs them. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, parse as parsePath, relative, resolve } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { codes, parse } from "../../pkg/node.js";

const CLI = fileURLToPath(new URL("../../pkg/cli.js", import.meta.url));
const CASES = fileURLToPath(new URL("../cases", import.meta.url));
const read = (/** @type {string} */ path) => readFileSync(join(CASES, path), "utf8");

/** @type {string} */
let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "reconvene-check-"));
  const files = {
    "conforms.md": read("template/consistency-findings.md"),
    "warns.md": read("check/column-name.breaks.md"),
    "errs.md": read("check/count-mismatch.breaks.md"),
    "prose.md": "The soup was fine.\n",
    "return.json": read("template/return-completed.md"),
    "two.log": `${read("check/column-name.breaks.md")}\n--- reply ---\n${read("template/consistency-clean.md")}`,
    "hostile.md": `RESULT: \u001b[31mPASS\u202e | Type: a\u0085::error::b\n\n::error::injected\n`,
    "latin.md": Buffer.concat([Buffer.from(read("check/column-name.breaks.md")), Buffer.from([0xe9, 0x0a])]),
    "made/stores/crates.md": "Two crates.\n",
    "empty/stores/crates.md": "",
    "folders/stores/crates.md/inside.md": "A folder.\n",
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
});

after(() => rmSync(folder, { recursive: true }));

/**
 * @param {string[]} args
 * @param {string} [input]
 */
function reconvene(args, input) {
  const run = spawnSync(process.execPath, [CLI, ...args], { cwd: folder, encoding: "utf8", timeout: 60_000, input });
  for (const line of run.stderr.split("\n").slice(0, -1)) assert.match(line, /^reconvene: .*[.?]$/);
  return run;
}

test("every command has its help", () => {
  for (const command of ["check", "prompt", "explain"]) {
    const { status, stdout, stderr } = reconvene([command, "--help"]);
    assert.deepEqual([status, stderr], [0, ""]);
    assert.match(stdout, new RegExp(`^Usage: reconvene ${command} `));
    for (const line of stdout.split("\n")) assert.ok(line.length <= 120, line);
  }
});

test("the exit status follows from the grades", () => {
  for (const [file, strict, usual, lenient] of /** @type {[string, number, number, number][]} */ ([
    ["conforms.md", 0, 0, 0],
    ["warns.md", 1, 0, 0],
    ["errs.md", 1, 1, 0],
    ["prose.md", 1, 1, 1],
    ["return.json", 0, 0, 0],
  ])) {
    assert.equal(reconvene(["check", file, "--strict"]).status, strict, file);
    assert.equal(reconvene(["check", file]).status, usual, file);
    assert.equal(reconvene(["check", file, "--lenient"]).status, lenient, file);
  }
  assert.equal(reconvene(["check", "--strict", "--lenient", "errs.md"]).status, 2);
});

test("for people, the line and a mark; for programs, JSON; for a workflow, annotations", () => {
  const { stdout, stderr } = reconvene(["check", "warns.md", "errs.md"]);
  assert.match(stdout, /^warns\.md:14:56: warning\[column-name\]: .*\n +\|\n14 \| .*\n +\| +\^{5}\n/m);
  assert.match(stdout, /^errs\.md:1:75: error\[count-mismatch\]: /m);
  assert.match(stderr, /2 replies checked: warnings 1, errors 1\./);
  const coloured = reconvene(["check", "warns.md", "--color", "always"]).stdout;
  assert.notEqual(stripVTControlCharacters(coloured), coloured);
  assert.match(stripVTControlCharacters(coloured), /warning\[column-name\]/);
  const [first, second] = JSON.parse(reconvene(["check", "warns.md", "errs.md", "--format", "json"]).stdout);
  assert.deepEqual([first.source, first.grade, first.repair], ["warns.md", "warnings", null]);
  assert.deepEqual([second.source, second.grade, second.failure], ["errs.md", "errors", null]);
  const annotations = reconvene(["check", "errs.md", "--format", "github"]).stdout.trimEnd().split("\n");
  for (const line of annotations) assert.match(line, /^::error file=errs\.md,line=1,col=\d+,title=count-mismatch::/);
});

test("what a reply says steers nothing", () => {
  for (const format of ["text", "json", "github"]) {
    const { stdout } = reconvene(["check", "hostile.md", "--format", format]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
    assert.doesNotMatch(stdout, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/u, format);
    const commands = stdout.split("\n").filter((line) => line.trimStart().startsWith("::"));
    assert.ok(commands.every((line) => format === "github" && /^::(error|warning|notice) file=hostile\.md/.test(line)));
    assert.doesNotMatch(stdout, /^::error::injected/m);
  }
});

test("the message to send back", () => {
  const { stdout, status } = reconvene(["check", "errs.md", "--repair"]);
  assert.equal(status, 1);
  assert.match(
    stdout,
    /^Your reply cannot be used as it is\. Send the complete report again\. Start with the RESULT line/,
  );
  assert.equal(reconvene(["check", "conforms.md", "warns.md", "--repair"]).stdout, "");
  const both = reconvene(["check", "errs.md", "prose.md", "--repair"]).stdout;
  assert.match(both, /^# errs\.md\n[\s\S]*^# prose\.md\n/m);
  assert.match(reconvene(["check", "prose.md", "--expect", "return", "--repair"]).stdout, /as one JSON object/);
});

test("known changes are made in the files, once", () => {
  const before = read("check/column-name.breaks.md");
  writeFileSync(join(folder, "mend.md"), before);
  const first = reconvene(["check", "mend.md", "--fix", "--strict"]);
  assert.deepEqual([first.status, first.stdout], [0, ""]);
  assert.match(first.stderr, /mend\.md: 2 changes made\./);
  const mended = readFileSync(join(folder, "mend.md"), "utf8");
  assert.equal(mended, before.replace("Issue", "Description").replace("| Fix |", "| Suggestion |"));
  assert.doesNotMatch(reconvene(["check", "mend.md", "--fix"]).stderr, /changes? made/);
  assert.equal(readFileSync(join(folder, "mend.md"), "utf8"), mended);
  assert.equal(reconvene(["check", "mend.md", "--fix", "--out", "fixed.md"]).status, 2);
  for (const file of ["two.log", "latin.md"]) {
    const whole = readFileSync(join(folder, file));
    assert.match(reconvene(["check", file, "--fix"]).stderr, /was not changed: /);
    assert.deepEqual(readFileSync(join(folder, file)), whole, file);
  }
});

test("the artifacts and the session of a return, and its errors.json", () => {
  const { status } = reconvene(["check", "return.json", "--artifacts", "made", "--session-id", "sess_41", "--strict"]);
  assert.equal(status, 0);
  const missing = reconvene(["check", "return.json", "--artifacts", "empty", "--errors", "errors.json"]);
  assert.equal(missing.status, 1);
  assert.match(missing.stdout, /error\[artifact-empty\]/);
  assert.match(missing.stdout, /^Error: Subagent return validation failed$/m);
  reconvene(["check", "return.json", "--session-id", "sess_9", "--errors", "errors.json"]);
  const entries = JSON.parse(readFileSync(join(folder, "errors.json"), "utf8"));
  assert.deepEqual(
    entries.map((/** @type {any} */ { type, recoverable, recommendation }) => [type, recoverable, recommendation]),
    [1, 2].map(() => ["validation", true, "Fix packer subagent return format"]),
  );
  writeFileSync(join(folder, "no-list.json"), "{}");
  assert.equal(reconvene(["check", "prose.md", "--expect", "return", "--errors", "no-list.json"]).status, 2);
});

test("a folder is no artifact, and the root of the disk is a folder", () => {
  const folders = reconvene(["check", "return.json", "--artifacts", "folders"]);
  assert.equal(folders.status, 1);
  assert.match(folders.stdout, /error\[artifact-missing\]/);
  assert.match(folders.stderr, /stores\/crates\.md is a folder, not a file\./);
  const path = resolve(folder, "made/stores/crates.md");
  const { root } = parsePath(path);
  writeFileSync(
    join(folder, "rooted.json"),
    read("template/return-completed.md").replace("stores/crates.md", () => relative(root, path).replaceAll("\\", "/")),
  );
  assert.equal(reconvene(["check", "rooted.json", "--artifacts", root, "--strict"]).status, 0);
  const outside = read("template/return-completed.md").replace("stores/crates.md", "../made/stores/crates.md");
  writeFileSync(join(folder, "outside.json"), outside);
  assert.equal(reconvene(["check", "outside.json", "--artifacts", "empty"]).status, 1);
});

test("an empty errors.json is an empty list", () => {
  writeFileSync(join(folder, "blank.json"), "\n");
  reconvene(["check", "return.json", "--session-id", "sess_9", "--errors", "blank.json"]);
  assert.equal(JSON.parse(readFileSync(join(folder, "blank.json"), "utf8")).length, 1);
});

test("changes are those of what was asked for", () => {
  const both = 'RESULT: PASS | Type: digest | Doc: a.md\n\n{"summary": "Two crates were packed."}\n';
  for (const args of [["--expect", "return"], []]) {
    writeFileSync(join(folder, "both.md"), both);
    reconvene(["check", "both.md", "--fix", ...args]);
    const changed = readFileSync(join(folder, "both.md"), "utf8") !== both;
    assert.equal(changed, args.length === 0, `${args}`);
  }
});

test("what is piped in is checked", () => {
  const { status, stdout } = reconvene(["check", "--expect", "digest"], read("check/status-word.breaks.md"));
  assert.equal(status, 0);
  assert.match(stdout, /standard input:1:\d+: warning\[status-word\]/);
});

test("instructions", () => {
  const { status, stdout } = reconvene(["prompt", "consistency", "DocA=docs/A.md", "DocB=docs/B.md"]);
  assert.equal(status, 0);
  assert.match(stdout, /Pair: docs\/A\.md\/docs\/B\.md \|/);
  assert.equal(parse(stdout).statedStatus, null);
  reconvene(["prompt", "digest", "--out", "digest.txt"]);
  assert.ok(existsSync(join(folder, "digest.txt")));
  for (const args of [[], ["essay"], ["digest", "Doc"], ["digest", "Pair=a"]]) {
    assert.equal(reconvene(["prompt", ...args]).status, 2, `${args}`);
  }
});

test("of a reply in free form it is said that it has no format", () => {
  const { status, stdout } = reconvene(["check", "prose.md"]);
  assert.equal(status, 1);
  assert.match(stdout, /: The reply is in free form, and `check` compares a reply with a format\.\n/);
  assert.match(stdout, /= help: Name the format that you asked for, such as `--expect review`/);
  assert.doesNotMatch(stdout, /metadata/);
  assert.match(reconvene(["check", "prose.md", "--expect", "review"]).stdout, /The reply has no summary line\./);
});

test("codes are explained", () => {
  assert.deepEqual(reconvene(["explain", "--list"]).stdout.trimEnd().split("\n"), codes());
  const { stdout } = reconvene(["explain", "status-word"]);
  assert.match(stdout, /^### `status-word`/);
  assert.match(stdout, / · docs\/formats\/protocol-v1\.md#status-words\n/, "a terminal opens no link");
  const { status, stderr } = reconvene(["explain", "status-wort"]);
  assert.equal(status, 2);
  assert.match(stderr, /Did you mean status-word\?/);
});

test("what a reply names as an artifact steers nothing", () => {
  const of = (/** @type {string} */ path) =>
    JSON.stringify({
      ...JSON.parse(read("template/return-completed.md")),
      artifacts: [{ type: "report", path, summary: "x" }],
    });
  for (const path of ["a\u0000b", "x".repeat(400), "../made/stores/crates.md/x", "\n::error::pwned\u001b]0;t\u0007"]) {
    const { status, stderr, stdout } = reconvene(["check", "--artifacts", "made"], of(path));
    assert.equal(status, 1, path);
    assert.match(stdout, /error\[artifact-missing\]/);
    assert.doesNotMatch(`${stdout}\n${stderr}`, /^\s*::/m);
  }
  symlinkSync(join(folder, "conforms.md"), join(folder, "made", "stores", "link.md"));
  assert.equal(reconvene(["check", "--artifacts", "made"], of("stores/link.md")).status, 1);
  assert.equal(reconvene(["check", "--artifacts", "nowhere", "return.json"]).status, 2);
  assert.equal(reconvene(["check", "--errors", "return.json", "return.json"]).status, 2);
});
