/** Result types of a host's own: asked for, read with their columns, checked, fixed and reported. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  aggregate,
  Collector,
  check,
  fix,
  parse,
  plan,
  prompt,
  registeredTypes,
  retry,
  split,
} from "../../pkg/node.js";

const CLI = fileURLToPath(new URL("../../pkg/cli.js", import.meta.url));
const SCAN = readFileSync(new URL("../cases/check/unknown-type.registered.md", import.meta.url), "utf8");

/** @type {import("../../pkg/reconvene.js").CustomType[]} */
const types = [
  {
    name: "security-scan",
    columns: [
      { name: "Risk", role: "severity" },
      { name: "CWE", required: true, synonyms: ["Weakness"] },
      { name: "Counter-location", role: "counterLocation", required: false },
    ],
  },
];
const folder = mkdtempSync(join(tmpdir(), "types-"));
after(() => rmSync(folder, { recursive: true }));

/** @param {string[]} args @param {string} [input] */
const cli = (args, input) => spawnSync(process.execPath, [CLI, ...args], { cwd: folder, encoding: "utf8", input });

test("a registered type is read, checked and fixed with its columns", () => {
  const read = parse(SCAN, { types });
  assert.deepEqual([read.type, read.diagnostics], ["security-scan", []]);
  assert.deepEqual(read.findings[0]?.extra?.[0], { key: "CWE", value: "CWE-20" });
  assert.equal(check(SCAN, { types }).grade, "conforms");
  assert.equal(fix(SCAN, { types }).text, SCAN);
  // Without it, the type is unknown, and its column is not the protocol's.
  assert.ok(parse(SCAN).diagnostics.some(({ code }) => code === "unknown-type"));
  const lacking = check(SCAN.replaceAll("CWE", "Code"), { types });
  assert.ok(lacking.diagnostics.some(({ code }) => code === "missing-column"));
});

test("its form is asked for with its columns", () => {
  const asked = prompt("security-scan", {}, { types });
  assert.match(asked, /Type: security-scan/);
  assert.match(asked, /Risk \(critical: /);
  assert.match(asked, /Suggestion, CWE\./);
});

test("a report and a collector that is put away keep it", () => {
  const expected = [{ unit: "src/till.rs", expect: "security-scan" }];
  const replies = [{ text: SCAN, unit: "src/till.rs", expect: "security-scan" }];
  const whole = aggregate(replies, { expected, types });
  assert.equal(whole.findings.length, 2);
  assert.deepEqual(whole.gaps, []);
  const collector = new Collector({ expected, types });
  const state = collector.toJSON();
  const again = Collector.from(JSON.parse(JSON.stringify(state)));
  for (const reply of replies) again.add(reply);
  assert.deepEqual(again.report().findings, whole.findings);
});

test("a wave of one's own expects it", () => {
  /** @type {import("../../pkg/reconvene.js").OwnWave} */
  const wave = { name: "scan", each: "document", agent: "scanner", expect: "security-scan" };
  const modes = { scan: { waves: [wave] } };
  const made = plan("scan", { documents: ["A.md"], modes, types });
  assert.match(made.waves[0]?.units[0]?.prompt ?? "", /Suggestion, CWE\./);
});

test("a plan carries its types to the report and the retry", () => {
  /** @type {import("../../pkg/reconvene.js").OwnWave} */
  const wave = { name: "scan", each: "document", agent: "scanner", expect: "security-scan" };
  const made = plan("scan", { documents: ["src/till.rs"], modes: { scan: { waves: [wave] } }, types });
  const replies = [{ text: SCAN, unit: "src/till.rs", expect: "security-scan" }];
  const whole = aggregate(replies, { plan: made });
  assert.deepEqual([whole.results[0]?.type, whole.results[0]?.findings.length], ["security-scan", 2]);
  const collector = new Collector({ plan: made });
  for (const reply of replies) collector.add(reply);
  assert.deepEqual(collector.report(), whole);
  assert.match(retry(aggregate([]), made).waves[0]?.units[0]?.prompt ?? "", /Suggestion, CWE\./);
  writeFileSync(join(folder, "plan.json"), JSON.stringify(made));
  const { status, stdout } = cli(["report", "--plan", "plan.json", "--format", "json"], SCAN);
  assert.deepEqual([status, JSON.parse(stdout).results[0].type], [0, "security-scan"]);
});

test("a paste is taken apart where a registered type begins a reply", () => {
  assert.equal(split(`${SCAN}\n${SCAN.replace("src/till.rs", "src/hall.rs")}`, { types }).length, 2);
  assert.equal(split(`${SCAN}\n${SCAN.replace("src/till.rs", "src/hall.rs")}`).length, 1);
});

test("what else is wrong in a configuration file concerns its types not at all", () => {
  const text = JSON.stringify({ types, orchestration: { maxAgents: 0 } });
  assert.match(JSON.stringify(registeredTypes(text)), /"name":"security-scan"/);
  assert.throws(() => registeredTypes('{"types": 1}'), /`types` must be a list of types/);
  writeFileSync(join(folder, ".clarity-loop.json"), text);
  const read = cli(["parse"], SCAN);
  assert.deepEqual([read.status, JSON.parse(read.stdout).type], [0, "security-scan"]);
  assert.equal(cli(["plan", "spec", "own.json"]).status, 2);
  rmSync(join(folder, ".clarity-loop.json"));
});

test("what cannot be a type says where it stands", () => {
  assert.throws(() => parse(SCAN, { types: [{ name: "Security Scan" }] }), /`options\.types\[0\]\.name`/);
  // @ts-expect-error no list of types
  assert.throws(() => parse(SCAN, { types: "security-scan" }), /`options\.types`/);
});

test("the command line takes them from a file", () => {
  const file = join(folder, "own.json");
  writeFileSync(file, JSON.stringify(types));
  const read = cli(["parse", "--types", file], SCAN);
  assert.deepEqual([read.status, read.stderr], [0, ""]);
  assert.equal(JSON.parse(read.stdout).type, "security-scan");
  const asked = cli(["prompt", "security-scan", "--types", file]);
  assert.match(asked.stdout, /Suggestion, CWE\./);
  const missing = cli(["parse", "--types", join(folder, "none.json")], SCAN);
  assert.equal(missing.status, 2);
  assert.match(missing.stderr, /none\.json/);
});
