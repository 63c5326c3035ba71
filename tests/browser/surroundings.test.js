/** The element in the page around it: headings, colours, bars that stay, a report that was made before. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { aggregate } from "../../pkg/node.js";
import { launch, watched } from "./chromium.js";
import { made } from "./replies.js";
import { serve } from "./server.js";

const axe = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/**
 * @param {string} content
 * @param {string} style
 */
const page = (content, style = "/page.css") => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Docs</title>
<link rel="stylesheet" href="${style}">
<script type="module" src="/element.js"></script>
${content}`;

const REPLY = `RESULT: FINDINGS | Type: consistency | Pair: A.md/B.md | Findings: 1

| ID | Severity | Type | Location | Counter-location | Description | Suggestion |
|----|----------|------|----------|------------------|-------------|------------|
| F1 | major | contradiction | A.md §1 | B.md §2 | Weights are in grams in A. | Say which. |
`;

const PAGES = {
  "/page.css": "html { color-scheme: light dark }",
  "/dark.css": "body { margin: 0 } .dark { background: #10141a; color: #e6e9ee }",
  "/bar.css": "body { margin: 0 } header { position: sticky; top: 0; height: 80px; background: #fff; z-index: 9 }",
  "/one.md": REPLY,
  "/report.json": JSON.stringify(aggregate([REPLY])),
  "/many.json": JSON.stringify(made(4, 10)),
  "/made": page('<main><h1>Docs</h1><reconvene-report src="report.json"></reconvene-report></main>'),
  "/level": page('<main><h1>Docs</h1><reconvene-report src="one.md" level="4"></reconvene-report></main>'),
  "/dark": page('<main><h1>Docs</h1><reconvene-report src="one.md"></reconvene-report></main>', "/dark.css").replace(
    "<html",
    '<html class="dark"',
  ),
  "/bar": page('<header>Docs</header><main><reconvene-report src="many.json"></reconvene-report></main>', "/bar.css"),
};

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let site;

before(async () => {
  [browser, site] = await Promise.all([launch(), serve(PAGES)]);
});
after(async () => {
  await browser.close();
  site.close();
});

/**
 * @param {string} path
 * @param {(page: import("playwright-core").Page) => Promise<void>} run
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
async function at(path, run, options) {
  const { page, wrong, close } = await watched(browser, site.address, options);
  try {
    await page.goto(`${site.address}${path}`);
    await page.locator("reconvene-report article.finding").first().waitFor({ state: "attached" });
    await run(page);
    if (!options?.bypassCSP) assert.deepEqual(wrong, []);
  } finally {
    await close();
  }
}

const levels = (/** @type {import("playwright-core").Page} */ page) =>
  page
    .locator("reconvene-report .reconvene-report :is(h1, h2, h3)")
    .evaluateAll((all) => [...new Set(all.map((one) => `${one.localName} ${one.ariaLevel}`))].sort());

test("a report that was made before is shown from its address", () =>
  at("/made", async (page) => {
    assert.equal(await page.locator("reconvene-report article.finding").count(), 1);
    assert.equal(await page.locator("reconvene-report .problems").count(), 0);
  }));

test("headings begin under the title of the page, or where it says", async () => {
  await at("/made", async (page) => assert.deepEqual(await levels(page), ["h1 2", "h2 3", "h3 4"]));
  await at("/level", async (page) => assert.deepEqual(await levels(page), ["h1 4", "h2 5", "h3 6"]));
});

test("on a page that is dark by a class alone, it is dark, and changes with it", () =>
  at(
    "/dark",
    async (page) => {
      await page.evaluate(axe);
      const contrast = () =>
        page.evaluate(async () => {
          const { violations } = await /** @type {any} */ (globalThis).axe.run({ runOnly: ["color-contrast"] });
          return violations.map((/** @type {any} */ one) => JSON.stringify(one.nodes));
        });
      assert.deepEqual(await contrast(), []);
      await page.evaluate(() => document.documentElement.classList.remove("dark"));
      await page.waitForTimeout(100);
      assert.deepEqual(await contrast(), []);
    },
    { bypassCSP: true },
  ));

test("a finding that is gone to stands below a bar that stays at the top", () =>
  at("/bar", async (page) => {
    await page.evaluate(() => {
      location.hash = "G20";
    });
    await page.waitForTimeout(600);
    const top = await page
      .locator("reconvene-report [data-finding=G20]")
      .evaluate((one) => one.getBoundingClientRect().top);
    assert.ok(top >= 79 && top < 200, String(top));
  }));

test("on a phone, the last column of a table is there", () =>
  at(
    "/made",
    async (page) => {
      const cells = page.locator("reconvene-report .wide td");
      const over = await cells.evaluateAll(
        (all) => all.filter((one) => one.getBoundingClientRect().right > innerWidth).length,
      );
      assert.equal(over, 0);
    },
    { viewport: { width: 390, height: 800 } },
  ));
