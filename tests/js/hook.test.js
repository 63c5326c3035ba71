/** `reconvene hook`, called as hosts call it: what it collects, what it answers, and what it lets through. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { askedIn } from "../../pkg/asked.js";
import { plan, prompt } from "../../pkg/node.js";

const CLI = fileURLToPath(new URL("../../pkg/cli.js", import.meta.url));
const CASES = fileURLToPath(new URL("hook", import.meta.url));

/** What the schema of Codex asks of the input, `subagent-stop.command.input`: these keys and no others. */
const CODEX_INPUT = [
  ...["agent_id", "agent_transcript_path", "agent_type", "cwd", "hook_event_name", "last_assistant_message", "model"],
  ...["permission_mode", "session_id", "stop_hook_active", "transcript_path", "turn_id"],
];

/** @type {string} */
let top;
let made = 0;

before(() => {
  top = mkdtempSync(join(tmpdir(), "reconvene-hook-"));
});
after(() => rmSync(top, { recursive: true }));

function folder() {
  made += 1;
  const path = join(top, `${made}`);
  mkdirSync(path);
  return path;
}

const env = { ...process.env, CLAUDE_PROJECT_DIR: "" };

/** @param {string} cwd @param {string} input @param {string[]} args */
function hook(cwd, input, ...args) {
  const run = spawnSync(process.execPath, [CLI, "hook", ...args], { cwd, input, encoding: "utf8", env });
  return { status: run.status, stdout: run.stdout, stderr: run.stderr };
}

/** @param {object} said */
const stopped = (said) =>
  JSON.stringify({ hook_event_name: "SubagentStop", session_id: "s", stop_hook_active: false, ...said });

/** @param {string} file */
const collected = (file) =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line))
    : [];

for (const name of readdirSync(CASES)) {
  test(`recorded: ${name}`, () => {
    const cwd = folder();
    cpSync(join(CASES, name), cwd, { recursive: true });
    const input = readFileSync(join(cwd, "input.json"), "utf8").replaceAll(
      "{{folder}}",
      JSON.stringify(cwd).slice(1, -1),
    );
    if (name.startsWith("codex-")) assert.deepEqual(Object.keys(JSON.parse(input)).sort(), CODEX_INPUT);
    const { status, stdout, stderr } = hook(cwd, input);
    assert.equal(status, 0);
    const { session_id: session } = JSON.parse(input);
    const answer = stdout === "" ? null : JSON.parse(stdout);
    if (answer) assert.deepEqual(Object.keys(answer), ["decision", "reason"]);
    const result = {
      answer: answer && { ...answer, reason: answer.reason.split("\n\nThe form:")[0] },
      said: stderr.replaceAll(cwd, "{{folder}}"),
      collected: collected(join(cwd, ".reconvene", `${session}.jsonl`)),
    };
    const snapshot = join(CASES, name, "result.json");
    const text = `${JSON.stringify(result, null, 2)}\n`;
    if (process.env.UPDATE_EXPECT === "1") writeFileSync(snapshot, text);
    assert.equal(text, readFileSync(snapshot, "utf8"));
  });
}

test("what is collected is what a report reads", () => {
  const cwd = folder();
  for (const name of ["claude-code-broken", "claude-code-continued", "claude-code-prose"]) {
    const input = readFileSync(join(CASES, name, "input.json"), "utf8").replaceAll("{{folder}}", join(CASES, name));
    hook(cwd, input.replace(/"cwd": "[^"]*"/, `"cwd": ${JSON.stringify(cwd)}`));
  }
  const [file = ""] = readdirSync(join(cwd, ".reconvene")).filter((one) => one.endsWith(".jsonl"));
  const run = spawnSync(process.execPath, [CLI, "report", join(".reconvene", file), "--format", "json"], {
    cwd,
    encoding: "utf8",
  });
  assert.equal(run.stderr, "");
  const report = JSON.parse(run.stdout);
  assert.deepEqual(
    report.coverage.map((/** @type {any} */ row) => [row.unit, row.agents]),
    [
      ["Compare API and DATA", ["general-purpose"]],
      ["docs/API.md + docs/DATA.md", ["general-purpose"]],
    ],
  );
  assert.equal(report.findings.length, 1);
});

test("each instruction of ours is known again, and no other text", () => {
  const types = ["digest", "consistency", "verification", "implementation", "design-plan", "return", "refinements"];
  for (const type of types) assert.equal(askedIn(`Do it.\n\n${prompt(type)}`), type);
  assert.equal(askedIn(prompt("security-scan", {}, { types: ["security-scan"] })), "security-scan");
  for (const { waves } of [plan("audit", { documents: ["A.md", "B.md"] }), plan("re-review", { reviews: ["R.md"] })]) {
    for (const unit of waves.flatMap((wave) => wave.units)) assert.equal(askedIn(unit.prompt), unit.expect);
  }
  assert.equal(askedIn("RESULT: CLEAN | Type: digest | Doc: A.md"), undefined);
  assert.equal(askedIn("Reply with one JSON object."), undefined);
});

test("--expect counts where no prompt says anything, and prose that can be used is let through", () => {
  const cwd = folder();
  const asks = (/** @type {string} */ text, /** @type {string} */ type) =>
    hook(cwd, stopped({ last_assistant_message: text, agent_type: "x", cwd }), "--expect", type).stdout !== "";
  assert.ok(asks("I looked at everything.", "consistency"));
  assert.ok(asks("", "digest"));
  assert.ok(asks("No issues found. I checked all of it.", "consistency"));
  assert.ok(!asks("- **Critical**: SQL injection in `src/a.js:12`. Use parameters.\n", "consistency"));
  assert.ok(asks("- **Critical**: SQL injection in `src/a.js:12`. Use parameters.\n", "return"));
  const json = '[{"severity":"major","file":"src/a.js","line":12,"title":"Leak","description":"It is never freed."}]';
  assert.ok(!asks(json, "review"));
  assert.ok(asks("[]", "review"));
  assert.ok(asks("I looked at everything.", "security-scan") === false, "a type that nobody registered is a fault");
  writeFileSync(join(cwd, "types.json"), '["security-scan"]');
  const args = ["--expect", "security-scan", "--types", "types.json"];
  assert.notEqual(hook(cwd, stopped({ last_assistant_message: "I looked.", agent_type: "x" }), ...args).stdout, "");
});

test("--collect names the file; a session's name leads nowhere else", () => {
  const cwd = folder();
  const stop = stopped({ session_id: "../../up", last_assistant_message: "One.", agent_type: "x" });
  hook(cwd, stop, "--collect", "deep/all.jsonl");
  assert.equal(collected(join(cwd, "deep", "all.jsonl")).length, 1);
  hook(cwd, stop);
  assert.deepEqual(readdirSync(join(cwd, ".reconvene")), [".gitignore", "______up.jsonl"]);
});

test("twelve that end at once lose nothing, also with lines of several megabytes", async () => {
  const cwd = folder();
  const runs = Array.from({ length: 12 }, (_, at) => {
    const text = `${at}: ${String.fromCharCode(97 + at).repeat(4 * 1024 * 1024)}`;
    const child = spawn(process.execPath, [CLI, "hook"], { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
    child.stdin.end(stopped({ agent_id: `a${at}`, agent_type: "x", last_assistant_message: text, cwd }));
    return new Promise((done) => child.on("close", done));
  });
  assert.deepEqual(await Promise.all(runs), Array(12).fill(0));
  const replies = collected(join(cwd, ".reconvene", "s.jsonl"));
  assert.deepEqual(
    replies.map(({ meta, text }) => `${meta.agentId} ${text.length} ${new Set(text.slice(4)).size}`).sort(),
    Array.from({ length: 12 }, (_, at) => `a${at} ${4 * 1024 * 1024 + 2 + `${at}`.length} 1`).sort(),
  );
});

test("a line that another process left unfinished costs itself alone", () => {
  const cwd = folder();
  mkdirSync(join(cwd, ".reconvene"));
  writeFileSync(join(cwd, ".reconvene", "s.jsonl"), '{"text": "cut of');
  hook(cwd, stopped({ last_assistant_message: "One.", agent_type: "x", cwd }));
  const lines = readFileSync(join(cwd, ".reconvene", "s.jsonl"), "utf8").split("\n");
  assert.equal(JSON.parse(lines[1] ?? "").text, "One.");
});

test("one reply that is told twice counts once", () => {
  const cwd = folder();
  const stop = stopped({ agent_id: "a", agent_type: "x", last_assistant_message: "No issues found.", cwd });
  hook(cwd, stop);
  hook(cwd, stop);
  const run = spawnSync(process.execPath, [CLI, "report", ".reconvene/s.jsonl", "--format", "json"], { cwd });
  assert.equal(JSON.parse(run.stdout.toString()).summary.replies, 1);
});

/** Whatever goes wrong, the agent goes on: the status is 0, nothing is answered, and standard error says why. */
const FAULTS = {
  "no JSON": ["nope", /^reconvene: Standard input is not the JSON of a hook/],
  nothing: ["", /not the JSON of a hook/],
  "a list": ["[]", /not the JSON object/],
  "JSON that is cut off": [stopped({ last_assistant_message: "x" }).slice(0, -4), /not the JSON of a hook/],
  "another event": ['{"hook_event_name":"Stop","last_assistant_message":"x"}', /Only the event SubagentStop/],
  "an inherited event": ['{"__proto__":{"hook_event_name":"SubagentStop","last_assistant_message":"x"}}', /Only the/],
  "neither a message nor a log": [stopped({ agent_type: "x" }), /neither the subagent.s last message/],
  "no log": [stopped({ agent_transcript_path: "/nowhere/agent.jsonl" }), /cannot be read/],
  "a log that is a folder": [stopped({ agent_transcript_path: tmpdir() }), /cannot be read/],
  "members of other types": [
    stopped({ agent_id: 7, last_assistant_message: { text: "x" }, agent_type: [] }),
    /neither/,
  ],
};
for (const [name, [input, says]] of /** @type {[string, [string, RegExp]][]} */ (Object.entries(FAULTS))) {
  test(`a fault: ${name}`, () => {
    const cwd = folder();
    const { status, stdout, stderr } = hook(cwd, input, "--expect", "consistency");
    assert.deepEqual([status, stdout], [0, ""]);
    assert.match(stderr, says);
    assert.deepEqual(readdirSync(cwd), []);
  });
}

test("a fault: options that do not exist, words, a settings file that is broken", () => {
  const cwd = folder();
  const stop = stopped({ last_assistant_message: "I looked.", agent_type: "x", cwd });
  for (const args of [["--wrong"], ["--expect"], ["word"], ["--expect", "nothing"]]) {
    const { status, stdout, stderr } = hook(cwd, stop, ...args);
    assert.deepEqual([status, stdout], [0, ""], args.join(" "));
    assert.match(stderr, /^reconvene: /);
  }
  writeFileSync(join(cwd, ".clarity-loop.json"), "{");
  const { status, stdout, stderr } = hook(cwd, stop, "--expect", "consistency");
  assert.deepEqual([status, stdout], [0, ""]);
  assert.match(stderr, /clarity-loop/);
});

test("a fault: a folder that cannot be written, or that is a link", () => {
  const cwd = folder();
  const stop = stopped({ last_assistant_message: "I looked.", agent_type: "x", cwd });
  writeFileSync(join(cwd, ".reconvene"), "in the way");
  const inTheWay = hook(cwd, stop, "--expect", "consistency");
  assert.deepEqual([inTheWay.status, inTheWay.stdout], [0, ""]);
  assert.match(inTheWay.stderr, /cannot be written, so this reply was not collected: .*\.reconvene is not a folder\./);
  rmSync(join(cwd, ".reconvene"));

  const elsewhere = folder();
  symlinkSync(elsewhere, join(cwd, ".reconvene"));
  const linked = hook(cwd, stop, "--expect", "consistency");
  assert.deepEqual([linked.status, linked.stdout, readdirSync(elsewhere)], [0, "", []]);
  assert.match(linked.stderr, /symbolic link/);
  rmSync(join(cwd, ".reconvene"));

  // Whoever may write everywhere is not held back.
  if (process.getuid?.() === 0) return;
  chmodSync(cwd, 0o500);
  const readOnly = hook(cwd, stop, "--expect", "consistency");
  chmodSync(cwd, 0o700);
  assert.deepEqual([readOnly.status, readOnly.stdout], [0, ""]);
});

test("what never ends is not waited for", { skip: process.platform === "win32" }, async () => {
  const cwd = folder();
  const pipe = join(cwd, "agent.jsonl");
  spawnSync("mkfifo", [pipe]);
  const said = { last_assistant_message: "I looked.", agent_type: "x" };
  const limited = (/** @type {string} */ input, /** @type {string[]} */ ...args) =>
    spawnSync(process.execPath, [CLI, "hook", ...args], { cwd, input, encoding: "utf8", env, timeout: 20_000 });
  // Below /proc no folder is ever made.
  const unmade = existsSync("/proc/self") ? [stopped({ ...said, cwd: "/proc" })] : [];
  for (const input of [...unmade, stopped({ ...said, cwd: join(cwd, "nowhere") })]) {
    const { status, stdout, stderr } = limited(input);
    assert.deepEqual([status, stdout], [0, ""]);
    assert.match(stderr, /cannot be written, so this reply was not collected: no such file or directory/);
  }
  assert.ok(!existsSync(join(cwd, "nowhere")), "a project that is not there is not made");
  if (existsSync("/proc/self")) {
    const { status, stderr } = limited(stopped({ ...said, cwd }), "--collect", "/proc/x/y/z.jsonl");
    assert.equal(status, 0);
    assert.match(stderr, /cannot be written/);
  }
  const deep = limited(stopped({ ...said, cwd }), "--collect", "a/b/c.jsonl");
  assert.equal(deep.status, 0, deep.stderr);
  assert.equal(collected(join(cwd, "a", "b", "c.jsonl")).length, 1);
  const piped = limited(stopped({ agent_transcript_path: pipe, agent_type: "x", cwd }));
  assert.equal(piped.status, 0);
  assert.match(piped.stderr, /is not a file/);
  // What stands in the place of the settings, and of what was collected before.
  const others = folder();
  for (const name of [".clarity-loop.json", "s.jsonl"]) symlinkSync(pipe, join(others, name));
  const again = stopped({ ...said, cwd: others, agent_id: "a", stop_hook_active: true });
  assert.match(limited(again, "--collect", join(others, "s.jsonl")).stderr, /cannot be written/);
  const asked = spawnSync(process.execPath, [CLI, "hook", "--expect", "review"], {
    ...{ cwd: others, input: stopped({ ...said, cwd: others }), encoding: "utf8", env, timeout: 20_000 },
  });
  assert.deepEqual([asked.status, JSON.parse(asked.stdout).decision], [0, "block"]);
  assert.match(asked.stderr, /clarity-loop\.json is ignored/);
  // Nobody closes its input.
  const child = spawn(process.execPath, [CLI, "hook"], { cwd, env, stdio: ["pipe", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  child.stdin.write("{");
  assert.equal(await new Promise((done) => child.on("close", done)), 0);
  assert.match(stderr, /Standard input did not end within 10 s\. No reply was collected/);
});

test("of a log of any length the ends alone are read", () => {
  const cwd = folder();
  const path = join(cwd, "agent.jsonl");
  const record = (/** @type {object} */ more) => `${JSON.stringify({ isSidechain: true, ...more })}\n`;
  const result = { type: "tool_result", tool_use_id: "t", content: "x".repeat(1024 * 1024) };
  writeFileSync(path, record({ type: "user", message: { role: "user", content: prompt("consistency") } }));
  const middle = record({ type: "user", message: { role: "user", content: [result] } });
  for (let at = 0; at < 64; at++) writeFileSync(path, middle, { flag: "a" });
  const last = { id: "m", role: "assistant", content: [{ type: "text", text: "I looked." }] };
  writeFileSync(path, record({ type: "assistant", message: last }), { flag: "a" });
  const { stdout } = hook(cwd, stopped({ agent_transcript_path: path, agent_type: "x", cwd }));
  assert.match(stdout, /^\{"decision":"block"/);
  assert.equal(collected(join(cwd, ".reconvene", "s.jsonl"))[0].text, "I looked.");
});

test("the last message is waited for, where the host writes it after it called", async () => {
  const cwd = folder();
  const path = join(cwd, "agent.jsonl");
  const line = (/** @type {any} */ type, /** @type {any} */ content) =>
    `${JSON.stringify({ type, isSidechain: true, message: { id: `${type}`, role: type, content } })}\n`;
  writeFileSync(
    path,
    line("user", "Look.") +
      line("assistant", [{ type: "text", text: "Let me see." }]) +
      line("assistant", [{ type: "tool_use", id: "t", name: "Read", input: {} }]) +
      line("user", [{ type: "tool_result", tool_use_id: "t", content: "…" }]),
  );
  const child = spawn(process.execPath, [CLI, "hook"], { cwd, env, stdio: ["pipe", "ignore", "ignore"] });
  child.stdin.end(stopped({ agent_transcript_path: path, agent_type: "x", cwd }));
  const ended = new Promise((done) => child.on("close", done));
  await new Promise((done) => setTimeout(done, 400));
  writeFileSync(path, line("assistant", [{ type: "text", text: "All is well." }]), { flag: "a" });
  assert.equal(await ended, 0);
  assert.equal(collected(join(cwd, ".reconvene", "s.jsonl"))[0]?.text, "All is well.");
});

test("where the message is empty, the transcript has it", () => {
  const cwd = folder();
  const message = { role: "assistant", content: [{ type: "text", text: "No issues found." }] };
  writeFileSync(join(cwd, "agent.jsonl"), `${JSON.stringify({ type: "assistant", message })}\n`);
  const transcript = { agent_type: "x", cwd, agent_transcript_path: join(cwd, "agent.jsonl") };
  hook(cwd, stopped({ ...transcript, agent_id: "a", last_assistant_message: "" }));
  hook(cwd, stopped({ ...transcript, agent_id: "b", last_assistant_message: " \n" }));
  hook(cwd, stopped({ ...transcript, agent_id: "c", agent_transcript_path: "none", last_assistant_message: "" }));
  const texts = collected(join(cwd, ".reconvene", "s.jsonl")).map(({ text }) => text);
  assert.deepEqual(texts, ["No issues found.", "No issues found.", ""]);
});

test("prose about code is let through where a review is expected", () => {
  const cwd = folder();
  const text = "There is a critical bug: src/a.ts:3 leaks memory. Each request keeps its buffer.";
  const run = hook(cwd, stopped({ last_assistant_message: text, agent_type: "x", cwd }), "--expect", "review");
  assert.deepEqual(run, { status: 0, stdout: "", stderr: "" });
});

test("a second attempt is on what the first was, also where the second alone names it", () => {
  const cwd = folder();
  const clean =
    "RESULT: CLEAN | Type: consistency | Pair: A.md/B.md | Findings: 0 | Critical: 0 | Major: 0 | Minor: 0\n";
  const said = { agent_id: "a", agent_type: "x", cwd };
  hook(cwd, stopped({ ...said, last_assistant_message: "I looked." }), "--expect", "consistency");
  hook(cwd, stopped({ ...said, last_assistant_message: clean, stop_hook_active: true }), "--expect", "consistency");
  const run = spawnSync(process.execPath, [CLI, "report", ".reconvene/s.jsonl", "--format", "json"], { cwd });
  const { coverage } = JSON.parse(run.stdout.toString());
  assert.deepEqual(
    coverage.map((/** @type {any} */ row) => [row.unit, row.status]),
    [["a", "CLEAN"]],
  );
});

test("of agents that nobody names, the first line of the prompt does, whatever the host says before it", () => {
  const cwd = folder();
  const told = ["# AGENTS.md instructions for /work\n\nBe kind.", "<environment_context>\n</environment_context>"];
  for (const end of ["00a1", "00b2"]) {
    const path = join(cwd, `${end}.jsonl`);
    const texts = [...told, "You are a reviewer.\nReview src/."];
    const records = texts.map((text) => ({
      type: "response_item",
      payload: { type: "message", role: "user", content: [{ type: "input_text", text }] },
    }));
    writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
    const said = { agent_id: `01a22320-${end}`, agent_transcript_path: path, last_assistant_message: "Fine.", cwd };
    hook(cwd, stopped(said));
  }
  const units = collected(join(cwd, ".reconvene", "s.jsonl")).map(({ unit }) => unit);
  assert.deepEqual(units, ["You are a reviewer. (00a1)", "You are a reviewer. (00b2)"]);
});

test("what was collected is asked again with its own prompt", () => {
  const cwd = folder();
  const told = { role: "user", content: "Review src/db.js for leaks." };
  writeFileSync(join(cwd, "agent.jsonl"), `${JSON.stringify({ type: "user", isSidechain: true, message: told })}\n`);
  const said = { agent_id: "a", agent_type: "x", cwd, agent_transcript_path: join(cwd, "agent.jsonl") };
  hook(cwd, stopped({ ...said, last_assistant_message: "I ran out of time." }));
  const options = /** @type {const} */ ({ cwd, encoding: "utf8" });
  spawnSync(process.execPath, [CLI, "report", ".reconvene/s.jsonl", "--out", "r.json"], options);
  const again = spawnSync(process.execPath, [CLI, "retry", "r.json", "--format", "json"], options);
  assert.match(JSON.parse(again.stdout).waves[0].units[0].prompt, /\n\nReview src\/db\.js for leaks\.\n\n/);
});

test("what a report calls PARTIAL for its form is asked once", () => {
  const cwd = folder();
  const said = { agent_id: "a", agent_type: "x", cwd, last_assistant_message: "No issues found." };
  assert.match(hook(cwd, stopped(said), "--expect", "consistency").stdout, /^\{"decision":"block"/);
  const statuses = () => {
    const run = spawnSync(process.execPath, [CLI, "report", ".reconvene/s.jsonl", "--format", "json"], { cwd });
    const { coverage } = JSON.parse(run.stdout.toString());
    return coverage.map((/** @type {any} */ row) => row.status);
  };
  assert.deepEqual(statuses(), ["PARTIAL"]);
  assert.equal(hook(cwd, stopped({ ...said, stop_hook_active: true }), "--expect", "consistency").stdout, "");
  assert.equal(hook(cwd, stopped({ ...said, agent_id: "b" })).stdout, "", "nothing was asked");
});
