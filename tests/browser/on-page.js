/** The page in a real Chromium, built and served from a folder of a site, as a static host would; and what tests do there. */
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { buildPage } from "../../scripts/page.js";
import { top } from "../../scripts/run.js";
import { serve } from "../../scripts/serve.js";
import { launch, watched } from "./chromium.js";

/** @typedef {import("playwright-core").Page} Page */

export const ONE = `RESULT: FINDINGS | Type: consistency | Pair: API.md/STORE.md | Findings: 2 | Critical: 1 | Major: 1 | Minor: 0

---
**Protocol**: v1
**Agent**: first reader
**Assigned**: Compare API.md and STORE.md
**Scope**: API.md, STORE.md
**Coverage**: 100%
**Confidence**: high
---

## Findings

| ID | Severity | Type | Location | Counter-location | Description | Suggestion |
|----|----------|------|----------|------------------|-------------|------------|
| F1 | critical | contradiction | API.md §2 | STORE.md §4 | The parcel weight is in grams here, in pounds there. | Say which. |
| F2 | major | missing-coverage | API.md §5 | STORE.md §1 | Nothing says how long a label stays valid. | Name a span. |

### F1: Which it is

Both are meant in earnest.

### F2: What is missing

It was looked for in either.
`;
export const TWO = ONE.replaceAll("STORE.md", "QUEUE.md")
  .replace("first reader", "second reader")
  .replace(
    "The parcel weight is in grams here, in pounds there. | Say which.",
    "Retries end after a day, or never. | Settle on one.",
  )
  .replace(
    "Nothing says how long a label stays valid. | Name a span.",
    "The dead letters have no owner. | Appoint a team.",
  )
  .replaceAll("§2", "§12")
  .replaceAll("§5", "§15");
/** Its table says "Issue" where the format says "Description": a warning with an edit. */
export const SLIP = ONE.replace("| Description |", "| Issue |");

const LONGEST_WAIT = 15_000;

/**
 * What is there once `startPage` was called.
 * @type {{ browser: import("playwright-core").Browser, site: { address: string, close: () => void }, folder: string, out: string }}
 */
export const there = /** @type {any} */ ({});

/** Builds the page in a folder of its own: test files run side by side. @returns {Promise<import("../../scripts/page.js").Weight>} */
export async function startPage() {
  there.folder = mkdtempSync(join(tmpdir(), "reconvene-page-"));
  there.out = join(there.folder, "built");
  const weight = await buildPage(there.out);
  cpSync(there.out, join(there.folder, "docs", "tools", "reconvene"), { recursive: true });
  writeFileSync(join(there.folder, "index.html"), "<!doctype html><title>Another page</title>");
  there.site = await serve(there.folder);
  there.browser = await launch();
  return weight;
}

export async function stopPage() {
  await there.browser?.close();
  there.site?.close();
  if (there.folder) rmSync(there.folder, { recursive: true, force: true });
}

export const home = () => `${there.site.address}/docs/tools/reconvene/`;

/**
 * Opens the page, and in the end asks whether anything went wrong in it.
 * @param {(page: Page) => Promise<void>} run
 * @param {import("playwright-core").BrowserContextOptions & { hash?: string }} [options]
 */
export async function onPage(run, { hash = "", ...options } = {}) {
  const { page, wrong, close } = await watched(there.browser, there.site.address, options);
  page.setDefaultTimeout(LONGEST_WAIT);
  try {
    await page.goto(home() + hash);
    await page.locator("body[data-ready]").waitFor();
    await run(page);
    assert.deepEqual(wrong, []);
  } finally {
    await close();
  }
}

/**
 * @param {Page} page
 * @param {string} text
 * @param {string} [into] After `>>>`, what is in its shadow root.
 */
export async function paste(page, text, into = "#paste") {
  await page.evaluate(
    ([text, into]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text ?? "");
      const event = new ClipboardEvent("paste", {
        clipboardData,
        ...{ bubbles: true, cancelable: true, composed: true },
      });
      const [outer = "", inner] = (into ?? "").split(" >>> ");
      const host = document.querySelector(outer);
      (inner ? host?.shadowRoot?.querySelector(inner) : host)?.dispatchEvent(event);
    },
    [text, into],
  );
}

export const rows = (/** @type {Page} */ page) => page.locator("#list > li");
export const row = (/** @type {Page} */ page, /** @type {number} */ at) => rows(page).nth(at);
export const notices = (/** @type {Page} */ page) => page.locator("#notices .notice");
export const editor = (/** @type {Page} */ page) => page.locator(".editor .cm-content");

/**
 * Waits until a text says something.
 * @param {import("playwright-core").Locator} locator
 * @param {string | RegExp} says
 */
export async function says(locator, says) {
  await locator.filter({ hasText: says }).first().waitFor({ state: "attached" });
}

/**
 * Waits until what is kept in the browser says something: a busy machine keeps it late.
 * @param {Page} page
 * @param {RegExp} says
 */
export async function keeps(page, says) {
  const read = () =>
    page.evaluate(async () => {
      /** @type {IDBDatabase} */
      const database = await new Promise((done) => {
        const request = indexedDB.open("reconvene");
        request.onsuccess = () => done(request.result);
      });
      const request = database.transaction("work").objectStore("work").get("now");
      await new Promise((done) => {
        request.onsuccess = done;
      });
      database.close();
      return String(request.result?.text ?? "");
    });
  for (let patience = 300; !says.test(await read()); patience -= 1) {
    assert.ok(patience > 0, `never kept: ${says}`);
    await page.waitForTimeout(50);
  }
}

/**
 * @param {Page} page
 * @param {number} count
 */
export async function shows(page, count) {
  await page.locator(`[data-view=findings][data-all="${count}"]`).waitFor();
}

/**
 * Writes a row below the table of the reply that is open.
 * @param {Page} page
 * @param {string} text
 */
export async function typeRow(page, text) {
  await editor(page).locator(".cm-line").filter({ hasText: "| F2 |" }).click();
  await page.keyboard.press("End");
  await page.keyboard.press("End");
  await page.keyboard.type(`\n${text}`);
}

/**
 * Drops what stands in the file system, as a person does.
 * @param {Page} page
 * @param {string[]} files
 */
export async function drop(page, files) {
  const session = await page.context().newCDPSession(page);
  for (const type of /** @type {const} */ (["dragEnter", "dragOver", "drop"])) {
    await session.send("Input.dispatchDragEvent", {
      type,
      x: 200,
      y: 200,
      data: { items: [], files, dragOperationsMask: 1 },
    });
  }
  await session.detach();
}

/**
 * The fragment of a link with these lines.
 * @param {unknown[]} lines
 */
export function fragmentOf(lines) {
  return linkOf(Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join("")));
}

/** @param {Buffer} text */
export function linkOf(text) {
  const packed = deflateRawSync(text);
  const bytes = Buffer.alloc(4 + packed.length);
  bytes.writeUInt32BE(crc32(packed));
  packed.copy(bytes, 4);
  return `#v1=${bytes.toString("base64url")}`;
}

/** @param {Buffer} bytes */
function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/**
 * Presses what stands in a menu of the bar.
 * @param {Page} page
 * @param {string} selector
 */
export async function choose(page, selector) {
  const menu = page.locator("details.menu").filter({ has: page.locator(selector) });
  if ((await menu.getAttribute("open")) === null) await menu.locator("summary").click();
  await page.click(selector);
}

/**
 * Goes to a view.
 * @param {Page} page
 * @param {"replies" | "findings" | "matrix" | "report"} view
 */
export async function go(page, view) {
  await page.click(`[data-view=${view}]`);
  await page.locator(`main[data-shown=${view}]`).waitFor();
}

/** The whole report, as the element has it. @param {Page} page */
export async function markdown(page) {
  await go(page, "report");
  await page.waitForFunction(() =>
    document.querySelector("reconvene-report")?.shadowRoot?.querySelector(".reconvene-report"),
  );
  const text = await page.evaluate(async () => {
    const report = document.querySelector("reconvene-report");
    await report?.shown;
    return report?.toMarkdown() ?? "";
  });
  await go(page, "replies");
  return text;
}

/** The rows of the list of findings that are in sight. @param {Page} page */
export const listed = (page) => page.locator(".finding-row");

/**
 * @param {Page} page
 * @param {string} selector
 * @param {string} [key]
 */
export async function tabTo(page, selector, key = "Tab") {
  for (let step = 0; step < 80; step++) {
    const isThere = await page.evaluate((selector) => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      return active?.matches(selector) ?? false;
    }, selector);
    if (isThere) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${selector} is not reached by ${key}`);
}

/** @param {Page} page */
export async function accessible(page) {
  const axe = readFileSync(join(top, "node_modules", "axe-core", "axe.min.js"), "utf8");
  await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (globalThis).axe.run(document, {
      resultTypes: ["violations"],
      rules: { "target-size": { enabled: true } },
    });
    return violations.map(
      (/** @type {any} */ { id, nodes }) =>
        `${id}: ${nodes.map((/** @type {any} */ node) => `${node.target} ${node.failureSummary}`).join("; ")}`,
    );
  });
  assert.deepEqual(violations, []);
}
