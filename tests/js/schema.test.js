/** The schemas of the package hold for all that it gives: neither more, nor less, nor anything else. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import { aggregate, Collector, check, parse, plan, retry, split } from "../../pkg/node.js";
import { OUT, pythonOfReport } from "../../scripts/python.js";
import { schemas } from "../../scripts/schema.js";

/** @typedef {import("../../pkg/reconvene.js").Reply} Reply */
/** @typedef {import("../../pkg/reconvene.js").AggregateOptions} AggregateOptions */
/** @typedef {import("ajv").ValidateFunction} Validate */

/** @type {NonNullable<Reply["expect"]>[]} */
const TYPES = ["digest", "consistency", "verification", "implementation", "design-plan"];

const top = fileURLToPath(new URL("../..", import.meta.url));
const corpus = process.env.RECONVENE_CORPUS;

// "string or null" is a union of types, which the strict mode refuses by default.
const ajv = new Ajv({ strict: true, allowUnionTypes: true });
const written = Object.fromEntries(schemas().map(({ name, schema }) => [name, schema]));
const validators = Object.fromEntries(Object.entries(written).map(([name, schema]) => [name, ajv.compile(schema)]));

/** @param {string} name */
function validator(name) {
  const validate = validators[name];
  assert.ok(validate, name);
  return validate;
}

/**
 * @param {string} name The schema.
 * @param {unknown} value
 * @param {string} of
 */
function valid(name, value, of) {
  const validate = validator(name);
  assert.ok(validate(value), `${name} of ${of}: ${ajv.errorsText(validate.errors)}`);
}

/**
 * Every file of a folder, as a reply.
 * @param {string} folder
 * @param {RegExp} wanted
 * @returns {Reply[]}
 */
const repliesIn = (folder, wanted = /\.md$/) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => wanted.test(name) && statSync(join(folder, name)).isFile())
    .sort()
    .map((source) => ({ source, text: readFileSync(join(folder, source)) }));

/** @param {string} file */
const json = (file) => JSON.parse(readFileSync(join(top, file), "utf8"));

/**
 * Validates all that is made of some replies; says how many results and reports that were.
 * @param {Reply[]} replies
 * @param {AggregateOptions} [options]
 */
function validateAll(replies, options = {}) {
  let results = 0;
  for (const reply of replies) {
    const parts = split(new TextDecoder().decode(/** @type {Uint8Array} */ (reply.text)));
    for (const expect of /** @type {const} */ ([undefined, "digest", "return"])) {
      valid("check", check({ ...reply, expect }), reply.source ?? "");
    }
    for (const part of [reply, ...(parts.length > 1 ? parts : [])]) {
      for (const ledger of [false, true]) {
        valid("result", parse(part, { ledger, decisions: ledger }), reply.source ?? "");
        results += 1;
      }
    }
  }
  const whole = aggregate(replies);
  const decisions = whole.suggestions.map(({ fingerprints }, index) => ({ fingerprints, same: index % 2 === 0 }));
  // The half that is gone, the half that is new, and what a person decided.
  const previous = aggregate(replies.filter((_, index) => index % 3 > 0));
  const changed = replies.filter((_, index) => index % 3 < 2);
  const known = replies.map((reply, index) => ({
    ...reply,
    ...{ id: `${index}`, unit: `${index % 5}.md`, agent: `agent ${index % 7}`, attempt: 1 + (index % 3) },
    ...{ expect: TYPES[index % TYPES.length] ?? "digest", dialect: index % 2 ? "prose" : "protocol-v1" },
  }));
  const reports = [
    whole,
    previous,
    aggregate(/** @type {Reply[]} */ (known), options),
    ...replies.map((reply) => aggregate([reply])),
    aggregate(replies, { ...options, title: "", retryBelow: 12.5, decisions, previous }),
    aggregate(changed, { ...options, previous }),
    aggregate([], { ...options, previous: whole }),
  ];
  for (const report of reports) valid("report", report, `${replies.length} replies`);
  const collector = new Collector({ ...options, decisions, previous });
  for (const reply of replies) collector.add(reply);
  valid("collector", JSON.parse(JSON.stringify(collector)), `${replies.length} replies`);
  return `${results} results and ${reports.length} reports of ${replies.length} files are valid`;
}

const expected = json("samples/audit/expected.json");
const FOLDERS = ["tests/cases", "samples", ...["shop", "uploads", "billing"].map((name) => `tests/labelled/${name}`)];

for (const folder of FOLDERS) {
  test(`what is made of ${folder}`, (t) => t.diagnostic(validateAll(repliesIn(join(top, folder)), { expected })));
}

test("what is made of the corpus", { skip: !corpus && "RECONVENE_CORPUS is not set" }, (t) => {
  t.diagnostic(validateAll(repliesIn(corpus ?? "", /./), { expected }));
});

test("what becomes of bytes, of a part, and of a reply that is too large", () => {
  const replies = [
    { id: "1", text: new Uint8Array([0x61, 0xff]) },
    { text: "a".repeat(16 * 1024 * 1024 + 1) },
    ...split("RESULT: CLEAN | Type: digest | Doc: a.md\n\nRESULT: CLEAN | Type: digest | Doc: b.md"),
  ];
  const collector = new Collector();
  for (const reply of replies) valid("result", collector.add(reply), "a part");
  const state = JSON.parse(JSON.stringify(collector));
  valid("collector", state, "parts");
  assert.deepEqual(
    new Set(state.replies.flatMap(Object.keys)),
    new Set(["text", "id", "replaced", "oversize", "part"]),
  );
});

/** What a plan need not say: it may be a user's own. */
const ABSENT = [
  ...[
    "contextFiles",
    "creates",
    "dependencyContext",
    "factors",
    "notes",
    "roundOf",
    "speculative",
    "tasks",
    "testSpec",
  ],
  "types",
];

test("plans", () => {
  const documents = ["A.md", "B.md", "C.md"];
  const tasks = [
    { id: "T-1", description: "Do it", spec: "a.md", criteria: ["It is done"], files: ["a.rs"] },
    { id: "T-2", description: "Go on", spec: "a.md", criteria: ["It goes"], after: ["T-1"] },
    { id: "T-3", description: "Do more", spec: "a.md", criteria: ["More is done"] },
  ];
  const screens = [{ name: "Home", spec: "Shows all" }];
  const variables = {
    DECISIONS_CONTEXT: "D-1: one accent color",
    DESIGN_SYSTEM: "tokens.json",
    UI_SCREENS_SPEC: "screens.md",
  };
  const input = { documents, changed: ["A.md"], reviews: documents, tasks, approved: true, screens, variables };
  /** @type {import("../../pkg/reconvene.js").Mode[]} */
  const modes = [
    "audit",
    "verify",
    "spec",
    "review",
    "re-review",
    "run",
    "autopilot",
    "mockups",
    "tokens",
    "start",
    "code-review",
  ];
  for (const mode of modes) {
    for (const fanOut of /** @type {const} */ (["auto", "teams", "disabled"])) {
      const made = plan(mode, { ...input, config: { fanOut, teamsAvailable: true } });
      valid("plan", made, mode);
      const report = aggregate([{ unit: "A.md", text: "RESULT: ERROR | Type: digest | Reason: no" }], { plan: made });
      valid("report", report, mode);
      valid("plan", retry(report, made), `a retry of ${mode}`);
      valid("plan", retry(report), "a retry without a plan");
      const collector = new Collector({ plan: made });
      collector.add({ text: "", timedOut: true });
      valid("collector", JSON.parse(JSON.stringify(collector)), mode);
    }
  }
  for (const fanOut of /** @type {const} */ (["auto", "disabled"])) {
    const units = ["a", "b"].map((unit) => ({ unit, agent: "x", prompt: "Read." }));
    const made = plan("list", { units, config: { fanOut } });
    valid("plan", made, "list");
    valid("plan", retry(aggregate([], { plan: made }), made), "a retry of a list");
  }
  holdsExactly("plan", plan("audit", { documents: ["A.md"], dimensions: ["Staleness"] }), ["variables"]);
});

test("the types of the example in Python are those of the schema: `npm run python` writes them", () => {
  assert.equal(readFileSync(OUT, "utf8"), pythonOfReport());
});

test("the schemas leave nothing open", () => {
  for (const [name, schema] of Object.entries(written)) {
    const walk = (/** @type {any} */ part, /** @type {string} */ path) => {
      if (typeof part !== "object" || part === null) return;
      if (part.type === "number" || part.type === "integer") assert.equal(typeof part.minimum, "number", path);
      if (part.type === "object" && part.properties) {
        assert.equal(part.additionalProperties, false, path);
        // What a user writes has fields that may be absent; what we write has not, but for what a host said of a reply.
        const absent = (name === "plan" ? ABSENT : ["derived", "meta", "types", "unanswered"]).filter(
          (field) => field in part.properties && !part.required?.includes(field),
        );
        const written = name !== "collector" && !/\/definitions\/Custom/.test(path);
        if (written)
          assert.deepEqual([...part.required, ...absent].toSorted(), Object.keys(part.properties).toSorted(), path);
      }
      for (const [key, held] of Object.entries(part)) walk(held, `${path}/${key}`);
    };
    walk(schema, name);
  }
});

test("nothing may be missing from a result or a report, and nothing may be added", () => {
  const replies = repliesIn(join(top, "samples/audit"));
  const previous = aggregate(repliesIn(join(top, "samples/earlier")));
  for (const reply of replies) holdsExactly("result", parse(reply, { ledger: true }));
  // Of the results, each by itself was enough.
  holdsExactly("report", { ...aggregate(replies, { expected, previous }), results: [] });
});

/**
 * Whether a value without any one of its fields, or with one more in any of its objects, is refused.
 * @param {string} name The schema.
 * @param {unknown} value
 * @param {string[]} open The fields whose keys are anybody's.
 */
function holdsExactly(name, value, open = []) {
  const validate = validator(name);
  const refused = (/** @type {string} */ change) => assert.ok(!validate(value), `${name}: valid in spite of ${change}`);
  const walk = (/** @type {any} */ part, /** @type {string} */ path) => {
    if (typeof part !== "object" || part === null || open.some((key) => path.endsWith(`.${key}`))) return;
    for (const [key, held] of Object.entries(part)) {
      walk(held, `${path}.${key}`);
      if (Array.isArray(part) || (name === "plan" && ABSENT.includes(key))) continue;
      delete part[key];
      refused(`no ${path}.${key}`);
      part[key] = held;
    }
    if (Array.isArray(part)) return;
    part.surplus = null;
    refused(`${path}.surplus`);
    delete part.surplus;
  };
  valid(name, value, "the beginning");
  walk(value, "");
  valid(name, value, "the end");
}

test("numbers and words are what the types say", () => {
  const table = "| ID | Severity | Description |\n|-|-|-|\n| F1 | major | A says yes. |";
  const result = () => parse(`RESULT: FINDINGS | Type: digest\n\n${table}`);
  const badly = (/** @type {(value: any) => void} */ change) => {
    const value = result();
    change(value);
    assert.ok(!validator("result")(value), String(change));
  };
  valid("result", result(), "a digest");
  assert.ok(result().findings[0]);
  badly((value) => Object.assign(value, { attempt: 0 }));
  badly((value) => Object.assign(value, { attempt: 1.5 }));
  badly((value) => Object.assign(value, { coverage: { stated: "", percent: 100.1, covered: null, total: null } }));
  badly((value) => Object.assign(value, { status: "clean" }));
  badly((value) => Object.assign(value, { unit: undefined }));
  badly((value) => Object.assign(value.findings[0].span, { start: -1 }));
  badly((value) => Object.assign(value.findings[0].span, { line: 0 }));
  badly((value) => Object.assign(value.findings[0], { severity: "high" }));
  badly((value) => Object.assign(value.detail, { kind: "steps" }));
});
