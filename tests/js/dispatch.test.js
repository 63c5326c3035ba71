/** Plans, retries and agents: from JavaScript, and by the command line. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { agents, aggregate, configuration, plan, prompt, retry } from "../../pkg/node.js";

const CLI = fileURLToPath(new URL("../../pkg/cli.js", import.meta.url));

/** @type {string} */
let folder;

/** @param {Record<string, string>} files */
function put(files) {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

before(() => {
  folder = mkdtempSync(join(tmpdir(), "reconvene-dispatch-"));
  put({
    "docs/A.md": "# A\n",
    "docs/deep/B.md": "# B\n",
    "docs/picture.png": "no document",
    "P.md": "line\n".repeat(500),
    "config.json": '{"docsRoot": "docs", "orchestration": {"maxAgents": 2}, "dimensions": ["Staleness"]}',
    "wrong.json": '{"orchestration": {"maxAgent": 2, "fanOut": "on", "agentTimeout": 0}}',
    "tasks.json": JSON.stringify({
      tasks: [
        { id: "T-1", description: "a", spec: "spec.md", criteria: ["It is done"] },
        { id: "T-2", description: "b", spec: "spec.md", criteria: ["It is done"] },
      ],
    }),
    "incomplete.json": JSON.stringify({ tasks: [{ id: "T-1", description: "a", spec: "spec.md" }] }),
    "replies.json": JSON.stringify([{ unit: "docs/A.md", text: "RESULT: CLEAN | Type: digest" }]),
  });
});
after(() => rmSync(folder, { recursive: true }));

/** @param {string[]} args */
function reconvene(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], { cwd: folder, encoding: "utf8" });
  return { status, stdout, stderr };
}

/**
 * @param {import("../../pkg/reconvene.js").DispatchPlan} made
 */
const units = (made) => made.waves.flatMap((wave) => wave.units);

test("a prompt is its variables, a blank line, and the form with what the plan knows", () => {
  for (const unit of units(plan("audit", { documents: ["A.md", "B.md"], dimensions: ["Staleness"] }))) {
    const bindings = Object.entries(unit.variables).map(([name, value]) =>
      value.includes("\n") ? `${name}:\n> ${value.replaceAll("\n", "\n> ")}` : `${name}: ${value}`,
    );
    const form = prompt(unit.expect).split("\n");
    const whole = unit.prompt.slice(`${bindings.join("\n")}\n\n`.length);
    assert.ok(unit.prompt.startsWith(`${bindings.join("\n")}\n\n${form[0]}\n`));
    assert.ok(whole.endsWith(form.slice(-3).join("\n")));
    assert.doesNotMatch(whole, /<(?:Doc|DocA|DocB|your role|your task|its name)>/);
  }
});

test("all that is wrong with an input is named at once", () => {
  const wrong = { documents: "A.md", reviws: [], config: { fanout: "auto", maxAgents: 0 }, approved: 1 };
  const error = thrown(() => plan("audit", /** @type {any} */ (wrong)));
  assert.equal(error.code, "unknown-option");
  for (const name of ["reviws", "documents", "approved", "fanout", "maxAgents"]) {
    assert.ok(error.message.includes(name), `${error.message} does not say ${name}`);
  }
  assert.equal(thrown(() => plan("audit", /** @type {any} */ ([]))).code, "bad-argument");
  assert.equal(thrown(() => plan("audit", /** @type {any} */ ({ documents: [1n] }))).code, "bad-argument");
  const many = Array.from({ length: 200 }, (_, at) => `${at}.md`);
  assert.equal(thrown(() => plan("audit", { documents: many })).code, "too-large");
  const mine = new Error("mine");
  const throws = () => {
    throw mine;
  };
  assert.equal(
    thrown(() => plan("audit", Object.defineProperty({}, "documents", { get: throws, enumerable: true }))),
    mine,
  );
});

test("a plan that was changed or cut is refused", () => {
  const made = plan("spec", { documents: ["A.md"] });
  const broken = [
    { ...made, waves: undefined },
    { ...made, extra: 1 },
    { ...made, retryBelow: "much" },
    { schema: "x" },
  ];
  for (const value of /** @type {any[]} */ (broken)) {
    assert.equal(thrown(() => retry(aggregate([]), value)).code, "bad-argument");
    assert.equal(thrown(() => aggregate([], { plan: value })).code, "bad-argument");
  }
});

test("configuration is read from a file's text, and can be spread", () => {
  const settings = configuration(readFileSync(join(folder, "config.json"), "utf8"));
  const made = plan("audit", { ...settings, documents: ["A.md", "B.md"] });
  assert.deepEqual(
    made.waves.map((wave) => wave.units.length),
    [2, 2],
  );
  assert.match(
    thrown(() => configuration('{"orchestration": 1}')).message,
    /`orchestration` must be an object, but is 1/,
  );
});

test("what stands in the working folder and in the environment counts for a plan", () => {
  put({
    "project/.clarity-loop.json": '{"orchestration": {"maxAgents": 2, "models": {"cl-doc-reader-agent": "haiku"}}}',
    "project/none.json": "{}",
    "project/A.md": "# A",
    "project/B.md": "# B",
    "project/C.md": "# C",
    "project/without.json": '{"documents": ["A.md", "B.md"], "config": {"teamsAvailable": false}}',
  });
  const run = (/** @type {string[]} */ args, /** @type {Record<string, string>} */ more = {}) => {
    const env = { ...process.env, CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: "", ...more };
    const cwd = join(folder, "project");
    return spawnSync(process.execPath, [CLI, ...args], { cwd, env, encoding: "utf8" }).stdout;
  };
  const spec = ["plan", "spec", "A.md", "B.md", "C.md", "--format", "json"];
  const of = (/** @type {string} */ text) => JSON.parse(text).waves;
  assert.deepEqual(
    of(run(spec)).map((/** @type {any} */ wave) => [wave.units.length, wave.team, wave.units[0].model]),
    [
      [2, null, "haiku"],
      [1, null, "haiku"],
    ],
  );
  const named = of(run([...spec, "--config", "none.json"]));
  assert.deepEqual([named.length, named[0].units[0].model], [1, "sonnet"]);
  const teams = { CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: "1" };
  assert.equal(of(run(spec, teams))[0].team, "implementer-spec-read-1");
  assert.equal(of(run(spec, { CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: "0" }))[0].team, null);
  assert.equal(of(run(["plan", "spec", "--input", "without.json", "--format", "json"], teams))[0].team, null);
});

test("a manifest is a list of documents, and a plan goes on after a report", () => {
  put({
    "system/.manifest.md": "# Documents\n\n| Doc | What |\n|---|---|\n| [A.md](A.md) | one |\n| deep/B.md | two |\n",
    "system/replies.json": JSON.stringify([
      {
        unit: "system/A.md",
        text: "RESULT: CLEAN | Type: digest\n\n## Content Summary\n\nAll about A.\n",
      },
    ]),
    "empty/.manifest.md": "# Documents\n",
  });
  const spec = ["plan", "spec", "system/.manifest.md", "--format", "json"];
  const asked = (/** @type {string[]} */ args) => units(JSON.parse(reconvene(...args).stdout)).map(({ unit }) => unit);
  assert.deepEqual(asked(spec), ["system/A.md", "system/deep/B.md"]);
  assert.match(reconvene("plan", "spec", "empty/.manifest.md").stderr, /empty\/\.manifest\.md names no document/);
  reconvene("report", "system/replies.json", "--format", "json", "--out", "after.json");
  assert.deepEqual(asked([...spec, "--after", "after.json"]), ["system/deep/B.md"]);
  assert.match(
    reconvene(...spec, "--after", "system/replies.json").stderr,
    /`input\.after` must be a report that `aggregate` returned/,
  );
});

test("plan, on the command line", () => {
  const { status, stdout } = reconvene("plan", "audit", "docs", "--config", "config.json");
  assert.equal(status, 0);
  assert.match(stdout, /^# Plan: audit\n\nAudit will fan out 4 agents/);
  assert.match(
    stdout,
    /\| docs\/A\.md \+ docs\/deep\/B\.md \| cl-consistency-checker-agent \| sonnet \| consistency \| 1 \|/,
  );
  assert.ok(!stdout.includes("picture"));

  const json = reconvene("plan", "audit", "docs", "--config", "config.json", "--format", "json");
  assert.deepEqual(
    JSON.parse(json.stdout),
    plan("audit", { documents: ["docs/A.md", "docs/deep/B.md"], dimensions: ["Staleness"], config: { maxAgents: 2 } }),
  );
  assert.equal(reconvene("plan", "review", "P.md").stdout.includes("fan out 7 agents"), true);
  const tasks = ["plan", "run", "--input", "tasks.json"];
  assert.match(reconvene(...tasks).stdout, /nobody has approved/);
  assert.match(reconvene(...tasks, "--approved").stdout, /fan out 2 agents/);
  assert.equal(reconvene("plan", "verify", "docs", "--changed", "docs/A.md", "--out", "verify.json").status, 0);
  assert.equal(JSON.parse(readFileSync(join(folder, "verify.json"), "utf8")).mode, "verify");
  const prompted = reconvene(
    "plan",
    "spec",
    "docs",
    "--set",
    "FOCUS=prices",
    "--model",
    "cl-doc-reader-agent=haiku",
    "--format",
    "json",
  );
  assert.equal(units(JSON.parse(prompted.stdout))[0]?.variables.FOCUS, "prices");
  assert.equal(units(JSON.parse(prompted.stdout))[0]?.model, "haiku");
});

test("plan, misused on the command line", () => {
  /** @type {[string[], RegExp][]} */
  const cases = [
    [["plan"], /Name a mode: audit/],
    [["plan", "audits", "docs"], /`mode` must be one of "audit"/],
    [["plan", "audit"], /`documents` is empty/],
    [["plan", "audit", "docs", "--config", "wrong.json"], /"maxAgent".*fanOut.*agentTimeout/],
    [["plan", "audit", "docs", "--max-agents", "many"], /--max-agents must be a whole number/],
    [["plan", "audit", "docs", "--fan-out", "teams"], /teams are not available/],
    [["plan", "run", "--input", "incomplete.json"], /"T-1" has no acceptance criteria\. Set `criteria` for each/],
    [["plan", "audit", "docs", "--set", "FOCUS"], /--set must be NAME=VALUE, but is/],
    [["plan", "audit", "--input", "none.json"], /none\.json cannot be read/],
    [["plan", "code-review", "docs", "nosuch"], /^reconvene: nosuch does not exist\. Name files or folders to review/],
    [["plan", "list"], /plan list needs your units: --input units\.json/],
    [["retry"], /Name a report/],
    [["retry", "config.json"], /config\.json is not a JSON report. Create one with `reconvene report/],
    [["retry", "verify.json", "--plan", "config.json"], /config\.json: it is not a plan that `plan` returned/],
    [["agents"], /Name a folder/],
    [["report", "replies.json", "--plan", "config.json"], /config\.json: it is not a plan that `plan` returned/],
  ];
  for (const [args, says] of cases) {
    const { status, stdout, stderr } = reconvene(...args);
    assert.equal(status, 2, args.join(" "));
    assert.match(stderr, says);
    assert.equal(stdout, "");
  }
});

test("nothing that is read is written over", () => {
  put({ "keep.md": "one\n", "sum.md": "two\n", "in.json": '{"documents": ["keep.md"]}', "set.json": "{}" });
  const spec = ["plan", "spec", "keep.md", "--summary", "keep.md=sum.md", "--input", "in.json", "--config", "set.json"];
  assert.equal(reconvene("plan", "spec", "keep.md", "--out", "kept-plan.json").status, 0);
  put({ "expected.json": '[{"unit": "keep.md"}]', "decided.json": "[]" });
  const report = ["report", "replies.json", "--plan", "kept-plan.json", "--expect", "expected.json"];
  /** @type {[string[], string[]][]} */
  const cases = [
    [spec, ["keep.md", "./sum.md", "in.json", "set.json"]],
    [
      ["plan", "spec", "--input", "in.json"],
      ["keep.md", "in.json"],
    ],
    [
      [...report, "--decisions", "decided.json", "--format", "json"],
      ["kept-plan.json", "expected.json", "decided.json", "replies.json"],
    ],
  ];
  for (const [args, files] of cases) {
    for (const file of files) {
      const before = readFileSync(join(folder, file), "utf8");
      const { status, stderr } = reconvene(...args, "--out", file);
      assert.equal(status, 2, `${args.join(" ")} --out ${file}`);
      assert.match(stderr, /Choose another file/);
      assert.equal(readFileSync(join(folder, file), "utf8"), before);
    }
  }
});

test("a review is as long as what it judges", () => {
  put({ "short.md": "one\n", "long.md": "line\n".repeat(700), "by-input.json": '{"documents": ["long.md"]}' });
  /** @type {[string[], RegExp][]} */
  const cases = [
    [["short.md", "--set", "CONTENT=long.md"], /fan out 7 agents/],
    [["long.md", "--set", "CONTENT=short.md"], /the proposal has 1 line;/],
    [["long.md", "--set", "CONTENT=We buy vans."], /the length of the proposal is not known/],
    [["--input", "by-input.json"], /fan out 7 agents/],
  ];
  for (const [args, says] of cases) assert.match(reconvene("plan", "review", ...args).stdout, says, args.join(" "));
});

test("report and retry, with a plan", () => {
  assert.equal(reconvene("plan", "spec", "docs", "--out", "plan.json").status, 0);
  const args = ["report", "replies.json", "--plan", "plan.json"];
  assert.match(reconvene(...args).stdout, /Collected 1\/2 results \(1 failed\)/);
  assert.equal(reconvene(...args, "--format", "json", "--out", "report.json").status, 0);
  const again = reconvene("retry", "report.json", "--plan", "plan.json");
  assert.match(again.stdout, /read the document directly instead \(docs\/deep\/B\.md\)/);
  assert.ok(!again.stdout.includes("docs/A.md |"));
  assert.equal(reconvene("retry", "report.json", "--plan", "plan.json", "--out", "plan.json").status, 2);
  assert.equal(reconvene("report", "plan.json").stderr.includes("plan.json is a plan, not a reply"), true);
});

test("a retry without the plan, or with another one, says so", () => {
  put({ "bare.json": JSON.stringify(aggregate([{ unit: "A.md", text: "" }])) });
  const bare = reconvene("retry", "bare.json");
  assert.equal(bare.status, 0);
  assert.match(bare.stderr, /^reconvene: Without --plan, the agents and formats are guessed from the replies/);
  put({ "other.json": JSON.stringify(plan("list", { units: [{ unit: "x", agent: "y", prompt: "z" }] })) });
  const other = reconvene("retry", "bare.json", "--plan", "other.json");
  assert.match(other.stderr, /^reconvene: No task of the plan is in the report\. Is it the plan that you ran\?/);
});

test("a session's report is asked again with what its subagents were asked", () => {
  const log = fileURLToPath(new URL("sessions/claude-code/background.jsonl", import.meta.url));
  assert.equal(reconvene("report", log, "--format", "json", "--out", "session.json").status, 0);
  const { status, stdout, stderr } = reconvene("retry", "session.json", "--format", "json");
  assert.deepEqual([status, stderr], [0, ""]);
  const again = units(JSON.parse(stdout));
  assert.deepEqual(
    again.map(({ unit, agent, expect, variables }) => [unit, agent, expect, variables.PROMPT]),
    [
      ["API review", "general-purpose", "review", "API review, please."],
      // A call without a reply left its description alone.
      ["Names review", "general-purpose", "review", "Names review"],
    ],
  );
  assert.match(again[0]?.variables.RETRY_REASON ?? "", /API Error: Overloaded/);
  const asked = { asked: `Compare A.md and B.md.\n\n${prompt("consistency")}` };
  const report = aggregate([{ unit: "docs", agent: "x", text: "", error: "timed out", meta: asked }]);
  assert.deepEqual(
    retry(report).waves.flatMap((wave) => wave.units.map(({ unit, agent, expect }) => [unit, agent, expect])),
    [["docs", "x", "consistency"]],
  );
});

test("agents are written once, through no link, and nothing is left where they cannot be", () => {
  const names = agents().map(({ path }) => path);
  const { status, stderr } = reconvene("agents", "--out", ".claude/agents", "--model", "cl-doc-reader-agent=haiku");
  assert.equal(status, 0, stderr);
  const made = join(folder, ".claude/agents");
  assert.deepEqual(readdirSync(made).sort(), names.toSorted());
  assert.match(readFileSync(join(made, "cl-doc-reader-agent.md"), "utf8"), /^model: haiku$/m);

  const reader = join(made, "cl-doc-reader-agent.md");
  writeFileSync(reader, "mine");
  assert.match(reconvene("agents", "--out", ".claude/agents").stderr, /are already there\. Use --force/);
  assert.equal(readFileSync(reader, "utf8"), "mine");
  assert.equal(reconvene("agents", "--out", ".claude/agents", "--force").status, 0);
  assert.match(readFileSync(reader, "utf8"), /^---\nname: cl-doc-reader-agent\n/);
  assert.deepEqual(readdirSync(made).sort(), names.toSorted());

  put({ "target.md": "keep", "elsewhere/keep.md": "keep" });
  rmSync(reader);
  symlinkSync(join(folder, "target.md"), reader);
  for (const force of [[], ["--force"]]) {
    assert.match(reconvene("agents", "--out", ".claude/agents", ...force).stderr, /is a symbolic link/);
  }
  symlinkSync(join(folder, "elsewhere"), join(folder, "linked"));
  for (const out of ["linked", "linked/agents"]) {
    assert.match(reconvene("agents", "--out", out, "--force").stderr, /is a symbolic link/);
  }
  assert.deepEqual(readdirSync(join(folder, "elsewhere")), ["keep.md"]);
  assert.equal(readFileSync(join(folder, "target.md"), "utf8"), "keep");

  // Above the folder that one is in as well, and behind what leads out of a link again.
  put({ "work/here.md": "here" });
  const inside = (/** @type {string} */ out) =>
    spawnSync(process.execPath, [CLI, "agents", "--out", out], { cwd: join(folder, "work"), encoding: "utf8" });
  const real = realpathSync(folder);
  for (const out of ["../linked/agents", join(real, "linked", "agents"), `${real}/linked/../agents`, "../linked/."]) {
    assert.match(inside(out).stderr, /is a symbolic link/, out);
  }
  assert.deepEqual(readdirSync(join(folder, "elsewhere")), ["keep.md"]);
  assert.ok(!existsSync(join(folder, "agents")));
  assert.equal(inside("../beside/agents").status, 0);
  assert.equal(inside(join(real, "work", "deep", "agents")).status, 0);
  for (const out of ["", " "]) {
    assert.match(inside(out).stderr, /Name a folder/);
    assert.deepEqual(readdirSync(join(folder, "work")).toSorted(), ["deep", "here.md"]);
  }

  put({ file: "no folder" });
  for (const out of ["file", "file/agents", "file/agents/deeper"]) {
    const { status, stderr } = reconvene("agents", "--out", out);
    assert.equal(status, 2, out);
    assert.match(stderr, /^[^\n]*The agents cannot be written to [^\n]*\n$/, out);
  }
  // One of the five cannot be written: what was written before it, and the folder, are taken back.
  const last = names.at(-1) ?? "";
  const full = join(folder, "full", "agents");
  const failing = `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
const write = fs.writeFileSync;
fs.writeFileSync = (path, ...rest) => {
  if (String(path).endsWith(${JSON.stringify(last)})) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
  return write(path, ...rest);
};
syncBuiltinESMExports();`;
  put({ "failing.mjs": failing });
  const failed = spawnSync(
    process.execPath,
    ["--import", pathToFileURL(join(folder, "failing.mjs")).href, CLI, "agents", "--out", "full/agents"],
    { cwd: folder, encoding: "utf8" },
  );
  assert.equal(failed.status, 2, failed.stderr);
  assert.match(failed.stderr, /The agents cannot be written/);
  assert.ok(!existsSync(full) && !existsSync(join(folder, "full")));
  assert.equal(reconvene("agents", "--out", "new/agents", "--model", "cl-doc-reader-agent=a b").status, 2);
  assert.ok(!existsSync(join(folder, "new")));
});

/** @param {() => unknown} run */
function thrown(run) {
  try {
    run();
  } catch (error) {
    return /** @type {import("../../pkg/node.js").ReconveneError} */ (error);
  }
  assert.fail("nothing was thrown");
}

test("a plan of units of one's own, from JavaScript and from a list in a file", () => {
  const units = [
    { unit: "auth", agent: "security-reviewer", prompt: "Review src/auth.", subject: "Look at auth", model: "opus" },
    { unit: "db", agent: "reviewer", prompt: `Review src/db.\n\n${prompt("verification")}` },
    { unit: "docs", agent: "reviewer", prompt: "Read docs.", expect: /** @type {const} */ ("return") },
  ];
  const made = plan("list", { units });
  const [wave] = made.waves;
  assert.deepEqual(
    wave?.units.map(({ unit, agent, expect, model, subject, attempt }) => [
      unit,
      agent,
      expect,
      model,
      subject,
      attempt,
    ]),
    [
      ["auth", "security-reviewer", "review", "opus", "Look at auth", 1],
      ["db", "reviewer", "verification", "sonnet", "db", 1],
      ["docs", "reviewer", "return", "sonnet", "docs", 1],
    ],
  );
  assert.match(
    made.announcement,
    /^List will fan out 3 agents: 1 security-reviewer, 2 reviewers, in 1 wave of at most 3\. Estimated: /,
  );
  // Where the prompt asks for a form it stays as it is, else the instruction is put below.
  assert.equal(wave?.units[1]?.prompt, units[1]?.prompt);
  assert.match(
    wave?.units[0]?.prompt ?? "",
    /^Review src\/auth\.\n\nReply in the [\s\S]*Type: review \| Scope: <Scope>/,
  );
  assert.match(wave?.units[2]?.prompt ?? "", /^Read docs\.\n\nReply with one JSON object/);

  put({ "units.json": JSON.stringify(units) });
  const { status, stdout } = reconvene("plan", "list", "--input", "units.json", "--format", "json");
  assert.equal(status, 0);
  assert.deepEqual(JSON.parse(stdout), made);

  const report = aggregate([{ unit: "auth", agent: "security-reviewer", text: "No issues found." }], { plan: made });
  assert.deepEqual(
    report.coverage.map((row) => [row.unit, row.status]),
    [
      ["auth", "PARTIAL"],
      ["db", "MISSING"],
      ["docs", "MISSING"],
    ],
  );
  const again = retry(report, made).waves.flatMap((wave) => wave.units);
  assert.deepEqual(again.map(({ unit, agent, attempt }) => [unit, agent, attempt]).sort(), [
    ["auth", "security-reviewer", 2],
    ["db", "reviewer", 2],
    ["docs", "reviewer", 2],
  ]);
  assert.match(
    again.find(({ unit }) => unit === "auth")?.prompt ?? "",
    /^RETRY_REASON: [\s\S]*\n\nReview src\/auth\.\n\nReply in the /,
  );
});

test("units of one's own cost what those of a mode do", () => {
  const documents = ["A.md", "B.md", "C.md"];
  for (const expect of ["digest", "consistency", "verification", "implementation", "design-plan", "review", "return"]) {
    const wave = { name: "own", each: /** @type {const} */ ("document"), agent: "x", expect };
    const of = plan("own", { documents, modes: { own: { waves: [wave] } } });
    const units = documents.map((unit) => ({ unit, agent: "x", prompt: `Read ${unit}.`, expect }));
    assert.deepEqual(plan("list", { units }).tokens.fanOut, of.tokens.fanOut, expect);
  }
  const [low = 0, high = 0] = plan("list", { units: [{ unit: "a", agent: "x", prompt: "p" }] }).tokens.sequential;
  assert.ok(low > 0 && high > low);
});

test("units of one's own keep to the configuration", () => {
  const units = ["a", "b", "c"].map((unit) => ({ unit, agent: "x", prompt: `Read ${unit}.` }));
  const rounds = plan("list", { units, config: { maxAgents: 2, agentTimeout: 1000, models: { x: "haiku" } } });
  assert.deepEqual(
    rounds.waves.map(({ name, roundOf, units }) => [name, roundOf, units.map(({ unit }) => unit).join()]),
    [
      ["list-1", "list", "a,b"],
      ["list-2", "list", "c"],
    ],
  );
  assert.deepEqual([rounds.waves[0]?.units[0]?.model, rounds.waves[0]?.units[0]?.timeoutMs], ["haiku", 1000]);
  const single = plan("list", { units, config: { fanOut: "disabled" } });
  assert.deepEqual([single.fanOut, single.reason, single.waves.length], [false, "fan-out is disabled (`fanOut`)", 3]);
  assert.throws(() => plan("list", { units, config: { fanOut: "teams" } }), /teams are not available/);
  assert.throws(() => plan("list", { units, config: { maxAgents: 0 } }), /maxAgents/);
  // A mode of that name is another matter.
  const own = {
    list: { waves: [{ name: "one", each: /** @type {const} */ ("document"), agent: "x", expect: "digest" }] },
  };
  assert.equal(plan("list", { documents: ["A.md"], modes: own }).waves[0]?.name, "one");
});

test("all that is wrong with units of one's own is named", () => {
  /** @type {[any, RegExp][]} */
  const wrong = [
    [[], /`units` has no unit/],
    [[{ unit: "a" }], /`input\.units\[0\]` has no `agent`\. `input\.units\[0\]` has no `prompt`\./],
    [["a"], /`input\.units\[0\]` must be an object, but is "a"/],
    [[{ unit: "a", agent: "x", prompt: "p", prmopt: "p" }], /`input\.units\[0\]` has the unknown key "prmopt"/],
    [[{ unit: "a", agent: "x", prompt: 7 }], /`input\.units\[0\]\.prompt` must be a string/],
    [Array(2).fill({ unit: "a", agent: "x", prompt: "p" }), /`units\[1\]` asks "x" about "a" again/],
    [[{ unit: "a", agent: "x", prompt: "p", expect: "nothing-known" }], /nothing-known/],
  ];
  for (const [units, says] of wrong) assert.throws(() => plan("list", { units }), says);
  const units = [{ unit: "a", agent: "x", prompt: "p" }];
  assert.throws(() => plan("list", { units, documents: ["A.md"] }), /`documents` is not used by the mode "list"/);
  assert.throws(() => plan("list", { units, variables: { FOCUS: "x" } }), /does not use the variable "FOCUS"/);
  const returns = [{ unit: "a", agent: "maker", prompt: "Make it.", expect: /** @type {const} */ ("return") }];
  const made = plan("list", { units: returns, variables: { SessionId: "s-1" } }).waves[0]?.units[0];
  assert.match(made?.prompt ?? "", /"session_id": "s-1"[^\n]*"agent_type": "maker"/);
});
