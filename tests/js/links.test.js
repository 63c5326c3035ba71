/** Every link of the documentation leads to a file and a heading of it. What is packed: `package.test.js`. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { deadLinks } from "../../scripts/links.js";

const top = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "links-"));
after(() => rmSync(folder, { recursive: true }));

test("no link of the repository's documentation is dead", () => {
  const own = readdirSync(top).filter((name) => name.endsWith(".md"));
  const docs = readdirSync(join(top, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md") && !name.startsWith(".vitepress"))
    .map((name) => `docs/${name.replaceAll("\\", "/")}`);
  assert.deepEqual(deadLinks(top, [...own, ...docs, "tests/golden/README.md"]), []);
});

test("a dead link is named, and what only looks like one is not", () => {
  writeFileSync(
    join(folder, "a.md"),
    [
      "# A `code` title: two",
      "[fine](b.md#one-more-1) [fine](#a-code-title-two) [web](https://example.org/x.md) `[code](none.md)`",
      '[gone](c.md) [no heading](b.md#none) <img src="none.png">',
      "```md\n[in a fence](none.md)\n```",
      "<!-- [in a comment](none.md) -->",
    ].join("\n"),
  );
  writeFileSync(join(folder, "b.md"), "# One more\n\n## One more\n");
  assert.deepEqual(deadLinks(folder, ["a.md", "b.md"]), [
    "a.md: c.md leads to no file",
    "a.md: b.md#none leads to no heading",
    "a.md: none.png leads to no file",
  ]);
});
