/** How the page looks: nothing cut off, broken or unreadable, on a phone, in the dark, on paper, once findings are decided. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { accessible, choose, go, onPage, paste, says, shows, startPage, stopPage, there } from "./on-page.js";

/** @typedef {import("playwright-core").Page} Page */

before(startPage);
after(stopPage);

const PHONE = { viewport: { width: 390, height: 844 } };
/** A4 without its margins, in CSS pixels. */
const PAPER = { viewport: { width: 718, height: 1000 } };

/** Three agents who say where they looked, and find the same. */
const AGENTS = ["first reader", "second reader", "third reader"].map(
  (agent) => `RESULT: FINDINGS | Type: consistency | Pair: API.md/STORE.md | Findings: 1

---
**Protocol**: v1
**Agent**: ${agent}
**Scope**: API.md, STORE.md
**Coverage**: 100%
---

## Findings

| ID | Severity | Type | Location | Counter-location | Description | Suggestion |
|----|----------|------|----------|------------------|-------------|------------|
| F1 | ${agent === "first reader" ? "critical" : "P2"} | contradiction | API.md §2, in the second of the tables | STORE.md §4 | The parcel weight is in grams here, in pounds there. | Say which. |
`,
);

/** @param {Page} page */
async function withSamples(page) {
  await page.click("#samples");
  await shows(page, 19);
}

/**
 * How many lines the words of each take that are broken within.
 * @param {import("playwright-core").Locator} elements
 */
const brokenWords = (elements) =>
  elements.evaluateAll((all) =>
    all.flatMap((one) => {
      const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      /** @type {string[]} */
      const broken = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[\p{L}\p{N}_]+/gu)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (range.getClientRects().length > 1) broken.push(word);
        }
      }
      return broken;
    }),
  );

describe("nothing is cut off or broken", () => {
  test("both menus stay on the screen of a phone", () =>
    onPage(async (page) => {
      await paste(page, AGENTS.join("\n"));
      await shows(page, 1);
      for (const menu of ["#copy-menu", "#save-menu"]) {
        await page.locator(`${menu} summary`).click();
        const { left, right } = await page
          .locator(`${menu} .menu-body`)
          .evaluate((one) => one.getBoundingClientRect().toJSON());
        assert.ok(left >= 0 && right <= 390, `${menu}: ${left} to ${right}`);
        await page.locator(`${menu} summary`).click();
      }
    }, PHONE));

  test("how many agents reported a finding is there in full, however long its place", () =>
    onPage(async (page) => {
      await paste(page, AGENTS.join("\n"));
      await shows(page, 1);
      await go(page, "findings");
      const who = page.locator(".finding-row .who");
      assert.equal(await who.textContent(), "3 agents");
      assert.ok(await who.evaluate((one) => one.scrollWidth <= one.clientWidth));
    }, PHONE));

  test("what was fixed since the earlier run unfolds within the screen of a phone", () =>
    onPage(async (page) => {
      await withSamples(page);
      await go(page, "findings");
      for (const gone of await page.locator(".gone").all()) {
        await gone.locator("summary").click();
        const { left, right } = await gone.locator("ul").evaluate((one) => one.getBoundingClientRect().toJSON());
        assert.ok(left >= 0 && right <= 390, `${left} to ${right}`);
        await gone.locator("summary").click();
      }
    }, PHONE));

  for (const width of [1440, 1024]) {
    test(`no word is broken at ${width} px: agents in the matrix, the reason of a dismissal`, () =>
      onPage(
        async (page) => {
          await withSamples(page);
          await go(page, "matrix");
          assert.deepEqual(await brokenWords(page.locator(".by-agent thead th")), []);
          await go(page, "findings");
          await page.keyboard.press("d");
          assert.deepEqual(await brokenWords(page.locator(".dismissing label")), []);
        },
        { viewport: { width, height: 900 } },
      ));
  }

  test("the finding has more room than the list, also where there is little", () =>
    onPage(
      async (page) => {
        await withSamples(page);
        await go(page, "findings");
        const [list, detail] = await Promise.all(
          [".list-side", ".detail"].map((one) => page.locator(one).evaluate((side) => side.clientWidth)),
        );
        assert.ok((detail ?? 0) > 1.2 * (list ?? 0), `${list} and ${detail}`);
      },
      { viewport: { width: 1024, height: 768 } },
    ));
});

describe("the matrix", () => {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`who disagrees is told from who agrees: ${colorScheme}`, () =>
      onPage(
        async (page) => {
          await withSamples(page);
          await go(page, "matrix");
          const colours = await page.locator("td[data-said=disagrees]").evaluateAll((all) =>
            all.map((one) => {
              const { outlineColor, backgroundColor } = getComputedStyle(one);
              const lightness = (/** @type {string} */ colour) => {
                const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? [])
                  .map(Number)
                  .map((value) =>
                    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
                  );
                return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
              };
              const [mine, other] = [lightness(outlineColor), lightness(backgroundColor)];
              return Math.max(mine, other) / Math.min(mine, other);
            }),
          );
          assert.ok(colours.length > 0);
          assert.ok(Math.min(...colours) >= 3, String(colours));
        },
        { colorScheme },
      ));
  }

  test("says what was decided, and is made anew only where something changed", () =>
    onPage(async (page) => {
      await withSamples(page);
      await go(page, "matrix");
      const first = await page.locator(".by-agent tbody tr").first().elementHandle();
      await go(page, "findings");
      await go(page, "matrix");
      assert.ok(await first?.evaluate((one) => one.isConnected));
      await go(page, "findings");
      await page.locator(".findings-list").focus();
      await page.keyboard.press("x");
      await go(page, "matrix");
      await says(page.locator(".by-agent tbody tr[data-decided] .mark"), "accepted");
    }));
});

describe("what an agent said", () => {
  test("a word for a severity stands beside what it was read as", () =>
    onPage(async (page) => {
      await paste(page, AGENTS.join("\n"));
      await shows(page, 1);
      await go(page, "findings");
      await says(page.locator(".dispute li").first(), "first reader: critical");
      await says(page.locator(".dispute li").nth(1), /second reader: (major|minor), written P2/);
    }));

  test("a reply without a name is called the same wherever it is named", () =>
    onPage(async (page) => {
      const said = [
        "zones.py:10: The offset of summer is added twice, so that times are an hour late.",
        "alarms.py:20: The bell is never silenced, since its timer is not kept.",
        "mills.py:30: The sails are counted from one, and read from zero.",
      ];
      for (const [at, words] of said.entries()) {
        await paste(page, `# Review\n\n## Critical\n\n- \`${words.replace(": ", "`: ")}\n`);
        await shows(page, at + 1);
      }
      const names = await page.locator(".reply-name").allTextContents();
      assert.deepEqual(names, ["Reply 1", "Reply 2", "Reply 3"]);
      await go(page, "findings");
      for (const [at, words] of ["offset", "bell", "sails"].entries()) {
        await page.locator(".finding-row", { hasText: words }).click();
        assert.equal(await page.locator(".member-name").textContent(), names[at]);
      }
    }));

  test("of several that may be the same, the keys are shown at the two that they act on", () =>
    onPage(async (page) => {
      await withSamples(page);
      const [download] = await Promise.all([page.waitForEvent("download"), choose(page, "[data-export=json]")]);
      const file = join(there.folder, "suggestions.json");
      await download.saveAs(file);
      const report = JSON.parse(readFileSync(file, "utf8"));
      const [suggestion] = report.suggestions;
      const [one] = suggestion.findings;
      const others = report.findings.filter((/** @type {any} */ { id }) => !suggestion.findings.includes(id));
      report.suggestions.push({ ...suggestion, findings: [one, others[0].id] });
      writeFileSync(file, JSON.stringify(report));
      await page.click("#clear");
      await page.setInputFiles("#files", file);
      await shows(page, 19);
      await go(page, "findings");
      const { title } = report.findings.find((/** @type {any} */ { id }) => id === one);
      await page.locator(".finding-row", { hasText: title }).click();
      assert.equal(await page.locator(".compare").count(), 2);
      assert.deepEqual(await page.locator(".compare kbd").allTextContents(), ["s", "n"]);
      assert.equal(await page.locator(".compare").first().locator("kbd").count(), 2);
    }));
});

/** What a table is like on paper. */
function onPaper() {
  const host = document.querySelector("reconvene-report");
  const report = (host?.shadowRoot ?? document).querySelector(".reconvene-report");
  const table = report?.querySelector("[data-section=gaps] table, [data-section=coverage-gaps] table");
  const heads = [...(table?.querySelectorAll("thead th") ?? [])].map((one) => one.textContent ?? "");
  const widthOf = (/** @type {string} */ name) =>
    table?.querySelectorAll("thead th")[heads.indexOf(name)]?.getBoundingClientRect().width ?? 0;
  const breaks = ["caption", "thead", "thead tr"].map((one) => {
    const found = table?.querySelector(one);
    return found ? getComputedStyle(found).breakAfter : "";
  });
  const badges = [...(report?.querySelectorAll(".mark") ?? [])].filter((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  });
  const tiles = [...(report?.querySelectorAll(".tile") ?? [])].map((one) => one.getBoundingClientRect().width);
  return {
    breaks,
    reason: widthOf("Reason"),
    status: widthOf("Status"),
    badges: badges.map((one) => one.textContent),
    tile: Math.min(...tiles),
    over: Math.max(0, document.documentElement.scrollWidth - innerWidth),
  };
}

/** @param {ReturnType<typeof onPaper>} paper */
function reads({ breaks, reason, status, badges, tile, over }) {
  assert.deepEqual(breaks, ["avoid", "avoid", "avoid"]);
  assert.ok(reason > 1.2 * status, `the reason has ${reason}, the status ${status}`);
  assert.deepEqual(badges, []);
  assert.ok(tile > 300, String(tile));
  assert.equal(over, 0);
}

test("on a phone, the last column of each table of the saved page is there, with and without a script", () =>
  onPage(async (page) => {
    await withSamples(page);
    const [download] = await Promise.all([page.waitForEvent("download"), choose(page, "[data-export=html]")]);
    const file = join(there.folder, "phone.html");
    await download.saveAs(file);
    for (const javaScriptEnabled of [true, false]) {
      const saved = await there.browser.newPage({ ...PHONE, javaScriptEnabled });
      await saved.goto(pathToFileURL(file).href);
      const cells = saved.locator(".wide td");
      assert.ok((await cells.count()) > 20);
      const over = await cells.evaluateAll((all) =>
        all.filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.textContent),
      );
      const label = await saved
        .locator("[data-section=coverage] td")
        .first()
        .evaluate((one) => getComputedStyle(one, "::before").content);
      await saved.close();
      assert.deepEqual(over, []);
      assert.match(label, /Agents/);
    }
  }));

describe("on paper", () => {
  test("tables give their width to what is long, no head stands alone, no badge breaks", () =>
    onPage(async (page) => {
      await withSamples(page);
      await go(page, "report");
      await page.locator("reconvene-report article.finding").first().waitFor();
      await page.emulateMedia({ media: "print" });
      reads(await page.evaluate(onPaper));
    }, PAPER));

  test("so do those of the saved page", () =>
    onPage(async (page) => {
      await withSamples(page);
      const [download] = await Promise.all([page.waitForEvent("download"), choose(page, "[data-export=html]")]);
      const file = join(there.folder, "paper.html");
      await download.saveAs(file);
      const saved = await there.browser.newPage(PAPER);
      await saved.goto(pathToFileURL(file).href);
      await saved.emulateMedia({ media: "print" });
      const paper = await saved.evaluate(onPaper);
      await saved.close();
      reads(paper);
    }));
});

describe("no barriers that axe finds, once findings are decided", () => {
  const contexts = /** @type {const} */ ([
    ["light", { colorScheme: "light" }],
    ["dark", { colorScheme: "dark" }],
    ["narrow", { colorScheme: "dark", viewport: { width: 390, height: 844 } }],
    ["forced colours", { forcedColors: "active" }],
  ]);
  for (const [name, options] of contexts) {
    test(`${name}: findings, a reason, two side by side, keys, menus, matrix`, () =>
      onPage(async (page) => {
        await withSamples(page);
        await go(page, "findings");
        if (name === "narrow") await page.locator(".opener").click();
        await page.locator(".findings-list").focus();
        await page.keyboard.press("x");
        await page.keyboard.press("d");
        if (name === "narrow") {
          await page.locator(".finding-row[aria-selected=true]").click();
          await page.keyboard.press("d");
        }
        await accessible(page);
        await page.keyboard.type("Out of scope");
        await page.keyboard.press("Enter");
        await page.keyboard.press("c");
        await page.keyboard.press("j");
        await page.locator(".compare").first().waitFor({ state: "attached" });
        await accessible(page);
        await page.keyboard.press("?");
        await page.locator("dialog.keys[open]").waitFor();
        await accessible(page);
        await page.keyboard.press("Escape");
        for (const menu of ["#copy-menu", "#save-menu"]) {
          await page.locator(`${menu} summary`).click();
          await accessible(page);
          await page.locator(`${menu} summary`).click();
        }
        await go(page, "matrix");
        await accessible(page);
      }, options));
  }
});
