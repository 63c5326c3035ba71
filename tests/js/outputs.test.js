/** Where the command line writes reports, and in which formats. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { aggregate, render } from "../../pkg/node.js";

const CLI = fileURLToPath(new URL("../../pkg/cli.js", import.meta.url));
const REPLY = readFileSync(new URL("formats/replies/1-security.md", import.meta.url), "utf8");

/** @type {string} */
let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "reconvene-outputs-"));
  writeFileSync(join(folder, "reply.md"), REPLY);
});

after(() => rmSync(folder, { recursive: true }));

/**
 * @param {string[]} args
 * @param {string} [input]
 */
function reconvene(args, input) {
  const options = { cwd: folder, input, encoding: /** @type {const} */ ("utf8"), timeout: 60_000 };
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], options);
  return { status, stdout, stderr };
}

const written = (/** @type {string} */ file) => readFileSync(join(folder, file), "utf8");
const merged = aggregate([{ text: REPLY, source: "reply.md" }]);

/** The ending of each file, and what it means. */
const ENDINGS = /** @type {const} */ ([
  ["md", "markdown"],
  ["html", "html"],
  ["json", "json"],
  ["sarif", "sarif"],
  ["rdjson", "rdjson"],
  ["csv", "csv"],
  ["xml", "junit"],
]);

test("several files in one run, each as its ending says", () => {
  const outs = ENDINGS.flatMap(([ending]) => ["--out", `report.${ending}`]);
  assert.deepEqual(reconvene(["report", "reply.md", ...outs]), { status: 0, stdout: "", stderr: "" });
  for (const [ending, format] of ENDINGS)
    assert.equal(written(`report.${ending}`), ended(render(merged, format)), ending);
});

const ended = (/** @type {string} */ text) => (text.endsWith("\n") ? text : `${text}\n`);

test("the name of a format is an ending, and one that is not known needs --format", () => {
  const formats = ["junit", "github", "github-summary", "gitlab", "markdown"];
  const outs = formats.flatMap((format) => ["--out", `named.${format}`]);
  assert.deepEqual(reconvene(["report", "reply.md", ...outs]), { status: 0, stdout: "", stderr: "" });
  for (const format of formats)
    assert.equal(written(`named.${format}`), ended(render(merged, /** @type {any} */ (format))), format);
  assert.match(reconvene(["report", "reply.md", "--out", "x.junit", "--format", "csv"]).stderr, /contradicts/);

  const unknown = reconvene(["report", "reply.md", "--out", "x.pdf"]);
  assert.equal(unknown.status, 2);
  assert.match(unknown.stderr, /^reconvene: --out x\.pdf has an unknown ending\. Use \.md, \.txt, .* --format\./);
  assert.ok(!existsSync(join(folder, "x.pdf")));
  assert.equal(reconvene(["report", "reply.md", "--out", "x.pdf", "--format", "junit"]).status, 0);
  assert.match(written("x.pdf"), /^<\?xml/);
  for (const file of ["plain.txt", "plain"]) {
    assert.equal(reconvene(["report", "reply.md", "--out", file]).status, 0);
    assert.equal(written(file), ended(render(merged, "markdown")));
  }
});

test("render writes the same of a report that was made before, from a file and piped in", () => {
  reconvene(["report", "reply.md", "--out", "before.json"]);
  for (const format of [
    "sarif",
    "github",
    "github-summary",
    "gitlab",
    "junit",
    "rdjson",
    "csv",
    "markdown",
    "html",
    "json",
  ]) {
    const direct = reconvene(["report", "reply.md", "--format", format]);
    assert.equal(direct.status, 0);
    assert.deepEqual(reconvene(["render", "before.json", "--format", format]), direct, format);
    assert.deepEqual(reconvene(["render", "-", "--format", format], written("before.json")), direct, format);
  }
  const outs = ENDINGS.flatMap(([ending]) => ["--out", `again.${ending}`]);
  assert.deepEqual(reconvene(["render", "before.json", ...outs]), { status: 0, stdout: "", stderr: "" });
  for (const [ending] of ENDINGS) assert.equal(written(`again.${ending}`), written(`report.${ending}`), ending);
});

test("a format that contradicts an ending is refused, and nothing is written", () => {
  const run = reconvene(["report", "reply.md", "--format", "html", "--out", "x.html", "--out", "x.sarif"]);
  const help = "leave out --format, or name a file with another ending";
  assert.deepEqual(run, {
    status: 2,
    stdout: "",
    stderr: `reconvene: --format html contradicts --out x.sarif, which is sarif by its ending: ${help}.\n`,
  });
  assert.ok(!existsSync(join(folder, "x.html")));
  for (const [format, file] of [
    ["csv", "a.md"],
    ["json", "a.xml"],
    ["junit", "a.json"],
    ["markdown", "a.csv"],
    ["sarif", "a.rdjson"],
  ]) {
    assert.equal(reconvene(["report", "reply.md", "--format", format ?? "", "--out", file ?? ""]).status, 2, file);
  }
});

test("where an ending says nothing, or leaves a choice, --format decides", () => {
  for (const [format, file] of /** @type {const} */ ([
    ["gitlab", "gl-code-quality-report.json"],
    ["sarif", "report.sarif.json"],
    ["rdjson", "rd.json"],
    ["github-summary", "summary.md"],
    ["junit", "results"],
    ["github", "log.txt"],
  ])) {
    assert.equal(reconvene(["report", "reply.md", "--format", format, "--out", file]).status, 0);
    assert.equal(written(file), render(merged, format), file);
  }
  reconvene(["report", "reply.md", "--out", "as-ever"]);
  assert.equal(written("as-ever"), ended(render(merged, "markdown")));
  for (const format of /** @type {const} */ (["sarif", "gitlab"])) {
    reconvene(["report", "reply.md", "--out", `by-ending.${format}.json`]);
    assert.equal(written(`by-ending.${format}.json`), render(merged, format));
  }
});

test("a file that cannot be written takes no other away", () => {
  const run = reconvene(["report", "reply.md", "--out", "nowhere/a.md", "--out", "b.csv"]);
  assert.equal(run.status, 2);
  assert.equal(
    run.stderr,
    "reconvene: nowhere/a.md cannot be written: the folder nowhere does not exist. Create it first.\n",
  );
  assert.equal(written("b.csv"), render(merged, "csv"));
});

test("nothing is written over that is read, and nothing twice", () => {
  assert.match(
    reconvene(["report", "reply.md", "--out", "a.csv", "--out", "./reply.md"]).stderr,
    /is one of the replies/,
  );
  assert.match(reconvene(["render", "before.json", "--out", "before.json"]).stderr, /is an input/);
  assert.match(
    reconvene(["report", "reply.md", "--out", "a.csv", "--out", "./a.csv"]).stderr,
    /names \.\/a\.csv twice/,
  );
  assert.equal(written("reply.md"), REPLY);
});

test("no reply is written over by another name, or because it stands in the folder that is read", () => {
  const replies = join(folder, "replies");
  mkdirSync(replies);
  writeFileSync(join(replies, "a.md"), REPLY);
  writeFileSync(join(replies, "b.md"), "No issues found.\n");
  linkSync(join(replies, "a.md"), join(folder, "hard.md"));
  const links = process.platform === "win32" ? [] : ["soft.md"];
  for (const link of links) symlinkSync(join(replies, "a.md"), join(folder, link));
  for (const link of ["hard.md", ...links]) {
    assert.match(
      reconvene(["report", "replies", "--out", link]).stderr,
      /--out \w+\.md is the input replies.a\.md\. Choose another/,
    );
    assert.match(
      reconvene(["report", "replies/a.md", "--out", link]).stderr,
      /is one of the replies\. Choose another file/,
    );
  }
  const among = reconvene(["report", "replies", "--out", "replies/b.md"]);
  assert.match(among.stderr, /is among the replies and is not an earlier report\. Choose another file\./);
  assert.equal(among.status, 2);
  assert.equal(written("replies/a.md"), REPLY);
  assert.equal(written("replies/b.md"), "No issues found.\n");
});

test("what standard input is read from is not written over", { skip: process.platform === "win32" }, () => {
  const cases = [
    ["reply.md", "report", "-"],
    ["reply.md", "report"],
    ["reply.md", "parse"],
    ["reply.md", "check", "-"],
    ["before.json", "render", "-"],
    ["before.json", "report", "reply.md", "--previous", "-"],
  ];
  for (const [name = "", ...args] of cases) {
    const before = written(name);
    const input = openSync(join(folder, name), "r");
    const run = spawnSync(process.execPath, [CLI, ...args, "--out", name], {
      ...{ cwd: folder, encoding: "utf8", stdio: [input, "pipe", "pipe"] },
    });
    closeSync(input);
    assert.match(run.stderr, /^reconvene: --out \S+ is (?:one of the replies|an input)\. Choose another file\.\n$/);
    assert.deepEqual([run.status, written(name)], [2, before], args.join(" "));
  }
});

test("an earlier report among the replies is no reply, and is written anew", () => {
  mkdirSync(join(folder, "again"));
  writeFileSync(join(folder, "again", "a.md"), REPLY);
  for (const name of ["report.md", "report.json", "report.sarif"]) {
    const args = ["report", "again", "--out", `again/${name}`];
    assert.equal(reconvene(args).status, 0, name);
    const first = written(`again/${name}`);
    assert.equal(reconvene(args).status, 0, name);
    assert.equal(written(`again/${name}`), first);
    rmSync(join(folder, "again", name));
  }
});

test("--out - is standard output", () => {
  const run = reconvene(["report", "reply.md", "--format", "csv", "--out", "-"]);
  assert.deepEqual(run, { status: 0, stdout: render(merged, "csv"), stderr: "" });
  assert.ok(!existsSync(join(folder, "-")));
});

test("a condition is looked at once all is written", () => {
  const run = reconvene(["report", "reply.md", "--fail-on", "critical", "--out", "c.csv", "--out", "c.sarif"]);
  assert.equal(run.status, 1);
  assert.match(run.stderr, /--fail-on critical was met/);
  assert.equal(written("c.csv"), render(merged, "csv"));
});

test("what says nothing of a format is refused where no output takes it, and else left to those that do", () => {
  const refused = reconvene(["report", "reply.md", "--sections", "gaps", "--out", "d.sarif", "--out", "d.csv"]);
  assert.match(refused.stderr, /--sections has no effect on sarif, which is always the complete report/);
  assert.equal(reconvene(["report", "reply.md", "--sections", "gaps", "--out", "d.md", "--out", "d.csv"]).status, 0);
  assert.equal(written("d.csv"), render(merged, "csv"));
  assert.equal(written("d.md"), ended(render(merged, "markdown", { sections: ["gaps"] })));
});

test("render says what it cannot read", () => {
  writeFileSync(join(folder, "no-report.json"), "{}");
  assert.match(reconvene(["render"]).stderr, /Name a report/);
  assert.match(reconvene(["render", "a.json", "b.json"]).stderr, /This command takes one report\. Unexpected: b\.json/);
  assert.match(
    reconvene(["render", "reply.md"]).stderr,
    /^reconvene: reply\.md is not a JSON report. Create one with `reconvene report … --out report\.json`\.$/m,
  );
  assert.match(reconvene(["render", "-"], "no").stderr, /Standard input is not a JSON report. Create one with /);
  assert.match(
    reconvene(["render", "no-report.json", "--format", "csv"]).stderr,
    /no-report\.json is not a JSON report/,
  );
  for (const args of [["render"], ["render", "reply.md"], ["render", "no-report.json"]]) {
    assert.equal(reconvene(args).status, 2);
  }
});

test("what a terminal or an editor would act on is escaped in each format", () => {
  writeFileSync(join(folder, "hostile.md"), REPLY.replace("Passwords", "\u202ePass\u001b[31mwords\u0085\u2028"));
  for (const format of ["sarif", "gitlab", "rdjson", "github", "junit", "csv"]) {
    const { stdout } = reconvene(["report", "hostile.md", "--format", format]);
    assert.match(stdout, /Pass/);
    assert.doesNotMatch(stdout, /(?![\t\r\n])[\p{Cc}\p{Bidi_Control}\u2028]/u, format);
  }
});
