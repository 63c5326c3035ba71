/**
 * Replies out of logs of coding agents. A case is a log below `sessions/`, made by us in a documented shape, beside what is
 * read of it: `UPDATE_EXPECT=1` writes that anew.
 */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { aggregate } from "../../pkg/node.js";
import { isSession, readSession, replies, SessionReader, session } from "../../pkg/sessions.js";

const CASES = fileURLToPath(new URL("sessions", import.meta.url));
const SNAPSHOT = ".read.json";

const logs = readdirSync(CASES, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.jsonl?$/.test(name) && !name.endsWith(SNAPSHOT) && !name.endsWith(".meta.json"))
  .sort();

/** @param {string} name */
const log = (name) => readFileSync(join(CASES, name), "utf8");

const pick = (/** @type {string} */ text) => ({ text, unit: "A", agent: "b" });

for (const name of logs) {
  test(`the case ${name}`, () => {
    const file = join(CASES, name.replace(/\.jsonl?$/, SNAPSHOT));
    const read = `${JSON.stringify(session(log(name)), null, 2)}\n`;
    if (process.env.UPDATE_EXPECT === "1" || !existsSync(file)) writeFileSync(file, read);
    assert.equal(read, readFileSync(file, "utf8"));
    assert.ok(isSession(log(name), true), "it is not taken for a log");
  });
}

test("every reply of a case is a row of the report, and so is every call without one", () => {
  for (const name of logs) {
    const { replies, expected } = session(log(name));
    const report = aggregate(replies, { expected });
    assert.equal(report.summary.replies, replies.length, name);
    const rows = new Set(report.coverage.map(({ unit }) => unit));
    for (const { unit } of expected) assert.ok(rows.has(unit), `${name}: ${unit}`);
    const answered = new Set(replies.map(({ unit, agent }) => `${unit} ${agent}`));
    for (const { unit, agent } of expected) {
      if (answered.has(`${unit} ${agent}`)) continue;
      assert.equal(report.coverage.find((row) => row.unit === unit)?.status, "MISSING", `${name}: ${unit}`);
    }
  }
});

test("a log may come in pieces, cut anywhere, as text, bytes or records", async () => {
  for (const name of logs) {
    const whole = session(log(name));
    const bytes = new TextEncoder().encode(log(name));
    const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.subarray(at * 7, at * 7 + 7));
    assert.deepEqual(await readSession(pieces), whole, name);
    assert.deepEqual(session(bytes), whole, name);
    assert.deepEqual(session(log(name).replaceAll("\n", "\r\n")), whole, name);
    if (whole.problems.length > 0) continue;
    const records = name.endsWith("l")
      ? log(name)
          .split("\n")
          .filter((line) => line.startsWith("{"))
          .map((line) => JSON.parse(line))
      : [JSON.parse(log(name))];
    assert.deepEqual(session(records), whole, name);
    assert.deepEqual(replies(records), whole.replies);
  }
});

test("a log that is cut off gives what stands before the cut, and says so", () => {
  for (const name of logs.filter((name) => name.endsWith("l"))) {
    const text = log(name);
    const whole = new Map(session(text).replies.map((reply) => [reply.id, reply.text]));
    for (let end = 1; end < text.length; end += Math.max(1, Math.floor(text.length / 97))) {
      const cut = session(text.slice(0, end));
      const last = text.slice(text.lastIndexOf("\n", end - 1) + 1, end);
      assert.equal(cut.problems.length > 0, last.startsWith("{") && !isJson(last), `${name}, ${end}`);
      for (const reply of cut.replies) {
        // What an agent wrote last before the cut may not be its last word, if its transcript is all that there is.
        if (/agent-|rollout-|exec/.test(name)) continue;
        assert.equal(reply.text, whole.get(reply.id), `${name}, ${end}`);
      }
    }
  }
});

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test("members that are missing, or of a wrong type, cost no other record", () => {
  const wrong = [null, 7, true, "", "x", [], {}, [null], { type: "text" }, [{ type: "tool_result", tool_use_id: 3 }]];
  for (const name of logs) {
    let at = 0;
    const records = name.endsWith("l")
      ? log(name)
          .split("\n")
          .filter(isJson)
          .map((line) => JSON.parse(line))
      : [JSON.parse(log(name))];
    for (const record of records) {
      for (const [holder, key] of membersIn(record)) {
        const kept = holder[key];
        holder[key] = wrong[at++ % wrong.length];
        const read = session(records);
        for (const reply of read.replies) {
          assert.equal(typeof reply.text, "string");
          assert.ok(reply.error === undefined || typeof reply.error === "string");
        }
        aggregate(read.replies.slice(0, 1), { expected: read.expected.slice(0, 1) });
        holder[key] = kept;
      }
    }
  }
});

/**
 * @param {any} value
 * @returns {Generator<[any, string]>}
 */
function* membersIn(value) {
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    yield [value, key];
    yield* membersIn(value[key]);
  }
}

test("only one session of several", () => {
  const text = log("claude-code/odd.jsonl");
  const [first = "", other = ""] = session(text).sessions;
  const units = (/** @type {string | undefined} */ id) =>
    session(text, { session: id }).replies.map(({ unit }) => unit);
  assert.deepEqual(units(other), ["Review of another session"]);
  assert.ok(!units(first).includes("Review of another session"));
  assert.equal(units(undefined).length, units(first).length + 1);
  assert.deepEqual(units("none"), []);
});

test("of messages, the tools that are named are the subagents", () => {
  const messages = [
    {
      role: "assistant",
      tool_calls: [
        { id: "c1", type: "function", function: { name: "ask_reviewer", arguments: '{"prompt":"Review it."}' } },
      ],
    },
    { role: "tool", tool_call_id: "c1", content: "No issues found." },
  ];
  assert.deepEqual(session(messages).replies, []);
  assert.deepEqual(session(messages).otherTools, ["ask_reviewer"]);
  const [reply] = replies(messages, { tools: ["ask_reviewer"] });
  assert.deepEqual([reply?.text, reply?.unit, reply?.agent], ["No issues found.", "Review it.", "ask_reviewer"]);
});

test("what is no log has no replies, and is not taken for one", () => {
  const texts = [
    "",
    "RESULT: CLEAN | Type: consistency | Pair: A.md/B.md | Findings: 0",
    JSON.stringify(pick("RESULT: CLEAN")),
    [pick("RESULT: CLEAN"), pick("No issues found.")].map((entry) => JSON.stringify(entry)).join("\n"),
    JSON.stringify([
      { role: "user", content: "Review it." },
      { role: "assistant", content: "No issues found." },
    ]),
    JSON.stringify({ status: "completed", summary: "done", artifacts: [] }),
    `Look at this log:\n\n\`\`\`\n${log("claude-code/background.jsonl").split("\n").slice(0, 2).join("\n")}\n\`\`\`\n\nNo issues found.\n`,
    "[]",
    "7",
    '{"messages":[]}',
  ];
  for (const text of texts) {
    assert.ok(!isSession(text, true), text);
    assert.deepEqual(replies(text), [], text);
  }
  // What one run ends with is a reply as it stands.
  assert.ok(!isSession('{"type":"result","subtype":"success","result":"No issues found.","session_id":"s1"}', true));
});

test("a prompt that a person asks again is no other call, and nothing is lost where ids repeat", () => {
  const call = (/** @type {string} */ prompt) => ({
    role: "assistant",
    content: [{ type: "tool_use", id: "call_1", name: "agent", input: { description: "Review", prompt } }],
  });
  const result = (/** @type {string} */ content) => ({
    role: "user",
    content: [{ type: "tool_result", tool_use_id: "call_1", content }],
  });
  assert.equal(replies([call("a"), result("one"), call("a"), result("one")]).length, 1);
  const both = replies([call("a"), result("one"), call("b"), result("two")]);
  assert.deepEqual(
    both.map(({ text, attempt }) => [text, attempt]),
    [
      ["one", undefined],
      ["two", 2],
    ],
  );
  assert.equal(new Set(both.map(({ id }) => id)).size, 2);
});

test("a line that is too long costs itself alone", () => {
  const reader = new SessionReader();
  const [first = "", ...rest] = log("claude-code/sidechains-in-the-file.jsonl").split("\n");
  reader.push(`${first}\n{"type":"user","message":"`);
  for (let piece = 0; piece < 100; piece += 1) reader.push("x".repeat(1024 * 1024));
  reader.push(`"}\n${rest.join("\n")}`);
  const { replies, problems } = reader.session();
  assert.equal(replies.length, 3);
  assert.deepEqual(problems, ["line 2 is longer than 96 million characters and was skipped"]);
});

test("misuse is refused", () => {
  const untyped = /** @type {any} */ ({ session, SessionReader });
  assert.throws(() => untyped.session(7), {
    code: "bad-argument",
    message: /`source` must be text, a record or a list/,
  });
  assert.throws(() => untyped.session("", { sesion: "x" }), {
    code: "unknown-option",
    message: /the unknown key "sesion"\. Allowed: session, tools/,
  });
  assert.throws(() => untyped.session("", { tools: "task" }), { code: "bad-argument", message: /`options\.tools`/ });
  assert.throws(() => untyped.session("", { session: 7 }), { code: "bad-argument" });
  assert.throws(() => new untyped.SessionReader().push(7), {
    code: "bad-argument",
    message: /`chunk` must be text or bytes/,
  });
});

test("it is pure: no module of Node, no module of ours that has to be ready", () => {
  const folder = fileURLToPath(new URL("../../pkg/sessions", import.meta.url));
  const files = ["../sessions.js", ...readdirSync(folder)];
  for (const file of files) {
    const source = readFileSync(join(folder, file), "utf8");
    for (const [, from] of source.matchAll(/^(?:import|export) .* from "([^"]+)";$/gm)) {
      assert.match(from ?? "", /^\.\/(?:sessions\/)?(?:[\w-]+)\.js$/, `${file} imports ${from}`);
    }
  }
});

/** Records of a session of Claude Code, of one call each. */
const claudeCode = {
  call: (/** @type {string} */ sessionId, /** @type {string} */ id, /** @type {object} */ input) => ({
    ...{ type: "assistant", sessionId },
    message: { role: "assistant", content: [{ type: "tool_use", id, name: "Agent", input }] },
  }),
  result: (/** @type {string | undefined} */ sessionId, /** @type {string} */ id, /** @type {string} */ content) => ({
    ...{ type: "user", sessionId, uuid: "u" },
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] },
  }),
};

test("an id that two sessions of a log have stands in each for its own call", () => {
  const { call, result } = claudeCode;
  for (const prompts of [
    ["Review a.", "Review b."],
    ["Review.", "Review."],
  ]) {
    const calls = ["a", "b"].map((name, at) => call(name, "t", { description: `Part ${name}`, prompt: prompts[at] }));
    const results = ["a", "b"].map((name) => result(name, "t", `reply ${name}`));
    for (const records of [
      [...calls, ...results],
      [...calls, ...results.toReversed()],
    ]) {
      const read = replies(records);
      assert.deepEqual(
        read.map(({ unit, text, meta }) => [unit, text, meta?.session]),
        ["a", "b"].map((name) => [`Part ${name}`, `reply ${name}`, name]),
      );
      assert.equal(new Set(read.map(({ id }) => id)).size, 2);
      assert.equal(replies(records, { session: "a" })[0]?.text, "reply a");
    }
  }
  // What a session did not ask may have been asked before it had another id.
  const asked = call("a", "t", { description: "Part", prompt: "Review." });
  for (const other of ["b", undefined]) assert.equal(replies([asked, result(other, "t", "one")])[0]?.text, "one");
  const again = [asked, { ...asked, sessionId: "b" }, result("b", "t", "one"), result("a", "t", "one")];
  assert.equal(replies(again).length, 1);
});

test("a result that precedes its call is the reply to it, in every form of a log", () => {
  const input = { description: "Part", prompt: "Review." };
  const used = { type: "tool_use", id: "t", name: "Task", input };
  const result = { type: "tool_result", tool_use_id: "t", content: "reply" };
  const args = JSON.stringify(input);
  const logs = {
    "claude-code": [claudeCode.result("a", "t", "reply"), claudeCode.call("a", "t", input)],
    anthropic: [
      { role: "user", content: [result] },
      { role: "assistant", content: [used] },
    ],
    "openai-chat": [
      { role: "tool", tool_call_id: "t", content: "reply" },
      { role: "assistant", tool_calls: [{ id: "t", function: { name: "task", arguments: args } }] },
    ],
    "openai-responses": [
      { type: "function_call_output", call_id: "t", output: "reply" },
      { type: "function_call", call_id: "t", name: "task", arguments: args },
    ],
  };
  for (const [name, records] of Object.entries(logs)) {
    const read = session(records);
    assert.deepEqual(
      read.replies.map(({ unit, text }) => [unit, text]),
      [["Part", "reply"]],
      name,
    );
  }
  // In a session of its own an id is another call's, and so is one of another tool.
  const { call, result: resultOf } = claudeCode;
  const other = { ...used, name: "Read" };
  const read = { type: "assistant", sessionId: "a", message: { role: "assistant", content: [other] } };
  for (const records of [
    [resultOf("b", "t", "of b"), call("a", "t", input)],
    [read, resultOf("a", "t", "a file"), call("a", "t", input)],
    [resultOf("a", "t", "a file"), read, call("a", "t", input)],
  ])
    assert.deepEqual(replies(records), []);
});

test("what is expected has the prompt of the call, of several attempts the last", () => {
  const { call, result } = claudeCode;
  const asks = (/** @type {string} */ id, /** @type {string} */ unit, /** @type {string} */ prompt) =>
    call("s", id, { description: unit, subagent_type: "x", prompt });
  const again = [asks("1", "Part", "Look."), result("s", "1", "I could not."), asks("2", "Part", "Look again.")];
  const withoutPrompt = call("s", "4", { description: "Unknown" });
  assert.deepEqual(session([...again, asks("3", "Other", "Look elsewhere."), withoutPrompt]).expected, [
    { unit: "Part", agent: "x", asked: "Look again." },
    { unit: "Other", agent: "x", asked: "Look elsewhere." },
    { unit: "Unknown" },
  ]);
});

test("a teammate of a name that two sessions have writes for its own", () => {
  const said = (/** @type {string} */ sessionId) => ({
    ...{ type: "user", sessionId, uuid: "u" },
    message: { role: "user", content: `<teammate-message teammate_id="x">\nreply ${sessionId}\n</teammate-message>` },
  });
  const calls = ["a", "b"].map((name) =>
    claudeCode.call(name, `t${name}`, { name: "x", description: `Part ${name}`, prompt: `Review ${name}.` }),
  );
  assert.deepEqual(
    replies([...calls, said("a"), said("b")]).map(({ unit, text }) => [unit, text]),
    ["a", "b"].map((name) => [`Part ${name}`, `reply ${name}`]),
  );
});

test("two runs of Codex in one log number their calls alike", () => {
  const run = (/** @type {string} */ name) => {
    const item = { id: "item_1", type: "collab_tool_call", tool: "spawn_agent", prompt: `Review ${name}.` };
    const states = { [`agent-${name}`]: { status: "completed", message: `reply ${name}` } };
    return [
      { type: "thread.started", thread_id: name },
      { type: "item.completed", item: { ...item, receiver_thread_ids: [`agent-${name}`] } },
      { type: "item.completed", item: { id: "item_2", type: "collab_tool_call", tool: "wait", agents_states: states } },
    ];
  };
  assert.deepEqual(
    replies([...run("a"), ...run("b")]).map(({ unit, text, meta }) => [unit, text, meta?.session]),
    ["a", "b"].map((name) => [`Review ${name}.`, `reply ${name}`, name]),
  );
});

/** A call without an id, and its result. */
const unnamed = {
  call: (/** @type {string} */ name, /** @type {number} */ n) => ({
    role: "assistant",
    content: null,
    function_call: { name, arguments: JSON.stringify({ description: `Review ${n}`, prompt: `Look at ${n}.` }) },
  }),
  result: (/** @type {string} */ name, /** @type {number} */ n) => ({ role: "function", name, content: `reply ${n}` }),
};

test("calls without ids are answered in their order, by the name of the tool; a result too many moves none", () => {
  const { call, result } = unnamed;
  const early = [call("task", 1), result("task", 1), result("task", 0)];
  const late = [call("task", 2), call("agent", 3), call("task", 4)];
  const results = [result("agent", 3), result("task", 2), result("task", 4)];
  const read = session([...early, ...late, ...results]);
  assert.deepEqual(
    read.replies.map(({ unit, text }) => [unit, text]),
    [1, 2, 3, 4].map((n) => [`Review ${n}`, `reply ${n}`]),
  );
  const left = "a result of task was skipped: it has no id, and there is no earlier call without one";
  assert.deepEqual(read.problems, [left]);
  assert.deepEqual(session([result("task", 1), call("task", 1)]).problems, [left]);
  assert.deepEqual(session([result("read_file", 1), call("read_file", 1)]).problems, []);
});

test("a log with as much as there can be is read in proportion to its length", () => {
  const call = (/** @type {number} */ n) => ({
    role: "assistant",
    content: [{ type: "tool_use", id: `call_${n}`, name: "agent", input: { description: "Review" } }],
  });
  const result = (/** @type {number} */ n, /** @type {string} */ content) => ({
    role: "user",
    content: [{ type: "tool_result", tool_use_id: `call_${n}`, content }],
  });
  const time = (/** @type {number} */ count) => {
    const numbers = Array.from({ length: count }, (_, n) => n);
    const records = [
      ...numbers.map(call),
      ...numbers.map((n) => result(0, `reply ${n}`)),
      ...numbers.map((n) => result(n, "x")),
    ];
    const began = performance.now();
    assert.equal(replies(records).length, 2 * count);
    const withoutIds = [unnamed.call, unnamed.result].flatMap((record) => numbers.map((n) => record("task", n)));
    assert.equal(replies(withoutIds).length, count);
    const tags = '<teammate-message teammate_id="a">'.repeat(count);
    session([{ type: "user", sessionId: "s", message: { role: "user", content: tags } }]);
    session(`${"[{".repeat(count)}\n${"{".repeat(count)}`);
    return performance.now() - began;
  };
  time(2_000);
  const [short, long] = [time(5_000), time(40_000)];
  // Eight times as much takes no more than five times eight times as long: quadratic time would be 64 times.
  assert.ok(long < 40 * Math.max(short, 5), `${long} ms for what took ${short} ms`);
});

/** What becomes of one result of a call in Claude Code. @param {object} part @param {object} [beside] */
const resultOf = (part, beside) => {
  const input = { description: "A", subagent_type: "b", prompt: "Look." };
  const used = { type: "tool_use", id: "t", name: "Task", input };
  const result = { type: "tool_result", tool_use_id: "t", ...part };
  const read = session([
    { type: "assistant", sessionId: "s", message: { role: "assistant", content: [used] } },
    {
      ...{ type: "user", sessionId: "s", message: { role: "user", content: [result] } },
      ...(beside && { toolUseResult: beside }),
    },
  ]);
  return read.replies[0];
};

const USAGE = "<usage>total_tokens: 12\ntool_uses: 3\nduration_ms: 45</usage>";

test("what the host adds to a result is left out at its very end alone", () => {
  const line = "agentId: abc (for resuming to continue this agent's work if needed)";
  const sent = "agentId: abc (use SendMessage with to: 'abc', summary: '<5-10 word recap>' to continue this agent)";
  const tree = "worktreePath: /x/y\nworktreeBranch: z";
  for (const end of [line, sent, `${line}\n${USAGE}`, `${sent}\n${tree}\n${USAGE}\n`, `${sent}\n${tree}`]) {
    assert.equal(resultOf({ content: `No issues found.\n${end}` })?.text, "No issues found.", end);
    const parts = [
      { type: "text", text: "No issues found." },
      { type: "text", text: end },
    ];
    assert.equal(resultOf({ content: parts })?.text, "No issues found.", end);
  }
  const finding = "- **Critical** src/a.rs:3: private key committed";
  for (const end of [
    `agentId: abc (for resuming\n${finding}`,
    `${line}\n${finding}`,
    `${line} ${finding}`,
    `${line}\n${USAGE}\n${finding}`,
    `${line}\n<usage>${finding}</usage>`,
  ]) {
    const said = `No issues found.\n${end}`;
    assert.equal(resultOf({ content: said })?.text, said);
    const parts = [
      { type: "text", text: "No issues found." },
      { type: "text", text: end },
    ];
    assert.equal(resultOf({ content: parts })?.text, said);
  }
});

test("a reply that begins as the note of a start does is a reply, the note alone is none", () => {
  for (const said of [
    "Spawned successfully, but never joined.\n\n- **Critical** src/pool.rs:3: private key committed",
    "Spawned successfully.\n\n- **Critical** src/pool.rs:3: private key committed",
    "Async agent launched from `start()` is never awaited.",
  ]) {
    assert.equal(resultOf({ content: said })?.text, said);
    assert.equal(resultOf({ content: said }, { status: "completed" })?.text, said);
    assert.equal(resultOf({ content: said }, { status: "teammate_spawned" }), undefined);
    assert.equal(resultOf({ content: said }, { isAsync: true }), undefined);
  }
  for (const note of [
    "Async agent launched successfully.\nagentId: abc (internal ID - do not mention to user.)\nThe agent is working in the background.\noutput_file: /x/abc.output",
    "Spawned successfully.\nagent_id: a@b\nname: a\nteam_name: b\nThe agent is now running and will receive instructions via mailbox.",
  ])
    assert.equal(resultOf({ content: note }), undefined);
});

test("what the host calls failed is an error, in JSON's true or in words", () => {
  const content = "No issues found.";
  assert.equal(resultOf({ content }, { status: "failed" })?.error, "failed");
  assert.equal(resultOf({ content }, { status: "failed", error: "too long" })?.error, "too long");
  assert.equal(resultOf({ content, is_error: "true" })?.error, content);
  assert.equal(resultOf({ content, is_error: "false" })?.error, undefined);
  const failed = resultOf({ content }, { status: "failed" });
  assert.equal(aggregate(failed ? [failed] : []).coverage[0]?.status, "ERROR");
  const last = { type: "result", session_id: "s", uuid: "u", subtype: "error", is_error: "true", result: content };
  assert.equal(session([last]).replies[0]?.error, content);
});

test("a limit that was reached is an error, a reply that speaks of one is none", () => {
  const trailer = "agentId: abc (use SendMessage with to: 'abc' to continue this agent)";
  for (const said of [
    "You've hit your limit · resets 8pm (Europe/Warsaw)",
    "You’ve hit your session limit · resets 3pm",
    "Claude AI usage limit reached|1750000000",
    "5-hour limit reached ∙ resets 3am",
    "You're out of extra usage · resets 5pm",
  ]) {
    const content = [
      { type: "text", text: said },
      { type: "text", text: `${trailer}\n${USAGE}` },
    ];
    const reply = resultOf({ content }, { status: "completed", content: [{ type: "text", text: said }] });
    assert.deepEqual([reply?.text, reply?.error], ["", said]);
    assert.equal(aggregate(reply ? [reply] : []).coverage[0]?.status, "ERROR");
  }
  for (const said of [
    "You've hit your limit · resets 8pm\n\n1. **Critical** src/a.rs:3: the limit is not checked",
    "The 5-hour limit reached in `src/a.rs:3` is never reset.",
    "You've hit your stride.",
  ]) {
    assert.deepEqual([resultOf({ content: said })?.text, resultOf({ content: said })?.error], [said, undefined]);
  }
});

test("a record that is nested too deeply costs itself alone", () => {
  const lines = log("claude-code/background.jsonl").trimEnd().split("\n");
  const whole = session(lines.join("\n"));
  assert.ok(whole.replies.length > 0);
  const nest = (/** @type {string} */ begin, /** @type {string} */ end, count = 20_000) =>
    begin.repeat(count) + end.repeat(count);
  const id = lines.map((line) => /"type":"tool_use","id":"([^"]+)"/.exec(line)?.[1]).find((found) => found);
  const progress = `{"type":"progress","sessionId":"s","uuid":"u","parentToolUseID":"${id}","data":{"type":"agent_progress","message":`;
  for (const deep of [
    nest("[", "]"),
    nest('{"messages":[', "]}"),
    nest('{"input":[', "]}"),
    `${progress.repeat(20_000)}{}${"}}".repeat(20_000)}`,
  ]) {
    // A call is known from where it stands on.
    for (const at of deep.startsWith(progress) ? [lines.length] : [1, lines.length]) {
      const read = session(lines.toSpliced(at, 0, deep).join("\n"));
      assert.deepEqual(read, { ...whole, problems: [`line ${at + 1} is nested too deeply and was skipped`] });
    }
    const records = lines.map((line) => JSON.parse(line));
    assert.deepEqual(session([...records, JSON.parse(deep)]).replies, whole.replies);
    const document = `[\n${[...lines, deep].join(",\n")}\n]`;
    assert.deepEqual(session(document).replies, whole.replies);
    assert.deepEqual(session(document).problems, ["a record of it is nested too deeply and was skipped"]);
  }
  /** @type {unknown[]} */
  const circle = [];
  circle.push(circle, circle);
  assert.deepEqual(session([circle]).replies, []);
});
