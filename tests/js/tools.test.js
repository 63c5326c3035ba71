/** The results of other tools, read as replies: from values, and on the command line. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { repliesOfTool } from "../../pkg/formats/read.js";
import { aggregate, parse, render } from "../../pkg/node.js";
import { OWN, setsOf } from "../../scripts/golden.js";

/** @typedef {import("../../pkg/reconvene.js").Report} Report */
/** @typedef {import("../../pkg/reconvene.js").Finding} Finding */
/** @typedef {import("../../pkg/reconvene.js").UnifiedFinding} UnifiedFinding */

const CLI = fileURLToPath(new URL("../../pkg/cli.js", import.meta.url));
const replies = fileURLToPath(new URL("formats/replies", import.meta.url));
const review = aggregate(
  readdirSync(replies).map((source) => ({ source, text: readFileSync(join(replies, source)) })),
  { title: "Review" },
);

/** @type {string} */
let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "reconvene-tools-"));
});

after(() => rmSync(folder, { recursive: true }));

/** @param {unknown} value */
function read(value) {
  const { entries, bad } = repliesOfTool(value) ?? assert.fail("it is not known");
  return { bad, results: entries.map((entry) => parse(entry)) };
}

/** @param {unknown} value */
function findings(value) {
  const { results, bad } = read(value);
  assert.deepEqual(bad, []);
  return results.flatMap((result) => result.findings);
}

/**
 * A log of SARIF with some results.
 * @param {unknown[]} results
 * @param {object} [run]
 */
const log = (results, run = {}) => ({
  version: "2.1.0",
  runs: [{ tool: { driver: { name: "Lint", rules: RULES } }, results, ...run }],
});

const RULES = [
  { id: "no-eval", properties: { "security-severity": "9.8" }, helpUri: "https://example.org/no-eval" },
  { id: "style", defaultConfiguration: { level: "note" }, messageStrings: { long: { text: "Line {0} is {1} long." } } },
];

/** @param {string} uri @param {number} [startLine] @param {number} [endLine] */
const at = (uri, startLine, endLine) => ({
  physicalLocation: { artifactLocation: { uri }, ...(startLine && { region: { startLine, endLine } }) },
});

/** What must be the same after a way there and back. @param {UnifiedFinding | Finding} finding */
const essence = ({ severity, type, title, description, suggestion, location, counterLocation }) => ({
  ...{ severity, type, title, description, suggestion },
  ...{ places: location?.places ?? null, counter: counterLocation?.places ?? null },
});

test("a report comes back from SARIF with its findings, severities, places and fixes", () => {
  const { entries } = repliesOfTool(JSON.parse(render(review, "sarif"))) ?? assert.fail();
  const again = aggregate(entries);
  assert.deepEqual(again.findings.map(essence), review.findings.map(essence));
  assert.deepEqual(again.summary.bySeverity, review.summary.bySeverity);
  // And once more.
  const { entries: third } = repliesOfTool(JSON.parse(render(again, "sarif"))) ?? assert.fail();
  assert.deepEqual(aggregate(third).findings.map(essence), review.findings.map(essence));
});

for (const set of setsOf(OWN)) {
  test(`what replies of ${set} report comes back from SARIF`, () => {
    const folder = join(OWN, set, "replies");
    const made = aggregate(readdirSync(folder).map((source) => ({ source, text: readFileSync(join(folder, source)) })));
    const { entries } = repliesOfTool(JSON.parse(render(made, "sarif"))) ?? assert.fail();
    const again = aggregate(entries);
    assert.deepEqual(again.results[0]?.findings.map(essence), made.findings.map(essence));
    // A place may be worded otherwise, which changes the order of the report.
    const sorted = (/** @type {Report} */ { findings }) => findings.map((one) => JSON.stringify(essence(one))).sort();
    assert.deepEqual(sorted(again), sorted(made));
  });
}

test("a finding whose place only another member names has none, and that place is kept beside it", () => {
  const shown = { document: "src/a.js", section: null, lines: /** @type {[number, number]} */ ([3, 3]) };
  const made = structuredClone(review);
  const [finding, member] = [made.findings[0], made.results[made.findings[0]?.members[1]?.result ?? -1]?.findings[0]];
  if (!finding || !member) assert.fail();
  for (const one of [finding, ...made.results.flatMap(({ findings }) => findings)]) {
    one.location = null;
    one.counterLocation = null;
  }
  member.location = { text: "src/a.js:3", places: [shown] };
  const [back] = findings(JSON.parse(render({ ...made, findings: [finding], gaps: [] }, "sarif")));
  assert.deepEqual([back?.location, back?.extra[0]], [null, { key: "related", value: "src/a.js:3" }]);
});

test("what was missing of a report is missing still, and what was resolved is", () => {
  const { results } = read(JSON.parse(render(review, "sarif")));
  const [result] = results;
  assert.equal(result?.status, "PARTIAL");
  assert.match(result?.reason ?? "", /API\.md \+ OPERATIONS\.md \(PARTIAL\): out of time/);
  const resolved = result?.findings.filter(({ state }) => state === "resolved");
  assert.deepEqual(
    resolved?.map(({ type }) => type),
    ["stale-content"],
  );
});

test("a report comes back from rdjson and GitLab with places, types and what severity they have", () => {
  const standing = review.findings.filter(({ type }) => type !== "stale-content");
  const documents = standing.map(({ location }) => location?.places[0]?.document ?? "2-correctness.md");
  const rdjson = findings(JSON.parse(render(review, "rdjson")));
  assert.deepEqual(
    rdjson.map(({ severity }) => severity),
    standing.map(({ severity }) => severity),
  );
  assert.deepEqual(
    rdjson.map(({ location }) => location?.places[0]?.document),
    documents,
  );
  const gitlab = findings(JSON.parse(render(review, "gitlab")));
  assert.deepEqual(
    gitlab.map(({ severity }) => severity),
    standing.map(({ severity }) => severity),
  );
  assert.deepEqual(
    gitlab.map(({ type }) => type),
    standing.map(({ type }) => type),
  );
  assert.deepEqual(
    rdjson.map(({ type }) => type),
    standing.map(({ type }) => type),
  );
  assert.deepEqual(
    gitlab.map(({ location }) => location?.places[0]?.document),
    documents,
  );
});

test("sarif of other tools: severities by score, by level, by rule, and by default", () => {
  const message = { text: "Something is wrong here." };
  const read = findings(
    log([
      { ruleId: "no-eval", level: "warning", message },
      { ruleIndex: 1, message },
      { ruleId: "other", level: "error", message },
      { ruleId: "other", message },
      { rule: { index: 0 }, message, properties: { "security-severity": "4.2" } },
      { ruleId: "other", level: "none", kind: "informational", message },
    ]),
  );
  assert.deepEqual(
    read.map(({ severity, type }) => `${type} ${severity}`),
    ["no-eval critical", "style advisory", "other major", "other minor", "no-eval minor", "other advisory"],
  );
  const strange = findings(log([{ ruleId: "other", level: "constructor", message: { text: "Something is wrong." } }]));
  assert.deepEqual([strange[0]?.severity, strange[0]?.statedSeverity], ["major", "constructor"]);
  assert.deepEqual(read[0]?.extra, [{ key: "help", value: "https://example.org/no-eval" }]);
});

test("sarif of other tools: messages of rules, places, fixes, and who ran", () => {
  const { results } = read(
    log(
      [
        {
          ruleId: "style",
          message: { id: "long", arguments: ["12", "200"] },
          locations: [
            at("src/%C3%BC%20b.js".replace("%20", "-"), 12, 14),
            { physicalLocation: { artifactLocation: { index: 0 } } },
          ],
          relatedLocations: [at("file:///src/c.js", 3)],
          fixes: [
            {
              description: { text: "Break it." },
              artifactChanges: [
                {
                  artifactLocation: { uri: "src/a.js" },
                  replacements: [{ deletedRegion: { startLine: 12 }, insertedContent: { text: "one\ntwo" } }],
                },
              ],
            },
          ],
        },
      ],
      { artifacts: [{ location: { uri: "src/artifact.js" } }] },
    ),
  );
  const [result] = results;
  assert.equal(result?.agent, "Lint");
  assert.equal(result?.status, "FINDINGS");
  const [finding] = result?.findings ?? [];
  assert.equal(finding?.description, "Line 12 is 200 long.");
  assert.deepEqual(finding?.location?.places, [
    { document: "src/ü-b.js", section: null, lines: [12, 14] },
    { document: "src/artifact.js", section: null, lines: null },
  ]);
  assert.equal(finding?.suggestion, "Break it.\nWrite at src/a.js:12: one\ntwo");
  assert.deepEqual(finding?.extra, [{ key: "related", value: "/src/c.js:3" }]);
});

test("sarif of other tools: what passed is no finding, what is suppressed is resolved", () => {
  const message = { text: "Something is wrong here." };
  const suppressed = (/** @type {string | undefined} */ status) => ({
    message,
    suppressions: [{ kind: "inSource", status }],
  });
  const read = findings(
    log([
      { kind: "pass", message },
      { kind: "notApplicable", message },
      suppressed(undefined),
      suppressed("accepted"),
      suppressed("underReview"),
      suppressed("rejected"),
      { message, suppressions: [] },
      { message, baselineState: "absent" },
    ]),
  );
  assert.deepEqual(
    read.map(({ state }) => state),
    ["resolved", "resolved", "open", "open", "open", "resolved"],
  );
});

test("sarif of other tools: a run that failed is incomplete, one that found nothing is clean", () => {
  const one = (/** @type {unknown} */ value) => read(value).results[0];
  assert.deepEqual([one(log([]))?.status, one(log([]))?.remainder.length], ["CLEAN", 0]);
  const warned = log([], {
    invocations: [
      { executionSuccessful: true, toolExecutionNotifications: [{ level: "warning", message: { text: "Slow." } }] },
    ],
  });
  assert.equal(one(warned)?.status, "CLEAN");
  const broken = log([], {
    invocations: [
      { executionSuccessful: false, toolExecutionNotifications: [{ level: "error", message: { text: "No memory." } }] },
    ],
  });
  assert.deepEqual([one(broken)?.status, one(broken)?.reason], ["PARTIAL", "No memory."]);
  const verdict = (/** @type {unknown[]} */ ...logs) =>
    aggregate(logs.flatMap((value) => repliesOfTool(value)?.entries ?? [])).verdict;
  assert.deepEqual([verdict(broken), verdict(log([]), broken)], ["inconclusive", "approve-with-changes"]);
  assert.equal(one({ version: "2.1.0", runs: [{ tool: { driver: { name: "Lint" } } }] })?.status, "PARTIAL");
});

test("what is wrong in a log costs itself alone, and is named", () => {
  const message = { text: "Something is wrong here." };
  const broken = JSON.parse('{"__proto__": {"message": {"text": "x"}}, "message": 5, "locations": {"a": 1}}');
  const { results, bad } = read({
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "Lint", rules: 5 } },
        results: [null, 5, broken, { message, ruleIndex: -1, fixes: [3] }],
      },
      { tool: {} },
      7,
    ],
  });
  assert.deepEqual(
    results.map(({ status, reason, findings }) => [status, reason, findings.map(({ description }) => description)]),
    [
      ["PARTIAL", "3 of 4 results could not be read", [message.text]],
      ["PARTIAL", "run 2 does not name its tool (`tool.driver.name`); the run has no list of results", []],
      ["PARTIAL", "run 3 does not name its tool (`tool.driver.name`); the run has no list of results", []],
    ],
  );
  assert.deepEqual(bad, [
    "run 1, result 1 contains nothing that can be read as a finding",
    "run 1, result 2 contains nothing that can be read as a finding",
    "run 1, result 3 contains nothing that can be read as a finding",
    "run 2 does not name its tool (`tool.driver.name`)",
    "run 3 does not name its tool (`tool.driver.name`)",
  ]);
});

/** What can be neither a text nor a number. */
const ODD = { toString: 1, valueOf: 1 };

test("what cannot be read is a gap, and no approval", () => {
  const error = { level: "error", message: { text: "SQL from the request is run." } };
  const tool = { driver: { name: "Lint" } };
  const location = { path: "a.js" };
  /** @type {[unknown, RegExp, number][]} */
  const cases = [
    [log([5, null, { message: { text: 7 } }]), /3 of 3 results could not be read/, 0],
    [log([5, error, null, error, error]), /2 of 5 results could not be read/, 3],
    [
      {
        runs: [
          { tool, results: [] },
          { tool: { driver: {} }, results: [error] },
        ],
      },
      /run 2 does not name its tool/,
      1,
    ],
    [{ diagnostics: [5, { message: 3 }, { message: "It is odd.", location }] }, /2 of 3 diagnostics could not/, 1],
    [[{ description: "It is odd.", fingerprint: "x", location }, { description: 3 }], /1 of 2 entries could not/, 1],
  ];
  for (const [value, reason, count] of cases) {
    const { entries } = repliesOfTool(value) ?? assert.fail("it is not known");
    const report = aggregate(entries);
    const shown = JSON.stringify(value);
    assert.match(report.gaps.map((gap) => gap.reason).join("\n"), reason, shown);
    assert.notEqual(report.verdict, "approve", shown);
    assert.equal(report.findings.length, count, shown);
  }
  assert.notEqual(
    aggregate(repliesOfTool(log([], { invocations: [{ executionSuccessful: "false" }] }))?.entries ?? []).verdict,
    "approve",
  );
});

test("an odd value is passed over, and the rest of its result is read", () => {
  const message = { text: "{0} is run." };
  const deep = JSON.parse(`${"[".repeat(6000)}1${"]".repeat(6000)}`);
  const sarif = [
    ...[{ arguments: [ODD] }, { arguments: [deep] }, { id: ODD }].map((more) => ({ message: { ...message, ...more } })),
    ...[{ ruleIndex: ODD }, { ruleId: ODD }, { rule: { index: ODD, toolComponent: { index: ODD } } }, { level: ODD }],
    ...[{ properties: { "security-severity": ODD } }, { kind: ODD }, { baselineState: ODD }, { suppressions: ODD }],
    { locations: [{ physicalLocation: { artifactLocation: { uri: ODD, index: ODD }, region: { startLine: ODD } } }] },
  ].map((one) => ({ message, ...one }));
  for (const [index, one] of sarif.entries()) assert.equal(findings(log([one])).length, 1, `${index}`);
  const range = { start: { line: ODD }, end: { line: ODD, column: 1 } };
  const location = { path: "a.js", range };
  const odd = { message: "SQL is run.", location, severity: ODD, code: ODD, suggestions: [ODD], source: ODD };
  assert.equal(findings({ diagnostics: [odd], severity: ODD }).length, 1);
  const entry = { description: "SQL is run.", fingerprint: "x", check_name: ODD, severity: ODD, content: ODD };
  assert.equal(findings([{ ...entry, location: { path: "a.js", lines: { begin: ODD }, positions: ODD } }]).length, 1);
});

test("sarif: rules are found by their ids in linear time", () => {
  const time = (/** @type {number} */ length) => {
    const rules = Array.from({ length }, (_, index) => ({ id: `r${index}`, defaultConfiguration: { level: "note" } }));
    const results = rules.map(() => ({ ruleId: `r${length - 1}`, message: { text: "It is odd." } }));
    const from = performance.now();
    const { entries } = repliesOfTool(log(results, { tool: { driver: { name: "Lint", rules } } })) ?? { entries: [] };
    assert.equal(entries[0]?.text.match(/"severity": "advisory"/g)?.length, length);
    return performance.now() - from;
  };
  time(2_000);
  const [short, long] = [time(5_000), time(40_000)];
  // Eight times as much takes no more than five times eight times as long: quadratic time would be 64 times.
  assert.ok(long < 40 * Math.max(short, 5), `${long} ms for what took ${short} ms`);
});

test("rdjson: severities, ranges, suggestions, and the source", () => {
  const range = (/** @type {object} */ start, /** @type {object} */ end) => ({ path: "a.js", range: { start, end } });
  const { results } = read({
    source: { name: "vet" },
    severity: "WARNING",
    diagnostics: [
      { message: "One is bad.", location: range({ line: 3 }, { line: 5 }), severity: "ERROR", code: { value: "E1" } },
      { message: "Two is bad.", location: range({ line: 3, column: 1 }, { line: 5, column: 1 }) },
      {
        message: "Three is bad.",
        location: { path: "b.js" },
        severity: 3,
        suggestions: [{ range: { start: { line: 7 } }, text: "good" }, { text: "" }],
      },
    ],
  });
  const [result] = results;
  assert.equal(result?.agent, "vet");
  assert.deepEqual(
    result?.findings.map(({ severity, type, location }) => [severity, type, location?.places[0]?.lines]),
    [
      ["major", "E1", [3, 5]],
      ["minor", null, [3, 4]],
      ["advisory", null, null],
    ],
  );
  assert.equal(result?.findings[2]?.suggestion, "Write at L7: good\nDelete it.");
});

test("gitlab: severities, lines or positions", () => {
  const entry = (/** @type {object} */ more, /** @type {object} */ where) => ({
    ...{ description: "Something is bad.", fingerprint: "a", check_name: "rule", ...more },
    location: { path: "a.js", ...where },
  });
  const read = findings([
    entry({ severity: "blocker" }, { lines: { begin: 3, end: 4 } }),
    entry({ severity: "info" }, { positions: { begin: { line: 7, column: 1 }, end: { line: 7, column: 3 } } }),
    entry({}, {}),
  ]);
  assert.deepEqual(
    read.map(({ severity, type, location }) => [severity, type, location?.places[0]?.lines]),
    [
      ["critical", "rule", [3, 4]],
      ["advisory", "rule", [7, 7]],
      ["minor", "rule", null],
    ],
  );
});

test("what is of no tool is left to others", () => {
  const values = [
    ...[null, 5, "text", [], {}, [{ text: "a reply" }], { findings: [] }, { runs: [] }, { runs: [{ status: "ok" }] }],
    ...[{ diagnostics: [] }, { diagnostics: ["a"] }, [{ description: "a", severity: "minor", file: "a.js" }]],
    ...[review, JSON.parse('{"__proto__": {"runs": []}}')],
  ];
  for (const value of values) assert.equal(repliesOfTool(value), null, JSON.stringify(value).slice(0, 80));
});

/**
 * @param {string[]} args
 * @param {string} [input]
 */
function reconvene(args, input) {
  const options = { cwd: folder, input, encoding: /** @type {const} */ ("utf8"), timeout: 60_000 };
  return spawnSync(process.execPath, [CLI, ...args], options);
}

test("on the command line: an earlier SARIF file beside a new reply, in a folder, and piped in", () => {
  writeFileSync(join(folder, "old.sarif"), `\ufeff${render(review, "sarif")}`);
  writeFileSync(join(folder, "new.md"), readFileSync(join(replies, "1-security.md")));
  const both = reconvene(["report", "old.sarif", "new.md", "--format", "json"]);
  assert.deepEqual([both.status, both.stderr], [0, ""]);
  /** @type {Report} */
  const merged = JSON.parse(both.stdout);
  assert.equal(merged.results.length, 2);
  // What both report is one finding.
  assert.equal(merged.findings.length, review.findings.length);
  assert.equal(merged.findings.filter(({ agreement }) => agreement === 2).length, 3);
  const whole = reconvene(["report", ".", "--format", "json"]);
  assert.equal(JSON.parse(whole.stdout).results.length, 2);
  const piped = reconvene(["parse"], render(review, "sarif"));
  assert.equal(JSON.parse(piped.stdout).findings.length, review.findings.length);
});

test("on the command line: rdjson and GitLab's JSON by content, and what is wrong is said", () => {
  writeFileSync(join(folder, "lint.rdjson"), render(review, "rdjson"));
  writeFileSync(join(folder, "gl.json"), render(review, "gitlab"));
  for (const file of ["lint.rdjson", "gl.json"]) {
    const { status, stdout } = reconvene(["parse", file]);
    assert.equal(status, 0);
    assert.equal(JSON.parse(stdout).findings.length, review.findings.length - 1);
  }
  writeFileSync(
    join(folder, "broken.sarif"),
    JSON.stringify(log([3, { message: { text: "Something is wrong here." } }])),
  );
  const { status, stdout, stderr } = reconvene(["report", "broken.sarif", "--format", "json"]);
  assert.equal(status, 2);
  assert.equal(stderr, "reconvene: broken.sarif: result 1 contains nothing that can be read as a finding.\n");
  assert.equal(JSON.parse(stdout).findings.length, 1);
});
