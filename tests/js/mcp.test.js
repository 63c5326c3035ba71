/** `reconvene mcp`, driven by the official client. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { prompt, version } from "../../pkg/node.js";
import { OWN } from "../../scripts/golden.js";
import { measured } from "../../scripts/tokens.js";

const CLI = fileURLToPath(new URL("../../pkg/cli.js", import.meta.url));
const GOLDEN = fileURLToPath(new URL("../golden/packages/replies", import.meta.url));

const CLEAN = "RESULT: CLEAN | Type: consistency | Pair: A.md/B.md | Findings: 0 | Critical: 0 | Major: 0 | Minor: 0\n";
const PROSE = `## Issues

1. **Critical: SQL injection** in \`src/db.js:12\`. User input is concatenated into the query. Fix: use parameters.
2. **Minor: a typo** in \`docs/API.md:3\`. It says "teh".
`;

/** @type {string} */
let top;
/** @type {string} */
let folder;
/** @type {Client} */
let client;

before(async () => {
  top = mkdtempSync(join(tmpdir(), "reconvene-mcp-"));
  folder = join(top, "project");
  /** @type {Record<string, string>} */
  const files = {
    "../secret.md": PROSE.replaceAll("SQL", "SECRET"),
    "../secrets/one.md": PROSE.replaceAll("SQL", "SECRET"),
    "replies/prose.md": PROSE,
    "replies/clean.md": CLEAN,
    "many/1.md": PROSE,
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  symlinkSync("../../secret.md", join(folder, "replies", "link.md"));
  symlinkSync("../secrets", join(folder, "linked"));
  client = new Client({ name: "test", version: "1.0.0" });
  const env = { PATH: process.env.PATH ?? "" };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [CLI, "mcp"], cwd: folder, env }));
});
after(async () => {
  await client.close();
  rmSync(top, { recursive: true });
});

/**
 * @param {string} name
 * @param {Record<string, unknown>} [args]
 */
async function call(name, args = {}) {
  // How long a machine takes for many megabytes is not what is tested.
  const result = await client.callTool({ name, arguments: args }, undefined, { timeout: 600_000 });
  const [part] = /** @type {{ type: string, text: string }[]} */ (result.content);
  return { text: part?.text ?? "", isError: result.isError === true };
}

test("it says who it is, and which tools there are", async () => {
  assert.deepEqual(client.getServerVersion(), { name: "reconvene", version });
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    ["report", "findings", "check", "plan", "retry"],
  );
  for (const tool of tools) {
    assert.equal(tool.inputSchema.type, "object");
    assert.ok((tool.description ?? "").length > 40);
    assert.equal(tool.annotations?.readOnlyHint, true);
  }
});

test("before anything was said there is nothing to report", async () => {
  for (const tool of ["report", "findings", "retry"]) {
    const { text, isError } = await call(tool);
    assert.ok(isError);
    assert.match(text, /^No replies were passed, \.reconvene contains none, and no session of this folder/);
  }
});

test("a report of replies inline and in files; each finding is looked up in it", async () => {
  const { text } = await call("report", { replies: [{ unit: "db", agent: "security", text: PROSE }, CLEAN] });
  assert.match(text, /^# Unified report\n\n\*\*Verdict: NEEDS REWORK\.\*\* 2 replies on 2 tasks/);
  const all = await call("findings");
  assert.match(
    all.text,
    /^2 of 2 findings\.\n\n- G1 critical `?src\/db\.js:12`?: .*SQL injection.*\(security\)\n- G2 minor/,
  );
  assert.match((await call("findings", { severity: ["critical"] })).text, /^1 of 2 findings\.\n\n- G1 /);
  assert.match((await call("findings", { file: "API.md" })).text, /^1 of 2 findings\.\n\n- G2 /);
  assert.match((await call("findings", { agent: "Security" })).text, /^2 of 2 /);
  assert.match((await call("findings", { agent: "tests" })).text, /^0 of 2 /);
  const whole = await call("findings", { id: "g1" });
  assert.match(whole.text, /^# G1: .*\nSeverity: critical\n[\s\S]*concatenated[\s\S]*Suggestion: use parameters/);
  const fingerprint = /Fingerprint: (f1:\S+)/.exec(whole.text)?.[1];
  assert.ok(fingerprint);
  assert.equal((await call("findings", { id: fingerprint })).text, whole.text);
  const none = await call("findings", { id: "G9" });
  assert.deepEqual([none.isError, none.text], [true, "The report has no finding G9. It has 2, numbered from G1."]);
});

test("a report keeps to its budget, and lists what does not fit", async () => {
  mkdirSync(join(folder, "golden"));
  const { readdirSync } = await import("node:fs");
  const replies = readdirSync(GOLDEN).map((name) => ({ source: name, text: readFileSync(join(GOLDEN, name), "utf8") }));
  for (const { source, text } of replies) writeFileSync(join(folder, "golden", source), text);
  for (const budget of [500, 600, 1500, 4000, 12_000]) {
    for (const tool of ["report", "check"]) {
      const { text } = await call(tool, { files: ["golden"], budget });
      assert.ok(text.length <= budget, `${tool}: ${text.length} of ${budget}`);
    }
    const { text } = await call("plan", { mode: "audit", input: { documents: ["A.md", "B.md", "C.md"] }, budget });
    assert.ok(text.length <= budget, `plan: ${text.length} of ${budget}`);
  }
  const { text } = await call("report", { files: ["golden"], budget: 4000 });
  assert.match(text, /\n## Further findings, one per line\n\n- G\d+ /);
  const { text: listed } = await call("findings", { from: 1, budget: 800 });
  assert.ok(listed.length <= 800, `${listed.length}`);
  assert.match(listed, /, without the first 1\.\n\n- G2 [\s\S]*\n- \d+ more: /);
});

test("files in the working folder alone are read, wherever links lead", async () => {
  for (const path of [
    "../secret.md",
    join(top, "secret.md"),
    "linked",
    "linked/one.md",
    "replies/link.md",
    "/etc",
    "-",
    "..",
  ]) {
    const { text, isError } = await call("report", { files: [path] });
    assert.ok(isError, path);
    assert.match(text, /is outside the working folder, and only files in it are read/);
    assert.doesNotMatch(text, /SECRET/);
  }
  const { text, isError } = await call("report", { files: ["replies", "linked/../replies"] });
  assert.ok(!isError);
  assert.match(
    text,
    /^replies\/link\.md was skipped: it is a link that leads outside the folder\.\n\n# Unified report/,
  );
  assert.doesNotMatch(text, /SECRET/);
  // What leads out by way of a link is taken as it is written, which stays here.
  writeFileSync(join(folder, "secret.md"), CLEAN);
  assert.match((await call("report", { files: ["linked/../secret.md"] })).text, /Verdict: APPROVE\./);
  for (const [tool, args] of /** @type {[string, object][]} */ ([
    ["retry", { report: "../secret.md" }],
    ["report", { replies: ["x"], plan: "../secret.md" }],
    ["report", { replies: ["x"], previous: "linked/one.md" }],
    ["report", { session: "../../secret" }],
  ])) {
    const refused = await call(tool, /** @type {Record<string, unknown>} */ (args));
    assert.ok(refused.isError, tool);
    assert.doesNotMatch(refused.text, /SECRET/);
  }
});

test("check says what is wrong, and what to send back", async () => {
  const { text } = await call("check", {
    replies: [{ unit: "A.md + B.md", text: "I looked." }, CLEAN],
    expect: "consistency",
  });
  assert.match(text, /^## A\.md \+ B\.md: unreadable\n\n- error[\s\S]*Send back:\n\nYour reply cannot be used/);
  assert.match(text, /\n## replies#2: warnings\n/);
});

test("check sends nothing back of prose that is understood, where no form was asked for", async () => {
  const { text } = await call("check", { replies: [{ unit: "db", text: PROSE }, "No issues found.", "I looked."] });
  assert.match(
    text,
    /^## db: usable\n\nThe reply states no status; FINDINGS was inferred because .* No format was asked for\.\n/,
  );
  assert.match(text, /\n## replies#2: usable\n\nThe reply states no status; CLEAN was inferred because /);
  const [usable = "", other = ""] = text.split("## replies#3: ");
  assert.doesNotMatch(usable, /Send back|error/);
  assert.match(other, /Send back/);
  // Where one was, prose is no report of it.
  assert.match((await call("check", { replies: [PROSE], expect: "review" })).text, /: errors\n[\s\S]*Send back/);
  const asked = { text: PROSE, meta: { asked: prompt("review") } };
  assert.match((await call("check", { replies: [asked] })).text, /: errors\n[\s\S]*Send back/);
});

test("a plan, its report, and what to ask again", async () => {
  const units = ["auth", "db", "docs"].map((unit) => ({
    unit,
    agent: "reviewer",
    prompt: `Review ${unit}.`,
    expect: "consistency",
  }));
  const made = await call("plan", { units });
  assert.match(
    made.text,
    /List will fan out 3 agents: 3 reviewers[\s\S]*## Prompt: auth \(reviewer\)\n\nReview auth\.\n\nReply in the/,
  );
  const small = await call("plan", { units, budget: 1000 });
  assert.match(small.text, /The prompts do not fit\. Call `plan` with `unit` for each one\.\n$/);
  assert.match((await call("plan", { unit: "db" })).text, /^reviewer \(sonnet\)\n\nReview db\.\n/);
  const json = JSON.parse((await call("plan", { mode: "audit", input: { documents: ["A.md"] }, json: true })).text);
  assert.equal(json.mode, "audit");

  await call("plan", { units });
  const replies = [
    { unit: "auth", agent: "reviewer", text: CLEAN },
    { unit: "db", agent: "reviewer", text: "", error: "timed out" },
  ];
  assert.match((await call("report", { replies, plan: true })).text, /Collected 1\/3 results \(2 failed\)/);
  const again = await call("retry");
  assert.match(again.text, /\| db \| reviewer \|[\s\S]*\| docs \| reviewer \|/);
  assert.doesNotMatch(again.text, /\| auth \|/);
  assert.match((await call("plan", { unit: "db" })).text, /timed out/);
  assert.equal((await call("plan", { units, mode: "audit" })).isError, true);
  assert.equal((await call("plan")).isError, true);
});

test("without arguments, what the hook collected last", async () => {
  for (const [session, text] of [
    ["one", CLEAN],
    ["two", PROSE],
  ]) {
    const input = JSON.stringify({
      ...{ hook_event_name: "SubagentStop", session_id: session, agent_type: "reviewer", agent_id: "a" },
      ...{ last_assistant_message: text, cwd: folder },
    });
    spawnSync(process.execPath, [CLI, "hook"], { input, env: { ...process.env, CLAUDE_PROJECT_DIR: "" } });
  }
  assert.match((await call("report")).text, /Verdict: NEEDS REWORK/);
  assert.match((await call("report", { session: "one" })).text, /Verdict: APPROVE\./);
});

test("without the hook, the session so far, with calls that are under way", async () => {
  const home = join(top, "home");
  const project = join(top, "other");
  const logs = join(home, "projects", project.replace(/[^A-Za-z0-9]/g, "-"));
  for (const path of [project, logs]) mkdirSync(path, { recursive: true });
  const id = "3f2a9c10-0000-4000-8000-000000000001";
  const call = (/** @type {string} */ id, /** @type {string} */ description) => ({
    ...{ type: "tool_use", id, name: "Task" },
    input: { description, prompt: `Review ${description}.`, subagent_type: "reviewer" },
  });
  const records = [
    { type: "assistant", message: { role: "assistant", content: [call("t1", "db"), call("t2", "docs")] } },
    {
      ...{ type: "user", toolUseResult: { status: "completed" } },
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: PROSE }] },
    },
  ];
  writeFileSync(
    join(logs, `${id}.jsonl`),
    records.map((record) => `${JSON.stringify({ sessionId: id, cwd: project, ...record })}\n`).join(""),
  );
  const other = new Client({ name: "test", version: "1.0.0" });
  const env = { PATH: process.env.PATH ?? "", CLAUDE_CONFIG_DIR: home };
  await other.connect(new StdioClientTransport({ command: process.execPath, args: [CLI, "mcp"], cwd: project, env }));
  try {
    const { content } = await other.callTool({ name: "report", arguments: {} });
    const [{ text = "" } = {}] = /** @type {{ text: string }[]} */ (content);
    assert.match(text, /NEEDS REWORK[\s\S]*1 reply on 2 tasks/);
  } finally {
    await other.close();
  }
});

test("a collection that is a link to elsewhere is passed over", async () => {
  symlinkSync("../../secret.md", join(folder, ".reconvene", "zz.jsonl"));
  const { text, isError } = await call("report");
  assert.ok(!isError, text);
  assert.doesNotMatch(text, /SECRET/);
});

test("what cannot be called so is said, and the next call works", async () => {
  writeFileSync(join(folder, "replies.json"), JSON.stringify({ findings: [] }));
  writeFileSync(join(folder, "text.json"), JSON.stringify("# Unified report"));
  for (const [tool, args, says] of /** @type {[string, Record<string, unknown>, RegExp][]} */ ([
    ["nothing", {}, /^Unknown tool nothing\. The tools are report, /],
    ["report", { reply: "x" }, /^`reply` is not an argument of `report`\. Allowed: replies, files, /],
    ["report", { budget: 1 }, /^`budget` must be a whole number of at least 500, but is 1\.$/],
    [
      "findings",
      { severity: ["high"] },
      /^`severity\.0` must be one of critical, major, minor, advisory, but is "high"\.$/,
    ],
    ["plan", { documents: ["A.md"] }, /^`documents` is not an argument of `plan`.* into `input`\.$/],
    ["findings", { from: 9999 }, /^There are \d+ such findings, but `from` skips 9999\. Use a smaller `from`\.$/],
    ["report", { replies: ["x"], sections: ["nothing"] }, /sections/],
    ["plan", { mode: "nothing" }, /`mode` must be one of/],
    ["findings", { report: "replies.json" }, /^replies\.json is not a JSON report/],
    ["findings", { report: "text.json" }, /^text\.json/],
    ["findings", { report: "none.json" }, /^none\.json cannot be read/],
  ])) {
    const { text, isError } = await call(tool, args);
    assert.ok(isError, tool);
    assert.match(text, says);
  }
  assert.ok(!(await call("report", { replies: [CLEAN] })).isError);
});

test("nothing in what agents wrote acts on who reads it", async () => {
  await call("report", { replies: [PROSE.replace("SQL", "\u202eSQL\u0007")] });
  for (const args of [{}, { id: "G1" }]) {
    const { text } = await call("findings", args);
    for (const acting of ["\u202e", "\u0007"]) assert.ok(!text.includes(acting));
  }
});

test("what an orchestrator reads with a report is counted in tokens", async () => {
  const { read, answer, list, one } = await measured(OWN, "more-roles");
  assert.ok(read > 50_000 && answer < 5000 && list < 5000 && one < 2000, `${read}, ${answer}, ${list}, ${one}`);
});

test("a call of many megabytes is answered, one that is too long is refused, and the server goes on", async () => {
  const text = `No issues found.\n${"x ".repeat(7 * 1024 * 1024)}`;
  const large = await call("report", { replies: [{ text, unit: "Large" }] });
  assert.match(large.text, /Large|1 reply/);
  const refusal = { code: -32600, message: /larger than 128 MiB\. Name files/ };
  const huge = "x".repeat(129 * 1024 * 1024);
  await assert.rejects(call("report", { replies: [{ text: huge, unit: "Huge" }] }), refusal);
  assert.match((await call("report", { replies: [{ text: CLEAN, unit: "A" }] })).text, /1 reply/);
});

/**
 * What the server answers to lines that stand on standard input at once, which then ends.
 * @param {string[]} lines
 */
function answersTo(lines) {
  const first = {
    ...{ jsonrpc: "2.0", id: 0, method: "initialize" },
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  };
  const input = [JSON.stringify(first), ...lines].join("\n");
  const options = { cwd: folder, input, encoding: /** @type {const} */ ("utf8") };
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, "mcp"], options);
  const answers = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { status, stderr, answers: answers.filter(({ id }) => id !== 0) };
}

/** @param {number} id @param {string} name @param {object} args */
const request = (id, name, args) =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });

test("calls are answered in order, also those that are under way when the input ends", () => {
  const { status, answers } = answersTo([
    request(1, "report", { files: ["many"] }),
    request(2, "findings", {}),
    request(3, "report", { replies: [CLEAN] }),
    request(4, "findings", {}),
    request(5, "findings", { severity: "none" }),
  ]);
  assert.equal(status, 0);
  const texts = new Map(answers.map(({ id, result }) => [id, result.content[0].text]));
  assert.match(texts.get(1), /NEEDS REWORK/);
  assert.match(texts.get(2), /^2 of 2 findings\./);
  assert.match(texts.get(3), /APPROVE/);
  assert.match(texts.get(4), /^0 of 0 findings\./);
  assert.match(texts.get(5), /severity/);
});

test("what is no message is answered, and the next one is read", () => {
  const { answers, stderr } = answersTo([
    "not json",
    '{"jsonrpc":"2.0","id":2}',
    '{"jsonrpc":"1.0","id":"three","method":"tools/list"}',
    '[{"jsonrpc":"2.0","id":4,"method":"tools/list"}]',
    '{"jsonrpc":"2.0","id":{"a":5},"method":"tools/list"}',
    '{"jsonrpc":"2.0","id":6,"method":"tools/list","params":[]}',
    "",
    '{"jsonrpc":"2.0","id":7,"method":"ping"}',
  ]);
  assert.deepEqual(
    answers.map(({ id, error }) => [id, error?.code]),
    [
      [null, -32700],
      [2, -32600],
      ["three", -32600],
      [null, -32600],
      [null, -32600],
      [6, -32600],
      [7, undefined],
    ],
  );
  assert.match(stderr, /Batches are not supported/);
});
