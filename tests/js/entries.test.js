/** The forms in which hosts save replies, from a file and from standard input. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { aggregate, Collector, parse } from "../../pkg/node.js";

const CLI = fileURLToPath(new URL("../../pkg/cli.js", import.meta.url));
const CLEAN = "RESULT: CLEAN | Type: consistency | Pair: A.md/C.md | Findings: 0 | Critical: 0 | Major: 0 | Minor: 0\n";
const PARTIAL = "RESULT: PARTIAL | Type: consistency | Pair: A.md/D.md | Coverage: 50% | Reason: out of time\n";

/** @type {string} */
let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "reconvene-entries-"));
});

after(() => rmSync(folder, { recursive: true }));

/**
 * What `parse` prints of a file, which is what it prints of the same on standard input, but for the name.
 * @param {string} name
 * @param {unknown} content A text, or a value.
 */
function read(name, content) {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  writeFileSync(join(folder, name), text);
  const [file, piped] = [[name], ["-"]].map((args) => {
    const options = { cwd: folder, input: text, encoding: /** @type {const} */ ("utf8"), timeout: 60_000 };
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, "parse", ...args], options);
    const [out, err] = [stdout, stderr].map((stream) => stream.replaceAll("standard input", name));
    return { status, stdout: out, stderr: err };
  });
  assert.deepEqual(piped, file, "standard input");
  const { status = null, stdout = "", stderr = "" } = file ?? {};
  /** @type {import("../../pkg/reconvene.js").AgentResult[]} */
  const results = stdout === "" ? [] : [JSON.parse(stdout)].flat();
  return { status, stderr, results };
}

/** @param {{ results: import("../../pkg/reconvene.js").AgentResult[] }} run */
const statuses = ({ results }) => results.map(({ status }) => status);

test("a list of strings is a list of replies", () => {
  const run = read("strings.json", [CLEAN, PARTIAL]);
  assert.deepEqual(statuses(run), ["CLEAN", "PARTIAL"]);
  assert.deepEqual(
    run.results.map(({ source }) => source),
    ["strings.json#1", "strings.json#2"],
  );
  assert.deepEqual([run.status, run.stderr], [0, ""]);
});

test("a string is a reply", () => {
  assert.deepEqual(statuses(read("string.json", JSON.stringify(CLEAN))), ["CLEAN"]);
});

test("an object of names and texts is a reply of each agent", () => {
  const run = read("named.json", { "reader-1": CLEAN, "reader-2": { content: PARTIAL } });
  assert.deepEqual(statuses(run), ["CLEAN", "PARTIAL"]);
  assert.deepEqual(
    run.results.map(({ agent }) => agent),
    ["reader-1", "reader-2"],
  );
});

test("an agent without a text is named, and takes no other away", () => {
  const run = read("null.json", { "reader-1": CLEAN, "reader-2": null });
  assert.deepEqual(statuses(run), ["CLEAN"]);
  assert.equal(run.status, 2);
  assert.match(run.stderr, /^reconvene: null\.json: `text` of entry 2 must be .*, but is null\.\n$/);
});

for (const key of ["text", "content", "output", "result", "response"]) {
  test(`a text under "${key}"`, () => {
    assert.deepEqual(statuses(read("one.json", { [key]: CLEAN, agent: "zed" })), ["CLEAN"]);
    assert.deepEqual(statuses(read("list.json", [{ [key]: CLEAN }, { [key]: PARTIAL }])), ["CLEAN", "PARTIAL"]);
  });
}

test("a list of content parts is one text", () => {
  const [head, ...rest] = CLEAN.split(" | ");
  const parts = [{ type: "text", text: head }, { type: "tool_use", id: "t1" }, `\n${rest.join(" | ")}`];
  const { results } = read("parts.json", { content: parts });
  assert.equal(results.length, 1);
  assert.deepEqual(statuses(read("message.json", { message: { role: "assistant", content: [CLEAN] } })), ["CLEAN"]);
});

test("of chat messages those of a model are replies, not what it was asked", () => {
  const messages = [
    { role: "system", content: "You review." },
    { role: "user", content: "Review A.md." },
    { role: "assistant", content: CLEAN },
  ];
  assert.deepEqual(statuses(read("chat.json", messages)), ["CLEAN"]);
  assert.deepEqual(
    statuses(
      read("langchain.json", [
        { type: "human", content: "Review." },
        { type: "ai", content: CLEAN },
      ]),
    ),
    ["CLEAN"],
  );
  // Who has no model beside it may have pasted the reply.
  assert.deepEqual(statuses(read("user.json", [{ role: "user", content: CLEAN }])), ["CLEAN"]);
});

test("an empty text is not preferred to one that says something", () => {
  assert.deepEqual(statuses(read("empty.json", { text: "", output: CLEAN })), ["CLEAN"]);
});

test("keys that nobody knows are kept as meta", () => {
  const run = read("meta.json", { text: CLEAN, agent: "zed", model: "m-1", usage: { tokens: 7 }, meta: { run: 3 } });
  assert.deepEqual(run.results[0]?.meta, { run: 3, model: "m-1", usage: { tokens: 7 } });
  assert.deepEqual([run.results[0]?.agent, run.status, run.stderr], ["zed", 0, ""]);
});

test("agents by the names that hosts have for them", () => {
  for (const key of ["agent", "agentName", "agent_name", "subagent", "subagent_type", "name"]) {
    assert.equal(read("agent.json", { text: CLEAN, [key]: "zed" }).results[0]?.agent, "zed", key);
  }
});

test("an object that says whose review it holds is one reply, not several by name", () => {
  const review =
    "# Review\n\n## Critical\n\n- src/a.ts:4: the key is logged in plain text.\n- src/b.ts:9: the door is open.";
  const { results } = read("one.json", { unit: "API", agent: "zed", review });
  assert.deepEqual([results.length, results[0]?.findings.length], [1, 2]);
});

test("an object of short texts is one reply, and how to write several is said", () => {
  const { results, stderr } = read("short.json", { tests: "LGTM", security: "SQL injection in login.ts:4" });
  assert.equal(results.length, 1);
  assert.match(stderr, /^reconvene: short\.json was read as one reply\. If it holds a text for each agent, write /);
  assert.equal(read("field.json", { text: "LGTM", agent: "zed" }).stderr, "");
});

for (const name of ["lines.ndjson", "lines.jsonl"]) {
  test(`${name}: a reply a line`, () => {
    const run = read(name, `${JSON.stringify({ text: CLEAN })}\r\n\n${JSON.stringify(PARTIAL)}\n`);
    assert.deepEqual(statuses(run), ["CLEAN", "PARTIAL"]);
    assert.deepEqual([run.status, run.stderr], [0, ""]);
  });

  test(`${name}: a bad line costs that line alone`, () => {
    const run = read(
      name,
      `${JSON.stringify({ text: CLEAN })}\n{"text": "cut o\n${JSON.stringify({ output: PARTIAL })}\n`,
    );
    assert.deepEqual(statuses(run), ["CLEAN", "PARTIAL"]);
    assert.deepEqual([run.status, run.stderr], [2, `reconvene: ${name}: line 2 is not valid JSON.\n`]);
  });

  test(`${name}: one reply and one that was cut off`, () => {
    const run = read(name, `${JSON.stringify({ text: CLEAN })}\n{"text": "cut o`);
    assert.deepEqual(statuses(run), ["CLEAN"]);
    assert.deepEqual([run.status, run.stderr], [2, `reconvene: ${name}: line 2 is not valid JSON.\n`]);
  });

  test(`${name}: a line that is no reply`, () => {
    const run = read(
      name,
      [{ text: CLEAN }, { text: PARTIAL }, { foo: 1 }].map((line) => JSON.stringify(line)).join("\n"),
    );
    assert.deepEqual(statuses(run), ["CLEAN", "PARTIAL"]);
    assert.deepEqual(
      [run.status, run.stderr],
      [2, `reconvene: ${name}: line 3 is not a reply: it needs a \`text\`.\n`],
    );
  });
}

test("a known key of another type is kept as meta, and that is said", () => {
  const run = read("keys.json", [{ text: CLEAN, attempt: "first", part: true, meta: 7 }, PARTIAL]);
  assert.deepEqual(statuses(run), ["CLEAN", "PARTIAL"]);
  assert.deepEqual(run.results[0]?.meta, { attempt: "first", meta: 7, part: true });
  assert.equal(run.status, 2);
  assert.match(run.stderr, /`attempt` of entry 1 must be a whole number .*, but is "first"\. It was kept as `meta`\./);
});

test("a host may say of a reply no more than that it is an error", () => {
  const run = read("failed.json", [
    { agent: "one", text: "Killed.", is_error: true },
    { agent: "two", is_error: true },
  ]);
  assert.deepEqual(statuses(run), ["ERROR", "ERROR"]);
  assert.deepEqual(statuses(read("whole.json", [{ text: CLEAN, is_error: false }])), ["CLEAN"]);
});

test("units and agents may be numbers", () => {
  const run = read("numbers.json", [{ text: CLEAN, unit: 1, id: 7, agent: 3 }]);
  const [{ unit, agent } = {}] = /** @type {any[]} */ (run.results);
  assert.deepEqual([unit, agent, run.status, run.stderr], ["1", "3", 0, ""]);
});

test("what a host says of a reply beside its output does not make it a finding", () => {
  const entries = [CLEAN, PARTIAL].map((output) => ({
    agent: "zed",
    file: "A.md",
    summary: "done",
    errors: [],
    output,
  }));
  const run = read("told.json", entries);
  assert.deepEqual(statuses(run), ["CLEAN", "PARTIAL"]);
  assert.deepEqual(run.results[1]?.meta, { file: "A.md", summary: "done", errors: [] });
});

test("agents that gave no text are named, however many they are", () => {
  const run = read("some.json", [
    { agent: "a", output: CLEAN },
    { agent: "b", error: "timeout" },
    { agent: "c" },
    null,
  ]);
  assert.deepEqual(statuses(run), ["CLEAN", "ERROR"]);
  assert.equal(run.results[1]?.reason, '"timeout"');
  assert.equal(run.status, 2);
  assert.equal(run.stderr.trim().split("\n").length, 2);
});

test("agents of which none gave a text, and why", () => {
  const run = read("failed.json", [
    { agent: "a", error: "timeout" },
    { agent: "b", error: { message: "out of memory" } },
  ]);
  assert.deepEqual(
    run.results.map(({ agent, status, reason }) => [agent, status, reason]),
    [
      ["a", "ERROR", '"timeout"'],
      ["b", "ERROR", '"out of memory"'],
    ],
  );
  assert.deepEqual([run.status, run.stderr], [0, ""]);
});

test("an object of agents, each with how it ended and its result", () => {
  const run = read("ended.json", {
    security: { status: "done", result: CLEAN },
    tests: { status: "done", result: PARTIAL },
  });
  assert.deepEqual(statuses(run), ["CLEAN", "PARTIAL"]);
  assert.deepEqual(
    run.results.map(({ agent }) => agent),
    ["security", "tests"],
  );
});

test("a return and files with their content are a reply of their own", () => {
  for (const value of [
    { status: "completed", summary: "Two tables moved.", output: CLEAN },
    [{ file: "src/a.ts", message: "This may be null here." }],
    [{ path: "src/a.ts", content: "export const a = 1;\nexport const b = 2;\n" }],
  ]) {
    const { results } = read("return.json", value);
    assert.deepEqual([results.length, results[0]?.source], [1, "return.json"]);
  }
});

test("a bad entry of a list costs that entry alone", () => {
  const run = read("list.json", [CLEAN, { foo: 1 }, { text: PARTIAL }]);
  assert.deepEqual(statuses(run), ["CLEAN", "PARTIAL"]);
  assert.deepEqual(
    [run.status, run.stderr],
    [2, "reconvene: list.json: entry 2 has no `text`. Pass the full reply.\n"],
  );
});

test("an entry that was cut off is read as it stands, and that is said", () => {
  const run = read("cut.json", JSON.stringify({ text: CLEAN }).slice(0, -20));
  assert.equal(run.results.length, 1);
  assert.equal(run.status, 2);
  assert.match(run.stderr, /^reconvene: cut\.json: it is not valid JSON, so it was read as plain text\.\n$/);
});

test("findings and returns in JSON are the text of one reply", () => {
  /** @type {[string, unknown][]} */
  const cases = [
    ["message.json", [{ severity: "major", file: "a.ts", line: 3, message: "No timeout is set." }]],
    ["body.json", [{ title: "No timeout", body: "None is set.", code_location: { path: "a.ts" } }]],
    ["return.json", { status: "done", message: "All is written." }],
    [
      "finding.json",
      { problem: "No timeout is set, so that a request may hang.", fix: "Set a timeout of ten seconds." },
    ],
    ["lines.jsonl", `{"severity":"major","file":"a.ts","message":"No timeout."}\n{"severity":"minor","file":"b.ts"}`],
  ];
  for (const [name, content] of cases) {
    const run = read(name, content);
    assert.deepEqual([run.results.length, run.results[0]?.source, run.status], [1, name, 0], name);
  }
});

test("meta comes back with the result, from every function", () => {
  const reply = { text: CLEAN, meta: { run: 3, nested: { list: [null, "x"] } } };
  assert.deepEqual(parse(reply).meta, reply.meta);
  assert.deepEqual(aggregate([reply]).results[0]?.meta, reply.meta);
  const collector = new Collector();
  assert.deepEqual(collector.add(reply).meta, reply.meta);
  assert.deepEqual(Collector.from(JSON.parse(JSON.stringify(collector))).report().results[0]?.meta, reply.meta);
  assert.ok(!("meta" in parse(CLEAN)));
});

test("a number of a host's own may be larger than JavaScript counts", () => {
  for (const at of [2 ** 53, 2 ** 63, 2 ** 64, 1e300, -(2 ** 53)]) {
    const reply = { text: CLEAN, meta: { at } };
    assert.deepEqual(parse(reply).meta, reply.meta);
    const collector = new Collector();
    assert.deepEqual(collector.add(reply).meta, reply.meta);
    assert.deepEqual(Collector.from(JSON.parse(JSON.stringify(collector))).report().results[0]?.meta, reply.meta);
  }
});

test("whatever meta is, the reply counts", () => {
  const read = (/** @type {any} */ meta) => aggregate([{ text: CLEAN, meta }]).results[0]?.meta;
  for (const meta of [[1], "x", 1]) assert.deepEqual(read(meta), { meta });
  assert.equal(read(null), undefined);
  assert.deepEqual(read({ seen: new Map([["a", new Set([1])]]) }), { seen: { a: [1] } });
  const thrower = {
    run: 3,
    get broken() {
      throw new Error("no");
    },
  };
  assert.deepEqual(read(thrower), { run: 3, broken: "[cannot be read]" });
});
