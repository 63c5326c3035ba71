/** The package as users get it: packed, installed elsewhere, imported, required, run and type-checked. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { deadLinks } from "../../scripts/links.js";
import { schemas } from "../../scripts/schema.js";
import { BUDGETS, sizeOf } from "../../scripts/size.js";

const top = fileURLToPath(new URL("../..", import.meta.url));
const REPLY = "RESULT: CLEAN | Type: consistency | Pair: A.md/C.md | Findings: 0 | Critical: 0 | Major: 0 | Minor: 0\n";

const ID = "3f2a9c10-0000-4000-8000-000000000001";

/** @type {string} */
let folder;
/** @type {string[]} */
let packed;

/**
 * @param {string} program
 * @param {string[]} args
 */
function run(program, args, cwd = folder) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
  assert.equal(status, 0, `${program} ${args.join(" ")}\n${stdout}${stderr}`);
  return stdout;
}

before(() => {
  folder = mkdtempSync(join(tmpdir(), "reconvene-package-"));
  const [tarball] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", folder], top));
  packed = tarball.files.map((/** @type {{ path: string }} */ { path }) => path);
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  writeFileSync(join(folder, "reply.md"), REPLY);
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${tarball.filename}`]);
});

after(() => rmSync(folder, { recursive: true }));

test("what is downloaded keeps to its budget", () => {
  for (const [file, most] of Object.entries(BUDGETS)) {
    const { raw, gzip } = sizeOf(file);
    assert.ok(raw <= most.raw, `${file} has ${raw} bytes; ${most.raw} are its budget`);
    assert.ok(gzip <= most.gzip, `${file} has ${gzip} bytes, gzipped; ${most.gzip} are its budget`);
  }
});

/** The documentation for those who use it, as far as the README leads there. */
function docs() {
  const pages = readdirSync(join(top, "docs"), { recursive: true, encoding: "utf8" }).map((name) =>
    name.replaceAll("\\", "/"),
  );
  const others = /^(?:\.vitepress|index\.md|live|sources\.md|testing\.md|releasing\.md)/;
  return pages.filter((name) => /\.\w+$/.test(name) && !others.test(name)).map((name) => `docs/${name}`);
}

test("every link in it leads to something in it", () => {
  const files = packed.filter((name) => name.endsWith(".md"));
  const folders = new Set(packed.map((name) => name.replace(/[^/]+$/, "")));
  const isThere = (/** @type {string} */ path) => packed.includes(path) || folders.has(path);
  assert.deepEqual(deadLinks(join(folder, "node_modules", "reconvene"), files, isThere), []);
});

test("it holds what is needed, and nothing else", () => {
  const expected = [
    "CHANGELOG.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    ...docs(),
    "package.json",
    "pkg/api.js",
    "pkg/asked.js",
    "pkg/bin.js",
    "pkg/boundary.js",
    "pkg/browser.js",
    "pkg/bytes.js",
    "pkg/clarifications.js",
    "pkg/cli.js",
    "pkg/cli/aggregate.js",
    "pkg/cli/commands/agents.js",
    "pkg/cli/commands/check.js",
    "pkg/cli/commands/clarify.js",
    "pkg/cli/commands/collect.js",
    "pkg/cli/commands/explain.js",
    "pkg/cli/commands/hook.js",
    "pkg/cli/commands/mcp.js",
    "pkg/cli/commands/merge.js",
    "pkg/cli/commands/parse.js",
    "pkg/cli/commands/plan.js",
    "pkg/cli/commands/prompt.js",
    "pkg/cli/commands/render.js",
    "pkg/cli/commands/report.js",
    "pkg/cli/commands/retry.js",
    "pkg/cli/commands/sessions.js",
    "pkg/cli/hook/collected.js",
    "pkg/cli/hook/input.js",
    "pkg/cli/hook/transcript.js",
    "pkg/cli/input.js",
    "pkg/cli/mcp/messages.js",
    "pkg/cli/mcp/replies.js",
    "pkg/cli/mcp/server.js",
    "pkg/cli/mcp/shown.js",
    "pkg/cli/mcp/tools.js",
    "pkg/cli/misuse.js",
    "pkg/cli/options.js",
    "pkg/cli/outputs.js",
    "pkg/cli/sessions/find.js",
    "pkg/cli/sessions/read.js",
    "pkg/cli/states.js",
    "pkg/cli/terminal.js",
    "pkg/conditions.js",
    "pkg/entries.js",
    "pkg/error.js",
    "pkg/formats.js",
    "pkg/formats/csv.js",
    "pkg/formats/github.js",
    "pkg/formats/gitlab.js",
    "pkg/formats/issues.js",
    "pkg/formats/junit.js",
    "pkg/formats/rdjson.js",
    "pkg/formats/read.js",
    "pkg/formats/sarif.js",
    "pkg/generated/element.js",
    "pkg/generated/facts.js",
    "pkg/generated/inline.js",
    "pkg/generated/mcp.js",
    "pkg/generated/reconvene.js",
    "pkg/generated/reconvene_bg.wasm",
    "pkg/inline.js",
    "pkg/load.js",
    "pkg/node-version.js",
    "pkg/node.js",
    "pkg/notices.txt",
    "pkg/plain.js",
    "pkg/reconvene-clarifications.d.ts",
    "pkg/reconvene-dispatch.d.ts",
    "pkg/reconvene-element.d.ts",
    "pkg/reconvene-sessions.d.ts",
    "pkg/reconvene.d.ts",
    "pkg/sbom.cdx.json",
    "pkg/schema/check.json",
    "pkg/schema/clarifications.json",
    "pkg/schema/collector.json",
    "pkg/schema/decisions.json",
    "pkg/schema/evaluation.json",
    "pkg/schema/plan.json",
    "pkg/schema/report.json",
    "pkg/schema/result.json",
    "pkg/sessions.js",
    "pkg/sessions/calls.js",
    "pkg/sessions/claude-code.js",
    "pkg/sessions/codex.js",
    "pkg/sessions/gemini-cli.js",
    "pkg/sessions/lines.js",
    "pkg/sessions/messages.js",
    "pkg/sessions/opencode.js",
    "pkg/sessions/plain.js",
    "pkg/sessions/reader.js",
    "pkg/settled.js",
    "pkg/subpaths/clarifications.js",
    "pkg/subpaths/dispatch.js",
    "pkg/workerd.js",
  ];
  assert.deepEqual(packed.sort(), expected.sort());
});

test("it needs nothing else, and runs nothing when it is installed", () => {
  const packed = JSON.parse(readFileSync(join(folder, "node_modules", "reconvene", "package.json"), "utf8"));
  for (const need of ["dependencies", "optionalDependencies", "peerDependencies", "bundleDependencies"]) {
    assert.ok(!(need in packed), need);
  }
  const whileInstalling = /^(?:pre|post)?(?:install|prepare|uninstall)$|^prepublish$/;
  assert.deepEqual(
    Object.keys(packed.scripts).filter((name) => whileInstalling.test(name)),
    [],
  );
  const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  assert.deepEqual(Object.keys(packages), ["", "node_modules/reconvene"]);
  assert.ok(!packages["node_modules/reconvene"].hasInstallScript);
});

test("it holds the list of what it is made of, and that is of this module", () => {
  const packed = join(folder, "node_modules", "reconvene", "pkg");
  const { metadata } = JSON.parse(readFileSync(join(packed, "sbom.cdx.json"), "utf8"));
  const module = readFileSync(join(packed, "generated", "reconvene_bg.wasm"));
  const [{ hashes }] = metadata.component.components;
  assert.equal(hashes[0].content, createHash("sha256").update(module).digest("hex"));
});

test("it does not tell where it was built", () => {
  const home = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  for (const name of ["reconvene_bg.wasm", "reconvene.js"]) {
    const file = readFileSync(join(folder, "node_modules", "reconvene", "pkg", "generated", name), "latin1");
    for (const path of [home, homedir(), top]) assert.ok(path === "/" || !file.includes(path), `${name} names ${path}`);
    assert.ok(!file.includes("@ts-self-types"), "it names types that are not packed");
  }
});

test("npx runs the command line", () => {
  assert.match(run("npx", ["--no-install", "reconvene", "report", "reply.md"]), /A\.md \+ C\.md/);
});

test("from an empty folder to the report of a session, in one command", () => {
  const project = join(folder, "empty");
  const home = join(folder, "home");
  const logs = join(
    home,
    ".claude",
    "projects",
    realpathSync(folder)
      .replace(/[^A-Za-z0-9]/g, "-")
      .concat("-empty"),
  );
  for (const path of [project, join(logs, ID, "subagents")]) mkdirSync(path, { recursive: true });
  const task = (/** @type {string} */ id, /** @type {string} */ description) => ({
    ...{ type: "tool_use", id, name: "Agent" },
    input: { description, prompt: `${description}, please.`, subagent_type: "general-purpose" },
  });
  const result = (/** @type {string} */ id, /** @type {string} */ content) => ({
    ...{ type: "user", toolUseResult: { status: "completed" } },
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] },
  });
  const said = "## Review\n\n1. **Critical: SQL injection** in `src/db.js:12`. Fix: use parameters.\n";
  const records = [
    { type: "user", message: { role: "user", content: "Review this project." } },
    {
      type: "assistant",
      message: { role: "assistant", content: [task("t1", "Security review"), task("t2", "API review")] },
    },
    result("t1", said),
    result("t2", REPLY),
  ];
  const log = records.map((record) => `${JSON.stringify({ sessionId: ID, cwd: project, ...record })}\n`).join("");
  writeFileSync(join(logs, `${ID}.jsonl`), log);
  const { CLAUDE_CONFIG_DIR: _, ...others } = process.env;
  const env = { ...others, HOME: home, USERPROFILE: home, CODEX_HOME: home, GEMINI_CLI_HOME: home };
  const args = ["--no-install", "reconvene", "report", "--session", "latest"];
  const { status, stdout, stderr } = spawnSync("npx", args, { cwd: project, encoding: "utf8", env });
  assert.equal(status, 0, stderr);
  assert.match(stderr, new RegExp(`Session ${ID} of Claude Code: 2 subagents were asked\\.`));
  assert.match(stdout, /\*\*Verdict: NEEDS REWORK\.\*\* 2 replies on 2 tasks/);
  assert.match(stdout, /SQL injection/);
});

test("it is imported and required", () => {
  const use = `console.log(parse(${JSON.stringify(REPLY)}).status, typeof version)`;
  const imported = `import { parse, version } from "reconvene"; ${use}`;
  assert.equal(run(process.execPath, ["--input-type=module", "--eval", imported]), "CLEAN string\n");
  const required = `const { parse, version } = require("reconvene"); ${use}`;
  assert.equal(run(process.execPath, ["--input-type=commonjs", "--eval", required]), "CLEAN string\n");
});

test("its subpath for sessions needs no module to be ready", () => {
  const use = `import { replies } from "reconvene/sessions"; console.log(replies("").length)`;
  assert.equal(run(process.execPath, ["--input-type=module", "--eval", use]), "0\n");
});

test("its subpaths for dispatch and clarifications are ready where the package is", () => {
  const audit = `plan("audit", { documents: ["A.md", "B.md"] }).waves.length`;
  const imported = `import { plan } from "reconvene/dispatch";
    import { evaluate } from "reconvene/clarifications";
    import { clarifications, plan as own } from "reconvene";
    console.log(${audit}, evaluate("").verdict, plan === own, evaluate === clarifications.evaluate);`;
  assert.equal(run(process.execPath, ["--input-type=module", "--eval", imported]), "2 insufficient true true\n");
  const required = `const { plan } = require("reconvene/dispatch"); console.log(${audit})`;
  assert.equal(run(process.execPath, ["--input-type=commonjs", "--eval", required]), "2\n");
});

test("its schemas are those of its types", () => {
  for (const { name, schema } of schemas()) {
    const read = `console.log(JSON.stringify(require("reconvene/schema/${name}.json")))`;
    assert.deepEqual(JSON.parse(run(process.execPath, ["--input-type=commonjs", "--eval", read])), schema);
  }
});

test("a bundle of one file for Node says what it lacks", async () => {
  writeFileSync(join(folder, "one.mjs"), 'import { parse } from "reconvene"; parse("");');
  for (const format of /** @type {const} */ (["esm", "cjs"])) {
    const outfile = join(folder, "bundle", format === "esm" ? "one.mjs" : "one.cjs");
    const entryPoints = [join(folder, "one.mjs")];
    await build({ entryPoints, outfile, format, bundle: true, platform: "node", logLevel: "silent" });
    const { status, stderr } = spawnSync(process.execPath, [outfile], { encoding: "utf8" });
    assert.equal(status, 1);
    assert.match(
      stderr,
      /ReconveneError: The module could not be read: .*`reconvene\/core\.wasm`.*`reconvene\/inline`/,
    );
  }
});

/** How TypeScript users may be set up. */
const SETTINGS = {
  node: { module: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
};

for (const [name, settings] of Object.entries(SETTINGS)) {
  test(`its types serve a strict TypeScript user, ${name}`, () => {
    const compilerOptions = {
      ...settings,
      ...{ target: "es2023", lib: ["es2023", "dom"], types: [], resolveJsonModule: true, outDir: name },
      ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
    };
    copyFileSync(new URL("consumer/use.ts", import.meta.url), join(folder, "use.mts"));
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["use.mts"] }));
    run(process.execPath, [join(top, "node_modules", "typescript", "bin", "tsc")]);
    // What compiles runs too.
    run(process.execPath, [join(name, "use.mjs")]);
  });
}

test("the types of the element serve a strict TypeScript user, and importing it in Node does no harm", () => {
  const compilerOptions = {
    ...{ module: "esnext", moduleResolution: "bundler", target: "es2023", lib: ["es2023", "dom"], types: [] },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
    noEmit: true,
  };
  copyFileSync(new URL("consumer/element.ts", import.meta.url), join(folder, "element.mts"));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["element.mts"] }));
  run(process.execPath, [join(top, "node_modules", "typescript", "bin", "tsc")]);
  const use =
    'await import("reconvene/element"); const { ReconveneReport, version } = await import("reconvene/element");';
  const says = "console.log(typeof ReconveneReport, typeof version)";
  assert.equal(run(process.execPath, ["--input-type=module", "--eval", `${use} ${says}`]), "function string\n");
});

test("its types serve a TypeScript user without the types of the web", () => {
  const source = `
    import { init, parse, ReconveneError, type Status } from "reconvene";
    export const ready: Promise<void> = init(new ArrayBuffer(8));
    export const status: Status = parse("").status;
    export const error = new ReconveneError("internal", "a fault", { cause: 1 });
    // @ts-expect-error neither a name nor bytes
    init(7);
    // @ts-expect-error no source is that, where there are none of the web
    init({ href: "" });
  `;
  writeFileSync(join(folder, "bare.mts"), source);
  const compilerOptions = {
    ...{ module: "nodenext", target: "es2022", lib: ["es2022"], types: [], strict: true, skipLibCheck: false },
    noEmit: true,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["bare.mts"] }));
  run(process.execPath, [join(top, "node_modules", "typescript", "bin", "tsc")]);
});

test("its types serve a TypeScript user of CommonJS", () => {
  const source = `
    import { parse } from "reconvene";
    import reconvene = require("reconvene");
    export const status: reconvene.Status = parse(reconvene.version).status;
  `;
  writeFileSync(join(folder, "use.cts"), source);
  const tsc = join(top, "node_modules", "typescript", "bin", "tsc");
  const settings = ["--ignoreConfig", "--strict", "--module", "nodenext", "--target", "es2023", "--types", ""];
  run(process.execPath, [tsc, ...settings, "use.cts"]);
  run(process.execPath, ["use.cjs"]);
});
