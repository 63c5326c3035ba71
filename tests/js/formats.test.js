/**
 * The formats that other tools read: each beside a file that was looked at (`UPDATE_EXPECT=1` writes them), by a schema or
 * a strict reader, and with texts that are to act. RECONVENE_SCHEMAS names a folder with the schemas that their owners publish:
 * sarif.json (OASIS), rdjson.json (`DiagnosticResult.json` of reviewdog) and gitlab.json (`codeclimate.json` of GitLab).
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { repliesOfTool } from "../../pkg/formats/read.js";
import { aggregate, failOn, membersOf, ReconveneError, render, report } from "../../pkg/node.js";
import { gitlab, rdjson, sarif, validatorOf } from "./formats/schemas.js";
import { parseXml } from "./formats/xml.js";

/** @typedef {import("../../pkg/reconvene.js").Format} Format */
/** @typedef {import("../../pkg/reconvene.js").Report} Report */
/** @typedef {import("./formats/xml.js").Element} Element */

const folder = fileURLToPath(new URL("formats", import.meta.url));
const replies = readdirSync(join(folder, "replies"))
  .sort()
  .map((source) => ({ source, text: readFileSync(join(folder, "replies", source)) }));
const asked = { title: "Review", expected: [{ unit: "API.md + ARCHITECTURE.md" }, { unit: "Never answered" }] };
const review = aggregate(replies, asked);

const { RECONVENE_SCHEMAS: published } = process.env;
const publishedSchemas = /** @type {const} */ (["sarif", "rdjson", "gitlab"]).flatMap((format) => {
  if (published === undefined) return [];
  const errors = validatorOf(JSON.parse(readFileSync(join(published, `${format}.json`), "utf8")));
  return [{ format, errors }];
});

/** @type {Record<string, Format>} */
const FILES = {
  "review.sarif": "sarif",
  "review.github": "github",
  "review.gitlab": "gitlab",
  "review.xml": "junit",
  "review.rdjson": "rdjson",
  "review.csv": "csv",
};
const FORMATS = Object.values(FILES);

const HOSTILE = [
  '</failure>]]><script>alert("1")</script>',
  "line\r\n::error::injected\n::set-output name=x::y%0A%25",
  "\u202eevil\u2066 \u0000\u0007\u001b[31m\u009b \ufeff\ufffe \ud800 \u2028 😀",
  '=HYPERLINK("http://example.org")',
  '+1,"two"\r\nthree',
  "@SUM(1)\t|",
  "\t=1",
  "[a](1) {0} {{1}} \\[",
  "__proto__",
];

/**
 * A report whose every text is one of those.
 * @param {string} text
 * @param {number} [findings]
 */
function hostile(text, findings = 2) {
  const list = Array.from({ length: findings }, (_, index) => ({
    ...{ id: `${text}${index}`, severity: ["critical", "major", "minor", "advisory"][index % 4], type: text },
    ...{
      location: `src/${index}.js:${index + 1}-${index + 3}`,
      title: text,
      description: `${text} ${index}`,
      suggestion: text,
    },
  }));
  const made = aggregate(
    [
      { text: JSON.stringify({ status: "completed", findings: list }), agent: text, unit: text, source: text },
      { text: "", error: text, unit: `${text} failed`, agent: text },
    ],
    { title: text },
  );
  const strange = { document: text, section: text, lines: /** @type {[number, number]} */ ([0, 0]) };
  const [first] = made.findings;
  if (first?.location) first.location.places.push(strange, { ...strange, lines: [9, 3] });
  return made;
}

for (const [file, format] of Object.entries(FILES)) {
  test(`${format} is what ${file} shows`, () => {
    const path = join(folder, file);
    const made = render(review, format);
    if (process.env.UPDATE_EXPECT) writeFileSync(path, made);
    assert.equal(made, readFileSync(path, "utf8"));
  });
}

test("the order of replies changes nothing, nor does the way there", () => {
  const turned = aggregate([...replies].reverse(), { title: "Review" });
  const whole = aggregate(replies, { title: "Review" });
  for (const format of /** @type {Format[]} */ ([...FORMATS, "github-summary"])) {
    assert.equal(render(turned, format), render(whole, format), format);
    assert.equal(report(replies, format, { title: "Review" }), render(whole, format), format);
    assert.equal(render(JSON.parse(JSON.stringify(whole)), format), render(whole, format), format);
  }
});

test("a format that there is not, and options that say nothing of it, are refused", () => {
  const untyped = /** @type {any} */ ({ render, report });
  const refused = (/** @type {() => void} */ run, /** @type {RegExp} */ message) =>
    assert.throws(run, (error) => error instanceof ReconveneError && message.test(error.message));
  refused(() => untyped.render(review, "pdf"), /"json", "sarif", .*"csv" or "github-summary", but is "pdf"/);
  refused(() => untyped.report([], "toString"), /but is "toString"/);
  refused(() => untyped.render({}, "sarif"), /`report` is not a report that `aggregate` returned/);
  refused(() => untyped.render({ ...review, findings: 5 }, "csv"), /`report/);
  refused(() => untyped.render(review, "sarif", { budget: 5 }), /`options\.budget` does not apply to JSON/);
});

test("the types name the sections that there are", () => {
  const types = readFileSync(new URL("../../pkg/reconvene.d.ts", import.meta.url), "utf8");
  const [, declared = ""] = /type SectionName =([^;]*);/.exec(types) ?? [];
  const named = Array.from(declared.matchAll(/"([\w-]+)"/g), ([, name]) => name);
  const known = (/** @type {any} */ sections) => () => render(review, "markdown", { sections });
  assert.doesNotThrow(known(named));
  assert.throws(known(["none"]), ({ message }) => {
    assert.match(message, /must be one of (.*), but is/);
    assert.deepEqual(
      named.sort(),
      /must be one of (.*), but is/
        .exec(message)?.[1]
        ?.split(/, | or /)
        .sort(),
    );
    return true;
  });
});

test("an empty report is valid in each format", () => {
  const empty = aggregate([]);
  valid(empty);
  assert.equal(render(empty, "github"), "");
  assert.equal(render(empty, "gitlab"), "[]\n");
  assert.equal(suites(empty).length, 0);
});

/**
 * Holds a report to the schemas, in every format.
 * @param {Report} made
 */
function valid(made) {
  assert.equal(sarif(JSON.parse(render(made, "sarif"))), null);
  assert.equal(rdjson(JSON.parse(render(made, "rdjson"))), null);
  assert.equal(gitlab(JSON.parse(render(made, "gitlab"))), null);
  for (const { format, errors } of publishedSchemas) {
    const written = JSON.parse(render(made, format));
    // GitLab's is of one entry.
    for (const one of format === "gitlab" ? written : [written]) assert.equal(errors(one), null, format);
  }
  suites(made);
  rows(render(made, "csv"));
}

test("all formats are valid, whatever the replies say", () => {
  valid(review);
  for (const text of HOSTILE) valid(hostile(text));
});

test("a text of a megabyte is cut where a tool shows one line", () => {
  const long = hostile(`${"a😀".repeat(350_000)}\n::error::`);
  valid(long);
  for (const line of render(long, "github").split("\n")) assert.ok(line.length < 20_000);
  for (const { description } of JSON.parse(render(long, "gitlab"))) assert.ok(description.length <= 1000);
});

test("the schemas refuse what is not of the format", () => {
  const log = JSON.parse(render(review, "sarif"));
  const [run] = log.runs;
  assert.notEqual(sarif({ ...log, version: "2.0.0" }), null);
  assert.notEqual(sarif({ ...log, runs: [{ ...run, found: [] }] }), null);
  assert.notEqual(sarif({ ...log, runs: [{ ...run, results: [{ ...run.results[0], level: "major" }] }] }), null);
  assert.notEqual(sarif({ ...log, runs: [{ ...run, results: [{ ruleId: "a" }] }] }), null);
  assert.notEqual(rdjson({ diagnostics: [{ message: "a", severity: "major" }] }), null);
  assert.notEqual(gitlab([{ description: "a", severity: "minor", location: { path: "a" } }]), null);
  for (const wrong of ["<a>", "<a></b>", "<a>&b;</a>", "<a>]]></a>", "<a/><b/>", "<a>\u0001</a>", '<a b="<"/>']) {
    assert.throws(() => parseXml(`<?xml version="1.0" encoding="UTF-8"?>\n${wrong}`), wrong);
  }
});

test("what replies discuss is in every format, of each member that was merged", () => {
  const reply = (/** @type {string} */ discussion) =>
    [
      "RESULT: FINDINGS | Type: consistency | 1 finding",
      "",
      "| ID | Severity | Type | Location | Counter-Location | Description | Suggestion |",
      "|----|----------|------|----------|------------------|-------------|------------|",
      "| F1 | major | contradiction | a.md §2 | b.md §4 | The pool is shut twice when the server stops. | Shut it once. |",
      "",
      "### F1",
      discussion,
      "",
    ].join("\n");
  const made = aggregate([
    { text: reply("It hides an error. Also `src/db.js:77`."), agent: "one" },
    { text: reply("The second call throws."), agent: "two" },
  ]);
  assert.equal(made.findings.length, 1);
  for (const format of FORMATS) {
    const shown = render(made, format);
    for (const text of ["It hides an error. Also `src/db.js:77`.", "The second call throws."]) {
      assert.ok(shown.includes(text), `${format}: ${shown}`);
    }
  }
  const { entries } = repliesOfTool(JSON.parse(render(made, "sarif"))) ?? assert.fail();
  const again = aggregate(entries);
  const discussion = "It hides an error. Also `src/db.js:77`.\n\nThe second call throws.";
  assert.deepEqual(again.results[0]?.findings[0]?.extra[0], { key: "discussion", value: discussion });
  assert.equal(runOf(again).results[0].properties.reconvene.discussion, discussion);
});

test("github: where a message is too long, what is discussed goes first", () => {
  const [finding] = review.findings;
  const [member] = finding ? membersOf(review, finding) : [];
  const made = structuredClone(review);
  const shown = made.results.flatMap(({ findings }) => findings);
  for (const one of shown) if (one.fingerprint === member?.finding.fingerprint) one.discussion = "word ".repeat(2000);
  const [line = ""] = render(made, "github").split("\n");
  assert.match(line, /Reported by second reader, consistency checker.*%0A%0ADiscussion: word word.*…$/);
});

// ───────────────────────────── SARIF

/** @param {Report} made */
const runOf = (made) => JSON.parse(render(made, "sarif")).runs[0];

test("sarif: a rule has one severity, and a result that of its rule", () => {
  const { tool, results } = runOf(review);
  assert.equal(results.length, review.findings.length);
  const levels = { critical: "error", major: "error", minor: "warning", advisory: "note" };
  for (const [index, result] of results.entries()) {
    const rule = tool.driver.rules[result.ruleIndex];
    const { severity, type, key } = review.findings[index] ?? assert.fail();
    assert.equal(rule.id, result.ruleId);
    assert.equal(rule.id, `${type ?? "untyped"}/${severity}`);
    assert.equal(rule.properties.severity, severity);
    assert.deepEqual([result.level, rule.defaultConfiguration.level], [levels[severity], levels[severity]]);
    assert.equal(result.partialFingerprints["reconvene/place/v1"], key);
    assert.match(result.partialFingerprints["reconvene/text/v1"], /^f1:/);
    // GitHub refuses a whole file for one result without a path, and shows no rule without its texts.
    for (const { physicalLocation } of [...result.locations, ...(result.relatedLocations ?? [])]) {
      assert.equal(typeof physicalLocation.artifactLocation.uri, "string");
    }
    for (const field of ["shortDescription", "fullDescription", "help"]) assert.ok(rule[field].text.length <= 1024);
  }
});

test("sarif: rules whose type says security have its tag and a score, and no others", () => {
  const types = ["security", "Security-issue", "vulnerability", "insecurity", "defect", undefined];
  const list = types.flatMap((type) =>
    ["critical", "major", "minor", "advisory"].map((severity, line) => ({
      ...{ severity, type, location: `src/${type}.js:${line + 1}` },
      description: `${type} ${severity} is wrong in this place.`,
    })),
  );
  const made = aggregate([JSON.stringify({ status: "completed", findings: list })]);
  const log = JSON.parse(render(made, "sarif"));
  const rules = log.runs[0].tool.driver.rules.map((/** @type {any} */ { id, properties }) => [
    id,
    properties.tags,
    properties["security-severity"],
  ]);
  const scores = { critical: "9.5", major: "8.0", minor: "5.0", advisory: "2.0" };
  const expected = types.flatMap((type, at) =>
    Object.entries(scores).map(([severity, score]) => [
      `${type ?? "untyped"}/${severity}`,
      ...(at < 3 ? [["security"], score] : [undefined, undefined]),
    ]),
  );
  const byName = (/** @type {any} */ [one], /** @type {any} */ [other]) => (one < other ? -1 : 1);
  assert.deepEqual(rules.sort(byName), expected.sort(byName));
  const again = aggregate(repliesOfTool(log)?.entries ?? []);
  assert.deepEqual(again.summary.bySeverity, made.summary.bySeverity);
});

test("sarif: the places of all members, the agents, and who said what", () => {
  const [first] = runOf(review).results;
  assert.deepEqual(first.properties.agents, ["second reader", "consistency checker"]);
  const places = first.relatedLocations.map(
    (/** @type {any} */ { logicalLocations: [logical] }) => logical.fullyQualifiedName,
  );
  assert.deepEqual(places, ["ARCHITECTURE.md §3.1", "API.md §3.2, L61", "API.md §3.2"]);
  assert.deepEqual(first.locations[0].physicalLocation.region, { startLine: 120, endLine: 128 });
  assert.deepEqual(
    first.properties.reconvene.reported.map((/** @type {any} */ { agent, severity }) => `${agent}: ${severity}`),
    ["second reader: critical", "consistency checker: major"],
  );
});

test("sarif: gaps are notifications, and the run is not successful", () => {
  const [invocation] = runOf(review).invocations;
  assert.equal(invocation.executionSuccessful, false);
  const told = invocation.toolExecutionNotifications.map((/** @type {any} */ { level, descriptor, message }) => [
    level,
    descriptor.id,
    message.text.slice(0, message.text.indexOf(" (")),
  ]);
  assert.deepEqual(told, [
    ["warning", "gap/PARTIAL", "API.md + OPERATIONS.md"],
    ["error", "gap/ERROR", "API.md + SECURITY.md"],
    ["error", "gap/MISSING", "Never answered"],
  ]);
  const clean = runOf(aggregate(replies.filter(({ source }) => source === "4-clean.md")));
  assert.deepEqual(clean.invocations, [{ executionSuccessful: true }]);
});

test("sarif: what all call resolved is suppressed, and nothing else", () => {
  const { results } = runOf(review);
  const suppressed = results.filter((/** @type {any} */ result) => result.suppressions);
  assert.deepEqual(
    suppressed.map((/** @type {any} */ { ruleId }) => ruleId),
    ["stale-content/major"],
  );
});

test("what a person dismissed is suppressed in SARIF, and weighs nothing elsewhere", () => {
  const fingerprints = review.findings.map((finding) => membersOf(review, finding)[0]?.finding.fingerprint ?? "");
  const decisions = fingerprints.map((fingerprint) => {
    return /** @type {const} */ ({ fingerprint, status: "dismissed", reason: "by design", by: "Ann" });
  });
  const dismissed = aggregate(replies, { ...asked, decisions });
  assert.equal(dismissed.findings.length, review.findings.length);
  // Without the replies, the report follows the same decisions.
  for (const format of /** @type {const} */ (["json", "markdown", "html", "sarif", "csv", "junit", "github"])) {
    assert.equal(render(review, format, { decisions }), render(dismissed, format), format);
    assert.equal(render(dismissed, format, { decisions: [] }), render(review, format), format);
  }
  assert.deepEqual(failOn(dismissed, ["minor"]), []);
  const { results } = runOf(dismissed);
  const reasons = results.flatMap((/** @type {any} */ { suppressions }) => suppressions ?? []);
  assert.equal(
    reasons.filter((/** @type {any} */ { justification }) => justification === "Dismissed by Ann: by design").length,
    results.length,
  );
  const [first] = decisions;
  assert.deepEqual(dismissed.findings[0]?.decision, { ...dismissed.findings[0]?.decision, ...first, severity: null });
  const states = render(dismissed, "csv").match(/,(?:open|resolved|dismissed),/g);
  assert.deepEqual(new Set(states), new Set([",dismissed,"]));
});

test("sarif: against an earlier report, each result says what it is", () => {
  const earlier = aggregate(replies.filter(({ source }) => source !== "1-security.md"));
  const states = runOf(aggregate(replies, { previous: earlier })).results.map(
    (/** @type {any} */ one) => one.baselineState,
  );
  assert.deepEqual([...new Set(states)].sort(), ["new", "unchanged", undefined]);
});

test("sarif: paths are references, and come from the top of the project", () => {
  const uri = (/** @type {string} */ document) => {
    const made = hostile("x", 1);
    const [finding] = made.findings;
    for (const { findings } of made.results) for (const one of findings) one.location = null;
    if (finding) finding.location = { text: document, places: [{ document, section: null, lines: null }] };
    return runOf(made).results[0].locations[0].physicalLocation.artifactLocation;
  };
  assert.deepEqual(uri("./src/a b%.js"), { uri: "src/a%20b%25.js", uriBaseId: "SRCROOT" });
  assert.deepEqual(uri("src\\a.js"), { uri: "src/a.js", uriBaseId: "SRCROOT" });
  assert.deepEqual(uri("javascript:alert(1)"), { uri: "javascript%3Aalert(1)", uriBaseId: "SRCROOT" });
  assert.deepEqual(uri("/src/a.js"), { uri: "file:///src/a.js" });
  assert.deepEqual(uri("C:\\src\\a.js"), { uri: "file:///C:/src/a.js" });
  assert.deepEqual(uri("https://example.org/a?b"), { uri: "https://example.org/a?b" });
});

test("sarif: a text makes no link and no placeholder", () => {
  const { message, relatedLocations } = runOf(hostile("[a](9) {0}")).results[0];
  assert.doesNotMatch(message.text, /(?<!\\)\]\(9|(?<!\{)\{\d/);
  const links = Array.from(message.text.matchAll(/(?<!\\)\]\((\d+)\)/g), ([, id]) => Number(id));
  assert.deepEqual(
    links,
    relatedLocations.map((/** @type {any} */ { id }) => id),
  );
});

// ───────────────────────────── GitHub

/** @param {Report} made */
const commands = (made) => render(made, "github").split("\n").slice(0, -1);

test("github: every line is one command, whatever the texts say", () => {
  for (const text of HOSTILE) {
    const made = hostile(text);
    for (const line of commands(made)) {
      assert.match(line, /^::(?:error|warning|notice) (?:(?:file|line|endLine|title)=[^,:\n]+,?)+::[^\n]*$/);
      assert.doesNotMatch(line, /%(?!25|0A|3A|2C)|(?!\t)[\p{Cc}\p{Bidi_Control}\u2028]/u);
    }
  }
});

test("github: at most ten of each, and how many are not shown", () => {
  const made = hostile("x", 100);
  const lines = commands(made);
  const count = (/** @type {string} */ command) => lines.filter((line) => line.startsWith(`::${command} `)).length;
  assert.deepEqual([count("error"), count("warning"), count("notice")], [10, 10, 10]);
  assert.match(lines.at(-1) ?? "", /::72 of 101 are not shown: /);
  const few = commands(hostile("x", 40));
  assert.equal(few.filter((line) => line.startsWith("::notice ")).length, 10);
  assert.doesNotMatch(commands(hostile("x", 4)).join("\n"), /not shown/);
});

test("github: what is resolved is no annotation, and what names no file is one of the whole run", () => {
  const lines = commands(review);
  assert.ok(!lines.some((line) => line.includes("backup interval")));
  assert.match(lines.find((line) => line.includes("delete an account")) ?? "", /^::error title=/);
});

test("github-summary: below 1 MiB, cut with a sentence, and whole where it fits", () => {
  assert.equal(render(review, "github-summary"), render(review, "markdown"));
  const large = hostile(`${"ä€".repeat(200)} `, 3000);
  assert.ok(Buffer.byteLength(render(large, "markdown")) > 2 ** 20);
  const summary = render(large, "github-summary");
  assert.ok(Buffer.byteLength(summary) < 2 ** 20);
  assert.ok(Buffer.byteLength(summary) > 2 ** 19);
  assert.match(summary, /characters/);
  const gaps = render(review, "github-summary", { sections: ["gaps"] });
  assert.equal(gaps, render(review, "markdown", { sections: ["gaps"] }));
});

// ───────────────────────────── GitLab, Reviewdog

test("what names no file is shown in the file that holds its reply, one of several, too", () => {
  const text = JSON.stringify({
    status: "completed",
    findings: [{ severity: "major", description: "Retention is stated twice." }],
  });
  /** @param {string} source */
  const shown = (source) => {
    const one = aggregate([{ text, source }]);
    const { locations } = JSON.parse(render(one, "sarif")).runs[0].results[0];
    const [{ location }] = JSON.parse(render(one, "gitlab"));
    const [diagnostic] = JSON.parse(render(one, "rdjson")).diagnostics;
    const { artifactLocation, region } = locations[0].physicalLocation;
    return [artifactLocation.uri, region?.startLine, location.path, location.lines.begin, diagnostic.location.path];
  };
  assert.deepEqual(shown("s.jsonl#12"), ["s.jsonl", undefined, "s.jsonl", 1, "s.jsonl"]);
  assert.deepEqual(shown("c#12.md"), ["c%2312.md", 1, "c#12.md", 1, "c#12.md"]);
  assert.equal(shown("#1")[2], "#1");
});

test("gitlab: an entry has a fingerprint of its own, and a line even where none is named", () => {
  const entries = JSON.parse(render(review, "gitlab"));
  assert.equal(new Set(entries.map((/** @type {any} */ { fingerprint }) => fingerprint)).size, entries.length);
  assert.equal(entries.length, review.findings.length - 1);
  for (const { location } of entries) assert.ok(location.lines.begin >= 1);
});

test("gitlab: the description ends with the other places, and who reported it", () => {
  const [entry] = JSON.parse(render(review, "gitlab"));
  assert.match(
    entry.description,
    / – Also: ARCHITECTURE\.md §3\.1; API\.md §3\.2, L61; API\.md §3\.2 – Reported by second reader, consistency checker on /,
  );
});

test("rdjson: a range of lines without columns, and other places in the message", () => {
  const { diagnostics } = JSON.parse(render(review, "rdjson"));
  const token = diagnostics.find((/** @type {any} */ { message }) => message.startsWith("critical: Token"));
  assert.deepEqual(token.location, { path: "src/auth/token.js", range: { start: { line: 41 }, end: { line: 44 } } });
  assert.match(diagnostics[0].message, /^Also: ARCHITECTURE\.md §3\.1; API\.md §3\.2, L61; API\.md §3\.2$/m);
});

// ───────────────────────────── JUnit

/** What a reader of JUnit's XML takes: the schema of Jenkins' xUnit plugin, without its reruns. */
const ATTRIBUTES = /** @type {Record<string, string[]>} */ ({
  testsuites: ["name", "tests", "failures", "errors"],
  testsuite: ["name", "tests", "failures", "errors", "skipped"],
  testcase: ["name", "classname"],
  failure: ["type", "message"],
  error: ["type", "message"],
  skipped: ["type", "message"],
});
const WITHIN = /** @type {Record<string, string[]>} */ ({
  testsuites: ["testsuite"],
  testsuite: ["testcase"],
  testcase: ["failure", "error", "skipped"],
  failure: [],
  error: [],
  skipped: [],
});

/**
 * The suites of a report, once all of it keeps to the schema and to its own counts.
 * @param {Report} made
 */
function suites(made) {
  const root = parseXml(render(made, "junit"));
  assert.equal(root.name, "testsuites");
  const checked = (/** @type {Element} */ { name, attributes, children, text }) => {
    assert.deepEqual(Object.keys(attributes).sort(), [...(ATTRIBUTES[name] ?? [])].sort(), name);
    if (WITHIN[name]?.length) assert.equal(text.trim(), "");
    for (const child of children) {
      assert.ok(WITHIN[name]?.includes(child.name), `${child.name} in ${name}`);
      checked(child);
    }
  };
  checked(root);
  const cases = (/** @type {Element} */ suite) => suite.children;
  const outcomes = (/** @type {Element[]} */ all, /** @type {string} */ name) =>
    `${all.filter(({ children }) => children[0]?.name === name).length}`;
  for (const [all, { attributes }] of /** @type {[Element[], Element][]} */ ([
    [root.children.flatMap(cases), root],
    ...root.children.map((suite) => [suite.children, suite]),
  ])) {
    assert.equal(attributes.tests, `${all.length}`);
    assert.equal(attributes.failures, outcomes(all, "failure"));
    assert.equal(attributes.errors, outcomes(all, "error"));
  }
  for (const { children } of root.children) {
    assert.equal(new Set(children.map(({ attributes }) => attributes.name)).size, children.length);
  }
  return root.children;
}

test("junit: a unit is a suite, a finding a failed case, a unit without one a passed case", () => {
  const made = suites(review).map(({ attributes, children }) => [
    attributes.name,
    ...children.map((one) => one.children[0]?.name ?? "passed"),
  ]);
  assert.deepEqual(made, [
    ["API.md + ARCHITECTURE.md", "failure", "failure", "failure"],
    ["API.md + DATA_MODEL.md", "passed"],
    ["API.md + OPERATIONS.md", "skipped"],
    ["API.md + SECURITY.md", "error"],
    ["DATA_MODEL.md + OPERATIONS.md", "passed"],
    ["Never answered", "error"],
    ["1-security.md", "failure", "failure", "failure"],
  ]);
});

/**
 * A report of as many units, whose replies all tell the same finding.
 * @param {number} count
 */
function agreed(count) {
  const finding = {
    id: "F1",
    severity: "major",
    type: "defect",
    location: "src/a.js:3",
    description: "It is shut twice.",
  };
  const text = JSON.stringify({ status: "completed", findings: [finding] });
  return aggregate(Array.from({ length: count }, (_, at) => ({ text, unit: `Unit ${at}`, agent: `agent ${at}` })));
}

test("junit: a finding of several units is told once, and named by its id in the others", () => {
  const texts = suites(agreed(3)).map(({ children: [one] }) => one?.children[0]?.text);
  assert.deepEqual(texts, [
    "G1\n\nAt src/a.js:3\n\nReported by agent 0, agent 1, agent 2 on Unit 0, Unit 1, Unit 2",
    'The same finding as G1 of "Unit 0"',
    'The same finding as G1 of "Unit 0"',
  ]);
});

test("no format grows with the square of the replies that agree", () => {
  const [some, many] = [agreed(50), agreed(400)];
  assert.equal(many.findings.length, 1);
  for (const format of FORMATS) {
    const [short, long] = [render(some, format).length, render(many, format).length];
    // Eight times as many replies, whose numbers have a digit more.
    assert.ok(long < 10 * short, `${format}: ${short}, then ${long} characters`);
  }
});

// ───────────────────────────── CSV

/**
 * The rows of a text, by RFC 4180 and nothing else.
 * @param {string} text
 */
function rows(text) {
  assert.match(text, /\r\n$/);
  const found = [/** @type {string[]} */ ([])];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const [, quoted, plain, end] = cell.exec(text) ?? assert.fail(text.slice(at, at + 50));
    found.at(-1)?.push(quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'));
    if (end === "\r\n") found.push([]);
  }
  const last = found.pop();
  assert.deepEqual(last, []);
  for (const row of found) assert.equal(row.length, found[0]?.length);
  return found;
}

test("csv: a row for each finding and each gap", () => {
  const [header = [], ...others] = rows(render(review, "csv"));
  const kinds = others.map(([kind]) => kind);
  assert.deepEqual(
    [kinds.filter((kind) => kind === "finding").length, kinds.filter((kind) => kind === "gap").length],
    [review.findings.length, review.gaps.length],
  );
  const states = others.map((row) => row[header.indexOf("state")]);
  assert.equal(states.filter((state) => state === "resolved").length, 1);
});

test("csv: a column has all other places, those of members that were merged too", () => {
  const [header = [], first = []] = rows(render(review, "csv"));
  assert.equal(first[header.indexOf("other_places")], "ARCHITECTURE.md §3.1; API.md §3.2, L61; API.md §3.2");
});

test("csv: no cell is a formula", () => {
  for (const text of [...HOSTILE, "=1", "+1", "-1", "@a", "\r=1", "＝1", " =1", "\u00a0 -1"]) {
    for (const row of rows(render(hostile(text), "csv"))) {
      for (const cell of row) assert.doesNotMatch(cell, /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u);
    }
  }
});
