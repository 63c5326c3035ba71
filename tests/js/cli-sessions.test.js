/** Sessions on the command line: recognised by what is in them, found where agents keep them, read without being held. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  cpSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const CLI = fileURLToPath(new URL("../../pkg/cli.js", import.meta.url));
const CASES = fileURLToPath(new URL("sessions", import.meta.url));
const ROLLOUT = "2026/05/10/rollout-2026-05-10T09-00-00-019e382d-0000-7000-8000-000000000001.jsonl";

/** How much memory a session is read in that is many times as large, in MB: that of V8, without the module's own. */
const HEAP = 40;
const LARGE_LOG = 160 * 1024 * 1024;

// Its own name without links: agents name a folder by it.
const folder = mkdtempSync(join(tmpdir(), "reconvene-sessions-"));
after(() => rmSync(folder, { recursive: true }));
cpSync(CASES, join(folder, "logs"), { recursive: true });

const env = {
  ...process.env,
  CLAUDE_CONFIG_DIR: join(folder, "claude"),
  CODEX_HOME: join(folder, "codex"),
  GEMINI_CLI_HOME: join(folder, "home"),
};

/**
 * @param {string[]} args
 * @param {{ input?: string, cwd?: string, node?: string[], home?: string }} [options]
 */
function reconvene(args, { input = "", cwd = folder, node = [], home } = {}) {
  const run = spawnSync(process.execPath, [...node, CLI, ...args], {
    cwd,
    env: home === undefined ? env : { ...env, HOME: home, USERPROFILE: home },
    input,
    encoding: "utf8",
    maxBuffer: 1e9,
  });
  for (const line of run.stderr.split("\n").slice(0, -1)) assert.match(line, /^reconvene: .*[.?]$/);
  return { status: run.status, stdout: run.stdout, stderr: run.stderr };
}

/**
 * The rows of a report: unit, agents, status.
 * @param {string[]} args
 * @param {Parameters<typeof reconvene>[1]} [options]
 */
function rows(args, options) {
  const { stdout, ...rest } = reconvene(["report", ...args, "--format", "json"], options);
  /** @type {import("../../pkg/reconvene.js").Report} */
  const report = JSON.parse(stdout);
  return {
    ...rest,
    rows: report.coverage.map(({ unit, agents, status }) => `${unit} | ${agents} | ${status}`),
    report,
  };
}

test("a session of Claude Code, with the transcripts of its subagents", () => {
  const { status, rows: units, report } = rows(["logs/claude-code/transcripts-beside.jsonl"]);
  assert.equal(status, 0);
  assert.deepEqual(units, [
    "API review | general-purpose | FINDINGS",
    "Count the endpoints. | workflow-subagent | CLEAN",
    "Map the callers | Explore | MISSING",
    "Security review | security-reviewer | FINDINGS",
    "Where tokens are compared | Explore | PARTIAL",
  ]);
  const [reply] = report.results.filter(({ meta }) => meta?.parent !== undefined);
  assert.equal(reply?.meta?.parent, "toolu_12A");
  assert.equal(reply?.source, "logs/claude-code/transcripts-beside.jsonl#5");
});

test("a rollout of Codex, with the threads that it never heard of again", () => {
  const { status, rows: units } = rows([`logs/codex/${ROLLOUT}`]);
  assert.equal(status, 0);
  assert.ok(units.includes("Review the tests. | reviewer | CLEAN"), units.join("\n"));
  assert.ok(units.includes("Review the names. | reviewer | MISSING"), units.join("\n"));
});

test("a folder: no transcript is read twice, and a session without subagents is no fault", () => {
  const { status, rows: units } = rows(["logs/claude-code"]);
  // One of its logs is cut off.
  assert.equal(status, 2);
  assert.equal(units.filter((row) => row.startsWith("Where tokens are compared")).length, 1);
  mkdirSync(join(folder, "quiet"));
  writeFileSync(
    join(folder, "quiet", "a.jsonl"),
    `${JSON.stringify({ type: "user", sessionId: "s", message: { content: "Hello" } })}\n`,
  );
  cpSync(join(CASES, "codex", "exec.jsonl"), join(folder, "quiet", "b.jsonl"));
  assert.equal(rows(["quiet"]).status, 0);
  const alone = reconvene(["report", "quiet/a.jsonl"]);
  assert.equal(alone.status, 2);
  assert.match(alone.stderr, /quiet\/a\.jsonl is a session of Claude Code, which started no subagent\./);
});

test("parse and check take the same, also from a pipe and whatever the name of the file", () => {
  const log = readFileSync(join(CASES, "claude-code", "background.jsonl"), "utf8");
  writeFileSync(join(folder, "session.txt"), log);
  for (const [paths, input] of /** @type {[string[], string | undefined][]} */ ([
    [["session.txt"]],
    [[], log],
    [["-"], log],
  ])) {
    const { status, stdout } = reconvene(["parse", ...paths], { input });
    assert.equal(status, 0);
    assert.equal(JSON.parse(stdout).length, 6);
  }
  const checked = reconvene(["check", "session.txt", "--format", "json", "--lenient"]);
  assert.equal(JSON.parse(checked.stdout).length, 6);
  for (const name of ["opencode/export.json", "gemini-cli/whole.json", "messages/openai-chat.json"]) {
    assert.ok(rows([join("logs", name)]).rows.length > 0, name);
  }
});

test("what is no session stays what it is", () => {
  const reply = "RESULT: CLEAN | Type: consistency | Pair: A.md/B.md | Findings: 0 | Critical: 0 | Major: 0 | Minor: 0";
  const files = {
    "replies.jsonl": `${JSON.stringify({ text: reply, unit: "A", agent: "a" })}\n${JSON.stringify({ content: reply, unit: "B", agent: "b" })}\n`,
    "chat.json": JSON.stringify([
      { role: "assistant", content: reply, unit: "A" },
      { role: "assistant", content: reply, unit: "B" },
    ]),
    "runs.jsonl": `${["A", "B"].map((unit) => JSON.stringify({ type: "result", subtype: "success", session_id: unit, unit, result: reply })).join("\n")}\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
    const { status, report } = rows([name]);
    assert.deepEqual([status, report.results.map(({ unit }) => unit)], [0, ["A", "B"]], name);
  }
  const quoting = `## Review\n\nThe log begins:\n\n\`\`\`\n${readFileSync(join(CASES, "codex", "exec.jsonl"), "utf8")}\`\`\`\n\nThat is all.\nNo issues found.\n`;
  writeFileSync(join(folder, "quoting.md"), quoting);
  assert.equal(rows(["quoting.md"]).report.results[0]?.source, "quoting.md");
});

test("a log is one, whatever other JSON stands between its records", () => {
  const input = { description: "Part", subagent_type: "x", prompt: "Look." };
  const finding = "1. **Critical** src/a.rs:3: private key committed";
  const records = [
    {
      ...{ type: "assistant", sessionId: "s" },
      message: { role: "assistant", content: [{ type: "tool_use", id: "t", name: "Agent", input }] },
    },
    ...Array.from({ length: 3 }, () => ({ type: "x" })),
    {
      ...{ type: "user", sessionId: "s" },
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: finding }] },
    },
  ];
  const lines = records.map((record) => JSON.stringify(record));
  const files = { "mixed.jsonl": lines.join("\n"), "mixed.txt": lines.join("\n"), "mixed.json": `[${lines.join()}]` };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
    assert.deepEqual(rows([name]).rows, ["Part | x | FINDINGS"], name);
  }
  // Text that quotes it is none.
  const quoting = ["The log:", "```", ...lines, "```", "No issues found."].join("\n");
  writeFileSync(join(folder, "quoting-few.md"), quoting);
  assert.equal(rows(["quoting-few.md"]).report.results[0]?.source, "quoting-few.md");
});

test("a log that is cut in the middle of a line, with other sessions between", () => {
  const { status, stderr, rows: units } = rows(["logs/claude-code/odd.jsonl"]);
  assert.equal(status, 2);
  assert.match(stderr, /odd\.jsonl: line 20 is not valid JSON and was skipped\./);
  assert.equal(units.length, 7);
  const one = rows(["logs/claude-code/odd.jsonl", "--session", "99999999-0b7e-4c55-9a51-6f1d2c3b4a59"]);
  assert.deepEqual(one.rows, ["Review of another session | reviewer | CLEAN"]);
  const none = reconvene(["report", "logs/claude-code/odd.jsonl", "--session", "abc"]);
  assert.equal(none.status, 2);
  assert.match(none.stderr, /odd\.jsonl has no session abc, but 3f2a9c10-/);
});

test("messages whose subagents have names of their own", () => {
  const messages = [
    {
      role: "assistant",
      tool_calls: [{ id: "c1", function: { name: "ask_reviewer", arguments: '{"title":"Review"}' } }],
    },
    { role: "tool", tool_call_id: "c1", content: "No issues found." },
  ];
  writeFileSync(join(folder, "own.json"), JSON.stringify(messages));
  const refused = reconvene(["report", "own.json"]);
  assert.equal(refused.status, 2);
  assert.match(refused.stderr, /calls ask_reviewer: name those that are subagents with --tool\./);
  assert.deepEqual(rows(["own.json", "--tool", "ask_reviewer"]).rows, ["Review | ask_reviewer | CLEAN"]);
});

/** A project with three sessions of two agents. */
function project() {
  const work = join(folder, "work");
  mkdirSync(work, { recursive: true });
  const claude = join(folder, "claude", "projects", work.replace(/[^A-Za-z0-9]/g, "-"));
  mkdirSync(claude, { recursive: true });
  const sessions = { older: "11111111-0b7e-4c55-9a51-6f1d2c3b4a59", newest: "22222222-0b7e-4c55-9a51-6f1d2c3b4a59" };
  cpSync(join(CASES, "claude-code", "transcripts-beside.jsonl"), join(claude, `${sessions.older}.jsonl`));
  cpSync(join(CASES, "claude-code", "transcripts-beside"), join(claude, sessions.older), { recursive: true });
  writeFileSync(
    join(claude, `${sessions.newest}.jsonl`),
    `${JSON.stringify({ type: "user", sessionId: "s", message: { content: "Hello there" } })}\n`,
  );
  const day = join(folder, "codex", "sessions", "2026", "05", "10");
  mkdirSync(day, { recursive: true });
  for (const name of [
    ROLLOUT,
    ROLLOUT.replace("09-00-00", "09-01-00").replace("0000-7000-8000-000000000001", "0003-7000-8000-0000000000c3"),
  ]) {
    const text = readFileSync(join(CASES, "codex", name), "utf8").replaceAll(
      '"/home/dev/parcels"',
      JSON.stringify(work),
    );
    writeFileSync(join(day, basename(name)), text);
  }
  const chats = join(folder, "home", ".gemini", "tmp", "work", "chats");
  mkdirSync(chats, { recursive: true });
  writeFileSync(join(folder, "home", ".gemini", "projects.json"), JSON.stringify({ projects: { [work]: "work" } }));
  const chat = "session-2026-06-01T09-00-0a1b2c3d.jsonl";
  cpSync(join(CASES, "gemini-cli", chat), join(chats, chat));
  const when = (/** @type {string} */ path, /** @type {number} */ hour) =>
    utimesSync(path, new Date(2026, 5, 1, hour), new Date(2026, 5, 1, hour));
  when(join(claude, `${sessions.newest}.jsonl`), 12);
  when(join(claude, `${sessions.older}.jsonl`), 11);
  when(join(day, basename(ROLLOUT)), 10);
  when(join(chats, chat), 9);
  return { work, sessions };
}

test("the sessions of this folder, the newest first, with what each asked", () => {
  const { work, sessions } = project();
  const { status, stdout } = reconvene(["sessions"], { cwd: work });
  assert.equal(status, 0);
  const lines = stdout.trimEnd().split("\n");
  assert.match(lines[0] ?? "", new RegExp(`Claude Code +${sessions.newest} +no subagents +Hello there$`));
  assert.match(
    lines[1] ?? "",
    new RegExp(`Claude Code +${sessions.older} +5 subagents, 1 without a reply +Review the parcel service\\.$`),
  );
  assert.match(
    lines[2] ?? "",
    /Codex +019e382d-0000-7000-8000-000000000001 +5 subagents, 2 failed, 1 without a reply /,
  );
  assert.match(lines[3] ?? "", /Gemini CLI +0a1b2c3d-1111-\S+ +6 subagents, 2 failed, 1 without a reply /);
  assert.equal(lines.length, 4);
  const listed = JSON.parse(reconvene(["sessions", "--json", "--agent", "codex"], { cwd: work }).stdout);
  assert.deepEqual([listed.length, listed[0].asked, listed[0].replies, listed[0].folder], [1, 5, 5, work]);
  const limited = reconvene(["sessions", "--limit", "1"], { cwd: work });
  assert.match(limited.stderr, /3 older sessions are not listed\. Use --limit to list more\./);
  assert.match(
    reconvene(["sessions"], { cwd: tmpdir() }).stderr,
    /No session of this folder was found in .*claude.*codex.*gemini/,
  );
  assert.equal(JSON.parse(reconvene(["sessions", "--all", "--json"], { cwd: tmpdir() }).stdout).length, 4);
});

test("one command from an empty folder to a report", () => {
  const { work, sessions } = project();
  // The newest asked nobody.
  for (const args of [
    ["--session"],
    ["--session", "latest"],
    ["--session", "--agent", "claude-code"],
    ["--session", "11111111"],
  ]) {
    const { status, stderr, rows: units } = rows(args, { cwd: work });
    assert.equal(status, 0, args.join(" "));
    assert.ok(units.includes("Security review | security-reviewer | FINDINGS"));
    assert.match(stderr, new RegExp(`Session ${sessions.older} of Claude Code: 5 subagents were asked\\.`));
  }
  const codex = rows(["--session", "--agent", "codex"], { cwd: work });
  assert.ok(codex.rows.includes("Review the tests. | reviewer | CLEAN"));
  const expected = join(folder, "expected.json");
  writeFileSync(expected, JSON.stringify([{ unit: "Another" }]));
  const told = rows(["--session", "--expect", expected], { cwd: work });
  assert.ok(!told.rows.some((row) => row.startsWith("Map the callers")), "what is expected was said");
});

test("below a folder with sessions, the nearest above has them, and that is said", () => {
  const { work, sessions } = project();
  const below = join(work, "src", "deep");
  mkdirSync(below, { recursive: true });
  const listed = reconvene(["sessions"], { cwd: below });
  assert.equal(listed.stdout, reconvene(["sessions"], { cwd: work }).stdout);
  assert.ok(listed.stderr.includes(`This folder has no session: listing those of ${work}.`));
  const { status, stderr } = reconvene(["report", "--session"], { cwd: below });
  assert.equal(status, 0);
  assert.ok(stderr.includes(`This folder has no session: using those of ${work}.`));
  assert.match(stderr, new RegExp(`Session ${sessions.older} of Claude Code`));
  const codex = reconvene(["sessions", "--agent", "codex"], { cwd: below });
  assert.equal(codex.stdout.trimEnd().split("\n").length, 1);
  for (const home of [below, join(work, "src")]) {
    const fenced = reconvene(["report", "--session"], { cwd: below, home });
    assert.deepEqual([fenced.status, fenced.stdout], [2, ""]);
    assert.match(fenced.stderr, /No session of this folder was found in /);
  }
  assert.equal(reconvene(["report", "--session"], { cwd: below, home: work }).status, 0);
});

test("nothing of a session's title acts on a terminal", () => {
  const { work, sessions } = project();
  const file = join(folder, "claude", "projects", work.replace(/[^A-Za-z0-9]/g, "-"), `${sessions.newest}.jsonl`);
  const content = "hi \u001b[31m red \u0007\u009b2J \u202e end";
  const message = { role: "user", content };
  writeFileSync(file, `${JSON.stringify({ type: "user", sessionId: sessions.newest, message })}\n`);
  const { stdout } = reconvene(["sessions"], { cwd: work });
  assert.ok(stdout.includes("hi \ufffd[31m red \ufffd\ufffd2J \ufffd end\n"), stdout);
  const [first] = JSON.parse(reconvene(["sessions", "--json", "--limit", "1"], { cwd: work }).stdout);
  assert.equal(first.title, content);
});

test("a chain of subagents, each named by the one before, is read to its end", () => {
  const file = join(folder, "chain.jsonl");
  const beside = join(folder, "chain", "subagents");
  mkdirSync(beside, { recursive: true });
  const asks = (/** @type {number} */ at, /** @type {object} */ more) => {
    const input = { description: `Step ${at}`, subagent_type: "x", prompt: "Look." };
    const content = [{ type: "tool_use", id: `t${at}`, name: "Agent", input }];
    const result = [{ type: "tool_result", tool_use_id: `t${at}`, content: "No issues found." }];
    const records = [
      { type: "assistant", message: { role: "assistant", content } },
      { type: "user", message: { role: "user", content: result }, toolUseResult: { agentId: `c${at}` } },
    ];
    return records.map((record) => `${JSON.stringify({ sessionId: "s", ...more, ...record })}\n`).join("");
  };
  const count = 600;
  writeFileSync(file, asks(0, {}));
  for (let at = 0; at < count; at++)
    writeFileSync(join(beside, `agent-c${at}.jsonl`), asks(at + 1, { isSidechain: true, agentId: `c${at}` }));
  const { status, stdout } = reconvene(["report", file, "--format", "json"]);
  assert.equal(status, 0);
  assert.equal(JSON.parse(stdout).summary.replies, count + 1);
});

test("what an agent wrote belongs to the call of its prompt, where the session ends before the result", () => {
  const call = (/** @type {string} */ id, /** @type {string} */ prompt, /** @type {object} */ more) => ({
    ...{ type: "assistant", ...more },
    message: {
      role: "assistant",
      content: [
        { type: "tool_use", id, name: "Agent", input: { description: `Part ${id}`, subagent_type: "x", prompt } },
      ],
    },
  });
  const transcript = (
    /** @type {string} */ agentId,
    /** @type {string} */ prompt,
    /** @type {{ hour?: number, sessionId?: string, calls?: [string, string][] }} */ more = {},
  ) => {
    const { hour = 9, sessionId = "s", calls = [] } = more;
    const own = { isSidechain: true, agentId, sessionId, timestamp: `2026-05-10T${hour + 10}:00:00.000Z` };
    const content = [{ type: "text", text: `1. **Critical** src/${agentId}.rs:3: private key committed` }];
    return [
      { type: "user", ...own, message: { role: "user", content: prompt } },
      ...calls.map(([id, asked]) => call(id, asked, own)),
      { type: "assistant", ...own, message: { role: "assistant", content } },
    ];
  };
  const lines = (/** @type {object[]} */ records) => records.map((record) => `${JSON.stringify(record)}\n`).join("");
  const log = lines(
    [
      ["1", "Look at a."],
      ["2", "Look at a."],
      ["3", "Look at b."],
      ["4", "Look at c."],
    ].map(([id = "", prompt = ""]) => call(id, prompt, { sessionId: "s" })),
  );
  const transcripts = {
    // The first by its time is of the first call.
    a1: transcript("a1", "Look at a.", { hour: 2 }),
    a2: transcript("a2", "Look at a.", { hour: 1 }),
    // A third has no call.
    a3: transcript("a3", "Look at a.", { hour: 3 }),
    b: transcript("b", "Look at b.", { calls: [["5", "Look at d."]] }),
    d: transcript("d", "Look at d."),
    // Only part of a prompt, another session, and what the program asks itself.
    c: transcript("c", "Look at c. And then at d."),
    e: transcript("e", "Look at c.", { sessionId: "other" }),
    "acompact-1": transcript("acompact-1", "Look at c."),
  };
  for (const [name, beside] of /** @type {const} */ ([
    ["stopped", "stopped/stopped/subagents"],
    ["stopped-earlier", "stopped-earlier"],
  ])) {
    mkdirSync(join(folder, beside), { recursive: true });
    writeFileSync(join(folder, name, `${name.slice(0, 7)}.jsonl`), log);
    for (const [agent, records] of Object.entries(transcripts))
      writeFileSync(join(folder, beside, `agent-${agent}.jsonl`), lines(records));
    if (process.platform !== "win32") spawnSync("mkfifo", [join(folder, beside, "agent-f.jsonl")]);
    const { status, stdout } = reconvene(["parse", join(name, "stopped.jsonl")]);
    assert.equal(status, 0);
    assert.deepEqual(
      JSON.parse(stdout).map((/** @type {any} */ { unit, meta, findings }) => [
        unit,
        ...meta.agents,
        findings[0].location.text,
      ]),
      [
        ["Part 1", "a2", "src/a2.rs:3"],
        ["Part 2", "a1", "src/a1.rs:3"],
        ["Part 3", "b", "src/b.rs:3"],
        ["Part 5", "d", "src/d.rs:3"],
      ],
      name,
    );
    const { rows: units } = rows([join(name, "stopped.jsonl")]);
    assert.ok(units.includes("Part 4 | x | MISSING"), units.join("\n"));
  }
  if (process.platform === "win32") return;
  // Of a folder, nothing outside of it is read.
  const [inside, outside] = [join(folder, "fenced", "stopped", "subagents"), join(folder, "outside.jsonl")];
  mkdirSync(inside, { recursive: true });
  writeFileSync(join(folder, "fenced", "stopped.jsonl"), log);
  writeFileSync(outside, lines(transcripts.b));
  symlinkSync(outside, join(inside, "agent-b.jsonl"));
  const fenced = rows(["fenced"]);
  assert.ok(fenced.rows.includes("Part 3 | x | MISSING"), fenced.rows.join("\n"));
  assert.match(fenced.stderr, /agent-b\.jsonl was skipped: it is a link that leads outside the folder/);
});

test("of a log with several sessions, --session takes what the one asked itself", () => {
  const { work, sessions } = project();
  const found = JSON.parse(reconvene(["sessions", "--json"], { cwd: work }).stdout);
  const { path } = found.find((/** @type {{ id: string }} */ { id }) => id === sessions.newest);
  const asked = (/** @type {string} */ sessionId, /** @type {string} */ unit) => {
    const input = { description: unit, subagent_type: "x", prompt: "Look." };
    const content = [{ type: "tool_use", id: `id-${unit}`, name: "Agent", input }];
    const result = [{ type: "tool_result", tool_use_id: `id-${unit}`, content: "No issues found." }];
    return [
      { type: "assistant", sessionId, message: { role: "assistant", content } },
      { type: "user", sessionId, message: { role: "user", content: result } },
    ].map((record) => `${JSON.stringify(record)}\n`);
  };
  const other = "0f0f0f0f-0000-4000-8000-000000000000";
  writeFileSync(path, [...asked(sessions.newest, "Own"), ...asked(other, "Foreign")].join(""));
  const own = rows(["--session", sessions.newest], { cwd: work });
  assert.deepEqual(own.rows, ["Own | x | CLEAN"]);
  assert.match(own.stderr, /has 1 more call, from other sessions. Name the file to read them all\./);
  assert.deepEqual(rows([path], { cwd: work }).rows, ["Foreign | x | CLEAN", "Own | x | CLEAN"]);
  assert.deepEqual(rows([path, "--session", "0f0f"], { cwd: work }).rows, ["Foreign | x | CLEAN"]);
  const none = reconvene(["report", path, "--session", "abc"], { cwd: work });
  assert.equal(none.status, 2);
  assert.match(none.stderr, /has no session abc, but .*0f0f0f0f-0000-4000-8000-000000000000/);
});

test("misuse is said", () => {
  const { work } = project();
  /** @type {[string[], RegExp][]} */
  const cases = [
    [
      ["report", "--session", "abc"],
      /There is no session abc in .*\. `reconvene sessions` lists the sessions of this folder\./,
    ],
    [["report", "--session", "logs/codex/exec.jsonl"], /There is no session|is a file, and --session takes an id/],
    [["report", "--agent", "codex"], /--agent can only be used together with --session\./],
    [["report", "--session", "--agent", "opencode"], /`opencode export ID > session\.json`/],
    [
      ["report", "--session", "--agent", "cloud"],
      /--agent must be one of claude-code, codex, gemini-cli, but is "cloud"\./,
    ],
    [["report", "x.md", "--session"], /With a file, --session needs an id: --session ID\./],
    [["sessions", "x"], /Unexpected: x\./],
  ];
  for (const [args, sentence] of cases) {
    const { status, stderr } = reconvene(args, { cwd: work });
    assert.equal(status, 2, args.join(" "));
    assert.match(stderr, sentence);
  }
  assert.match(reconvene(["report", "--session"], { cwd: tmpdir() }).stderr, /No session of this folder was found in /);
});

test(`a log of ${LARGE_LOG / 1024 / 1024} MB is read in ${HEAP} MB`, async () => {
  const file = join(folder, "large.jsonl");
  const out = createWriteStream(file);
  const [head = [], tail = []] = halves(
    readFileSync(join(CASES, "claude-code", "sidechains-in-the-file.jsonl"), "utf8").split("\n"),
  );
  out.write(`${head.join("\n")}\n`);
  const between = JSON.stringify({
    ...{ type: "user", sessionId: "other", uuid: "u" },
    message: {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: "toolu_read", content: "x".repeat(200_000) }],
    },
  });
  for (let written = 0; written < LARGE_LOG; written += between.length) {
    if (!out.write(`${between}\n`)) await new Promise((done) => out.once("drain", () => done(undefined)));
  }
  await new Promise((done) => out.end(tail.join("\n"), () => done(undefined)));
  const { status, rows: units } = rows(["large.jsonl"], { node: [`--max-old-space-size=${HEAP}`] });
  assert.equal(status, 0);
  assert.equal(units.length, 3);
});

/** @param {string[]} lines */
function halves(lines) {
  const middle = Math.floor(lines.length / 2);
  return [lines.slice(0, middle), lines.slice(middle)];
}
