/** The page in a real Chromium, built and served from a folder of a site, as a static host would. */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { top } from "../../scripts/run.js";
import { serve } from "../../scripts/serve.js";
import { watched } from "./chromium.js";
import {
  accessible,
  choose,
  drop,
  editor,
  fragmentOf,
  go,
  home,
  keeps,
  listed,
  markdown,
  notices,
  ONE,
  onPage,
  paste,
  row,
  rows,
  SLIP,
  says,
  shows,
  startPage,
  stopPage,
  TWO,
  tabTo,
  there,
  typeRow,
} from "./on-page.js";
import { REPORT_ELEMENTS, shape } from "./shape.js";

/** @typedef {import("playwright-core").Page} Page */

/** @type {import("../../scripts/page.js").Weight} */
let weight;

before(async () => {
  weight = await startPage();
});

after(stopPage);

const QUESTIONS = `# Clarifications

## Parcels

### Q1: How heavy may a parcel be? [MUST ANSWER]
It decides which carriers are left.

A. Up to 10 kg
B. Up to 31.5 kg
C. Other (please specify)

**Recommendation:** B — that is what all carriers take

**Answer:**

#### R1.1: Who weighs it?

**Answer:** not sure

### Q2: How long is a label valid?

**Recommendation:** Fourteen days from the day it was bought

**Answer:**
`;

describe("a document of questions", () => {
  const card = (/** @type {Page} */ page, /** @type {string} */ id) => page.locator(`.question[data-id="${id}"]`);
  const text = (/** @type {Page} */ page) =>
    page.evaluate(() => document.querySelector(".editor")?.shadowRoot?.querySelector(".cm-content")?.textContent ?? "");
  const verdict = (/** @type {Page} */ page, /** @type {string} */ id, /** @type {string} */ says) =>
    card(page, id).locator(".verdict").filter({ hasText: says }).waitFor();

  test("is shown as cards with their verdicts, and no report is made of it", () =>
    onPage(async (page) => {
      await paste(page, QUESTIONS);
      await says(page.locator(".questions-verdict"), "Insufficient");
      await says(row(page, 0), "questions");
      await verdict(page, "Q1", "not answered");
      await verdict(page, "R1.1", "vague");
      await says(card(page, "Q1"), "must answer");
      assert.equal(await card(page, "Q1").locator(".choice").count(), 3);
      assert.equal(await card(page, "R1.1").getAttribute("data-refines"), "Q1");
      await page.locator("#report").waitFor({ state: "hidden" });
      await paste(page, ONE);
      await shows(page, 2);
      assert.match(await markdown(page), /1 reply on 1 task/);
    }));

  test("is answered by choices and in words, and saved", () =>
    onPage(async (page) => {
      await paste(page, QUESTIONS);
      await card(page, "Q1").getByRole("button", { name: "B. Up to 31.5 kg" }).click();
      await verdict(page, "Q1", "clear");
      assert.equal(await card(page, "Q1").locator('[aria-pressed="true"]').textContent(), "B. Up to 31.5 kg");
      await card(page, "R1.1").getByLabel("Answer to R1.1").fill("The depot weighs each parcel on arrival");
      await verdict(page, "R1.1", "clear");
      await editor(page).waitFor();
      assert.match(await text(page), /The depot weighs each parcel on arrival/);
      await page.getByRole("button", { name: "Fill in the recommendations" }).click();
      await says(page.locator(".questions-verdict"), "Sufficient");
      await says(card(page, "Q2"), "the recommendation, filled in");
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: "Save the document" }).click();
      const download = await saved;
      assert.equal(download.suggestedFilename(), "clarifications.md");
      const written = readFileSync(await download.path(), "utf8");
      const answers = ["B", "The depot weighs each parcel on arrival", "Fourteen days from the day it was bought"];
      for (const answer of answers) assert.ok(written.includes(`**Answer:** ${answer}`), written);
      // Nothing but the answers has changed.
      assert.deepEqual(
        written.split("\n").filter((line) => !line.startsWith("**Answer:**")),
        QUESTIONS.split("\n").filter((line) => !line.startsWith("**Answer:**")),
      );
    }));

  /** Lets the core answer late. @type {(page: Page) => Promise<void>} */
  const slowed = (page) =>
    page.evaluate(() => {
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (/** @type {any[]} */ ...given) {
        setTimeout(() => post.apply(this, /** @type {any} */ (given)), 600);
      };
    });

  test("keeps an answer that is being written while the text is typed in", () =>
    onPage(async (page) => {
      await paste(page, QUESTIONS);
      await verdict(page, "R1.1", "vague");
      await editor(page).click();
      await page.keyboard.press("Control+End");
      await slowed(page);
      await card(page, "R1.1").getByLabel("Answer to R1.1").fill("The depot weighs each parcel on arrival");
      await page.waitForTimeout(500);
      await editor(page).focus();
      await page.keyboard.type("tail");
      await verdict(page, "R1.1", "clear");
      assert.match(await text(page), /The depot weighs each parcel on arrival/);
      assert.match(await text(page), /tail/);
    }));

  test("is given its own answers, also where another one is opened before they are written", () =>
    onPage(async (page) => {
      await paste(page, QUESTIONS);
      await paste(page, QUESTIONS);
      await rows(page).nth(1).waitFor();
      const open = (/** @type {number} */ at) => row(page, at).locator(".reply-open");
      // What is pasted opens by itself, a moment later: which one is open has to stand still first.
      await page.waitForTimeout(1000);
      if ((await open(0).getAttribute("aria-expanded")) === "false") await open(0).click();
      await verdict(page, "Q2", "not answered");
      await slowed(page);
      await card(page, "Q2").getByLabel("Answer to Q2").fill("Within fourteen days of the day it was bought");
      await open(1).click();
      await page.waitForTimeout(5000);
      assert.doesNotMatch(await text(page), /Within fourteen days/);
      await open(0).click();
      await verdict(page, "Q2", "clear");
      assert.match(await text(page), /Within fourteen days/);
    }));

  test("whose words a choice would replace gives them back", () =>
    onPage(async (page) => {
      await paste(page, QUESTIONS);
      await card(page, "Q1").getByLabel("Answer to Q1").fill("Twenty kilograms for all but books");
      await verdict(page, "Q1", "clear");
      await card(page, "Q1").getByRole("button", { name: "A. Up to 10 kg" }).click();
      await notices(page).getByRole("button", { name: "Undo" }).click();
      await page.waitForFunction(() => document.querySelector("textarea")?.value !== undefined);
      assert.equal(
        await card(page, "Q1").getByLabel("Answer to Q1").inputValue(),
        "Twenty kilograms for all but books",
      );
    }));
});

describe("replies in", () => {
  test("what is pasted is split, and the report is there", () =>
    onPage(async (page) => {
      await paste(page, `${ONE}\n\n--- reply ---\n\n${TWO}`);
      await says(page.locator("#tally"), "2 replies: 2 conforming");
      await says(row(page, 0), "FINDINGS");
      await says(row(page, 0), "protocol v1");
      await shows(page, 4);
      assert.equal(await page.locator("#paste").inputValue(), "");
    }));

  test("it is pasted anywhere, but for where text is written", () =>
    onPage(async (page) => {
      await paste(page, ONE, "h1");
      await says(page.locator("#tally"), "1 reply");
      await page.locator("#expectations summary").click();
      await paste(page, "API.md", "#expected");
      assert.equal(await rows(page).count(), 1);
      await shows(page, 2);
      await editor(page).waitFor();
      await paste(page, "API.md", ".editor >>> .cm-content");
      await go(page, "findings");
      await paste(page, "API.md", ".filter-bar input");
      assert.equal(await rows(page).count(), 1);
    }));

  test("what is written is added by a button and by the keyboard; an empty reply opens", () =>
    onPage(async (page) => {
      await page.fill("#paste", ONE);
      await page.click("#add");
      await shows(page, 2);
      await page.fill("#paste", TWO);
      await page.press("#paste", "Control+Enter");
      await shows(page, 4);
      await page.click("#blank");
      await editor(page).waitFor();
      await page.keyboard.type("RESULT: CLEAN | Type: digest | Document: NEW.md");
      await says(row(page, 2), "CLEAN");
    }));

  test("the samples, with what was expected, a decision and an earlier report", () =>
    onPage(async (page) => {
      await page.click("#samples");
      await says(page.locator("#tally"), "11 replies");
      await says(page.locator("#expected-count"), "(7)");
      await says(page.locator("#decided"), "1 decision");
      await says(page.locator("#previous"), "earlier samples");
      await go(page, "findings");
      await says(page.locator(".since-strip"), /15 new.*3 open.*1 back.*1 fixed.*1 not verified/);
    }));

  test("files are dropped, and folders; what is no text is said, and the rest is shown", () =>
    onPage(async (page) => {
      const given = join(there.folder, "given");
      mkdirSync(join(given, "inner", "node_modules"), { recursive: true });
      writeFileSync(join(given, "one.md"), ONE);
      writeFileSync(join(given, "inner", "two.txt"), TWO);
      writeFileSync(join(given, "inner", "picture.md"), Buffer.from([0x89, 0x50, 0, 1, 2]));
      writeFileSync(join(given, "inner", "node_modules", "README.md"), "no reply");
      writeFileSync(join(given, "inner", "script.js"), "no reply");
      writeFileSync(join(given, "expected.json"), JSON.stringify([{ unit: "API.md + STORE.md" }, { unit: "LATE.md" }]));
      const alone = join(there.folder, "alone.log");
      writeFileSync(alone, ONE.replaceAll("STORE.md", "THIRD.md").replaceAll("\n", "\r\n"));
      const large = join(there.folder, "large.md");
      writeFileSync(large, Buffer.alloc(16 * 1024 * 1024 + 1, "a"));
      await drop(page, [given, alone, large]);
      await says(page.locator("#tally"), "3 replies");
      const names = await page.locator(".reply-name").allTextContents();
      assert.deepEqual(names.toSorted(), ["alone.log", "given/inner/two.txt", "given/one.md"]);
      await says(notices(page), "given/inner/picture.md is a binary file");
      await says(notices(page), "large.md was skipped: it is larger than 16 MiB");
      await says(notices(page), "given/expected.json was read as the list of expected tasks");
      await says(page.locator("#expected-count"), "(2)");
      // Two of the three say the same.
      await shows(page, 4);
    }));

  test("files and a folder are chosen", () =>
    onPage(async (page) => {
      const chosen = join(there.folder, "chosen");
      mkdirSync(chosen, { recursive: true });
      writeFileSync(join(chosen, "b.md"), TWO);
      writeFileSync(join(chosen, "a.jsonl"), `${JSON.stringify({ text: ONE, unit: "First", agent: "checker-1" })}\n`);
      writeFileSync(join(chosen, "notes.pdf"), "%PDF");
      await page.setInputFiles("#files", join(chosen, "a.jsonl"));
      await says(page.locator("#tally"), "1 reply");
      await page.setInputFiles("#folder", chosen);
      await says(page.locator("#tally"), "3 replies");
      assert.equal(await page.locator(".reply-body").getByLabel("Task or document").inputValue(), "First");
      assert.equal(await page.locator(".reply-body").getByLabel("Agent").inputValue(), "checker-1");
    }));

  test("a file that is not UTF-8 throughout is read, and that is said", () =>
    onPage(async (page) => {
      const file = join(there.folder, "latin.md");
      writeFileSync(file, Buffer.concat([Buffer.from(ONE), Buffer.from([0xe9, 0x0a])]));
      await page.setInputFiles("#files", file);
      await says(page.locator(".diagnostic"), "Send UTF-8");
    }));

  test("a file without a word is a reply that says nothing", () =>
    onPage(async (page) => {
      await page.setInputFiles("#files", [
        { name: "silent.md", mimeType: "text/markdown", buffer: Buffer.from(" \n") },
        { name: "one.md", mimeType: "text/markdown", buffer: Buffer.from(ONE) },
      ]);
      await says(notices(page), "silent.md is empty");
      await says(page.locator("#tally"), "2 replies");
      await says(row(page, 0), "ERROR");
      await shows(page, 2);
      assert.match(await markdown(page), /no output/);
    }));

  test("a unit that was expected and never came is a gap", () =>
    onPage(async (page) => {
      await paste(page, ONE);
      await page.locator("#expectations summary").click();
      await page.fill("#expected", "API.md + STORE.md | consistency\nLATE.md | digest | reader-2\nX | nonsense");
      await says(page.locator("#expected-problem"), /^Line 3 was skipped: .*"nonsense"/);
      await says(page.locator("#expected-count"), "(2)");
      await go(page, "findings");
      await page.locator("[data-count=gaps]").click();
      await says(page.locator("reconvene-report .reconvene-report"), "LATE.md");
    }));
});

describe("a reply", () => {
  test("has its diagnostics at their places, with help on hover, and a change by a click", () =>
    onPage(async (page) => {
      await paste(page, SLIP);
      await says(row(page, 0), "1 warning");
      // The only one opens by itself.
      await editor(page).waitFor();
      const mark = page.locator(".editor .cm-lintRange-warning");
      assert.equal(await mark.textContent(), "Issue");
      await says(page.locator(".diagnostic"), "column-name");
      await mark.hover();
      const tooltip = page.locator(".editor .cm-tooltip-lint");
      await says(tooltip, "format's name for the column");
      await tooltip.getByRole("button", { name: "Write “Description”" }).click();
      await says(row(page, 0), "conforms");
      assert.equal(await mark.count(), 0);
      assert.match((await editor(page).textContent()) ?? "", /\| Description \|/);
      // And back.
      await editor(page).focus();
      await page.keyboard.press("Control+z");
      await says(row(page, 0), "1 warning");
      // The same from the list, and where the list leads to.
      await page.locator(".diagnostic .link").click();
      assert.equal(await page.locator(".editor .cm-revealed").textContent(), "Issue");
      await page.locator(".diagnostic .edit").click();
      await says(row(page, 0), "conforms");
    }));

  test("all known changes are made at once, and the message to the subagent is copied", () =>
    onPage(async (page) => {
      await paste(page, SLIP.replace("| critical |", "| HIGH |").replace("Findings: 2", "Findings: 7"));
      await says(row(page, 0), "error");
      await page.getByRole("button", { name: "Copy the message to the subagent" }).click();
      await says(page.locator("#live"), "copied");
      assert.match(await page.evaluate(() => navigator.clipboard.readText()), /Findings/);
      await page.getByRole("button", { name: "Apply all fixes" }).click();
      await page.getByRole("button", { name: "Apply all fixes" }).waitFor({ state: "hidden" });
      assert.match((await editor(page).textContent()) ?? "", /\| Description \|/);
    }));

  test("the report follows while one types", () =>
    onPage(async (page) => {
      await paste(page, ONE);
      await shows(page, 2);
      await typeRow(page, "| F3 | minor | stale-content | API.md §9 | | An added line. | Take it out. |");
      await shows(page, 3);
      await says(row(page, 0), "error");
    }));

  test("is of the unit, the agent and the type that one says", () =>
    onPage(async (page) => {
      await paste(page, ONE);
      await shows(page, 2);
      await page.locator(".reply-body").getByLabel("Task or document").fill("My unit");
      await page.getByLabel("Asked for").selectOption("digest");
      await says(row(page, 0), /\d warnings?/);
      await says(page.locator(".diagnostic"), "but digest was requested");
      assert.match(await markdown(page), /My unit/);
    }));

  test("is removed, and brought back", () =>
    onPage(async (page) => {
      await paste(page, `${ONE}\n\n--- reply ---\n\n${TWO}`);
      await shows(page, 4);
      await page.getByRole("button", { name: "Remove" }).first().click();
      await shows(page, 2);
      await notices(page).getByRole("button", { name: "Undo" }).click();
      await shows(page, 4);
      const first = await page.evaluate(() => document.querySelector(".reply-name")?.textContent);
      assert.equal(first, "API.md + STORE.md");
    }));

  test("opens at the sentence that a finding came from", () =>
    onPage(async (page) => {
      await paste(page, `${ONE}\n\n--- reply ---\n\n${TWO}`);
      await shows(page, 4);
      await go(page, "findings");
      await page.keyboard.press("/");
      await page.keyboard.type("dead letters");
      await says(page.locator(".status-line"), "1 of 4");
      await page.getByRole("button", { name: "Open the whole reply" }).click();
      await says(page.locator(".editor .cm-revealed"), "The dead letters have no owner");
      assert.equal(
        await page.locator(".reply-open[aria-expanded=true] .reply-name").textContent(),
        "API.md + QUEUE.md",
      );
      const inView = await page.locator(".editor .cm-revealed").evaluate((mark) => {
        const { top, bottom } = mark.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
      assert.ok(inView);
    }));

  test("CRLF and a byte order mark do not move the places", () =>
    onPage(async (page) => {
      const file = join(there.folder, "windows.md");
      writeFileSync(file, `\ufeff${SLIP.replaceAll("\n", "\r\n")}`);
      await page.setInputFiles("#files", file);
      await editor(page).waitFor();
      await says(page.locator(".editor .cm-lintRange-warning"), /^Issue$/);
    }));
});

describe("a link", () => {
  test("holds everything, and what is changed then survives a reload", () =>
    onPage(async (page) => {
      await page.click("#samples");
      await says(page.locator("#tally"), "11 replies: ");
      await shows(page, 19);
      await choose(page, "#share");
      await says(notices(page), "The link was copied");
      const link = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(link, /^http:.*#v1=[\w-]+$/);
      const report = await markdown(page);
      const other = await watched(there.browser, there.site.address);
      await other.page.goto(link);
      await says(other.page.locator("#tally"), "11 replies: ");
      await shows(other.page, 19);
      await other.page.waitForFunction(() => location.hash === "#view=findings");
      assert.equal(await markdown(other.page), report);
      await other.page
        .getByRole("button", { name: /^Remove ./ })
        .first()
        .click();
      await says(other.page.locator("#tally"), "10 replies: ");
      // The first line is what was expected, and each after it a reply, or the earlier report.
      await keeps(other.page, /^[^\n]*(?:\n\{"reply"[^\n]*){10}\n(?:\{"previous"[^\n]*\n)?$/);
      await other.page.reload();
      await says(other.page.locator("#tally"), "10 replies: ");
      await says(other.page.locator("#expected-count"), "(7)");
      await says(other.page.locator("#decided"), "1 decision");
      assert.deepEqual(other.wrong, []);
      await other.close();
    }));

  test("that is opened over one's own replies gives those back", () =>
    onPage(async (page) => {
      await paste(page, ONE);
      await shows(page, 2);
      await keeps(page, /first reader/);
      await page.goto(
        home() + fragmentOf([{ expected: "", decisions: [] }, { reply: { text: TWO } }, { reply: { text: "" } }]),
      );
      await says(page.locator("#tally"), "2 replies");
      await page.waitForFunction(() => !location.hash.startsWith("#v1="));
      await page.reload();
      await says(page.locator("#tally"), "2 replies");
      await says(notices(page), "Replaced when something else was opened: 1 reply.");
      await page.getByRole("button", { name: "Restore" }).click();
      await says(page.locator("#tally"), "1 reply");
      await says(row(page, 0), "STORE.md");
    }));

  test("that is too long is not made", () =>
    onPage(async (page) => {
      const noise = Array.from({ length: 9000 }, (_, at) => `${Math.sin(at)}${Math.cos(at)}`).join("\n");
      await paste(page, noise);
      await says(page.locator("#tally"), "1 reply");
      await choose(page, "#share");
      await says(
        notices(page),
        /The link would be too long: [\d,]+ characters, and many programs cut off links after 64,000/,
      );
    }));

  test("to a finding holds everything, and leads there", () =>
    onPage(async (page) => {
      await paste(page, `${ONE}\n\n--- reply ---\n\n${TWO}`);
      await shows(page, 4);
      await go(page, "findings");
      await page.locator(".filter-bar input").fill("label stays valid");
      await says(page.locator(".status-line"), "1 of 4");
      await page.getByRole("button", { name: "Copy link" }).click();
      await says(notices(page), "The link to the finding was copied");
      const link = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(link, /^http:.*#v1=[\w-]+&f1:[0-9a-f]{16}$/);
      for (const viewport of [
        { width: 1200, height: 700 },
        { width: 360, height: 700 },
      ]) {
        const other = await watched(there.browser, there.site.address, { viewport });
        await other.page.goto(link);
        const finding = other.page.locator(".detail:visible", { hasText: "label stays valid" });
        await finding.waitFor();
        await says(other.page.locator("#tally"), "2 replies");
        await other.page.waitForFunction(() => /^#view=findings&finding=f1:[0-9a-f]{16}$/.test(location.hash));
        // And so it does where it is opened again.
        await other.page.waitForTimeout(400);
        await other.page.reload();
        await finding.waitFor();
        assert.deepEqual(other.wrong, []);
        await other.close();
      }
    }));

  const whole = () =>
    fragmentOf([{ expected: "LATE.md", decisions: [] }, { reply: { text: ONE } }, { reply: { text: TWO } }]);

  test("that is cut off gives what came before", () =>
    onPage(
      async (page) => {
        await says(notices(page), "The link was cut off or changed: 1 reply could be read");
        await says(page.locator("#tally"), "1 reply");
        await says(page.locator("#expected-count"), "(1)");
        await shows(page, 2);
      },
      { hash: whole().slice(0, -25) },
    ));

  for (const [what, hash, sentence] of /** @type {[string, () => string, RegExp][]} */ ([
    [
      "changed",
      () => `${whole().slice(0, 30)}${whole()[30] === "A" ? "B" : "A"}${whole().slice(31)}`,
      /The link was cut off or changed/,
    ],
    ["empty", () => "#v1=", /The link is damaged. Nothing in it can be read/],
    ["no base64", () => "#v1=%3Cscript%3E!!", /The link is damaged. Nothing in it can be read/],
    ["noise", () => `#v1=${Buffer.from("no deflated data at all").toString("base64url")}`, /nothing in it can be read/],
    ["of a later version", () => "#v2=AAAA", /the format v2, which this page does not support/],
  ])) {
    test(`that is ${what} is said to be, and the page works on`, () =>
      onPage(
        async (page) => {
          await says(notices(page), sentence);
          await page.click("#clear:enabled", { timeout: 500 }).catch(() => {});
          await paste(page, ONE);
          await shows(page, 2);
        },
        { hash: hash() },
      ));
  }

  test("that would inflate beyond 16 MB is read to there", () =>
    onPage(
      async (page) => {
        await says(notices(page), "The link contains more than 16 MB. Only its beginning was read: 1 reply");
        await says(page.locator("#tally"), "1 reply");
      },
      { hash: fragmentOf([{ reply: { text: ONE } }, { reply: { text: "a".repeat(40_000_000) } }]) },
    ));

  test("whose parts are not what they should be gives the others", () =>
    onPage(
      async (page) => {
        await says(page.locator("#tally"), "1 reply");
        await says(notices(page), /A reply of the link: `text` must be/);
        await says(notices(page), /Part of the link was skipped: .*`decisions/);
        await says(notices(page), /Part of the link was skipped: .*`previous`/);
      },
      {
        hash: fragmentOf([
          { expected: 7, decisions: [{ fingerprints: ["only one"], same: true }] },
          ...[{ reply: { text: ONE } }, { reply: { text: 3 } }, null, "text", []],
          JSON.parse('{"__proto__":{"reply":{"text":"b"}},"constructor":{"prototype":{"polluted":1}}}'),
          { previous: { source: "x", report: { schema: "reconvene/report/v1", title: 1 } } },
        ]),
      },
    ));

  test("whose earlier report is none is read without it, and the page works on", () =>
    onPage(
      async (page) => {
        await says(notices(page), /Part of the link was skipped: `previous`/);
        await says(notices(page), "Part of the link was skipped: `expected` is not text.");
        await says(page.locator("#tally"), "1 reply");
        assert.equal(await page.locator("#previous").isVisible(), false);
        await paste(page, TWO);
        await shows(page, 4);
        await keeps(page, /second reader/);
        await page.reload();
        await says(page.locator("#tally"), "2 replies");
      },
      { hash: fragmentOf([{ expected: ["API.md"] }, { reply: { text: ONE } }, { previous: 1 }]) },
    ));

  test("whose earlier report has no name names it after the link", async () => {
    /** @type {any} */
    let report;
    await onPage(async (page) => {
      await paste(page, ONE);
      await shows(page, 2);
      const [download] = await Promise.all([page.waitForEvent("download"), choose(page, "[data-export=json]")]);
      report = JSON.parse(readFileSync(await download.path(), "utf8"));
    });
    await onPage(
      async (page) => {
        await says(page.locator("#previous"), "Compared with a link.");
        await shows(page, 2);
      },
      { hash: fragmentOf([{ reply: { text: ONE } }, { previous: { source: 7, report } }]) },
    );
  });
});

describe("what is kept", () => {
  test("survives a reload, decisions too, and can be cleared", () =>
    onPage(async (page) => {
      await page.click("#samples");
      await says(page.locator("#tally"), "11 replies: ");
      await shows(page, 19);
      await go(page, "findings");
      await page.keyboard.press("j");
      await page.keyboard.press("x");
      await says(page.locator("#decided"), "2 decisions");
      await keeps(page, /"same":.*"status":"accepted"/);
      await page.reload();
      await says(page.locator("#tally"), "11 replies: ");
      await says(page.locator("#decided"), "2 decisions");
      await says(page.locator("[data-view=findings]"), "18 of 19 left");
      await page.click("#clear");
      await page.locator("#empty").waitFor();
      assert.equal(await rows(page).count(), 0);
      await page.waitForTimeout(400);
      const left = await page.evaluate(async () => {
        /** @type {IDBDatabase} */
        const database = await new Promise((done) => {
          const request = indexedDB.open("reconvene");
          request.onsuccess = () => done(request.result);
        });
        return new Promise((done) => {
          const request = database.transaction("work").objectStore("work").count();
          request.onsuccess = () => done(request.result);
        });
      });
      assert.equal(left, 0);
      await page.reload();
      await page.locator("#empty").waitFor();
      assert.equal(await rows(page).count(), 0);
    }));

  test("of another tab is not lost where this one keeps its own", () =>
    onPage(async (page) => {
      await paste(page, ONE);
      await shows(page, 2);
      await keeps(page, /first reader/);
      const other = await page.context().newPage();
      await other.goto(home());
      await says(other.locator("#tally"), "1 reply");
      await paste(other, TWO);
      await says(other.locator("#tally"), "2 replies");
      await keeps(other, /second reader/);
      assert.equal(await notices(other).count(), 0);
      // This tab does not know of that yet.
      await paste(page, SLIP);
      await paste(page, SLIP);
      await says(page.locator("#tally"), "3 replies");
      await says(notices(page), "It replaced the work of another tab: 2 replies.");
      await other.reload();
      await says(other.locator("#tally"), "3 replies");
      await page.getByRole("button", { name: "Restore" }).click();
      await says(page.locator("#tally"), "2 replies");
      await says(row(page, 1), "QUEUE.md");
    }));

  test("of an empty tab is nothing, and another's stays", () =>
    onPage(async (page) => {
      const other = await page.context().newPage();
      await other.goto(home());
      await other.locator("body[data-ready]").waitFor();
      await paste(other, ONE);
      await shows(other, 2);
      await keeps(other, /first reader/);
      await page.locator("#expectations summary").click();
      // At once: what stands there for a moment would be kept.
      await page.locator("#expected").evaluate((box) => {
        for (const value of ["API.md", ""]) {
          Object.assign(box, { value });
          box.dispatchEvent(new InputEvent("input", { bubbles: true }));
        }
      });
      await page.waitForTimeout(600);
      await page.reload();
      await says(page.locator("#tally"), "1 reply");
    }));

  for (const [what, values] of /** @type {[string, [unknown, unknown]][]} */ ([
    ["nothing of ours", [{ replies: [{ text: 7 }] }, null]],
    ["of other kinds", [{ mark: {}, text: ["a"] }, 7]],
    ["no JSON", [{ mark: "a", text: "<script>alert(1)</script>\n{" }, { text: "\n\n" }]],
    [
      "what reaches for prototypes",
      [
        { text: '{"__proto__":{"polluted":1},"expected":{"__proto__":{"polluted":1}}}\n' },
        { text: '{"reply":{"text":"a","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}\n' },
      ],
    ],
  ])) {
    test(`though it is ${what} the page works`, () =>
      onPage(async (page) => {
        await page.evaluate(async (values) => {
          /** @type {IDBDatabase} */
          const database = await new Promise((done) => {
            const request = indexedDB.open("reconvene");
            request.onsuccess = () => done(request.result);
          });
          const store = database.transaction("work", "readwrite").objectStore("work");
          store.put(values[0], "now");
          const last = store.put(values[1], "aside");
          await new Promise((done) => {
            last.onsuccess = done;
          });
          database.close();
        }, values);
        await page.reload();
        await page.locator("body[data-ready]").waitFor();
        await paste(page, ONE);
        await shows(page, 2);
        await keeps(page, /first reader/);
        await page.reload();
        await shows(page, 2);
        assert.equal(await page.evaluate(() => "polluted" in {}), false);
      }));
  }

  test("keeps no page waiting where the browser never answers", async () => {
    const { page, wrong, close } = await watched(there.browser, there.site.address);
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => /** @type {any} */ (new EventTarget());
    });
    await page.goto(home());
    await page.locator("body[data-ready]").waitFor();
    await says(notices(page), "this browser's storage does not respond");
    await paste(page, ONE);
    await shows(page, 2);
    assert.deepEqual(wrong, []);
    await close();
  });

  test("cleared, it is gone from the address too", async () => {
    const { page, wrong, close } = await watched(there.browser, there.site.address);
    await page.addInitScript(() => {
      Clipboard.prototype.writeText = () => Promise.reject(new DOMException("Not here", "NotAllowedError"));
    });
    await page.goto(home());
    await page.locator("body[data-ready]").waitFor();
    await paste(page, ONE);
    await choose(page, "#share");
    await says(notices(page), "The link is in the address bar");
    assert.match(page.url(), /#v1=/);
    await page.click("#clear");
    assert.equal(page.url(), home());
    await keeps(page, /^$/);
    await page.reload();
    await page.locator("body[data-ready]").waitFor();
    assert.equal(await rows(page).count(), 0);
    assert.deepEqual(wrong, []);
    await close();
  });

  test("cleared by mistake, it comes back", () =>
    onPage(async (page) => {
      await paste(page, ONE);
      await shows(page, 2);
      await page.click("#clear");
      await page.getByRole("button", { name: "Undo" }).click();
      await shows(page, 2);
    }));

  test("where the browser keeps nothing, that is said, and the page works", async () => {
    const { page, wrong, close } = await watched(there.browser, there.site.address);
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("No storage here", "SecurityError");
      };
    });
    await page.goto(home());
    await says(notices(page), "Your work will be lost when you reload this page");
    await paste(page, ONE);
    await shows(page, 2);
    assert.equal(await notices(page).count(), 1);
    assert.deepEqual(wrong, []);
    await close();
  });
});

describe("the worker", () => {
  test("examines replies, so that typing never waits for it; and makes the report before that", async () => {
    const { page, wrong, close } = await watched(there.browser, there.site.address);
    await page.addInitScript(() => {
      const post = Worker.prototype.postMessage;
      /** @type {(() => void)[]} */
      const held = [];
      Object.assign(globalThis, { held });
      Worker.prototype.postMessage = function (/** @type {any} */ message) {
        const send = () => post.call(this, message);
        if (message.job !== "examine" || "released" in globalThis) send();
        else held.push(send);
      };
    });
    await page.goto(home());
    await page.locator("body[data-ready]").waitFor();
    await paste(page, `${ONE}\n\n--- reply ---\n\n${TWO}`);
    await shows(page, 4);
    await says(page.locator("#tally"), "2 replies: 2 being read");
    await row(page, 0).locator(".reply-open").click();
    await typeRow(page, "| F3 | minor | stale-content | API.md §9 | | An added line. | Take it out. |");
    assert.match((await editor(page).textContent()) ?? "", /An added line/);
    await page.evaluate(() => {
      const { held } = /** @type {any} */ (globalThis);
      Object.assign(globalThis, { released: true });
      for (const send of held) send();
    });
    await says(row(page, 0), "error");
    await says(page.locator("#tally"), "1 conforming, 1 with errors");
    await shows(page, 5);
    assert.deepEqual(wrong, []);
    await close();
  });
});

describe("the report", () => {
  test("that the worker cannot make is no longer waited for: a sentence says why", async () => {
    const { page, wrong, close } = await watched(there.browser, there.site.address);
    await page.addInitScript(() => {
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (/** @type {any} */ message) {
        post.call(this, "module" in message ? { module: "none" } : message);
      };
    });
    await page.goto(home());
    await page.locator("body[data-ready]").waitFor();
    await paste(page, ONE);
    await says(notices(page), "The report could not be made");
    assert.deepEqual(wrong, []);
    await close();
  });

  for (const [format, name, begins] of /** @type {const} */ ([
    ["markdown", "report.md", "# Unified report"],
    ["html", "report.html", "<!doctype html>"],
    ["json", "report.json", "{"],
    ["sarif", "report.sarif", "{"],
    ["csv", "report.csv", ""],
  ])) {
    test(`is saved as ${format}`, () =>
      onPage(async (page) => {
        await paste(page, ONE);
        await shows(page, 2);
        const [download] = await Promise.all([page.waitForEvent("download"), choose(page, `[data-export=${format}]`)]);
        assert.equal(download.suggestedFilename(), name);
        const text = readFileSync(await download.path(), "utf8");
        assert.ok(text.toLowerCase().startsWith(begins.toLowerCase()), text.slice(0, 100));
        assert.ok(text.includes("The parcel weight is in grams here"));
      }));
  }

  test("is filtered, and the filter stays while one types", () =>
    onPage(async (page) => {
      await paste(page, `${ONE}\n\n--- reply ---\n\n${TWO}`);
      await shows(page, 4);
      await go(page, "findings");
      await page.locator(".chip[data-severity=critical]").click();
      assert.equal(await listed(page).count(), 2);
      await go(page, "replies");
      await row(page, 0).locator(".reply-open").click();
      await typeRow(page, "| F3 | critical | stale-content | API.md §9 | | Another line. | Take it out. |");
      await shows(page, 5);
      await go(page, "findings");
      await says(page.locator(".status-line"), "3 of 5");
      assert.equal(await listed(page).count(), 3);
    }));
});

describe("everyone", () => {
  test("the keyboard is enough", () =>
    onPage(async (page) => {
      // The box has the focus from the start.
      assert.equal(await page.evaluate(() => document.activeElement?.id), "paste");
      await page.keyboard.insertText(SLIP);
      await page.keyboard.press("Control+Enter");
      await shows(page, 2);
      await tabTo(page, ".reply-open");
      assert.equal(await page.locator(".reply-open").getAttribute("aria-expanded"), "true");
      await tabTo(page, ".cm-content");
      await page.keyboard.press("Control+Home");
      await page.keyboard.press("F8");
      await page.keyboard.press("Tab");
      await tabTo(page, ".edit");
      await page.keyboard.press("Enter");
      await says(row(page, 0), "conforms");
      await tabTo(page, "#go-findings", "Shift+Tab");
      await page.keyboard.press("Enter");
      await page.locator(".findings-list:focus").waitFor();
      await tabTo(page, ".chip[data-severity=critical]", "Shift+Tab");
      await page.keyboard.press("Space");
      await says(page.locator(".status-line"), "1 of 2");
      await tabTo(page, "#clear", "Shift+Tab");
      await page.keyboard.press("Enter");
      await page.locator("#empty").waitFor();
      assert.equal(await page.evaluate(() => document.activeElement?.id), "paste");
    }));

  test("rows are walked through by arrows", () =>
    onPage(async (page) => {
      await paste(page, `${ONE}\n\n--- reply ---\n\n${TWO}`);
      await says(page.locator("#tally"), "2 replies");
      await row(page, 0).locator(".reply-open").focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      assert.equal(await row(page, 1).locator(".reply-open").getAttribute("aria-expanded"), "true");
      // One that was removed and brought back is where it was.
      await row(page, 0).locator(".remove").click();
      await page.getByRole("button", { name: "Undo" }).click();
      await row(page, 0).locator(".reply-open").focus();
      await page.keyboard.press("ArrowDown");
      assert.ok(await row(page, 1).locator(".reply-open:focus").count());
    }));

  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    for (const width of [1280, 360]) {
      test(`no barriers that axe finds: ${colorScheme}, ${width} px, empty, samples, open, broken`, () =>
        onPage(
          async (page) => {
            await accessible(page);
            await page.click("#samples");
            await says(page.locator("#tally"), "11 replies: ");
            await shows(page, 19);
            await row(page, 1).locator(".reply-open").click();
            await page.locator(".editor .cm-lintRange").first().waitFor();
            await page.locator("#expectations summary").click();
            await page.fill("#expected", "[not json");
            await accessible(page);
            await page.locator(".reply-body").getByRole("button", { name: "What was read" }).click();
            await page.locator("[data-read=unread]").first().waitFor();
            await page.getByRole("button", { name: "Split or join" }).click();
            await page.locator(".divider .line").first().waitFor();
            await accessible(page);
            for (const view of /** @type {const} */ (["findings", "matrix", "report"])) {
              await go(page, view);
              if (view === "report") await page.locator("reconvene-report article.finding").first().waitFor();
              await accessible(page);
            }
          },
          { colorScheme, viewport: { width, height: 800 } },
        ));
    }
  }

  test("no barriers that axe finds in forced colours: findings, matrix", () =>
    onPage(
      async (page) => {
        await page.click("#samples");
        await shows(page, 19);
        for (const view of /** @type {const} */ (["findings", "matrix", "replies"])) {
          await go(page, view);
          await accessible(page);
        }
        await go(page, "findings");
        const chosen = page.locator(".finding-row[aria-selected=true]");
        assert.equal(await chosen.evaluate((row) => getComputedStyle(row).outlineStyle), "solid");
      },
      { forcedColors: "active" },
    ));

  test("at 360 px nothing is wider than the window, and going back leads to the place that one left", () =>
    onPage(
      async (page) => {
        const widths = () => page.evaluate(() => document.documentElement.scrollWidth);
        assert.equal(await widths(), 360);
        await page.click("#samples");
        await shows(page, 19);
        await row(page, 1).locator(".reply-open").click();
        await editor(page).waitFor();
        assert.equal(await widths(), 360);
        for (const view of /** @type {const} */ (["matrix", "report", "findings"])) {
          await go(page, view);
          await page.waitForTimeout(300);
          assert.equal(await widths(), 360, view);
        }
        const list = page.locator(".findings-list");
        await list.evaluate((list) => list.scrollTo(0, 500));
        await listed(page).nth(14).click();
        await page.locator(".detail h2").waitFor();
        assert.equal(await list.isVisible(), false);
        assert.equal(await widths(), 360);
        await page.goBack();
        await list.waitFor();
        assert.equal(await page.locator(".detail").isVisible(), false);
        // The list gets its place back with the frame in which it is shown.
        await page.waitForFunction(() => document.querySelector(".findings-list")?.scrollTop === 500);
        // A jump to the source leads to the replies.
        await listed(page).nth(14).click();
        await page.getByRole("button", { name: "Open the whole reply" }).first().click();
        await page.locator(".editor .cm-revealed").first().waitFor();
        assert.equal(await page.locator("section.findings").isVisible(), false);
      },
      { viewport: { width: 360, height: 740 } },
    ));

  test("dark is dark", () =>
    onPage(
      async (page) => {
        await paste(page, ONE);
        await editor(page).waitFor();
        const darkness = await page.evaluate(() => {
          const editor = document.querySelector(".editor")?.shadowRoot?.querySelector(".cm-editor");
          return [document.body, editor].map((of) => (of ? getComputedStyle(of).backgroundColor : ""));
        });
        for (const colour of darkness) {
          const [red = 255] = (colour.match(/\d+/g) ?? []).map(Number);
          assert.ok(red < 60, colour);
        }
      },
      { colorScheme: "dark" },
    ));

  test("on paper there is the report alone", () =>
    onPage(async (page) => {
      await paste(page, ONE);
      await shows(page, 2);
      await page.locator("reconvene-report article.finding").first().waitFor({ state: "attached" });
      await page.emulateMedia({ media: "print" });
      for (const hidden of ["header.bar", "section.replies", "body > footer", "#notices"]) {
        assert.equal(await page.locator(hidden).isVisible(), false, hidden);
      }
      assert.ok(await page.locator("reconvene-report").isVisible());
      const pdf = await page.pdf();
      assert.ok(pdf.length > 5000);
    }));

  test("the narrow page prints the report too, whichever view is shown", () =>
    onPage(
      async (page) => {
        await paste(page, ONE);
        await shows(page, 2);
        await page.locator("reconvene-report article.finding").first().waitFor({ state: "attached" });
        await page.emulateMedia({ media: "print" });
        assert.ok(await page.locator("reconvene-report").isVisible());
        assert.equal(await page.locator("section.replies").isVisible(), false);
      },
      { viewport: { width: 360, height: 740 } },
    ));
});

describe("nothing leaves the browser", () => {
  test("the policy is strict, and shown", () =>
    onPage(async (page) => {
      const policy = (await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content")) ?? "";
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /require-trusted-types-for 'script'/);
      assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')|https?:|\*/);
      await page.locator("#privacy details summary").click();
      assert.equal(await page.locator("#policy").textContent(), policy);
    }));

  test("the policy stops what would leave: a request, an image, a script", async () => {
    const { page, close } = await watched(there.browser, there.site.address);
    await page.goto(home());
    const stopped = await page.evaluate(async () => {
      /** @type {string[]} */
      const stopped = [];
      addEventListener("securitypolicyviolation", ({ effectiveDirective }) => stopped.push(effectiveDirective));
      await fetch("https://elsewhere.invalid/").catch(() => {});
      document.body.append(Object.assign(new Image(), { src: "https://elsewhere.invalid/a.png" }));
      const style = document.createElement("style");
      style.textContent = "body { color: red }";
      document.head.append(style);
      try {
        document.body.innerHTML = "<p>";
      } catch {
        stopped.push("innerHTML");
      }
      await new Promise((done) => setTimeout(done, 200));
      return stopped;
    });
    for (const what of ["connect-src", "img-src", "style-src-elem", "innerHTML"])
      assert.ok(stopped.includes(what), what);
    await close();
  });

  test("the policy covers the worker too, once the service worker is there", async () => {
    const { page, close } = await watched(there.browser, there.site.address);
    await page.goto(home());
    await says(page.locator("#offline"), "ready to work offline");
    const [answer] = await Promise.all([page.waitForResponse(home()), page.reload()]);
    await page.locator("body[data-ready]").waitFor();
    const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
    assert.equal((await answer.allHeaders())["content-security-policy"], policy);
    const worker = page.workers().find((worker) => worker.url().includes("/worker-"));
    const stopped = await worker?.evaluate(async () => {
      /** @type {string[]} */
      const stopped = [];
      addEventListener("securitypolicyviolation", ({ effectiveDirective }) => stopped.push(effectiveDirective));
      await fetch("https://elsewhere.invalid/").catch(() => {});
      await new Promise((done) => setTimeout(done, 200));
      return stopped;
    });
    assert.deepEqual(stopped, ["connect-src"]);
    await paste(page, ONE);
    await shows(page, 2);
    await close();
  });

  test("a port that is taken gives way to one that is free, and headers are sent", async () => {
    const port = Number(new URL(there.site.address).port);
    const other = await serve(there.folder, { port, headers: { "x-tried": "yes" } });
    assert.notEqual(other.address, there.site.address);
    assert.equal((await fetch(`${other.address}/`)).headers.get("x-tried"), "yes");
    other.close();
  });

  test("once loaded, it works without a network: samples, editor, report, export", async () => {
    const { page, wrong, close } = await watched(there.browser, there.site.address);
    await page.goto(home());
    await says(page.locator("#offline"), "ready to work offline");
    await page.context().setOffline(true);
    await page.reload();
    await page.locator("body[data-ready]").waitFor();
    await page.click("#samples");
    await says(page.locator("#tally"), "11 replies: ");
    await shows(page, 19);
    await row(page, 1).locator(".reply-open").click();
    await editor(page).waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), choose(page, "[data-export=markdown]")]);
    assert.equal(download.suggestedFilename(), "report.md");
    await page.goto(`${home()}index.html`);
    await says(page.locator("#tally"), "11 replies: ");
    assert.deepEqual(wrong, []);
    await close();
  });

  test("its version is shown", () =>
    onPage(async (page) => {
      const { version } = JSON.parse(readFileSync(join(top, "package.json"), "utf8"));
      assert.equal(await page.locator("#version").textContent(), version);
    }));
});

describe("hostile text changes nothing but text", () => {
  /** @type {string[]} */
  const payloads = JSON.parse(readFileSync(join(top, "tests", "payloads.json"), "utf8"));

  test("there are payloads enough", () => {
    assert.ok(payloads.length >= 150);
  });

  test("in replies, as they are pasted, shown, and edited", () =>
    onPage(async (page) => {
      await paste(page, ONE);
      await shows(page, 2);
      await editor(page).waitFor();
      const allowed = new Set([...(await page.evaluate(shape)), ...REPORT_ELEMENTS, ...PAGE_ELEMENTS]);
      await page.click("#clear");
      const reply = (/** @type {string} */ payload) => {
        const cell = payload.replace(/[|\r\n]/g, " ");
        return `${ONE.replace("The parcel weight", `${cell} weight`).replace("first reader", cell)}\n### F1: ${cell}\n\n${payload}\n`;
      };
      for (let at = 0; at < payloads.length; at += 40) {
        const some = payloads.slice(at, at + 40).map((payload) => ({
          text: reply(payload),
          unit: payload || "-",
          agent: payload || "-",
          source: payload || "-",
        }));
        await paste(page, JSON.stringify(some));
        await says(page.locator("#tally"), /^\d+ (replies|reply): (?!.*being read)/);
        for (const view of /** @type {const} */ (["findings", "matrix", "report", "replies"])) await go(page, view);
        await page.locator("reconvene-report article.finding").first().waitFor({ state: "attached" });
        // The only one opens by itself.
        if (some.length > 1) await row(page, 0).locator(".reply-open").click();
        await editor(page).waitFor();
        await page.locator(".reply-body").getByRole("button", { name: "What was read" }).click();
        await page.locator(".understood").waitFor();
        const strange = (await page.evaluate(shape)).filter((one) => !allowed.has(one));
        assert.deepEqual(strange, []);
        await page.click("#clear");
        await page.locator("#empty").waitFor();
      }
    }));

  test("what nobody would see is shown, in the text and on what changes it", () =>
    onPage(async (page) => {
      const unseen = ["\u202a", "\u202e", "\u2068", "\u200c", "\u2064", "\u{e0041}"];
      await paste(
        page,
        ONE.replace("## Findings", `${unseen.map((letter) => `a${letter}b`).join(" ")}\n\n## Findings`),
      );
      await editor(page).waitFor();
      assert.equal(await page.locator(".editor .cm-specialChar").count(), unseen.length);
    }));

  test("in links, and in the names of files", () =>
    onPage(
      async (page) => {
        await says(page.locator("#tally"), new RegExp(`^${payloads.length} replies: (?!.*being read)`));
        await page.evaluate(
          (names) => {
            const dataTransfer = new DataTransfer();
            for (const name of names) dataTransfer.items.add(new File([new Uint8Array([0])], `${name}.md`));
            document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
          },
          payloads.slice(0, 30),
        );
        await says(notices(page), "is a binary file");
        const allowed = new Set([...REPORT_ELEMENTS, ...PAGE_ELEMENTS]);
        const strange = (await page.evaluate(shape)).filter((one) => !allowed.has(one));
        assert.deepEqual(strange, []);
        const names = await page.locator(".reply-name").allTextContents();
        for (const name of names) assert.doesNotMatch(name, /[\p{Cc}\p{Cf}]/u);
      },
      { hash: fragmentOf(payloads.map((payload) => ({ reply: { text: payload, source: payload || "-" } }))) },
    ));
});

describe("what it weighs", () => {
  test("the scripts that it starts with have less than 40 kB gzipped, and all without the editor 76", () => {
    const names = readdirSync(there.out).filter((name) => name.endsWith(".js") && !name.startsWith("editor-"));
    const all = names.reduce(
      (sum, name) => sum + gzipSync(readFileSync(join(there.out, name)), { level: 9 }).length,
      0,
    );
    const { start, withoutEditor } = weight;
    console.log(`   page scripts, gzipped: ${start} bytes to start with, ${withoutEditor} in all without the editor`);
    assert.equal(withoutEditor, all);
    // 6,000 of it are the formats of other tools, which `render` gives.
    assert.ok(start < 40_000, `${start} bytes`);
    assert.ok(withoutEditor <= 76_000, `${withoutEditor} bytes`);
  });

  test("it starts with what it says, and no more", () =>
    onPage(async (page) => {
      const scripts = await page.evaluate(() => {
        const scripts = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"));
        const paint = performance.getEntriesByName("first-paint")[0]?.startTime ?? 0;
        return scripts.filter(({ startTime }) => startTime < paint).map(({ name }) => name.replace(/^.*\//, ""));
      });
      assert.ok(scripts.length > 0 && !scripts.some((name) => /^(?:more|shown|editor)-/.test(name)), scripts.join());
      // Asked for with the page, not by one another: until they are there, what is pressed is lost.
      const html = readFileSync(join(there.out, "index.html"), "utf8");
      for (const name of scripts) assert.ok(html.includes(`"${name}"`), name);
    }));

  test("the editor comes where the browser has no idle callbacks, too", async () => {
    const { page, wrong, close } = await watched(there.browser, there.site.address);
    await page.addInitScript(() => {
      Reflect.deleteProperty(globalThis, "requestIdleCallback");
    });
    await page.goto(home());
    await page.locator("[data-ready]").waitFor({ state: "attached" });
    await paste(page, ONE);
    await editor(page).waitFor();
    await says(page.locator("#offline"), "ready to work offline");
    assert.deepEqual(wrong, []);
    await close();
  });

  test("the editor comes after the first paint", () =>
    onPage(async (page) => {
      const html = readFileSync(join(there.out, "index.html"), "utf8");
      assert.doesNotMatch(html, /editor-/);
      await page.waitForFunction(() =>
        performance.getEntriesByType("resource").some(({ name }) => name.includes("/editor-")),
      );
      const [paint = 0, fetched = 0] = await page.evaluate(() => [
        performance.getEntriesByName("first-paint")[0]?.startTime,
        performance.getEntriesByType("resource").find(({ name }) => name.includes("/editor-"))?.startTime,
      ]);
      assert.ok(paint > 0 && fetched > paint, `${paint} ${fetched}`);
    }));
});

const PAGE_ELEMENTS = [
  "html head meta title link link[src] script script[src] body main nav textarea noscript reconvene-report b i u",
  "datalist progress kbd div[style]",
].flatMap((line) => line.split(" "));
