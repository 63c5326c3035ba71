/** What comes in: how a paste was divided, what was read of it, what is given before the page is ready; and what leaves as HTML. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { top } from "../../scripts/run.js";
import { serve } from "../../scripts/serve.js";
import { watched } from "./chromium.js";
import {
  choose,
  editor,
  go,
  home,
  notices,
  ONE,
  onPage,
  paste,
  row,
  rows,
  says,
  shows,
  startPage,
  stopPage,
  TWO,
  there,
} from "./on-page.js";

import { REPORT_ELEMENTS, shape } from "./shape.js";

before(startPage);
after(stopPage);

const PROSE = `I looked at the depots, too.

The opening hours in DEPOTS.md are those of last winter.
`;

/** In each, a reply begins with its RESULT line. */
const SCROLLBACK = `${ONE}\n${PROSE}\n${TWO}`;

const boundaries = (/** @type {import("playwright-core").Page} */ page) => page.locator(".divider .boundary");

describe("a paste", () => {
  test("says where it was divided; boundaries are added, moved and taken out by the keyboard", () =>
    onPage(async (page) => {
      await paste(page, SCROLLBACK);
      await says(page.locator("#divider-title"), "2 replies, split here");
      await says(page.locator("#tally"), "2 replies");
      await page.locator(".divider-list").focus();
      const line = async () => Number(await page.locator(".line[aria-selected=true] .gutter").textContent());
      const second = await line();
      await says(page.locator(".line[aria-selected=true]"), "RESULT: FINDINGS");
      // The two lines above belong to nobody's table: a reply of their own.
      for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Enter");
      await says(page.locator("#divider-title"), "3 replies, split here");
      await says(page.locator("#tally"), "3 replies");
      await page.keyboard.press("Alt+ArrowUp");
      assert.equal(await line(), second - 5);
      await page.keyboard.press("]");
      assert.equal(await line(), second);
      await page.keyboard.press("Enter");
      await says(page.locator("#divider-title"), "2 replies, split here");
      await says(page.locator("#tally"), "2 replies");
      await page.keyboard.press("[");
      await page.keyboard.press("Enter");
      await says(page.locator("#divider-title"), "1 reply, split here");
      await says(page.locator("#tally"), "1 reply");
      await page.getByRole("button", { name: "Done" }).click();
      assert.equal(await page.locator(".divider").count(), 0);
    }));

  test("its boundaries go with the replies: what was cleared or removed is not shown, and what was edited stays", () =>
    onPage(async (page) => {
      const divider = page.locator(".divider");
      await paste(page, SCROLLBACK);
      await says(page.locator("#divider-title"), "2 replies, split here");
      await shows(page, 4);
      await page.click("#clear");
      await divider.waitFor({ state: "detached" });
      await paste(page, SCROLLBACK);
      await says(page.locator("#divider-title"), "2 replies, split here");
      await row(page, 0).locator(".reply-open").click();
      await editor(page).locator(".cm-line").filter({ hasText: "first reader" }).click();
      await page.keyboard.press("End");
      await page.keyboard.type(" of two");
      await page.locator(".divider-list").focus();
      await page.keyboard.press("]");
      await page.keyboard.press("[");
      await page.keyboard.press("]");
      await page.keyboard.press("Alt+ArrowUp");
      await says(page.locator("#tally"), "2 replies");
      await page.waitForTimeout(600);
      await row(page, 0).locator(".reply-open").click();
      await says(editor(page), "first reader of two");
      await row(page, 1).locator(".remove").click();
      await divider.waitFor({ state: "detached" });
    }));

  test("its boundaries are dragged, taken out and added by the pointer; the report follows", () =>
    onPage(async (page) => {
      await paste(page, SCROLLBACK);
      await shows(page, 4);
      const handle = boundaries(page).nth(0);
      await handle.waitFor();
      const box = await handle.boundingBox();
      assert.ok(box);
      const height = (await page.locator(".divider .line").first().boundingBox())?.height ?? 0;
      await page.mouse.move(box.x + 5, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + 5, box.y + box.height / 2 - 2 * height, { steps: 5 });
      await page.mouse.up();
      await says(page.locator(".line[aria-selected=true] .words"), /^The opening hours|^$/);
      await page.locator(".divider .out").first().click();
      await says(page.locator("#tally"), "1 reply");
      const lines = page.locator(".divider .line").filter({ hasText: "RESULT: FINDINGS" });
      await lines.last().hover();
      await lines.last().locator(".add").click();
      await says(page.locator("#tally"), "2 replies");
      await shows(page, 4);
    }));

  test("what was not recognised is marked in its reply; a passage becomes a finding, and says whose it is", () =>
    onPage(async (page) => {
      await paste(page, `${PROSE}\n${ONE}`);
      await says(row(page, 0), "2 findings");
      await says(row(page, 0), "not recognised");
      await page.locator(".reply-body").getByRole("button", { name: "What was read" }).click();
      await says(page.locator("[data-read=finding]"), "The parcel weight is in grams here");
      const passage = page.locator("[data-read=unread]").filter({ hasText: "opening hours" });
      await passage.getByRole("button", { name: "Add as a finding" }).click();
      await passage.getByRole("button", { name: "minor" }).click();
      await says(page.locator("[data-read=made]"), "Added by you, as minor");
      await shows(page, 3);
      for (let times = 0; times < 2; times++) await page.getByRole("button", { name: "What was read" }).click();
      await says(page.locator("[data-read=made]"), "Added by you, as minor");
      assert.equal(await rows(page).count(), 2);
      await go(page, "findings");
      await page.locator(".finding-row").filter({ hasText: "a person" }).click();
      await says(page.locator(".member"), "added by a person");
      await says(page.locator(".detail"), "The opening hours in DEPOTS.md are those of last winter.");
    }));
});

describe("before the module is there", () => {
  test("clicks and pastes are kept, and the page says that it loads", async () => {
    const { page, wrong, close } = await watched(there.browser, there.site.address);
    /** @type {() => void} */
    let release = () => {};
    const held = new Promise((done) => {
      release = () => done(undefined);
    });
    await page.route("**/core-*.wasm", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(home(), { waitUntil: "commit" });
    await says(page.locator("#loading:visible"), "Loading");
    await page.locator("body[data-listens]").waitFor();
    await page.locator("#paste").focus();
    await paste(page, ONE);
    await page.fill("#paste", TWO);
    await page.click("#add");
    await page.click("[data-view=findings]");
    await page.locator("main[data-shown=findings]").waitFor();
    await page.click("[data-view=replies]");
    assert.equal(await rows(page).count(), 0);
    release();
    await shows(page, 4);
    await says(page.locator("#tally"), "2 replies");
    assert.equal(await page.locator("#loading").isVisible(), false);
    assert.deepEqual(wrong, []);
    await close();
  });

  test("what is clicked and pasted before the page's script is there is done then, under the same policy", async () => {
    const { page, wrong, close } = await watched(there.browser, there.site.address);
    /** @type {() => void} */
    let release = () => {};
    const held = new Promise((done) => {
      release = () => done(undefined);
    });
    await page.route(/\/page-\w+\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(home(), { waitUntil: "commit" });
    await page.locator("#replies-heading").click();
    await paste(page, ONE);
    assert.equal(await page.locator("#paste").inputValue(), ONE);
    await page.click("[data-view=report]");
    await page.locator("#copy-menu summary").click();
    await page.getByRole("button", { name: "Copy the prompt" }).click();
    assert.equal(await page.locator("body[data-listens]").count(), 0);
    release();
    await page.locator("main[data-shown=report]").waitFor();
    await says(page.locator("#count-replies"), "1");
    await says(page.locator("#notices"), "The prompt was copied.");
    await page.click("[data-view=replies]");
    await says(page.locator("#tally"), "1 reply");
    assert.deepEqual(wrong, []);
    await close();
  });

  test("it is fetched once, also for the time without a network", async () => {
    /** @type {string[]} */
    const asked = [];
    const site = await serve(there.out, { answer: (path) => void asked.push(path) });
    const context = await there.browser.newContext();
    const page = await context.newPage();
    await page.goto(site.address);
    await says(page.locator("#offline"), "ready to work offline");
    const names = asked.filter((path) => path.startsWith("/core-"));
    assert.equal(names.length, 1);
    await context.close();
    site.close();
  });
});

describe("the saved page", () => {
  /** @param {import("playwright-core").Page} page */
  async function saved(page) {
    await page.click("#samples");
    await shows(page, 19);
    const [download] = await Promise.all([page.waitForEvent("download"), choose(page, "[data-export=html]")]);
    const file = join(there.folder, "saved.html");
    await download.saveAs(file);
    return file;
  }

  test("has its contents, its date and its inputs; it folds and filters by a script that its policy lets in", () =>
    onPage(async (page) => {
      const file = await saved(page);
      const other = await watched(there.browser, "file://");
      await other.page.goto(pathToFileURL(file).href);
      await says(other.page.locator(".made"), /Made on \d{4}-\d\d-\d\d \d\d:\d\d UTC from 11 replies/);
      assert.equal(await other.page.locator(".inputs li").count(), 11);
      const contents = await other.page
        .locator(".contents a")
        .evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
      for (const target of contents) assert.equal(await other.page.locator(target).count(), 1, target);
      await other.page.locator(".filters").getByRole("button", { name: "critical 2" }).click();
      await other.page.locator(".filters").getByRole("button", { name: "minor" }).click();
      await says(other.page.locator(".filters [role=status]"), "12 of 19 findings");
      assert.equal(await other.page.locator(".finding-list > li:visible").count(), 12);
      await other.page.getByRole("button", { name: "Fold all" }).click();
      assert.equal(await other.page.locator(".finding-body:visible").count(), 0);
      assert.deepEqual(other.wrong, []);
      await other.close();
    }));

  test("can be read without a script, and lets in no other", () =>
    onPage(async (page) => {
      const file = await saved(page);
      const other = await watched(there.browser, "file://", { javaScriptEnabled: false });
      await other.page.goto(pathToFileURL(file).href);
      assert.equal(await other.page.locator(".finding-body:visible").count(), 19);
      assert.equal(await other.page.locator(".filters").count(), 0);
      await other.close();
      const changed = join(there.folder, "changed.html");
      writeFileSync(
        changed,
        readFileSync(file, "utf8").replace("</body>", "<script>document.title = 'mine'</script></body>"),
      );
      const third = await watched(there.browser, "file://");
      await third.page.goto(pathToFileURL(changed).href);
      assert.equal(await third.page.title(), "Unified report");
      assert.ok(third.wrong.some((one) => one.startsWith("policy")));
      await third.close();
    }));
});

test("hostile text in a saved page is text, with its script too", () =>
  onPage(async (page) => {
    /** @type {string[]} */
    const payloads = JSON.parse(readFileSync(join(top, "tests", "payloads.json"), "utf8"));
    const replies = payloads.slice(0, 60).map((payload, at) => {
      const cell = payload.replace(/[|\r\n]/g, " ");
      const text = ONE.replaceAll("API.md", `A${at}.md`).replace("The parcel weight", `${cell} weight`);
      return { text, unit: payload || "-", agent: payload || "-", source: payload || "-" };
    });
    await paste(page, JSON.stringify(replies));
    await says(page.locator("#tally"), "60 replies");
    await page.locator("[data-view=findings][data-all]:not([data-all=''])").waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), choose(page, "[data-export=html]")]);
    const file = join(there.folder, "hostile.html");
    await download.saveAs(file);
    const other = await watched(there.browser, "file://");
    await other.page.goto(pathToFileURL(file).href);
    await other.page.locator(".filters").waitFor();
    await other.page.getByRole("button", { name: "Fold all" }).click();
    const allowed = new Set([...REPORT_ELEMENTS, ..."html head meta title style script body main nav time".split(" ")]);
    assert.deepEqual(
      (await other.page.evaluate(shape)).filter((one) => !allowed.has(one)),
      [],
    );
    assert.deepEqual(other.wrong, []);
    await other.close();
  }));

test("an empty page says what to do, and how it is kept", () =>
  onPage(async (page) => {
    await says(page.locator("#empty"), "Paste the replies of your agents");
    await page.click("[data-view=findings]");
    await page.click("[data-view=matrix]");
    await says(page.locator("#matrix"), "No replies yet");
    assert.equal(await notices(page).count(), 0);
  }));
