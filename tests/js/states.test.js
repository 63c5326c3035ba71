/** Collecting in parts on the command line: whatever the parts, the report is the same bytes. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { randomness } from "../../benches/randomness.js";
import { generated } from "../../benches/replies.js";

const CLI = fileURLToPath(new URL("../../pkg/cli.js", import.meta.url));
const SAMPLES = fileURLToPath(new URL("../../samples/audit/", import.meta.url));
const EXPECTED = join(SAMPLES, "expected.json");

/** @typedef {Record<string, unknown> & { text: string, repository: string }} Entry */

/** @param {unknown[]} values */
const lines = (values) => values.map((value) => `${JSON.stringify(value)}\n`).join("");

/** @type {string} */
let folder;
/** Replies of three repositories, each with a name. @type {Entry[]} */
const entries = [
  ...readdirSync(SAMPLES)
    .filter((name) => name.endsWith(".md"))
    .map((name) => ({ text: readFileSync(join(SAMPLES, name), "utf8"), source: name, repository: "audit" })),
  ...generated(40, 7).map((text, at) => ({ text, source: `${at}.md`, id: `r${at}`, repository: `über ${at % 2}` })),
];

before(() => {
  folder = mkdtempSync(join(tmpdir(), "reconvene-states-"));
  writeFileSync(join(folder, "all.jsonl"), lines(entries));
});

after(() => rmSync(folder, { recursive: true }));

/**
 * @param {string[]} args
 * @param {string} [input]
 */
function reconvene(args, input = "") {
  const options = /** @type {const} */ ({ cwd: folder, input, encoding: "utf8", maxBuffer: 2 ** 28, timeout: 60_000 });
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], options);
  for (const line of stderr.split("\n").slice(0, -1)) assert.match(line, /^reconvene: .*[.?]$/);
  return { status, stdout, stderr };
}

/**
 * What a command prints that has nothing to complain of.
 * @param {string[]} args
 * @param {string} [input]
 */
function printed(args, input) {
  const { status, stdout, stderr } = reconvene(args, input);
  assert.deepEqual([status, stderr], [0, ""]);
  return stdout;
}

test("any parts, merged in any tree, give the bytes of one machine", () => {
  const options = ["--title", "Night", "--expect", EXPECTED];
  const whole = printed(["collect", "all.jsonl", ...options]);
  assert.equal(whole.split("\n").length, 2);
  for (const format of ["json", "markdown", "csv"]) {
    const wanted = printed(["report", "all.jsonl", ...options, "--format", format]);
    assert.equal(printed(["report", "--state", "-", "--format", format], whole), wanted);
    // What a state was collected without may be said later.
    assert.equal(
      printed(["report", "--state", "-", ...options, "--format", format], printed(["collect", "all.jsonl"])),
      wanted,
    );
  }
  for (let seed = 1; seed <= 3; seed++) {
    const random = randomness(seed);
    const parts = random.times(random.between(2, 5), () => /** @type {Entry[]} */ ([]));
    for (const entry of random.shuffled(entries)) random.pick(parts).push(entry);
    // A part may have nothing in it.
    let states = [...parts, []].map((part) => printed(["collect", ...options], lines(part)));
    while (states.length > 1) {
      const [one, other, ...more] = random.shuffled(states);
      states = [printed(["merge"], `${one}${other}`), ...more];
    }
    assert.equal(states[0], whole);
  }
});

test("--by makes a state of each group", () => {
  const states = printed(["collect", "--by", "repository", "all.jsonl"]);
  const groups = states
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    groups.map(({ group }) => group),
    ["audit", "über 0", "über 1"],
  );
  for (const { group, state } of groups) {
    const own = entries.filter(({ repository }) => repository === group);
    assert.equal(lines([state]), printed(["collect"], lines(own)));
    const args = ["report", "--state", "-", "--group", group, "--format", "json"];
    assert.equal(printed(args, states), printed(["report", "-", "--format", "json"], lines(own)));
  }
  // The same from halves, and from replies that are `meta` of a host.
  const halves = [entries.slice(0, 25), entries.slice(25)].map((half) =>
    printed(
      ["collect", "--by", "meta.repository"],
      lines(half.map(({ repository, ...rest }) => ({ ...rest, meta: { repository } }))),
    ),
  );
  assert.equal(printed(["merge"], halves.reverse().join("")), states);
});

test("a key may have dots of its own", () => {
  const groups = (/** @type {object} */ reply) =>
    reconvene(["collect", "--by", "a.b"], lines([{ text: "No issues found.", source: "x.md", ...reply }])).stdout.slice(
      0,
      14,
    );
  assert.equal(groups({ "a.b": "one" }), '{"group":"one"');
  assert.equal(groups({ a: { b: "two" } }), '{"group":"two"');
  assert.equal(groups({ a: { "b.c": "x" } }), '{"group":null,');
});

test("a line that is nested too deeply costs itself alone, and a fraction is what it was", () => {
  const deep = (/** @type {string} */ open, /** @type {string} */ close) =>
    `${open.repeat(1e5)}"x"${close.repeat(1e5)}`;
  for (const line of [deep('{"text":', "}"), `{"unit":"u","error":${deep('{"error":', "}")}}`, deep("[", "]")]) {
    const { status, stdout } = reconvene(["collect"], `${line}\n${lines(entries.slice(0, 2))}`);
    assert.equal(status, 2);
    assert.equal(stdout, printed(["collect"], lines(entries.slice(0, 2))));
  }
  const reply = { text: "No issues found.", id: "a", cost: 6.468276792941127e245, share: 0.9184023613506875 };
  let state = printed(["collect"], lines([reply]));
  for (let times = 0; times < 3; times++) state = printed(["merge"], state);
  assert.deepEqual(JSON.parse(state).replies[0].meta, { cost: reply.cost, share: reply.share });
});

test("a line that is longer than a reply may be costs itself alone", () => {
  const long = `{"text": "${"x".repeat(97 * 1024 * 1024)}"}\n`;
  const { status, stdout, stderr } = reconvene(["collect"], long + lines(entries.slice(0, 2)));
  assert.equal(status, 2);
  assert.match(stderr, /standard input: line 1 is longer than 96 MiB, more than a reply can be\./);
  assert.equal(stdout, printed(["collect"], lines(entries.slice(0, 2))));
});

test("--each writes a report of each state, and a fault takes no other away", () => {
  const states = printed(["collect", "--by", "repository", "all.jsonl"]);
  const [first = "", second = ""] = states.split("\n");
  const { status, stdout, stderr } = reconvene(
    ["report", "--state", "-", "--each", "--format", "json"],
    `${first}\n{"group":"cut","sta\n${second}\n`,
  );
  assert.equal(status, 2);
  assert.match(stderr, /standard input: line 2 is not valid JSON/);
  const [one, fault, other] = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.match(fault.error, /line 2 is not valid JSON/);
  for (const { group, report } of [one, other]) {
    const own = entries.filter(({ repository }) => repository === group);
    assert.deepEqual(report, JSON.parse(printed(["report", "-", "--format", "json"], lines(own))));
  }
  const csv = reconvene(["report", "--state", "-", "--each", "--format", "csv", "--fail-on", "critical"], `${first}\n`);
  assert.equal(csv.status, 1);
  assert.match(csv.stderr, /group "audit": --fail-on critical was met/);
  assert.match(JSON.parse(csv.stdout).report, /^kind,id,severity/);
});

test("one process answers batch by batch", async () => {
  const child = spawn(process.execPath, [CLI, "collect", "--by", "repository", "--batches"], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (/** @type {string} */ batch) => {
    child.stdin.write(`${batch}\n`);
    const answer = [];
    for (;;) {
      // It comes before standard input ends.
      const { value } = await answers.next();
      if (!value) return answer;
      answer.push(JSON.parse(value));
    }
  };
  const groups = (/** @type {{ group: string }[]} */ answer) => answer.map(({ group }) => group);
  assert.deepEqual(groups(await ask(lines(entries.slice(0, 3)))), ["audit"]);
  assert.deepEqual(await ask(""), []);
  const [good, fault] = await ask(`${lines(entries.slice(11, 12))}{"text": \n`);
  assert.equal(good.state.replies.length, 1);
  assert.deepEqual(fault, { error: "standard input: line 7 is not valid JSON." });
  assert.deepEqual(groups(await ask(lines(entries.slice(11, 13)))), ["über 0", "über 1"]);
  child.stdin.end();
  const status = await new Promise((done) => child.on("close", done));
  assert.equal(status, 2);
});

test("merge answers batch by batch, and passes on what could not be read", () => {
  const state = printed(["collect"], lines(entries.slice(0, 2)));
  const more = printed(["collect"], lines(entries.slice(2, 4)));
  const both = printed(["collect"], lines(entries.slice(0, 4)));
  assert.equal(printed(["merge", "--batches"], `${state}${more}\n${more}\n\n`), `${both}\n${more}\n\n`);
  const { status, stdout } = reconvene(["merge", "--batches"], `${state}{"error":"a.jsonl: line 2 is not JSON."}\n\n`);
  assert.equal(status, 2);
  const says = "standard input: line 2 has an error instead of a state: a.jsonl: line 2 is not JSON.";
  assert.equal(stdout, `${state}${lines([{ error: says }])}\n`);
});

test("a delivery that came twice counts once, and nothing at all is a state", () => {
  const state = printed(["collect"], lines(entries.slice(20)));
  assert.equal(printed(["merge"], `${state}${state}`), state);
  const empty = printed(["collect"]);
  assert.deepEqual(JSON.parse(empty).replies, []);
  assert.equal(printed(["merge"], `${empty}${state}${empty}`), state);
  assert.equal(printed(["collect", "--by", "repository"]), "");
  assert.equal(printed(["merge"]), "");
});

test("a file of states is as good as the replies in it", () => {
  const states = printed(["collect", "--by", "repository", "all.jsonl"]);
  writeFileSync(join(folder, "states.jsonl"), states);
  assert.equal(printed(["report", "states.jsonl"]), printed(["report", "all.jsonl"]));
  const { status, stderr } = reconvene(["collect", "states.jsonl"]);
  assert.equal(status, 2);
  assert.match(stderr, /states.jsonl: line 1 is the state of a collector\. Use `reconvene merge` for states/);
});

test("more than is held at once becomes several states, which merge to one", () => {
  const text = `${"x".repeat(1023)}\n`.repeat(9 * 1024);
  const large = [1, 2, 3, 4].map((at) => ({ text: `${at}\n${text}`, source: `${at}.md`, repository: "one" }));
  const states = printed(["collect", "--by", "repository"], lines([...large, ...entries]));
  assert.equal(states.trimEnd().split("\n").length, 5);
  const merged = printed(["merge"], states);
  assert.deepEqual(
    merged
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).group),
    ["audit", "one", "über 0", "über 1"],
  );
  const alone = printed(["collect", "--by", "repository"], lines(large.slice(0, 2)));
  const rest = printed(["collect", "--by", "repository"], lines([...entries, ...large.slice(2)]));
  assert.equal(printed(["merge"], `${rest}${alone}`), merged);
});

test("tiny replies are not held by the hundred thousand", () => {
  const tiny = Array.from({ length: 17_000 }, (_, at) => ({
    text: "No issues found.",
    id: `${at}`,
    repository: "one",
  }));
  const states = printed(["collect", "--by", "repository"], lines(tiny));
  assert.deepEqual(
    states
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).state.replies.length > 0),
    [true, true],
  );
});

test("a group keeps its name, whatever it is: in case, Unicode form, length, line ends and a byte order mark", () => {
  const names = [
    "",
    "null",
    "k".repeat(1e6),
    "Größe",
    "Gro\u0308ße",
    "größe",
    "\0",
    "a\nb",
    'a"b',
    "__proto__",
    "\ufeffx",
  ];
  const replies = names.map((repository, at) => ({ text: "No issues found.", source: `${at}.md`, repository }));
  const nameless = { text: "No issues found.", source: "none.md" };
  const crlf = `\ufeff${lines([...replies, nameless]).replaceAll("\n", "\r\n")}`;
  const found = reconvene(["collect", "--by", "repository"], crlf).stdout;
  const [one, other] = [replies.slice(0, 4), [nameless, ...replies.slice(4)]].map(
    (part) => reconvene(["collect", "--by", "repository"], lines(part)).stdout,
  );
  // Files that are put together with `cat` may each begin with a mark.
  assert.equal(printed(["merge"], `\ufeff${one}\ufeff${other}`.replaceAll("\n", "\r\n")), found);
  const each = printed(["report", "--state", "-", "--each", "--format", "json"], found);
  const sorted = [null, ...names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))];
  for (const text of [found, each]) {
    const groups = text.split("\n").slice(0, -1);
    assert.deepEqual(
      groups.map((line) => JSON.parse(line).group),
      sorted,
    );
  }
  const { status, stderr } = reconvene(["report", "--state", "-", "--group", "null"], found);
  assert.equal(status, 2);
  assert.match(stderr, /\(the replies of no group; group "null"\)\. `--group null` can mean either\. Use --each/);
});

test("a state with one bit changed is refused, or holds as many replies of as many groups", () => {
  const text = printed(["collect", "--by", "repository", "--title", "Night"], lines(entries.slice(20, 22)));
  const [line = ""] = text.split("\n");
  const bytes = Buffer.from(line);
  // What stands before the options and what a reply's keys are called; a text itself nobody can know.
  const until = bytes.indexOf('"replies":[{"text":"') + 20;
  const changed = [];
  for (let at = 0; at < until; at++) {
    for (let bit = 0; bit < 8; bit++) {
      const other = Buffer.from(bytes);
      other[at] = (other[at] ?? 0) ^ (1 << bit);
      if (other[at] !== 10) changed.push(`${other.toString()}\n`);
    }
  }
  const { status, stdout, stderr } = reconvene(["merge", "--batches"], changed.join("\n"));
  assert.equal(status, 2);
  const answers = stdout.split("\n\n").slice(0, -1);
  assert.equal(answers.length, changed.length);
  const group = JSON.parse(line).group;
  for (const [at, answer] of answers.entries()) {
    const { error, ...read } = JSON.parse(answer);
    if (error) continue;
    const { replies } = read.state;
    assert.deepEqual([replies.length, replies[0].id], [1, JSON.parse(line).state.replies[0].id], changed[at]);
    // One letter of the name is another, and it is not gone.
    assert.equal(typeof read.group, "string", changed[at]);
    assert.ok(Math.abs(read.group.length - group.length) <= 1, changed[at]);
  }
  assert.match(stderr, /is not the state of a group\. It must have "group" and "state", but has "gro/);
  assert.match(stderr, /is a state of another version, "reconvene\/collector\/v\d"/);
});

test("a reply over the limit is an ERROR row, as on one machine", () => {
  const huge = [
    { text: "a".repeat(16 * 1024 * 1024 + 1), source: "huge.md", repository: "audit" },
    ...entries.slice(0, 3),
  ];
  const states = printed(["collect"], lines(huge));
  assert.ok(states.length < 100_000);
  writeFileSync(join(folder, "huge.jsonl"), lines(huge));
  const { stdout } = reconvene(["report", "huge.jsonl", "--format", "json"]);
  assert.equal(printed(["report", "--state", "-", "--format", "json"], states), stdout);
  assert.match(stdout, /huge\.md/);
});

test("help fits a terminal", () => {
  for (const command of ["collect", "merge", "report"]) {
    for (const line of printed([command, "--help"]).split("\n")) assert.ok(line.length <= 120, line);
  }
});

test("misuse is said in a sentence", () => {
  const state = printed(["collect"], lines(entries.slice(0, 1)));
  const other = printed(["collect", "--title", "Other"], lines(entries.slice(0, 1)));
  const groups = printed(["collect", "--by", "repository", "all.jsonl"]);
  /** @type {[string[], string, RegExp][]} */
  const cases = [
    [["collect"], '{"text":"a"}\n{"txt":"b"}\n', /standard input: line 2 is not a reply: it needs a `text`\./],
    [["collect"], '{"text":"a","attempt":-1}\n', /line 1: `attempt` must be a whole number .* It was kept as `meta`\./],
    [["collect", "nowhere.jsonl"], "", /nowhere\.jsonl cannot be read: no such file or directory\./],
    [["collect", "--by", ""], "", /--by needs the name of a key/],
    [["merge"], `${state}${other}`, /line 2 cannot be merged with the states before it: .* different options\./],
    [["merge"], '{"text":"a"}\n', /line 1 is not the state of a collector/],
    [["merge"], '{"group":7,"state":{}}\n', /`group` must be a string or null, but is a number/],
    [
      ["merge"],
      state.replace("v1", "v2"),
      /is a state of another version, "reconvene\/collector\/v2"; .* "reconvene\/collector\/v1"\. Run/,
    ],
    [
      ["merge"],
      `{"state":${state.trim()}}\n`,
      /line 1 is not the state of a group\. It must have "group" and "state", but has "state"\./,
    ],
    [["merge"], `{"group":"a","state":${state.trim()},"x":1}\n`, /but has "group", "state", "x"\./],
    [["report", "--state", "-"], "", /standard input contains no state\./],
    [["report", "--state", "-"], groups, /states of 3 groups \(group "audit"; .*--group, or all with --each/],
    [["report", "--state", "-", "--group", "x"], groups, /no state of the group x/],
    [["report", "--state", "-", "all.jsonl"], state, /--state replaces the replies/],
    [["report", "--state", "-", "--session"], state, /--session reads replies, and --state replaces them/],
    [["report", "--each"], "", /Name them with --state/],
    [["report", "--group", "x"], "", /--group can only be used together with --state/],
    [["report", "--state", "-", "--each", "--out", "x.md"], groups, /Leave out --out/],
  ];
  for (const [args, input, says] of cases) {
    const { status, stderr } = reconvene(args, input);
    assert.equal(status, 2, args.join(" "));
    assert.match(stderr, says);
  }
  writeFileSync(join(folder, "latin.jsonl"), Buffer.from('{"text":"caf\u00e9"}\n', "latin1"));
  const latin = reconvene(["collect", "latin.jsonl"]);
  assert.deepEqual([latin.status, JSON.parse(latin.stdout).replies[0].text], [0, "caf\ufffd"]);
  assert.match(latin.stderr, /latin\.jsonl is not valid UTF-8: invalid bytes were read as U\+FFFD\./);
  const without = reconvene(["collect", "--by", "repository"], '{"text":"a"}\n');
  assert.equal(without.status, 0);
  assert.match(without.stderr, /1 reply has no text or number as `repository`: it is a group of its own, null\./);
});

test("what a host said stays with its reply, whatever its keys are and in whatever order it came", () => {
  const replies = [
    '{"text":"b","id":"b","meta":{"__proto__":{"of":"b"}}}\n',
    '{"text":"a","id":"a","note":"of a"}\n',
    '{"text":"c","id":"c","repo__proto__":"of c"}\n',
  ];
  const states = [replies, replies.toReversed()].map((list) => printed(["collect"], list.join("")));
  assert.equal(states[0], states[1]);
  const parts = replies.map((reply) => printed(["collect"], reply));
  assert.equal(printed(["merge"], parts.reverse().join("")), states[0]);
  /** @type {{ id: string, meta: object }[]} */
  const kept = JSON.parse(states[0] ?? "").replies;
  assert.deepEqual(
    kept.map(({ id, meta }) => [id, JSON.stringify(meta)]),
    [
      ["a", '{"note":"of a"}'],
      ["b", '{"__proto__":{"of":"b"}}'],
      ["c", '{"repo__proto__":"of c"}'],
    ],
  );
});

test("the replies without a group key are a group that can be named", () => {
  const replies = [{ text: "one" }, { text: "two" }, { text: "three", repository: "r" }];
  const { stdout } = reconvene(["collect", "--by", "repository"], lines(replies));
  const args = ["report", "--state", "-", "--group", "null", "--format", "json"];
  assert.equal(JSON.parse(printed(args, stdout)).results.length, 2);
});
