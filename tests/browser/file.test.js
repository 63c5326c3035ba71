/** The report as a file, as `--format html --out report.html` writes it: opened from the disk, where nothing runs. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { top } from "../../scripts/run.js";
import { launch, watched } from "./chromium.js";

/** @type {string[]} */
const PAYLOADS = JSON.parse(readFileSync(join(top, "tests", "payloads.json"), "utf8"));

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {string} */
let folder;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "reconvene-file-"));
  browser = await launch();
});

after(async () => {
  await browser?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/**
 * The address of the file that the command line writes.
 * @param {string[]} replies
 */
function written(...replies) {
  const out = join(folder, "report.html");
  const args = [join(top, "pkg", "cli.js"), "report", ...replies, "--format", "html", "--out", out];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return pathToFileURL(out).href;
}

/**
 * @param {import("playwright-core").Page} page
 * @param {string} selector
 * @param {string} property
 */
const styleOf = (page, selector, property) =>
  page
    .locator(selector)
    .first()
    .evaluate((one, property) => getComputedStyle(one).getPropertyValue(property), property);

/** How light a colour is, of 0 to 255. @param {string} colour */
const lightness = (colour) => Math.max(...(colour.match(/\d+/g) ?? []).slice(0, 3).map(Number));

test("it is read without scripts, light and dark, wide and narrow, and on paper", async () => {
  const address = written(join(top, "samples", "audit"));
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    for (const width of [1280, 360]) {
      const viewport = { width, height: 800 };
      const options = { javaScriptEnabled: false, colorScheme, viewport };
      const { page, wrong, close } = await watched(browser, address, options);
      await page.goto(address);
      const title = (await page.locator("h1").textContent()) ?? "";
      assert.ok(title !== "" && title === (await page.title()));
      assert.ok((await page.locator("article.finding").count()) > 5);
      // Its styles are let in: nothing else tells text from ground.
      const [text, ground] = await Promise.all([
        styleOf(page, ".reconvene-report", "color"),
        styleOf(page, ".reconvene-report", "background-color"),
      ]);
      assert.equal(lightness(text) > lightness(ground), colorScheme === "dark", `${text} on ${ground}`);
      const wider = await page.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);
      assert.ok(wider <= 0, `${wider} pixels wider than ${width}`);
      const first = page.locator("article.finding").first();
      assert.ok(await first.locator(".description").isVisible());
      const second = page.locator("article.finding[data-finding=G2]");
      const anchor = (await second.getAttribute("id")) ?? "";
      assert.match(anchor, /^f1:[\da-f]{16}$/);
      await page.locator(".tile a", { hasText: /^G2$/ }).click();
      assert.equal(new URL(page.url()).hash, `#${anchor}`);
      assert.equal(await second.evaluate((one) => one.matches(":target")), true);
      // A link of before leads there, too.
      await page.goto(`${address}#G2`);
      assert.equal(await second.evaluate((one) => one.matches(":has(:target)")), true);
      await page.emulateMedia({ media: "print" });
      assert.equal(await styleOf(page, "article.finding", "content-visibility"), "visible");
      assert.deepEqual(wrong, []);
      await close();
    }
  }
});

test("its policy lets nothing in but its styles, and nothing of what agents wrote asks for anything", async () => {
  const replies = join(folder, "hostile.json");
  const text = (/** @type {string} */ payload) =>
    `RESULT: FINDINGS | Type: consistency | Pair: A.md/B.md | Findings: 1\n\n### F1: ${payload}\n\n${payload}\n`;
  writeFileSync(
    replies,
    JSON.stringify(PAYLOADS.map((payload) => ({ text: text(payload), unit: payload || "-", agent: payload || "-" }))),
  );
  const address = written(replies);
  const { page, wrong, close } = await watched(browser, address);
  await page.goto(address);
  assert.equal(wrong.length, 0, wrong.join("\n"));
  const policy = await page.locator("meta[http-equiv='Content-Security-Policy']").getAttribute("content");
  assert.match(policy ?? "", /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'$/);
  assert.equal(await page.locator("script, img, iframe, object, embed, link, base, form").count(), 0);
  // What somebody puts in by other means does not run, or load, either.
  const ran = await page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "document.title = 'ran'";
    const image = document.createElement("img");
    const loaded = new Promise((done) => {
      image.onload = () => done(true);
      image.onerror = () => done(false);
    });
    image.src = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
    document.body.append(script, image);
    return { image: await loaded, title: document.title };
  });
  assert.equal(ran.image, false);
  assert.notEqual(ran.title, "ran");
  assert.ok(wrong.length >= 2 && wrong.every((one) => one.startsWith("policy: ")), wrong.join("\n"));
  await close();
});
