/** The steps of `action.yml`, run by bash as a runner runs them. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { parse } from "yaml";
import { top } from "../../scripts/run.js";

/** @typedef {{ id?: string, shell: string, run: string, env: Record<string, string> }} Step */

const text = readFileSync(join(top, "action.yml"), "utf8");
const action = parse(text);

const FINDING = `RESULT: FINDINGS | Type: consistency | Pair: A.md/B.md | Findings: 1 | Critical: 1 | Major: 0 | Minor: 0

| ID | Severity | Type | Location | Counter-location | Description | Suggestion |
|----|----------|------|----------|------------------|-------------|------------|
| F1 | critical | contradiction | A.md:12 | B.md §2 | One says yes, the other no. | Decide. |
`;
const CLEAN = "RESULT: CLEAN | Type: consistency | Pair: A.md/C.md | Findings: 0 | Critical: 0 | Major: 0 | Minor: 0\n";

/** @type {string} */
let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "reconvene-action-"));
  mkdirSync(join(folder, "replies", "deep er"), { recursive: true });
  writeFileSync(join(folder, "replies", "one.md"), FINDING);
  writeFileSync(join(folder, "replies", "deep er", "two words.md"), CLEAN);
  writeFileSync(join(folder, "expected.json"), JSON.stringify([{ unit: "A.md + B.md" }, { unit: "Z.md" }]));
  writeFileSync(
    join(folder, "log.jsonl"),
    `${JSON.stringify({ text: FINDING })}\n${JSON.stringify({ text: CLEAN })}\n`,
  );
});

after(() => rmSync(folder, { recursive: true }));

/**
 * Runs all steps with some inputs, until one fails.
 * @param {Record<string, string>} given
 * @param {Record<string, string>} [more] Of the environment.
 */
function run(given, more = {}) {
  const temporary = mkdtempSync(join(folder, "runner-"));
  const [output, summary] = ["output", "summary"].map((name) => join(temporary, name));
  assert.ok(output !== undefined && summary !== undefined);
  for (const file of [output, summary]) writeFileSync(file, "");
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [name, given[name] ?? /** @type {any} */ (input).default]),
  );
  const outputs = () =>
    Object.fromEntries(
      readFileSync(output, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
    );
  /** @param {string} value */
  const expanded = (value) =>
    value.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, name) => {
      const [, input] = /^inputs\.(.+)$/.exec(name) ?? [];
      const [, ofStep] = /^steps\.report\.outputs\.(.+)$/.exec(name) ?? [];
      if (name === "github.action_path") return top;
      return `${input ? inputs[input] : outputs()[ofStep ?? ""]}`;
    });
  let [status, log] = [0, ""];
  for (const step of /** @type {Step[]} */ (action.runs.steps)) {
    assert.equal(step.shell, "bash");
    assert.doesNotMatch(step.run, /\$\{\{/, "no input is part of a script");
    const env = Object.fromEntries(Object.entries(step.env).map(([name, value]) => [name, expanded(value)]));
    const ran = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run], {
      cwd: folder,
      encoding: "utf8",
      timeout: 60_000,
      env: {
        ...process.env,
        ...more,
        ...env,
        RUNNER_TEMP: temporary,
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summary,
      },
    });
    log += ran.stdout + ran.stderr;
    status = ran.status ?? -1;
    if (status !== 0) break;
  }
  return { status, log, outputs: outputs(), summary: readFileSync(summary, "utf8") };
}

test("it writes annotations, a summary, and what it says as outputs", () => {
  const { status, log, outputs, summary } = run({ replies: "replies", title: "Review `$(touch evil)`" });
  assert.equal(status, 0, log);
  assert.match(log, /^::error file=A\.md,line=12,title=critical%3A One says yes%2C the other no\./m);
  assert.match(summary, /^# Review .*\$\(touch evil\)/);
  assert.ok(!existsSync(join(folder, "evil")));
  assert.deepEqual([outputs.verdict, outputs.findings], ["needs-rework", "1"]);
  assert.equal(JSON.parse(readFileSync(outputs.sarif ?? "", "utf8")).version, "2.1.0");
  assert.equal(JSON.parse(readFileSync(outputs.json ?? "", "utf8")).schema, "reconvene/report/v1");
  assert.match(readFileSync(outputs.html ?? "", "utf8"), /^<!doctype html>/i);
  for (const name of Object.keys(action.outputs)) assert.ok(outputs[name], name);
});

test("patterns, one a line, with blanks in names", () => {
  for (const replies of [
    "replies/*.md\nreplies/deep er/*.md\n",
    "replies/one.md\nreplies/deep er/two words.md",
    "replies/**/*.md",
  ]) {
    const { status, log, outputs } = run({ replies });
    assert.equal(status, 0, log);
    assert.equal(JSON.parse(readFileSync(outputs.json ?? "", "utf8")).summary.replies, 2, replies);
  }
});

test("a condition that is met fails the last step, once all is written", () => {
  const { status, outputs, summary, log } = run({ replies: "replies", "fail-on": "critical", out: "r.csv\nr.xml" });
  assert.equal(status, 1, log);
  assert.match(log, /--fail-on critical was met/);
  assert.equal(outputs.status, "1");
  assert.match(summary, /NEEDS REWORK/);
  assert.match(readFileSync(join(folder, "r.csv"), "utf8"), /^kind,id,/);
  assert.match(readFileSync(join(folder, "r.xml"), "utf8"), /^<\?xml/);
});

test("no link that a pattern finds is followed out of its folder", () => {
  mkdirSync(join(folder, "linked", "sub"), { recursive: true });
  mkdirSync(join(folder, "outside"));
  mkdirSync(join(folder, ".git"), { recursive: true });
  for (const name of ["outside/s.md", ".git/config"])
    writeFileSync(join(folder, name), FINDING.replace("One", "TOKEN"));
  writeFileSync(join(folder, "linked", "sub", "clean.md"), CLEAN);
  symlinkSync("../outside/s.md", join(folder, "linked", "out.md"));
  symlinkSync("../outside", join(folder, "linked", "dir"));
  symlinkSync("sub/clean.md", join(folder, "linked", "in.md"));
  symlinkSync(".git/config", join(folder, "secret.md"));
  for (const replies of [
    "linked/*",
    "linked/*.md\nlinked/dir",
    "linked/d[i]r/*.md\nlinked/in.md",
    "./s*.md\nlinked/in.md",
  ]) {
    const { status, log, outputs } = run({ replies });
    if (replies.endsWith("\nlinked/dir")) {
      // Who names a link means it.
      assert.match(readFileSync(outputs.json ?? "", "utf8"), /TOKEN/);
      continue;
    }
    assert.equal(status, 2, `${replies}: ${log}`);
    assert.match(
      log,
      /^reconvene: \S+ was skipped: it is a link that leads outside the folder\. Name it to read it\.$/m,
    );
    assert.doesNotMatch(log + readFileSync(outputs.json ?? "", "utf8"), /TOKEN/);
    assert.equal(JSON.parse(readFileSync(outputs.json ?? "", "utf8")).summary.replies >= 1, true);
  }
  const { status, log, outputs } = run({ replies: "linked/out*" });
  assert.deepEqual([status, outputs], [2, {}], log);
});

test("lines may have blanks and carriage returns around them, and names may look like patterns", () => {
  writeFileSync(join(folder, "a b[1].md"), CLEAN);
  const { status, log, outputs } = run({ replies: "  replies/one.md\r\n\ta b[1].md \r\n\r\n", out: " r2.csv\r\n" });
  assert.equal(status, 0, log);
  assert.equal(JSON.parse(readFileSync(outputs.json ?? "", "utf8")).summary.replies, 2);
  assert.ok(existsSync(join(folder, "r2.csv")));
});

test("a session is found by its id, and the newest by its place", () => {
  const home = join(folder, "home");
  const id = "3f2a9c10-0000-4000-8000-000000000001";
  const logs = join(home, "projects", realpathSync(folder).replace(/[^A-Za-z0-9]/g, "-"));
  mkdirSync(logs, { recursive: true });
  const record = (/** @type {object} */ more) => `${JSON.stringify({ sessionId: id, ...more })}\n`;
  const task = { type: "tool_use", id: "t1", name: "Task", input: { description: "db", prompt: "Review db." } };
  const result = { type: "tool_result", tool_use_id: "t1", content: FINDING };
  writeFileSync(
    join(logs, `${id}.jsonl`),
    record({ type: "assistant", message: { role: "assistant", content: [task] } }) +
      record({ type: "user", message: { role: "user", content: [result] } }),
  );
  const env = { CLAUDE_CONFIG_DIR: home, CODEX_HOME: home, GEMINI_CLI_HOME: home };
  for (const session of [id, id.slice(0, 8), "latest"]) {
    const { status, log, outputs } = run({ session }, env);
    assert.equal(status, 0, log);
    assert.match(log, new RegExp(`Session ${id} of Claude Code: 1 subagent was asked`));
    assert.deepEqual([outputs.verdict, outputs.findings], ["needs-rework", "1"]);
  }
  const { status, log } = run({ session: "00000000" }, env);
  assert.equal(status, 2);
  assert.match(log, /There is no session 00000000/);
});

test("what never came is a gap", () => {
  const { status, log, summary } = run({ replies: "replies/one.md", expect: "expected.json", "fail-on": "missing" });
  assert.equal(status, 1, log);
  assert.match(log, /^::error title=Not reviewed in full%3A Z\.md::/m);
  assert.match(summary, /Z\.md/);
});

test("a log is a session, and other formats are printed", () => {
  const { status, log } = run({ session: "log.jsonl", format: "csv" });
  assert.equal(status, 0, log);
  assert.match(log, /^kind,id,severity/m);
  assert.doesNotMatch(run({ session: "log.jsonl", format: "none" }).log, /::error/);
});

/**
 * The commands that a runner acts on: in a line that begins with `::`, and after `##[` anywhere, until it is told to stop.
 * @param {string} log
 */
function commands(log) {
  /** @type {string | undefined} */
  let token;
  const acting = [];
  for (const line of log.split(/\r\n|[\n\r]/)) {
    const command = /^\s*::([^:\s]+)(?:\s[^:]*)?::/.exec(line)?.[1] ?? /##\[([^\]\s]+)[^\]]*\]/.exec(line)?.[1];
    const [, stop] = /^::stop-commands::(.+)$/.exec(line) ?? [];
    if (token !== undefined) token = command === token ? undefined : token;
    else if (stop !== undefined) token = stop;
    else if (command !== undefined) acting.push(command);
  }
  return { acting, stopped: token !== undefined };
}

test("no text of a reply and no name of a file is a command, annotations are", () => {
  const commanding = "one\n::error file=x::pwned\n::stop-commands::pwn\n##[add-mask]x\n::add-mask::e";
  const finding = { severity: "major", title: "##[add-mask]t", description: commanding, location: "a.js:3" };
  writeFileSync(join(folder, "acting.json"), JSON.stringify({ status: "completed", findings: [finding] }));
  writeFileSync(join(folder, "##[stop-commands]t ##[add-mask]x.md"), "");
  const replies = "acting.json\n##[[]stop-commands]t ##[[]add-mask]x.md";
  for (const format of ["github", "csv", "junit", "json", "sarif", "markdown", "none", "##[add-mask]f"]) {
    const { status, log } = run({ replies, format, title: "##[add-mask]T" });
    assert.equal(status, format.startsWith("##") ? 2 : 0, log);
    assert.match(log, /##\[add-mask\]x\.md is empty/);
    const { acting, stopped } = commands(log);
    assert.ok(!stopped, `${format}: the runner listens again`);
    assert.deepEqual([...new Set(acting)], format === "github" ? ["error"] : [], `${format}: ${log}`);
    const tokens = Array.from(log.matchAll(/^::stop-commands::(.{36})$/gm), ([, token]) => token);
    assert.equal(new Set(tokens).size, 2, "each step has a token that nobody knows before");
  }
  // A step that fails early listens again, too.
  assert.deepEqual(commands(run({ replies: "missing.md", expect: '{"##[add-mask]x' }).log), {
    acting: [],
    stopped: false,
  });
});

test("misuse is an error that says what to write", () => {
  assert.match(
    run({}).log,
    /^::error title=reconvene::Give `replies` \(files, folders or patterns\), or `session`\.$/m,
  );
  assert.match(run({ replies: "a", session: "b" }).log, /not both/);
  assert.match(run({ replies: "none/*.md" }).log, /No file fits `replies`/);
  const { status, outputs } = run({ replies: "replies", "fail-on": "everything" });
  assert.deepEqual([status, outputs], [2, {}]);
});

test("a file that cannot be read fails the step, and the rest is reported", () => {
  const { status, outputs, log } = run({ replies: "replies/one.md\nmissing.md" });
  assert.equal(status, 2, log);
  assert.equal(outputs.findings, "1");
});

test("it runs the version of this package, and hands nothing to the outside itself", () => {
  const { version } = JSON.parse(readFileSync(join(top, "package.json"), "utf8"));
  assert.equal(action.inputs.version.default, version);
  assert.ok(!text.includes("uses:"));
});
