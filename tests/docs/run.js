/** Builds the documentation site, follows every link in it, and opens it in Chromium. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, posix } from "node:path";
import * as clarifications from "reconvene/clarifications";
import * as dispatch from "reconvene/dispatch";
import * as reconvene from "../../pkg/node.js";
import * as sessions from "../../pkg/sessions.js";
import { buildDocs, OUT } from "../../scripts/docs.js";
import { runAlone, top } from "../../scripts/run.js";
import { serve } from "../../scripts/serve.js";
import { launch, watched } from "../browser/chromium.js";

/** @typedef {import("playwright-core").Page} Page */

/** The pages of the site, by their paths. */
const pages = () =>
  readdirSync(OUT, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".html"))
    .sort();

/** Links of the built pages that lead to no page, no file or no part of one. */
function deadLinks() {
  const html = new Map(pages().map((name) => [name, readFileSync(join(OUT, name), "utf8")]));
  return [...html].flatMap(([name, page]) => {
    const links = Array.from(page.matchAll(/\s(?:href|src)="([^"]*)"/g), ([, link = ""]) =>
      link.replaceAll("&amp;", "&"),
    );
    return links.flatMap((link) => {
      if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(link)) return [];
      const [path = "", anchor] = link.split("#");
      const from = path === "" ? name : path.startsWith("/") ? path.slice(1) : posix.join(posix.dirname(name), path);
      const target = from === "" || from.endsWith("/") ? `${from}index.html` : from;
      if (!statSync(join(OUT, target), { throwIfNoEntry: false })?.isFile())
        return [`${name}: ${link} leads to no file`];
      const there = html.get(target);
      if (!anchor || there === undefined) return [];
      return there.includes(`id="${decodeURIComponent(anchor)}"`) ? [] : [`${name}: ${link} leads to no part`];
    });
  });
}

/**
 * What is held of the site in a browser.
 * @type {Record<string, (page: Page, address: string) => Promise<void>>}
 */
const HOLDS = {
  async "the start page leads to a live report, where a finding leads to its sentence"(page, address) {
    await page.goto(`${address}/`);
    await page.getByRole("link", { name: "See a live report" }).click();
    const report = page.locator("reconvene-report");
    await report.getByText("11 findings", { exact: true }).waitFor();
    assert.equal(await report.locator(".problems").count(), 0);
    await report.getByRole("button", { name: "Details of G1", exact: true }).click();
    await report
      .locator("[data-finding=G1]")
      .getByRole("button", { name: /Show in the reply/ })
      .first()
      .click();
    assert.match((await report.locator(".source mark").textContent()) ?? "", /A coupon can be redeemed/);
  },
  async "the report follows the dark mode of the site"(page, address) {
    await page.goto(`${address}/live/audit.html`);
    const description = page.locator("reconvene-report .description").first();
    await description.waitFor();
    const colour = () => description.evaluate((one) => getComputedStyle(one).color);
    const light = await colour();
    await page.getByRole("switch").first().click();
    await page.waitForTimeout(800);
    assert.notEqual(await colour(), light);
    const host = await page.locator("reconvene-report").evaluate((one) => getComputedStyle(one).color);
    assert.equal(await colour(), host);
  },
  async "the search finds a type of the API and an option of a command"(page, address) {
    await page.goto(`${address}/getting-started.html`);
    for (const [words, found] of /** @type {const} */ ([
      ["CoverageGap", "CoverageGap"],
      ["fail-on", "report"],
    ])) {
      await page.getByRole("button", { name: "Search" }).first().click();
      await page.locator("#localsearch-input").fill(words);
      await page.locator(".result").filter({ hasText: found }).first().waitFor();
      await page.keyboard.press("Escape");
    }
  },
  async "the reference has every command and every export"(page, address) {
    const named = async (/** @type {string} */ path, /** @type {string} */ what) => {
      await page.goto(`${address}/reference/${path}.html`);
      const texts = await page
        .locator(`.vp-doc ${what}`)
        .evaluateAll((all) => all.map((one) => one.firstChild?.nodeValue));
      return texts.map((text) => text?.trim().replace(/\(\)$/, ""));
    };
    const commands = readdirSync(join(top, "pkg", "cli", "commands")).map((name) => basename(name, ".js"));
    assert.deepEqual((await named("cli", "h2")).sort(), commands.sort());
    for (const [path, what, exports] of /** @type {[string, string, object][]} */ ([
      ["api", "h3", reconvene],
      ["api-sessions", "h3", sessions],
      ["api-dispatch", "a > code", dispatch],
      ["api-clarifications", "a > code", clarifications],
    ])) {
      const there = await named(path, what);
      for (const name of Object.keys(exports)) assert.ok(there.includes(name), `${name} in ${path}`);
    }
    assert.ok((await named("api", "h3")).includes("CoverageGap"));
    assert.ok((await named("api-element", "h3")).includes("ReconveneReport"));
  },
};

await runAlone(import.meta.url, async () => {
  const started = performance.now();
  await buildDocs();
  console.log(`✔ docs: built, ${((performance.now() - started) / 1000).toFixed(1)} s`);
  assert.deepEqual(deadLinks(), []);
  const [site, browser] = await Promise.all([serve(OUT), launch()]);
  try {
    for (const [says, holds] of Object.entries(HOLDS)) {
      const watch = await watched(browser, site.address, { colorScheme: "light" });
      await holds(watch.page, site.address);
      assert.deepEqual(watch.wrong, [], says);
      await watch.close();
    }
    // Narrow and dark, nothing sticks out of any page, and nothing goes wrong on it.
    const watch = await watched(browser, site.address, { viewport: { width: 390, height: 800 }, colorScheme: "dark" });
    for (const name of pages()) {
      await watch.page.goto(`${site.address}/${name}`);
      const wide = await watch.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${name} is ${wide} pixels too wide on a phone`);
    }
    assert.deepEqual(watch.wrong, []);
    await watch.close();
  } finally {
    await browser.close();
    site.close();
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`✔ docs: ${pages().length} pages linked and opened, ${seconds} s`);
});
