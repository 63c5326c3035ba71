/** The package's entry for Node. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import * as reconvene from "../../pkg/node.js";

const {
  Collector,
  ReconveneError,
  aggregate,
  check,
  codes,
  explain,
  fix,
  prompt,
  showDiagnostics,
  init,
  parse,
  render,
  report,
  split,
  version,
} = reconvene;

const FINDINGS = `RESULT: FINDINGS | Type: consistency | Pair: A.md/B.md | Findings: 1 | Critical: 1 | Major: 0 | Minor: 0

---
**Protocol**: v1
**Agent**: consistency checker
**Assigned**: compare A.md with B.md
**Scope**: A.md, B.md
**Coverage**: Full
**Confidence**: high
---

| ID | Severity | Type | Location | Counter-location | Description | Suggestion |
|----|----------|------|----------|------------------|-------------|------------|
| F1 | critical | contradiction | A.md §1 | B.md §2 | A says “yes”, B says no. | Decide. |
`;
const CLEAN = "RESULT: CLEAN | Type: consistency | Pair: A.md/C.md | Findings: 0 | Critical: 0 | Major: 0 | Minor: 0\n";
const LIMIT = 16 * 1024 * 1024;

/** Misuse, as a JavaScript caller can commit it: past what the types allow. */
const untyped = /** @type {any} */ (reconvene);

/**
 * @param {() => unknown} call
 * @param {string} code
 * @param {RegExp} says
 */
function refused(call, code, says) {
  assert.throws(call, (error) => {
    assert.ok(error instanceof ReconveneError, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, says);
    return true;
  });
}

test("the types are those of the contract", () => {
  /** @type {typeof import("../../pkg/reconvene.js")} */
  const contract = reconvene;
  assert.deepEqual(
    Object.keys(contract).sort(),
    [
      ...["Collector", "ReconveneError", "aggregate", "check", "codes", "explain", "fix", "init", "parse", "prompt"],
      ...["render", "report", "showDiagnostics", "split", "version"],
      ...["agents", "clarifications", "configuration", "failOn", "fromSettled", "membersOf", "plan", "registeredTypes"],
      ...["retry", "showPlan"],
    ].sort(),
  );
});

test("the version is that of the package and of the crate", () => {
  const read = (/** @type {string} */ name) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
  assert.equal(version, JSON.parse(read("package.json")).version);
  assert.match(read("Cargo.toml"), new RegExp(`^version = "${version.replaceAll(".", "\\.")}"$`, "m"));
});

test("init has nothing to do", async () => assert.equal(await init(), undefined));

test("parse gives plain data", () => {
  const result = parse(FINDINGS);
  assert.equal(result.status, "FINDINGS");
  assert.equal(result.type, "consistency");
  assert.equal(result.findings[0]?.severity, "critical");
  assert.equal(result.ledger, null);
  assert.deepEqual(structuredClone(result), result);
  assert.deepEqual(JSON.parse(JSON.stringify(result)), result);
});

test("spans are offsets of the JavaScript string", () => {
  const text = `👋🏽 Grüße\n\n${FINDINGS}`;
  const { ledger, findings } = parse(text, { ledger: true });
  assert.ok(ledger);
  let end = 0;
  for (const { span } of ledger) {
    assert.equal(text.slice(end, span.start).trim(), "", "no character but blanks is without an owner");
    end = span.end;
  }
  assert.equal(text.slice(end).trim(), "");
  const [finding] = findings;
  assert.ok(finding);
  assert.match(text.slice(finding.span.start, finding.span.end), /^\| F1 .*\|$/);
});

test("bytes read like the string that they encode", () => {
  const bytes = new TextEncoder().encode(FINDINGS);
  assert.deepEqual(parse({ text: bytes }, { ledger: true }), parse(FINDINGS, { ledger: true }));
  assert.deepEqual(parse({ text: Buffer.from(bytes) }), parse(FINDINGS));
  const elsewhere = runInNewContext("Uint8Array.from(bytes)", { bytes });
  assert.ok(!(elsewhere instanceof Uint8Array));
  assert.deepEqual(parse({ text: elsewhere }), parse(FINDINGS));
});

test("ill-formed bytes are read and said; a lone surrogate too is read", () => {
  const { diagnostics } = parse({ text: new Uint8Array([...Buffer.from(CLEAN), 0xff, 0xfe]) });
  assert.ok(diagnostics.some(({ code }) => code === "ill-formed-utf8"));
  assert.equal(parse(`${CLEAN}\ud800`).status, "CLEAN");
});

test("what the host knows of a reply comes back", () => {
  const known = {
    unit: "A.md + C.md",
    agent: "second",
    attempt: 2,
    source: "c.md",
    expect: /** @type {const} */ ("consistency"),
  };
  const result = parse({ text: CLEAN, id: "1", dialect: "protocol-v1", ...known });
  assert.deepEqual(
    [result.unit, result.agent, result.attempt, result.source],
    [known.unit, known.agent, known.attempt, known.source],
  );
  assert.deepEqual(parse({ text: CLEAN, unit: undefined }), parse(CLEAN));
});

test("text never throws", () => {
  for (const text of [
    "",
    " ",
    "\0",
    "RESULT:",
    "|".repeat(10_000),
    "```".repeat(1000),
    "\u2028::error::\u001b[31m",
    "\ufeff",
  ]) {
    assert.equal(typeof parse(text).status, "string");
    assert.equal(typeof report([text], "markdown"), "string");
  }
});

test("a return is read, with keys of the agent's own", () => {
  const text =
    '{"status": "completed", "artifacts": [], "metadata": {"__proto__": {"a": 1}, "n": 9007199254740993}, "__proto__": 2}';
  for (const result of [parse(text), aggregate([text]).results[0], new Collector().add(text)]) {
    const detail = /** @type {any} */ (result?.detail);
    assert.equal(detail.kind, "return");
    assert.deepEqual(detail.metadata, JSON.parse(text).metadata);
    assert.deepEqual(Object.keys(detail.other), ["__proto__"]);
    assert.equal(Object.getPrototypeOf(detail.other), Object.prototype);
  }
  const previous = aggregate([text]);
  assert.deepEqual(aggregate([text], { previous }).results, previous.results);
});

test("what was asked for as a return is read as one, or said to be none", () => {
  const text = "Done. {note: 'over', next_steps: 'rest'}";
  assert.equal(parse(text).dialect, "prose");
  const asked = parse({ text, expect: "return" });
  assert.equal(/** @type {any} */ (asked.detail).nextSteps, "rest");
  const none = parse({ text: "All went well.", expect: "return" });
  assert.deepEqual(
    [none.status, none.reason, none.diagnostics[0]?.code],
    ["PARTIAL", "no JSON return", "return-not-json"],
  );
  assert.equal(parse({ text: "All went well.", dialect: "json-return" }).dialect, "json-return");
});

test("misuse of parse is refused, with what to write", () => {
  refused(() => untyped.parse(), "bad-argument", /`reply` must be a string or an object with `text`, but is undefined/);
  refused(() => untyped.parse(null), "bad-argument", /but is null/);
  refused(() => untyped.parse([FINDINGS]), "bad-argument", /but is an array/);
  refused(() => untyped.parse(Promise.resolve(FINDINGS)), "bad-argument", /await/);
  refused(() => untyped.parse(new Uint8Array(3)), "bad-argument", /\{ text: bytes \}/);
  refused(() => untyped.parse({}), "bad-argument", /no `text`/);
  refused(() => untyped.parse({ text: 1 }), "bad-argument", /`reply\.text` must be a string or a Uint8Array, but is 1/);
  refused(() => untyped.parse({ text: new ArrayBuffer(2) }), "bad-argument", /Uint8Array/);
  refused(() => untyped.parse({ text: CLEAN, agnet: "a" }), "unknown-option", /"agnet".*agent/);
  refused(() => untyped.parse({ text: CLEAN, "\u001b[31m": 1 }), "unknown-option", /^\P{Cc}*$/u);
  refused(
    () => untyped.parse({ text: CLEAN, unit: null }),
    "bad-argument",
    /`reply\.unit` must be a string, but is null/,
  );
  for (const attempt of [0, -1, 1.5, "1", Number.NaN, 2 ** 32]) {
    refused(
      () => untyped.parse({ text: CLEAN, attempt }),
      "bad-argument",
      /`reply\.attempt` must be a whole number of at least 1/,
    );
  }
  refused(() => untyped.parse({ text: CLEAN, expect: "digets" }), "bad-argument", /"digest".*but is "digets"/);
  refused(
    () => untyped.parse({ text: CLEAN, dialect: "Prose" }),
    "bad-argument",
    /"protocol-v1", "agent-report", "bowser", "json-return", "refinements" or "prose"/,
  );
  refused(
    () => untyped.parse(CLEAN, { ledger: 1 }),
    "bad-argument",
    /`options\.ledger` must be true or false, but is 1/,
  );
  refused(() => untyped.parse(CLEAN, { legder: true }), "unknown-option", /"legder".*ledger/);
  refused(() => untyped.parse(CLEAN, null), "bad-argument", /`options` must be an object, but is null/);
});

test("a reply that is too large is refused by parse, and a row of the report", () => {
  const text = "a".repeat(LIMIT + 1);
  refused(() => parse({ text, source: "big.log" }), "too-large", /"big\.log".*16 MiB/);
  refused(() => parse({ text: Buffer.from(text) }), "too-large", /16 MiB/);
  const { results, coverage } = aggregate([{ text, source: "big.log" }, CLEAN]);
  assert.deepEqual(results.map(({ status }) => status).sort(), ["CLEAN", "ERROR"]);
  assert.ok(coverage.some(({ status }) => status === "ERROR"));
  assert.match(report([{ text, source: "big.log" }], "markdown"), /big\.log/);
});

test("split takes replies apart, and they go on as they are", () => {
  const replies = split(`${FINDINGS}\n--- reply ---\n${CLEAN}`);
  assert.equal(replies.length, 2);
  assert.ok(replies.every(({ part }) => part === undefined));
  const told = split(`${FINDINGS}\n${CLEAN}`);
  assert.deepEqual(
    told.map(({ part }) => part),
    told.map((_, at) => [at + 1, told.length]),
  );
  assert.equal(aggregate(replies).summary.replies, 2);
  assert.deepEqual(split(CLEAN), [{ text: CLEAN }]);
  refused(() => untyped.split(Buffer.from(CLEAN)), "bad-argument", /`text` must be a string/);
});

test("a format that the host names counts, and notes are a plain object", () => {
  const text = "**Story:** A guest signs up\nNOTES: It was slow.";
  const { dialect, detail } = parse({ text, dialect: "bowser" });
  assert.equal(dialect, "bowser");
  assert.equal(detail.kind, "steps");
  assert.equal(Object.getPrototypeOf(/** @type {any} */ (detail).notes), Object.prototype);
  assert.equal(/** @type {any} */ (detail).notes.NOTES, "It was slow.");
  assert.equal(parse({ text, dialect: "agent-report" }).dialect, "agent-report");
});

test("replies are any iterable, in any order", () => {
  const expected = aggregate([FINDINGS, CLEAN]);
  const generated = function* () {
    yield CLEAN;
    yield { text: Buffer.from(FINDINGS) };
  };
  assert.deepEqual(aggregate(new Set([CLEAN, FINDINGS])), expected);
  assert.deepEqual(aggregate(generated()), expected);
  assert.deepEqual(
    aggregate(
      new Map([
        ["a", FINDINGS],
        ["b", CLEAN],
      ]).values(),
    ),
    expected,
  );
  assert.equal(aggregate([]).summary.replies, 0);
});

test("what a generator throws reaches the caller", () => {
  const failing = function* () {
    yield CLEAN;
    throw new RangeError("mine");
  };
  assert.throws(() => aggregate(failing()), { name: "RangeError", message: "mine" });
  const getter = {
    get text() {
      throw new TypeError("mine too");
    },
  };
  assert.throws(() => untyped.parse(getter), { name: "TypeError", message: "mine too" });
});

test("a report says what is a reason to fail, and who reported a finding", () => {
  const merged = aggregate([
    { text: FINDINGS, agent: "one" },
    { text: FINDINGS.replace("F1", "X7"), agent: "two" },
    CLEAN,
  ]);
  assert.deepEqual(reconvene.failOn(merged, ["critical", "gap", "rework"]), [
    { condition: "critical", causes: ["G1 (critical)"] },
    { condition: "rework", causes: ["1 critical finding is open."] },
  ]);
  assert.deepEqual(reconvene.failOn(merged, []), []);
  const task = (/** @type {string} */ id) =>
    `RESULT: CLEAN | Type: implementation | Task: ${id}\n\n## Files Modified\n\n| Path | Change |\n|---|---|\n| a.rs | new |`;
  const tasks = (/** @type {string[]} */ ids) => aggregate(ids.map((id) => ({ text: task(id), unit: id })));
  assert.deepEqual(reconvene.failOn(tasks(["T-1", "T-2"]), ["conflict"]), [
    { condition: "conflict", causes: ["a.rs"] },
  ]);
  assert.deepEqual(reconvene.failOn(tasks(["T-1"]), ["conflict"]), []);
  const ledger = (/** @type {string} */ status) =>
    aggregate([
      `RESULT: FINDINGS | Type: verification | Items: 1\n\n| ID | Severity | Issue | Status |\n|---|---|---|---|\n| I1 | critical | No timeout | ${status} |`,
    ]);
  assert.deepEqual(reconvene.failOn(ledger("Open"), ["critical"]), [
    { condition: "critical", causes: ["I1 (critical)"] },
  ]);
  assert.deepEqual(reconvene.failOn(ledger("fixed"), ["critical"]), []);
  assert.deepEqual(reconvene.failOn(aggregate([]), ["inconclusive"]), [
    { condition: "inconclusive", causes: ["No replies were received."] },
  ]);
  const [finding] = merged.findings;
  assert.ok(finding);
  assert.deepEqual(
    reconvene.membersOf(merged, finding).map(({ reply, finding: { id } }) => [reply.agent, id]),
    [
      ["one", "F1"],
      ["two", "X7"],
    ],
  );
  refused(
    () => untyped.failOn(merged, ["criticl"]),
    "bad-argument",
    /must be one of critical, major, .*, but one is "criticl"/,
  );
  refused(() => untyped.failOn(merged, "critical"), "bad-argument", /list of words/);
  refused(
    () => untyped.failOn(merged, [7n]),
    "bad-argument",
    /must be one of critical, major, .*, but one is a bigint/,
  );
  refused(() => untyped.failOn({}, ["critical"]), "bad-argument", /a report that `aggregate` returned/);
  refused(() => untyped.failOn({ findings: [] }, ["gap"]), "bad-argument", /a report that `aggregate` returned/);
  refused(() => untyped.membersOf(merged, {}), "bad-argument", /one of `report\.findings`/);
});

test("of an agent that failed it is not said that its reply is empty", () => {
  const { status, reason, diagnostics } = reconvene.parse({ text: "", error: "killed" });
  assert.deepEqual([status, reason, diagnostics], ["ERROR", '"killed"', []]);
});

test("a conclusion without a protocol breaks rules, and was read", () => {
  assert.equal(reconvene.check({ text: "LGTM" }).grade, "errors");
  assert.equal(reconvene.check({ text: "Trees stand in rows." }).grade, "unreadable");
});

test("misuse of aggregate is refused", () => {
  refused(() => untyped.aggregate([{ txt: CLEAN }]), "unknown-option", /key "txt"\. Did you mean `text`\?/);
  refused(
    () => untyped.aggregate({ zed: CLEAN }),
    "bad-argument",
    /list of replies, as `\[reply\]` or `Object\.entries/,
  );
  refused(
    () => untyped.aggregate([], { expected: ["A"] }),
    "bad-argument",
    /with `unit`, as `\{"unit": "A"\}`, but is "A"/,
  );
  refused(() => untyped.aggregate(CLEAN), "bad-argument", /`replies` must be a list of replies.*but is "RESULT: CLEAN/);
  refused(() => untyped.aggregate({ text: CLEAN }), "bad-argument", /`replies` must be a list/);
  refused(() => untyped.aggregate(undefined), "bad-argument", /`replies` must be a list/);
  refused(() => untyped.aggregate([CLEAN, 7]), "bad-argument", /`replies\[1\]` .*but is 7/);
  refused(() => untyped.aggregate([CLEAN, { text: CLEAN, unit: 7 }]), "bad-argument", /`replies\[1\]\.unit`/);
  refused(() => untyped.aggregate([], { titel: "x" }), "unknown-option", /"titel".*title/);
  refused(() => untyped.aggregate([], { title: 1 }), "bad-argument", /`options\.title` must be a string/);
  refused(() => untyped.aggregate([], { expected: "A.md" }), "bad-argument", /`options\.expected` must be a list/);
  refused(() => untyped.aggregate([], { expected: [{}] }), "bad-argument", /`options\.expected\[0\]` has no `unit`/);
  refused(() => untyped.aggregate([], { expected: [{ unit: "A", expects: "x" }] }), "unknown-option", /"expects"/);
  for (const retryBelow of [-1, 101, "80", Number.NaN]) {
    refused(() => untyped.aggregate([], { retryBelow }), "bad-argument", /`options\.retryBelow` must be a percentage/);
  }
  refused(
    () => untyped.aggregate([], { plan: {} }),
    "bad-argument",
    /`options\.plan` is not a plan that `plan` returned/,
  );
  refused(
    () => untyped.aggregate([], { previous: {} }),
    "bad-argument",
    /`options\.previous` is not a report that `aggregate` returned/,
  );
  const previous = { schema: "reconvene/report/v1" };
  refused(() => untyped.aggregate([], { previous }), "bad-argument", /`options\.previous` is incomplete/);
});

test("options of aggregate count", () => {
  const options = {
    title: "Audit",
    expected: [{ unit: "A.md + B.md" }, { unit: "D.md", agent: "x" }],
    retryBelow: 66.7,
  };
  const merged = aggregate([FINDINGS], options);
  assert.equal(merged.title, "Audit");
  assert.equal(merged.coverage.find(({ unit }) => unit === "D.md")?.status, "MISSING");
  assert.ok(merged.gaps.some(({ unit }) => unit === "D.md"));
});

test("render of aggregate equals report", () => {
  const options = { title: "Audit" };
  for (const format of /** @type {const} */ (["markdown", "html", "json"])) {
    const direct = report([FINDINGS, CLEAN], format, options);
    assert.equal(render(aggregate([FINDINGS, CLEAN], options), format), direct);
    const stored = JSON.parse(JSON.stringify(aggregate([FINDINGS, CLEAN], options)));
    assert.equal(render(stored, format), direct);
  }
  assert.deepEqual(JSON.parse(report([FINDINGS, CLEAN], "json")), aggregate([FINDINGS, CLEAN]));
});

test("misuse of render and report is refused", () => {
  const merged = aggregate([CLEAN]);
  refused(
    () => untyped.render(merged),
    "bad-argument",
    /`format` must be "markdown", "html", "json", .* or "github-summary", but is undefined/,
  );
  refused(() => untyped.render(merged, "pdf"), "bad-argument", /"csv" or "github-summary", but is "pdf"/);
  refused(
    () => untyped.render(merged, "html", { document: "book" }),
    "bad-argument",
    /`options\.document` must be "page" or "fragment", but is "book"/,
  );
  refused(
    () => untyped.render(merged, "json", { budget: 5 }),
    "bad-argument",
    /`options\.budget` does not apply to JSON/,
  );
  refused(
    () => untyped.render(merged, "markdown", { budget: -1 }),
    "bad-argument",
    /must be a whole number of characters/,
  );
  refused(
    () => untyped.render(merged, "markdown", { template: "x" }),
    "bad-argument",
    /"verify" or "review", but is "x"/,
  );
  refused(() => untyped.render(merged, "markdown", { sections: "gaps" }), "bad-argument", /must be a list of names/);
  refused(
    () => untyped.render(merged, "markdown", { sections: ["gaps", "gap"] }),
    "bad-argument",
    /`options\.sections\[1\]` must be one of summary, coverage, .*tasks, but is "gap"/,
  );
  refused(() => untyped.aggregate([CLEAN], { raise: true }), "bad-argument", /Themes never change a severity/);
  refused(() => untyped.render({}, "json"), "bad-argument", /`report` is not a report that `aggregate` returned/);
  refused(() => untyped.render({ ...merged, schema: "reconvene/report/v9" }, "json"), "bad-argument", /report\/v1/);
  refused(
    () => untyped.render({ ...merged, findings: "\u001b[31m" }, "json"),
    "bad-argument",
    /^`report` cannot be read: \P{Cc}*$/u,
  );
  refused(() => untyped.report([CLEAN], "json", { template: "audit" }), "bad-argument", /always the complete report/);
  refused(() => untyped.report([CLEAN], "yaml"), "bad-argument", /but is "yaml"/);
});

test("where the stack is full a call fails, and the next one works", () => {
  for (let round = 0; round < 20; round++) {
    let failures = 0;
    // At the end of the stack there is no room for the module; a little above it, there is some, but not enough.
    const dive = () => {
      try {
        dive();
      } catch {
        if (failures >= 60) return;
        try {
          assert.equal(parse(FINDINGS).findings.length, 1);
        } catch (error) {
          failures += 1;
          const isOfStack =
            error instanceof RangeError || (error instanceof ReconveneError && error.code === "internal");
          if (!isOfStack) throw new Error("something else", { cause: error });
          throw error;
        }
      }
    };
    dive();
    assert.ok(failures > 0);
    assert.equal(parse(FINDINGS).findings.length, 1);
  }
});

test("require() gives the same module", () => {
  const required = createRequire(import.meta.url)("../../pkg/node.js");
  assert.equal(required.parse, parse);
  assert.equal(required.report([CLEAN], "json"), report([CLEAN], "json"));
});

test("a check says what is wrong, and how to ask again", () => {
  const wrong = FINDINGS.replace("Critical: 1", "Critical: 0").replace("Suggestion", "Fix");
  const { grade, diagnostics, repair, failure, failures } = check({ text: wrong, expect: "consistency" });
  assert.deepEqual([grade, failure, failures], ["errors", null, []]);
  assert.ok(repair?.includes("Pair: A.md/B.md"), "what is known is filled in");
  assert.ok(!repair?.includes("The column"), "what was read is not asked for");
  const mismatch = diagnostics.find(({ code }) => code === "count-mismatch");
  assert.ok(mismatch?.edit && mismatch.span);
  assert.equal(wrong.slice(mismatch.edit.span.start, mismatch.edit.span.end), "0");

  const fixed = fix(wrong);
  assert.equal(fixed.changes, 2);
  assert.deepEqual(fix(fixed.text), { text: fixed.text, changes: 0 });
  assert.ok(!check(fixed.text).diagnostics.some(({ code }) => code === "count-mismatch" || code === "column-name"));

  const shown = showDiagnostics(diagnostics, wrong, { source: "reply.md" });
  assert.match(shown, /^reply\.md:1:\d+: error\[count-mismatch\]: /m);
  assert.match(showDiagnostics(diagnostics, wrong, { style: "github" }), /^::error file=reply,line=1,/m);
  for (const code of codes()) assert.match(explain(code), new RegExp(`^### \`${code}\``));
});

test("a return that is not valid gets its failure", () => {
  const text = "I packed two crates.";
  const { grade, failure, failures, repair } = check(
    { text, expect: "return", agent: "packer" },
    { sessionId: "sess_7" },
  );
  assert.equal(grade, "unreadable");
  assert.match(
    failure ?? "",
    /^Subagent: packer\nSession: sess_7\n\nValidation errors:\n- Cannot parse return as JSON$/m,
  );
  const message = "Cannot parse return as JSON";
  const recommendation = "Fix packer subagent return format";
  assert.deepEqual(failures[0], { type: "validation", message, recoverable: true, recommendation });
  assert.match(repair ?? "", /as one JSON object/);
});

test("a prompt is filled in, and never read as a result", () => {
  for (const type of /** @type {const} */ ([
    "digest",
    "consistency",
    "verification",
    "implementation",
    "design-plan",
  ])) {
    const text = prompt(type);
    assert.ok(text.length < 2000);
    assert.deepEqual([parse(text).statedStatus, parse(text).findings], [null, []]);
  }
  assert.match(prompt("consistency", { DocA: "A.md", DocB: "B.md" }), /Pair: A\.md\/B\.md \|/);
  assert.equal(parse(prompt("return")).detail.kind, "none");
});

/**
 * The words of a union that the types declare.
 * @param {string} name
 */
function wordsOf(name) {
  const types = readFileSync(new URL("../../pkg/reconvene.d.ts", import.meta.url), "utf8");
  const [, declared = ""] = new RegExp(`type ${name} =([^;]*);`).exec(types) ?? [];
  return Array.from(declared.matchAll(/"([\w-]+)"/gi), ([, word = ""]) => word);
}

test("the types name the codes that there are, and the variables of instructions", () => {
  assert.deepEqual(wordsOf("DiagnosticCode"), codes());
  const types = ["digest", "consistency", "verification", "implementation", "design-plan", "return", "own"];
  const takes = (/** @type {string} */ name) => (/** @type {string} */ type) => {
    try {
      return prompt(type, { [name]: "x" }, { types: ["own"] }) !== "";
    } catch (error) {
      assert.ok(error instanceof ReconveneError && error.code === "unknown-option", `${error}`);
      return false;
    }
  };
  const named = wordsOf("PromptVariable");
  assert.equal(named.length, 11);
  for (const name of named) assert.ok(types.some(takes(name)), name);
  assert.ok(!types.some(takes("Other")));
});

test("misuse of what checks is refused", () => {
  /** @type {any} */
  const any = { check, explain, fix, prompt, showDiagnostics };
  for (const [code, run] of /** @type {[string, () => unknown][]} */ ([
    ["unknown-option", () => any.check("a", { session: "b" })],
    ["bad-argument", () => any.check("a", { artifacts: ["a.md"] })],
    ["bad-argument", () => any.check("a", { artifacts: [{ path: "a.md", bytes: -1 }] })],
    ["bad-argument", () => any.check(7)],
    ["bad-argument", () => any.fix(undefined)],
    ["bad-argument", () => any.explain("no-such-code")],
    ["bad-argument", () => any.prompt("essay")],
    ["unknown-option", () => any.prompt("digest", { Pair: "a/b" })],
    ["bad-argument", () => any.prompt("digest", { Doc: 7 })],
    ["bad-argument", () => any.prompt("digest", "Doc")],
    ["bad-argument", () => any.showDiagnostics({}, "a")],
    ["bad-argument", () => any.showDiagnostics([{}], "a")],
    ["bad-argument", () => any.showDiagnostics([], "a", { style: "loud" })],
  ])) {
    assert.throws(run, (error) => error instanceof ReconveneError && error.code === code, `${code}: ${run}`);
  }
});

test("a module that is broken or missing is one error, and the hook ends well all the same", () => {
  const folder = mkdtempSync(join(tmpdir(), "reconvene-broken-"));
  const root = fileURLToPath(new URL("../..", import.meta.url));
  for (const name of ["pkg", "package.json"]) cpSync(join(root, name), join(folder, name), { recursive: true });
  const wasm = join(folder, "pkg/generated/reconvene_bg.wasm");
  const run = (/** @type {string[]} */ ...args) => spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  const says = /The module could not be read: [^\n]+\. Install the package again\. A bundle needs /;
  const caught = 'import("./pkg/node.js").catch(({ name, code, message }) => console.log(name, code, message))';
  try {
    for (const breaks of [() => writeFileSync(wasm, ""), () => writeFileSync(wasm, "broken"), () => rmSync(wasm)]) {
      breaks();
      const imported = run("--eval", caught);
      assert.match(imported.stdout, /^ReconveneError not-initialised /, imported.stderr);
      assert.match(imported.stdout, says);
      for (const [command = "", status] of /** @type {const} */ ([
        ["--version", 2],
        ["hook", 0],
      ])) {
        const { stderr, ...ended } = run("pkg/bin.js", command);
        assert.equal(ended.status, status);
        assert.match(stderr, says);
        assert.match(stderr, /^reconvene: [^\n]+\n$/);
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
