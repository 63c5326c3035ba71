/** `reconvene mcp`, driven by lines on standard input: what calls may say, and in which order they are answered. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const CLI = fileURLToPath(new URL("../../pkg/cli.js", import.meta.url));

const PROSE = `## Issues

1. **Critical: SQL injection** in \`src/db.js:12\`. User input is concatenated into the query. Fix: use parameters.
2. **Minor: a typo** in \`docs/API.md:3\`. It says "teh".
`;
const REPLIES = [{ unit: "db", agent: "security", text: PROSE }];

/** @type {string} */
let top;

before(() => {
  top = mkdtempSync(join(tmpdir(), "reconvene-mcp-calls-"));
});
after(() => rmSync(top, { recursive: true }));

/**
 * What the server answers to calls, in the order of its answers: a text, a refusal that begins with "refused: ", or the error
 * of the protocol.
 * @param {(object | [string, object])[]} calls
 * @param {{ cwd?: string, env?: Record<string, string> }} [options]
 */
function answersTo(calls, { cwd = top, env = {} } = {}) {
  const version = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const requests = calls.map((call) => ({
    method: "tools/call",
    params: Array.isArray(call) ? { name: call[0], arguments: call[1] } : call,
  }));
  const lines = [{ method: "initialize", params: version }, ...requests].map((request, id) =>
    JSON.stringify({ jsonrpc: "2.0", id, ...request }),
  );
  const { stdout, stderr } = spawnSync(process.execPath, [CLI, "mcp"], {
    ...{ cwd, input: lines.join("\n"), encoding: "utf8" },
    env: { ...process.env, CLAUDE_PROJECT_DIR: "", HOME: top, PWD: cwd, ...env },
  });
  const [first, ...answers] = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.equal(first.id, 0, stderr);
  assert.deepEqual(
    answers.map(({ id }) => id),
    calls.map((_, index) => index + 1),
    "in the order of the calls",
  );
  return answers.map(({ error, result }) =>
    error ? `${error.code}: ${error.message}` : `${result.isError ? "refused: " : ""}${result.content[0].text}`,
  );
}

test("answers come in the order of the calls, and what is wrong with one is a sentence", () => {
  const kinds = "true or false, or a non-empty string";
  const [report, ...others] = answersTo([
    ["report", { replies: REPLIES }],
    { name: 5 },
    { name: "report", arguments: "x" },
    ["nothing", {}],
    ["report", { budget: 1 }],
    ["report", { replies: [5] }],
    ["report", { replies: [{ text: "x", attempt: 0 }] }],
    ["report", { session: 5 }],
    ["findings", { severity: "high" }],
    ["findings", { severity: ["high"] }],
    ["findings", {}],
  ]);
  assert.match(report ?? "", /^# Unified report/);
  assert.match(others.pop() ?? "", /^2 of 2 findings\./);
  assert.deepEqual(others, [
    "-32602: `name` must be the name of a tool: report, findings, check, plan, retry.",
    '-32602: `arguments` must be an object, but is "x".',
    "refused: Unknown tool nothing. The tools are report, findings, check, plan, retry.",
    "refused: `budget` must be a whole number of at least 500, but is 1.",
    "refused: `replies.0` must be a string, or an object, but is 5.",
    "refused: `replies.0.attempt` must be a whole number of at least 1, but is 0.",
    `refused: \`session\` must be ${kinds}, but is 5.`,
    'refused: `severity` must be one of critical, major, minor, advisory, or a list of these, but is "high".',
    'refused: `severity.0` must be one of critical, major, minor, advisory, but is "high".',
  ]);
});

test("findings are chosen by one word or several, and an agent that is none is named", () => {
  const answers = answersTo([
    ["report", { replies: [...REPLIES, { unit: "docs", agent: "docs", text: "No issues found." }] }],
    ["findings", { severity: "critical" }],
    ["findings", { severity: ["critical", "minor"], file: ["API.md", "db.js"], agent: ["nobody", "Security"] }],
    ["findings", { file: "API.md", agent: "security" }],
    ["findings", { agent: "docs" }],
    ["findings", { agent: "nobody" }],
  ]);
  assert.deepEqual(
    answers.slice(1).map((text) => text.split("\n")[0]),
    [
      "1 of 2 findings.",
      "2 of 2 findings. Unknown agent: nobody. The agents are security, docs.",
      "1 of 2 findings.",
      "0 of 2 findings.",
      "0 of 2 findings. Unknown agent: nobody. The agents are security, docs.",
    ],
  );
});

test("an empty list of replies is no session", () => {
  const answers = answersTo([
    ["report", { replies: [] }],
    ["check", { files: [] }],
  ]);
  assert.deepEqual(answers, [
    "refused: There are no replies. `replies` is empty. Leave it out to use the replies of this session.",
    "refused: There are no replies. `files` is empty. Leave it out to use the replies of this session.",
  ]);
});

test("what is asked again is what the last report lacks, by the plan that it was held against", () => {
  const unit = (/** @type {string} */ name) => ({ unit: name, agent: "reviewer", prompt: `Review ${name}.` });
  const failed = [{ unit: "db", agent: "security", text: "", error: "timed out" }];
  const answers = answersTo([
    ["plan", { units: [unit("auth"), unit("docs")] }],
    ["report", { replies: failed }],
    ["retry", {}],
    ["report", { replies: failed, plan: true }],
    ["retry", {}],
    ["plan", { mode: "list", input: { units: [unit("db")] } }],
    ["retry", { plan: true }],
  ]);
  const asked = answers.map((text) =>
    [...text.matchAll(/^\| (auth|db|docs) \| \S+ \| sonnet \|/gm)].map(([, name]) => name),
  );
  assert.deepEqual([asked[2], asked[4], asked[6]], [["db"], ["auth", "docs"], ["db"]]);
});

test("what is filled in without saying anything changes nothing", () => {
  const units = [
    { unit: "db", agent: "security", prompt: "Review db." },
    { unit: "docs", agent: "docs", prompt: "Review docs." },
  ];
  const calls = (/** @type {boolean} */ isFilled) => [
    ["plan", { units, ...(isFilled && { input: {} }) }],
    ["report", { replies: REPLIES, plan: true, ...(isFilled && { expected: [], sections: [], title: "", files: [] }) }],
    ["findings", isFilled ? { severity: [], file: [], agent: [] } : {}],
    ["retry", isFilled ? { plan: false } : {}],
    ["plan", { mode: "code-review", input: { documents: ["src/db.js"] }, ...(isFilled && { units: [] }) }],
  ];
  const [short, filled] = [false, true].map((is) => answersTo(/** @type {any} */ (calls(is))));
  assert.deepEqual(filled, short);
  assert.match(filled?.[2] ?? "", /^2 of 2 findings\./);
  assert.match(filled?.[3] ?? "", /\| docs \| docs \| sonnet \|/);
  assert.deepEqual(
    answersTo([
      ["plan", { units: [] }],
      ["findings", { id: "" }],
      ["findings", { agent: "" }],
    ]),
    [
      "refused: Pass a `mode`, or your own `units`.",
      'refused: `id` must be a non-empty string, but is "".',
      'refused: `agent` must be a non-empty string, or a list of these, but is "".',
    ],
  );
});

test("a call that has not returned is a gap, also where an empty list of units is given", () => {
  const cwd = join(top, "running");
  const logs = join(top, "running-home", "projects", cwd.replace(/[^A-Za-z0-9]/g, "-"));
  for (const path of [cwd, logs]) mkdirSync(path, { recursive: true });
  const call = (/** @type {string} */ id) => {
    const input = { description: id, prompt: `Review ${id}.`, subagent_type: "security" };
    return { type: "assistant", message: { content: [{ type: "tool_use", id, name: "Task", input }] } };
  };
  const result = { type: "user", message: { content: [{ type: "tool_result", tool_use_id: "db", content: PROSE }] } };
  const id = "3f2a9c10-0000-4000-8000-000000000003";
  const records = [call("db"), call("docs"), result].map((record) => JSON.stringify({ ...record, sessionId: id, cwd }));
  writeFileSync(join(logs, `${id}.jsonl`), records.join("\n"));
  const [answer] = answersTo([["report", { session: true, expected: [] }]], {
    cwd,
    env: { CLAUDE_CONFIG_DIR: join(top, "running-home") },
  });
  assert.match(answer ?? "", /\| docs \|.* MISSING \|/);
});

test("what the hook did not collect of a session is read from the host's log: a failure, and a call under way", () => {
  const cwd = join(top, "hooked");
  const logs = join(top, "hooked-home", "projects", cwd.replace(/[^A-Za-z0-9]/g, "-"));
  for (const path of [join(cwd, ".reconvene"), logs]) mkdirSync(path, { recursive: true });
  const id = "3f2a9c10-0000-4000-8000-000000000004";
  const call = (/** @type {string} */ unit) => {
    const input = { description: unit, prompt: `Review ${unit}.`, subagent_type: "reviewer" };
    return { type: "assistant", message: { content: [{ type: "tool_use", id: unit, name: "Agent", input }] } };
  };
  const result = (/** @type {string} */ unit, /** @type {string} */ agentId, /** @type {object} */ said) => ({
    ...{ type: "user", toolUseResult: { status: "completed", agentId } },
    message: { content: [{ type: "tool_result", tool_use_id: unit, ...said }] },
  });
  const records = [
    ...["db", "named otherwise", "api", "docs"].map(call),
    result("db", "a1", { content: PROSE }),
    result("named otherwise", "a2", { content: "No issues found." }),
    result("api", "a3", { content: "Credit balance is too low", is_error: true }),
  ];
  const lines = (/** @type {object[]} */ of) => of.map((one) => `${JSON.stringify(one)}\n`).join("");
  writeFileSync(join(logs, `${id}.jsonl`), lines(records.map((record) => ({ ...record, sessionId: id, cwd }))));
  const collected = [
    { unit: "db", agent: "reviewer", text: PROSE, meta: { session: id, agentId: "a1" } },
    { unit: "a2", agent: "reviewer", text: "No issues found.", meta: { session: id, agentId: "a2" } },
  ];
  writeFileSync(join(cwd, ".reconvene", `${id}.jsonl`), lines(collected));
  const [answer = "", other = ""] = answersTo(
    [
      ["report", {}],
      ["report", { session: id }],
    ],
    {
      cwd,
      env: { CLAUDE_CONFIG_DIR: join(top, "hooked-home") },
    },
  );
  const rows = [...answer.matchAll(/^\| (\S+) \| .* (FINDINGS|CLEAN|ERROR|MISSING) \| (?:\d|--) \|/gm)].map(
    ([, ...row]) => row,
  );
  assert.deepEqual(
    rows,
    [
      ["a2", "CLEAN"],
      ["api", "ERROR"],
      ["db", "FINDINGS"],
      ["docs", "MISSING"],
    ],
    answer,
  );
  assert.equal(other, answer);
});

test("a session of the host is read by its id, where the hook collected none of it", () => {
  const cwd = join(top, "project");
  const logs = join(top, "home", "projects", cwd.replace(/[^A-Za-z0-9]/g, "-"));
  const elsewhere = join(top, "home", "projects", "elsewhere");
  for (const path of [join(cwd, ".reconvene"), logs, elsewhere]) mkdirSync(path, { recursive: true });
  const log = (/** @type {string} */ folder, /** @type {string} */ id, /** @type {string} */ text) => {
    const input = { description: "db", prompt: "Review db.", subagent_type: "security" };
    const messages = [
      { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "Task", input }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: text }] },
    ];
    const records = messages.map((message) => ({ type: message.role, sessionId: id, cwd, message }));
    writeFileSync(join(folder, `${id}.jsonl`), records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  };
  const id = "3f2a9c10-0000-4000-8000-000000000001";
  const other = "7f2a9c10-0000-4000-8000-000000000002";
  log(logs, id, PROSE);
  log(elsewhere, other, PROSE.replace("SQL", "SECRET"));
  const options = { cwd, env: { CLAUDE_CONFIG_DIR: join(top, "home") } };
  const answers = answersTo(
    [id, id.slice(0, 8), "latest", true, other].map((session) => ["report", { session }]),
    options,
  );
  for (const text of answers.slice(0, 4)) assert.match(text, /SQL injection/);
  assert.match(
    answers[4] ?? "",
    /^refused: There is no session 7f2a9c10.* in \.reconvene or in the logs of this folder/,
  );
  writeFileSync(join(cwd, ".reconvene", `${id}.jsonl`), `${JSON.stringify({ text: PROSE.replace("SQL", "Shell") })}\n`);
  for (const text of answersTo(
    [
      ["report", { session: id }],
      ["report", { session: "latest" }],
    ],
    options,
  )) {
    assert.match(text, /Shell injection/);
  }
});
