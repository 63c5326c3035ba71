/**
 * Builds documentation sites with the element of the packed package on their pages, and opens them in Chromium.
 * `node tests/docs-sites/run.js [NAME…]` builds only those of these names.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure, run, runAlone, top, which } from "../../scripts/run.js";
import { serve } from "../../scripts/serve.js";
import { launch, watched } from "../browser/chromium.js";

const HERE = join(top, "tests", "docs-sites");

/** @typedef {import("playwright-core").Page} Page */

/**
 * Each site: what builds it into a folder to serve, and what has to be so there.
 * @type {Record<string, { build: (place: string) => Promise<string | null>, holds: (page: Page, address: string) => Promise<void> }>}
 */
const SITES = {
  vitepress: {
    async build(place) {
      const site = join(place, "vitepress");
      const modules = join(HERE, "vitepress", "node_modules");
      cpSync(join(HERE, "vitepress"), site, { recursive: true, filter: (from) => from !== modules });
      symlinkSync(modules, join(site, "node_modules"));
      const out = join(place, "vitepress-out");
      const vitepress = join(modules, "vitepress", "bin", "vitepress.js");
      await run(process.execPath, [vitepress, "build", site, "--outDir", join(out, "lantern")]);
      return out;
    },
    async holds(page, address) {
      await page.goto(`${address}/lantern/`);
      await page.getByRole("link", { name: "Audit" }).first().click();
      await holdsReport(page);
      const isDark = () => page.evaluate(() => document.documentElement.classList.contains("dark"));
      const before = { dark: await isDark(), colours: await colours(page) };
      await page.evaluate(() => document.documentElement.classList.toggle("dark"));
      await page.waitForTimeout(600);
      const after = await colours(page);
      assert.notEqual(after.text, before.colours.text);
      assert.notEqual(after.mark, before.colours.mark);
      assert.equal(after.text, after.host);
      await page.goBack();
      await page.goForward();
      await holdsReport(page);
      await page.goto(`${address}/lantern/audit.html#G2`);
      await hasFocus(page, "G2");
      await holdsReport(page);
    },
  },
  mdbook: {
    async build(place) {
      const program = mdbook();
      if (program === null) return null;
      const site = join(place, "mdbook");
      cpSync(join(HERE, "mdbook"), site, { recursive: true });
      mkdirSync(join(site, "src", "reconvene"));
      for (const name of ["element.js", "reconvene_bg.wasm"]) {
        const from = join(place, "node_modules", "reconvene", "pkg", "generated", name);
        cpSync(from, join(site, "src", "reconvene", name));
      }
      const out = join(place, "mdbook-out");
      await run(program, ["build", site, "--dest-dir", out]);
      return out;
    },
    async holds(page, address) {
      await page.goto(`${address}/audit.html#G2`);
      await hasFocus(page, "G2");
      await holdsReport(page);
      const light = await colours(page);
      await page.evaluate(() => document.documentElement.classList.replace("light", "navy"));
      const dark = await colours(page);
      assert.notEqual(dark.text, light.text);
      assert.notEqual(dark.mark, light.mark);
      await page.goto(`${address}/notes.html`);
      const report = page.locator("reconvene-report");
      await report.getByText("1 finding", { exact: true }).waitFor();
      const description = await report.locator(".description").first().innerText();
      assert.equal(description.trim(), "Storage purges after one day & the queue <keeps> for seven.");
    },
  },
};

/** @param {Page} page */
async function holdsReport(page) {
  const report = page.locator("reconvene-report");
  await report.getByText("2 findings", { exact: true }).waitFor();
  assert.equal(await report.locator(".problems").count(), 0);
  assert.match((await report.locator("[data-finding=G1]").textContent()) ?? "", /2 report it; critical, major/);
  const opened = report.locator("[data-finding=G1]").getByRole("button", { name: /Show in the reply/ });
  await opened.first().click();
  assert.match((await report.locator(".source mark").textContent()) ?? "", /^\| F1 \|/);
  await page.keyboard.press("Escape");
}

/**
 * @param {Page} page
 * @param {string} finding
 */
async function hasFocus(page, finding) {
  const report = page.locator("reconvene-report");
  await report.locator(`[data-finding=${finding}]:focus`).waitFor();
}

/** @param {Page} page */
const colours = (page) =>
  page.locator("reconvene-report").evaluate((report) => {
    const colour = (/** @type {Element | null | undefined} */ one) => (one ? getComputedStyle(one).color : "");
    return {
      text: colour(report.shadowRoot?.querySelector(".description")),
      mark: colour(report.shadowRoot?.querySelector(".mark.critical")),
      host: colour(report.parentElement),
    };
  });

/** Where mdBook is; null where there is none, and none can be had. */
function mdbook() {
  const there = which("mdbook");
  if (there) return there;
  const folder = join(top, "target", "tools", "mdbook");
  const program = join(folder, "bin", "mdbook");
  if (existsSync(program)) return program;
  console.error("── Installing mdBook into target/tools, with pip (about 13 MB)");
  const wanted = ["--requirement", join(HERE, "requirements.txt"), "--require-hashes", "--no-deps"];
  const install = ["-m", "pip", "install", "--quiet", "--only-binary", ":all:", "--target", folder, ...wanted];
  const { status } = spawnSync("python3", install, { stdio: ["ignore", "ignore", "inherit"] });
  return status === 0 && existsSync(program) ? program : null;
}

/**
 * A folder in which the package is installed, from its tarball.
 * @param {string} folder
 */
function unpack(folder) {
  const packed = spawnSync("npm", ["pack", "--json", "--pack-destination", folder], { cwd: top, encoding: "utf8" });
  if (packed.status !== 0) throw new Failure(`npm pack failed: ${packed.stderr}`);
  const [{ filename }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf("[")));
  const { status, stderr } = spawnSync("tar", ["-xzf", filename], { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Failure(`The tarball could not be unpacked: ${stderr}`);
  mkdirSync(join(folder, "node_modules"));
  renameSync(join(folder, "package"), join(folder, "node_modules", "reconvene"));
}

await runAlone(import.meta.url, async (names) => {
  const unknown = names.filter((name) => !(name in SITES));
  if (unknown.length > 0)
    throw new Failure(`No such site: ${unknown.join(", ")}. There is ${Object.keys(SITES).join(", ")}.`);
  const place = mkdtempSync(join(tmpdir(), "reconvene-docs-sites-"));
  const browser = await launch();
  try {
    unpack(place);
    for (const [name, { build, holds }] of Object.entries(SITES)) {
      if (names.length > 0 && !names.includes(name)) continue;
      const started = performance.now();
      const folder = await build(place);
      if (folder === null) throw new Failure(`${name} is not on this machine and could not be installed: not tried.`);
      const site = await serve(folder);
      const watch = await watched(browser, site.address);
      try {
        await holds(watch.page, site.address);
        assert.deepEqual(watch.wrong, []);
      } finally {
        await watch.close();
        site.close();
      }
      console.log(`✔ ${name}: built and opened, ${((performance.now() - started) / 1000).toFixed(1)} s`);
    }
  } finally {
    await browser.close();
    rmSync(place, { recursive: true, force: true });
  }
});
