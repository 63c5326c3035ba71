/** The package as users get it: packed, installed elsewhere, imported, required, run and type-checked. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("../..", import.meta.url));
const REPLY = "RESULT: CLEAN | Type: consistency | Pair: A.md/C.md | Findings: 0 | Critical: 0 | Major: 0 | Minor: 0\n";

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

test("it holds what is needed, and nothing else", () => {
  const expected = [
    "CHANGELOG.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "package.json",
    "pkg/api.js",
    "pkg/cli.js",
    "pkg/cli/fail-on.js",
    "pkg/cli/input.js",
    "pkg/cli/misuse.js",
    "pkg/cli/terminal.js",
    "pkg/generated/reconvene.js",
    "pkg/generated/reconvene_bg.wasm",
    "pkg/generated/version.js",
    "pkg/node.js",
    "pkg/reconvene.d.ts",
  ];
  assert.deepEqual(packed.sort(), expected.sort());
});

test("npx runs the command line", () => {
  assert.match(run("npx", ["--no-install", "reconvene", "report", "reply.md"]), /A\.md \+ C\.md/);
});

test("it is imported and required", () => {
  const use = `console.log(parse(${JSON.stringify(REPLY)}).status, typeof version)`;
  const imported = `import { parse, version } from "reconvene"; ${use}`;
  assert.equal(run(process.execPath, ["--input-type=module", "--eval", imported]), "CLEAN string\n");
  const required = `const { parse, version } = require("reconvene"); ${use}`;
  assert.equal(run(process.execPath, ["--input-type=commonjs", "--eval", required]), "CLEAN string\n");
});

test("its types serve a strict TypeScript user", () => {
  const source = `
    import { aggregate, ReconveneError, render, type Finding, type Report } from "reconvene";
    const report: Report = aggregate([{ text: "", unit: "A.md", attempt: 2 }], { expected: [{ unit: "A.md" }] });
    const worst: Finding[] = report.results.flatMap((result) => result.findings.filter((f) => f.severity === "critical"));
    for (const { detail } of report.results) if (detail.kind === "verification") detail.items[0]?.status satisfies string | undefined;
    // @ts-expect-error no such key
    aggregate([{ text: "", agnet: "x" }]);
    export const text: string = new ReconveneError("internal", render(report, "markdown")).code + worst.length;
  `;
  writeFileSync(join(folder, "use.ts"), source);
  const tsc = join(top, "node_modules", "typescript", "bin", "tsc");
  run(process.execPath, [tsc, "--noEmit", "--strict", "--module", "nodenext", "--target", "es2023", "use.ts"]);
});
