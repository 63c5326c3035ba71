/** Clarifications and decisions in JavaScript, on the command line, and against their schemas. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import { clarifications, ReconveneError } from "../../pkg/node.js";
import { schemas } from "../../scripts/schema.js";

const top = fileURLToPath(new URL("../..", import.meta.url));
const LOOSE = "### Q1: Size [MUST ANSWER]\n- [ ] a) Ten\n- [ ] b) Two\n\n**Recommendation**: Ten\n\n**Answer**:\n";

/** @type {string} */
let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), "reconvene-clarify-"));
});
after(() => rmSync(folder, { recursive: true }));

/** @param {string[]} args */
function clarify(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(top, "pkg/cli.js"), "clarify", ...args], {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

/**
 * @param {string} name
 * @param {string} text
 */
function file(name, text) {
  writeFileSync(join(folder, name), text);
  return name;
}

/** @param {string} name */
const held = (name) => readFileSync(join(folder, name), "utf8");

test("spans count UTF-16", () => {
  const text = `💥 before\n\n${LOOSE}`;
  const { span } = clarifications.parse(text).sections[0]?.questions[0] ?? assert.fail();
  assert.equal(text.slice(span.start, span.start + 6), "### Q1");
  assert.equal(text.slice(span.start, span.end), LOOSE.trimEnd());
});

test("the evaluation has its keys in order", () => {
  const keys = ["verdict", "answered_count", "empty_count", "vague_count", "total_count", "reasoning", "per_question"];
  assert.deepEqual(Object.keys(clarifications.evaluate(LOOSE)), keys);
});

test("an evaluation that is passed in counts", () => {
  const text = clarifications.answer(LOOSE, { Q1: "As much as two people lift" });
  assert.equal(clarifications.plan(text).fanOut, false);
  const evaluation = clarifications.evaluate(text);
  evaluation.per_question = [{ question_id: "Q1", verdict: "vague" }];
  assert.equal(clarifications.plan(text, evaluation).waves[0]?.units[0]?.variables.VERDICTS, "Q1: vague");
});

test("misuse is refused", () => {
  const refused = (/** @type {() => unknown} */ run, /** @type {string} */ code, /** @type {RegExp} */ message) =>
    assert.throws(
      run,
      (error) => error instanceof ReconveneError && error.code === code && message.test(error.message),
    );
  const any = /** @type {any} */ (clarifications);
  refused(() => any.parse(7), "bad-argument", /`markdown` must be a string or a Uint8Array, but is 7/);
  refused(() => any.answer("", ["a"]), "bad-argument", /`answers` must be an object/);
  refused(() => any.answer("", [Symbol("a")]), "bad-argument", /`answers` must be an object/);
  refused(() => any.answer("", null), "bad-argument", /`answers` must be an object .*, but is null/);
  refused(
    () => any.answer(LOOSE, { Q1: null }),
    "bad-argument",
    /`answers\["Q1"\]` must be a string \(an empty one removes the answer\), but is null/,
  );
  refused(
    () => any.answer("", { Q99: "a" }),
    "bad-argument",
    /`answers` names "Q99", which is not a question of the document/,
  );
  refused(() => any.plan("", { verdict: "good" }), "bad-argument", /`evaluation` must be the evaluation/);
  refused(() => any.plan("", { verdict: "mixed" }), "bad-argument", /missing field `\w+`/);
  refused(() => any.consolidate("", [], { evalution: {} }), "unknown-option", /evalution/);
  refused(() => any.consolidate("", "text"), "bad-argument", /`replies`/);
  refused(() => any.draft("", { contradictions: [{ title: "a" }] }), "bad-argument", /contradictions/);
  refused(() => any.merge("", "", { contradicted: "D1" }), "bad-argument", /contradicted/);
  refused(() => any.format("a".repeat(16 * 1024 * 1024 + 1)), "too-large", /16 MiB/);
});

test("what is read and made is what the schemas say", () => {
  const ajv = new Ajv({ strict: true, allowUnionTypes: true });
  const validators = Object.fromEntries(schemas().map(({ name, schema }) => [name, ajv.compile(schema)]));
  const valid = (/** @type {string} */ name, /** @type {unknown} */ value, /** @type {string} */ of) => {
    const validate = validators[name] ?? assert.fail(name);
    assert.ok(validate(value), `${name} of ${of}: ${ajv.errorsText(validate.errors)}`);
  };
  const folders = [join(top, "tests/cases/clarify")];
  if (process.env.RECONVENE_CORPUS) folders.push(join(process.env.RECONVENE_CORPUS, "clarifications"));
  let count = 0;
  for (const name of folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )) {
    const text = readFileSync(name);
    valid("clarifications", clarifications.parse(text), name);
    valid("evaluation", clarifications.evaluate(text), name);
    valid("decisions", clarifications.parseDecisions(text), name);
    valid("plan", clarifications.plan(text), name);
    count += 1;
  }
  assert.ok(count > 100);
});

test("format checks, writes and prints", () => {
  file("a.md", LOOSE);
  assert.equal(clarify("format", "--check", "a.md").status, 1);
  assert.equal(held("a.md"), LOOSE);
  assert.equal(clarify("format", "a.md").stdout, clarifications.format(LOOSE));
  assert.equal(clarify("format", "--write", "a.md").status, 0);
  assert.equal(held("a.md"), clarifications.format(LOOSE));
  assert.equal(clarify("format", "--check", "a.md").status, 0);
});

test("a document goes all the way", () => {
  file("q.md", LOOSE);
  assert.equal(JSON.parse(clarify("parse", "q.md").stdout).sections[0].questions[0].id, "Q1");
  assert.equal(JSON.parse(clarify("evaluate", "q.md").stdout).empty_count, 1);
  assert.equal(JSON.parse(clarify("plan", "q.md").stdout).waves[0].units.length, 1);
  file("reply.md", "Refinements for Q1:\n\n##### R1.1: Hooks\nWhich hooks?\n");
  const consolidated = clarify("consolidate", "--write", "q.md", "reply.md");
  assert.match(consolidated.stderr, /Added: R1\.1\./);
  assert.equal(clarify("autofill", "--write", "q.md").status, 0);
  assert.match(held("q.md"), /Ten \(accepted recommendation\)/);
  assert.equal(clarify("draft", "q.md", "--out", "d.md").status, 0);
  writeFileSync(join(folder, "q.md"), clarifications.answer(held("q.md"), { "R1.1": "The steel ones of hall four" }));
  const merged = clarify("merge", "--write", "d.md", "q.md");
  assert.match(merged.stderr, /D1: draft → resolved/);
  assert.equal(JSON.parse(clarify("parse", "--decisions", "d.md").stdout).entries[0].status, "resolved");
  assert.deepEqual(JSON.parse(clarify("trace", "q.md", "d.md").stdout)[0].children, ["R1.1", "D1"]);
  assert.match(clarify("trace", "--format", "mermaid", "q.md", "d.md").stdout, /^graph LR\n/);
});

test("nothing is written into a file that would be lost by it", () => {
  const json = '{"questions": [{"id": "Q1", "title": "Size", "recommendation": "Ten"}]}';
  file("j.json", json);
  file("k.md", LOOSE);
  for (const action of ["format", "autofill"]) {
    const { status, stderr } = clarify(action, "--write", "k.md", "j.json");
    assert.equal(status, 2);
    assert.match(stderr, /j\.json is JSON.*--out/);
  }
  assert.deepEqual([held("j.json"), held("k.md")], [json, LOOSE]);
  file("full.json", '{"questions": [{"id": "Q1", "title": "Size", "answer_text": "Ten"}]}');
  assert.equal(clarify("autofill", "--check", "full.json").status, 0);

  const drafted = clarifications.draft("### Q1: Size\n\n**Answer:** As large as two people lift\n");
  file("decided.md", drafted);
  const swapped = clarify("merge", "--write", "k.md", "decided.md");
  assert.equal(swapped.status, 2);
  assert.match(
    swapped.stderr,
    /k\.md: warning: No decision.*\n.*decided\.md: warning: No question.*\n.*decisions first/,
  );
  assert.deepEqual([held("k.md"), held("decided.md")], [LOOSE, drafted]);
  assert.match(clarify("draft", "decided.md").stderr, /No question/);
  file("empty.md", "");
  assert.equal(clarify("merge", "--write", "empty.md", "k.md").status, 0);
});

test("a merge starts decisions that are not there", () => {
  file("answered.md", "### Q1: Size\n\n**Answer:** As large as two people lift\n");
  const shown = clarify("merge", "new.md", "answered.md");
  assert.equal(shown.status, 0);
  assert.match(shown.stderr, /^reconvene: new\.md does not exist: a new one is started\.\nreconvene: D1: resolved\./);
  assert.match(shown.stdout, /^---\nstatus: resolved\ndecision_count: 1\n---\n\n### D1: Size\n/);
  assert.throws(() => held("new.md"), /ENOENT/);
  const created = clarify("merge", "--write", "new.md", "answered.md");
  assert.deepEqual([created.status, created.stdout, held("new.md")], [0, "", shown.stdout]);
  assert.match(created.stderr, /^reconvene: new\.md does not exist: it is created\./);
  // Clarifications have to be there.
  const { status, stderr } = clarify("merge", "--write", "newer.md", "nowhere.md");
  assert.deepEqual([status, /nowhere\.md cannot be read/.test(stderr)], [2, true]);
  assert.throws(() => held("newer.md"), /ENOENT/);
});

test("what is named and is not there is told of, and gone on without", () => {
  file("b.md", LOOSE);
  file("f.json", '[{"questions": ["q1", "Q7"], "title": "T", "note": "n"}]');
  file("e.json", JSON.stringify(clarifications.evaluate("### Q8: Hooks\n")));
  file("r.md", "Refinements for Q9:\n\n##### R9.1: Hooks\nWhich hooks?\n");
  file("d.md", "### D1: Size\n- **Source**: Q1\n- **Status**: draft\n");
  const told = (/** @type {string[]} */ args, /** @type {RegExp} */ message, /** @type {RegExp} */ made) => {
    const { status, stdout, stderr } = clarify(...args);
    assert.equal(status, 1, stderr);
    assert.match(stderr, message);
    assert.match(stdout, made);
  };
  told(
    ["draft", "b.md", "--contradictions", "f.json"],
    /contradiction names "Q7", which does not exist/,
    /Answer \(Q1\)/,
  );
  told(["draft", "b.md", "--evaluation", "e.json"], /evaluation names "Q8"/, /Critical Gap/);
  told(["plan", "b.md", "--evaluation", "e.json"], /evaluation names "Q8"/, /fanOut/);
  told(["consolidate", "b.md", "r.md"], /R9\.1 refines Q9, which is not in the document/, /Needs Clarification/);
  told(["consolidate", "b.md", "r.md", "--contradictions", "f.json"], /names "Q7"/, /Contradiction: T/);
  // No answer stands against what D1 says.
  told(["merge", "d.md", "b.md", "--contradicted", "d1,D99"], /D99: missing/, /Status\*\*: resolved/);
  assert.equal(clarify("merge", "d.md", "b.md", "--contradicted", "d1").status, 0);
});

test("a vague answer to a question that must be answered is told of where decisions are drafted", () => {
  file("v.md", "### Q1: Size [MUST ANSWER]\n\n**Answer:** not sure\n");
  assert.match(clarify("draft", "v.md").stderr, /v\.md:1: warning: Q1 must be answered, but its answer is vague/);
  const clear = { ...clarifications.evaluate(held("v.md")), per_question: [{ question_id: "Q1", verdict: "clear" }] };
  file("clear.json", JSON.stringify(clear));
  assert.equal(clarify("draft", "v.md", "--evaluation", "clear.json").stderr, "");
});

test("a person is told what is wrong", () => {
  file("b.md", LOOSE);
  const says = (/** @type {string[]} */ args, /** @type {RegExp} */ message) => {
    const { status, stderr } = clarify(...args);
    assert.equal(status, 2, stderr);
    assert.match(stderr, message);
  };
  says([], /Name an action/);
  says(["formt", "b.md"], /Did you mean format\?/);
  says(["format"], /needs more files|needs a file/);
  says(["draft", "b.md", "b.md"], /takes one file/);
  says(["evaluate", "--write", "b.md"], /takes no --write/);
  says(["format", "--write", "--check", "b.md"], /Use either/);
  says(["format", "none.md"], /none\.md cannot be read/);
  says(["format", "b.md", "b.md"], /With several files/);
  says(["trace", "--format", "dot", "b.md"], /json, mermaid/);
  file("c.json", '[{"title": 1}]');
  says(["draft", "b.md", "--contradictions", "c.json"], /c\.json/);
  file("g.json", '{"per_question": []}');
  says(["plan", "b.md", "--evaluation", "g.json"], /g\.json must be the evaluation that .* returns \("missing field/);
  says(["format", "--check", "--out", "o.md", "b.md"], /Use either/);
  assert.match(clarify("--help").stdout, /reconvene clarify ACTION/);
});
