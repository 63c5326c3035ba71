/** How it is released: only what agrees with its tag, by workflows that may do next to nothing. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { newestOf, problemsOf, release } from "../../scripts/release.js";
import { top } from "../../scripts/run.js";

const read = (/** @type {string} */ file) => readFileSync(join(top, file), "utf8");

test("only what agrees with its tag is released", () => {
  const good = {
    tag: "v1.2.3",
    versions: { "package.json": "1.2.3", "Cargo.toml": "1.2.3" },
    changelog: "# Changelog\n\n## 1.2.3, 2026-01-31\n\n- News.\n\n## 1.2.2, 2026-01-01\n\n- Old.\n",
    repository: "git+https://github.com/owner/name.git",
    madeIn: "owner/name",
    changes: "",
  };
  assert.deepEqual(problemsOf(good), []);
  assert.deepEqual(problemsOf({ ...good, tag: undefined, madeIn: undefined }), []);
  const changelog = (/** @type {string} */ heading) => ({
    changelog: good.changelog.replace("1.2.3, 2026-01-31", heading),
  });
  /** @type {[Partial<typeof good>, RegExp][]} */
  const wrong = [
    [{ tag: "v1.2.4" }, /^The tag is v1\.2\.4, and the version 1\.2\.3\.$/],
    [{ tag: "1.2.3" }, /^The tag is 1\.2\.3,/],
    [{ tag: "" }, /^The tag is ,/],
    [
      { versions: { ...good.versions, "Cargo.toml": "1.2.2" } },
      /^Cargo\.toml has version 1\.2\.2, package\.json 1\.2\.3\.$/,
    ],
    [
      {
        versions: { "package.json": "1.2.3-rc.1", "Cargo.toml": "1.2.3-rc.1" },
        tag: "v1.2.3-rc.1",
        ...changelog("1.2.3-rc.1, 2026-01-31"),
      },
      /no X\.Y\.Z/,
    ],
    [changelog("1.2.3, unreleased"), /gives 1\.2\.3 no day/],
    [changelog("1.2.3, 2026-02-31"), /gives 1\.2\.3 no day/],
    [changelog("1.2.4, 2026-01-31"), /begins with "1\.2\.4, 2026-01-31", not with 1\.2\.3/],
    [{ changelog: "# Changelog\n\n## 1.2.3, 2026-01-31\n\n## 1.2.2, 2026-01-01\n\n- Old.\n" }, /says nothing below/],
    [{ repository: undefined }, /names no repository/],
    [{ madeIn: "fork/name" }, /names the repository owner\/name, and this is fork\/name/],
    [{ changes: " M src/lib.rs" }, /No commit has these changes/],
  ];
  for (const [part, says] of wrong) {
    const problems = problemsOf({ ...good, ...part });
    assert.equal(problems.length, 1, problems.join("\n"));
    assert.match(problems[0] ?? "", says);
  }
  assert.equal(newestOf(good.changelog).notes, "- News.");
});

test("all that says a version says the same", () => {
  const { versions, changelog } = release();
  assert.ok(Object.keys(versions).length > 4);
  for (const [file, version] of Object.entries(versions)) assert.equal(version, versions["package.json"], file);
  assert.ok(newestOf(changelog).heading.startsWith(`${versions["package.json"]}, `));
});

test("workflows pin what they use, may do next to nothing, and leave the work to scripts that there are", () => {
  const { scripts } = JSON.parse(read("package.json"));
  const folder = join(".github", "workflows");
  for (const file of readdirSync(join(top, folder))) {
    const workflow = read(join(folder, file));
    assert.match(workflow, /^permissions: \{\}$/m, file);
    const uses = [...workflow.matchAll(/^ +(?:- )?uses: (.+)$/gm)].map(([, used = ""]) => used);
    assert.ok(uses.length > 0);
    for (const used of uses) assert.match(used, /^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, file);
    for (const [, name = ""] of workflow.matchAll(/npm run ([\w:-]+)/g)) assert.ok(name in scripts, `${file}: ${name}`);
    // What comes from outside, such as a tag's name, is a variable of the shell and no part of its program.
    for (const [line] of workflow.matchAll(/^.*\brun: .*$/gm)) assert.ok(!line.includes("${{"), `${file}: ${line}`);
  }
});
