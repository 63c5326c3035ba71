/** Going through the findings on the page: by the keyboard alone, by the pointer, and what is kept of it. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { top } from "../../scripts/run.js";
import {
  choose,
  go,
  keeps,
  listed,
  notices,
  ONE,
  onPage,
  paste,
  rows,
  says,
  shows,
  startPage,
  stopPage,
  tabTo,
  there,
} from "./on-page.js";
import { made, samples } from "./replies.js";

/** @typedef {import("playwright-core").Page} Page */

before(startPage);
after(stopPage);

/** Two agents on the same pair: one finding of both, of which they think differently, and two that may be the same. */
const FIRST = ONE;
const SECOND = `RESULT: FINDINGS | Type: consistency | Pair: API.md/STORE.md | Findings: 3

---
**Protocol**: v1
**Agent**: second reader
**Scope**: API.md, STORE.md
**Coverage**: 100%
---

## Findings

| ID | Severity | Type | Location | Counter-location | Description | Suggestion |
|----|----------|------|----------|------------------|-------------|------------|
| F1 | minor | contradiction | API.md §2 | STORE.md §4 | The parcel weight is in grams here, in pounds there. | Say which. |
| F2 | minor | stale-content | API.md §7 | STORE.md §8 | The depots are listed by their names of last year. | List them anew. |
| F3 | minor | broken-reference | API.md §9 | STORE.md §9 | The link to the price list leads nowhere. | Take it out. |
`;

/** @param {Page} page */
async function opened(page) {
  await paste(page, `${FIRST}\n\n--- reply ---\n\n${SECOND}`);
  await shows(page, 4);
  await go(page, "findings");
  await page.locator(".findings-list").focus();
}

const chosen = (/** @type {Page} */ page) => page.locator(".finding-row[aria-selected=true] .title").textContent();
const title = (/** @type {Page} */ page) => page.locator(".detail h2").textContent();

/** @param {Page} page @returns {Promise<any[]>} */
async function decisions(page) {
  const [download] = await Promise.all([page.waitForEvent("download"), choose(page, "#save-decisions")]);
  assert.equal(download.suggestedFilename(), "decisions.json");
  return JSON.parse(readFileSync(await download.path(), "utf8"));
}

describe("by the keyboard alone", () => {
  test("findings are accepted, dismissed with a reason, weighed, and taken back; it leaves as a file", () =>
    onPage(async (page) => {
      await page.keyboard.insertText(`${FIRST}\n\n--- reply ---\n\n${SECOND}`);
      await page.keyboard.press("Control+Enter");
      await shows(page, 4);
      await tabTo(page, "#go-findings");
      await page.keyboard.press("Enter");
      await page.locator(".findings-list:focus").waitFor();
      assert.equal(await chosen(page), "Which it is");
      await page.keyboard.press("x");
      await says(page.locator("[data-view=findings]"), "3 of 4 left");
      assert.equal(await chosen(page), "What is missing");
      await page.keyboard.press("d");
      await page.keyboard.type("Already fixed");
      await page.keyboard.press("Enter");
      await says(page.locator("[data-view=findings]"), "2 of 4 left");
      await page.keyboard.press("1");
      await page.keyboard.press("k");
      assert.equal(await title(page), "What is missing");
      await says(page.locator(".detail .decided"), "Dismissed by you: Already fixed");
      await page.keyboard.press("j");
      await says(page.locator(".detail"), "your severity; reported as minor");
      await page.keyboard.press("3");
      await page.keyboard.press("u");
      await page.keyboard.press("u");
      await page.keyboard.press("u");
      await says(page.locator("[data-view=findings]"), "3 of 4 left");
      assert.equal(await title(page), "What is missing");
      await page.keyboard.press("d");
      await page.keyboard.type("Out of scope");
      await page.keyboard.press("Enter");
      await tabTo(page, "#save-menu summary", "Shift+Tab");
      await page.keyboard.press("Enter");
      await tabTo(page, "#save-decisions");
      const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
      const saved = JSON.parse(readFileSync(await download.path(), "utf8"));
      assert.equal(saved.length, 2);
      assert.deepEqual(Object.keys(saved[0]).sort(), ["fingerprint", "status"]);
      assert.match(saved[0].fingerprint, /^f1:[0-9a-f]{16}$/);
      assert.deepEqual([saved[0].status, saved[1].status, saved[1].reason], ["accepted", "dismissed", "Out of scope"]);
      // The command line takes it as it is.
      const [one, two, file] = ["one.md", "two.md", "saved.json"].map((name) => join(there.folder, name));
      for (const [name, text] of [
        [one, FIRST],
        [two, SECOND],
        [file, JSON.stringify(saved)],
      ])
        writeFileSync(name ?? "", text ?? "");
      const args = ["report", `${one}`, `${two}`, "--decisions", `${file}`, "--format", "sarif"];
      const { stdout } = spawnSync(process.execPath, [join(top, "pkg", "cli.js"), ...args], { encoding: "utf8" });
      const { results } = JSON.parse(stdout).runs[0];
      const suppressed = results.flatMap((/** @type {any} */ { suppressions }) => suppressions ?? []);
      assert.deepEqual(
        suppressed.map((/** @type {any} */ { justification }) => justification),
        ["Dismissed: Out of scope"],
      );
    }));

  test("from a paste to a decisions file, without a step aside", () =>
    onPage(
      async (page) => {
        await paste(page, FIRST);
        await page.locator("#go-findings:focus").waitFor();
        // What is pasted next is taken wherever the focus is.
        await paste(page, SECOND, "#go-findings");
        await shows(page, 4);
        await page.keyboard.press("Enter");
        await page.locator(".findings-list:focus").waitFor();
        const down = () => page.locator(".detail").evaluate((one) => one.scrollTop);
        await page.keyboard.press("Space");
        assert.ok((await down()) > 50);
        await page.keyboard.press("Shift+Space");
        assert.equal(await down(), 0);
        await page.keyboard.press("/");
        await page.keyboard.type("price list");
        await page.keyboard.press("Enter");
        await page.locator(".findings-list:focus").waitFor();
        await page.keyboard.press("d");
        await page.keyboard.type("Known since May");
        await page.keyboard.press("Enter");
        await page.keyboard.press("/");
        await page.keyboard.press("Escape");
        await page.locator(".findings-list:focus").waitFor();
        await says(page.locator(".status-line"), "4 in the list");
        assert.equal(await page.locator("#reasons option").first().getAttribute("value"), "Known since May");
        await page.keyboard.press("Home");
        const finished = page.locator(".strip").getByRole("button", { name: "Save the decisions" });
        for (const left of [2, 1, 0]) {
          assert.equal(await finished.count(), 0);
          await page.keyboard.press("x");
          await says(page.locator("[data-view=findings]"), `${left} of 4 left`);
        }
        await finished.waitFor();
        const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("e")]);
        assert.equal(JSON.parse(readFileSync(await download.path(), "utf8")).length, 4);
        const [again] = await Promise.all([page.waitForEvent("download"), finished.click()]);
        assert.equal(again.suggestedFilename(), "decisions.json");
      },
      { viewport: { width: 1280, height: 480 } },
    ));

  test("the space bar presses the button that has the focus; what is written in the box keeps it", () =>
    onPage(async (page) => {
      await opened(page);
      await page.getByRole("button", { name: /^Accept/ }).focus();
      await page.keyboard.press("Space");
      await says(page.locator("[data-view=findings]"), "3 of 4 left");
      await go(page, "replies");
      await page.locator("#paste").focus();
      await page.keyboard.type("A note");
      const late = ONE.replaceAll("API.md", "LATE.md").replaceAll("STORE.md", "MORE.md");
      await paste(page, late.replaceAll("grams here", "stones here"), "body");
      await shows(page, 6);
      assert.ok(await page.locator("#paste:focus").count());
    }));

  test("where nothing was found, the button leads to the report", () =>
    onPage(async (page) => {
      await paste(page, "RESULT: CLEAN | Type: consistency | Pair: API.md/STORE.md | Findings: 0\n");
      await says(page.locator("#go-findings"), "No findings: see the report");
      await page.locator("#go-findings:focus").waitFor();
      await page.keyboard.press("Enter");
      await page.locator("main[data-shown=report]").waitFor();
    }));

  test("a search, the keys, and keys that are switched off", () =>
    onPage(async (page) => {
      await opened(page);
      await page.keyboard.press("/");
      await page.keyboard.type("price list");
      await says(page.locator(".status-line"), "1 of 4");
      await page.locator(".findings-list").focus();
      await page.keyboard.press("?");
      await page.locator("dialog.keys[open]").waitFor();
      await page.keyboard.press("Space");
      await page.keyboard.press("Escape");
      await page.keyboard.press("x");
      await page.waitForTimeout(100);
      await says(page.locator("[data-view=findings]"), /^Findings 4$/);
      await page.keyboard.press("?");
      await page.keyboard.press("Space");
      await page.keyboard.press("Escape");
      await page.keyboard.press("x");
      await says(page.locator("[data-view=findings]"), "3 of 4 left");
      await go(page, "matrix");
      await page.keyboard.press("?");
      await page.locator("dialog.keys[open]").waitFor();
    }));

  test("any two findings are merged, and what was merged stays where the first of it stood", () =>
    onPage(async (page) => {
      await opened(page);
      const before = await page.locator(".finding-row .title").allTextContents();
      await page.keyboard.press("End");
      await page.keyboard.press("c");
      await page.keyboard.press("k");
      await page.locator(".compare").waitFor();
      assert.equal(await page.locator(".compare .side").count(), 2);
      await page.keyboard.press("s");
      await shows(page, 3);
      const after = await page.locator(".finding-row .title").allTextContents();
      assert.deepEqual(after.slice(0, 2), before.slice(0, 2));
      assert.equal(await page.locator(".findings-list").getAttribute("aria-activedescendant"), "findings-list-row-2");
      // Both were reported by one of the two.
      await says(page.locator(".members h3"), "What the agent said");
      assert.equal(await page.locator(".member").count(), 2);
      const [decision] = await decisions(page);
      assert.equal(decision.same, true);
      assert.equal(decision.fingerprints.length, 2);
      await page.locator(".findings-list").focus();
      await page.keyboard.press("u");
      await shows(page, 4);
      assert.deepEqual(await page.locator(".finding-row .title").allTextContents(), before);
    }));

  test("a suggestion stands side by side, and one key keeps it apart", () =>
    onPage(async (page) => {
      await page.click("#samples");
      await shows(page, 19);
      await go(page, "findings");
      await page.locator(".finding-row", { hasText: "A burst that is allowed" }).click();
      await says(page.locator(".compare h3"), "Possibly the same");
      await page.keyboard.press("n");
      await page.locator(".compare").waitFor({ state: "detached" });
      assert.equal(await title(page), "A burst that is allowed and refused");
      const all = await decisions(page);
      assert.equal(all.filter(({ same }) => same === false).length, 1);
    }));
});

describe("by the pointer", () => {
  test("findings are decided, and the list stays where it is", () =>
    onPage(async (page) => {
      await opened(page);
      await page.locator(".finding-row").nth(2).click();
      const before = await page.locator(".finding-row .title").allTextContents();
      await page.getByRole("button", { name: /^Accept/ }).click();
      await page
        .getByRole("button", { name: /^Dismiss/ })
        .first()
        .click();
      await page.getByLabel("Why it is dismissed").fill("Duplicate");
      await page.locator(".dismissing").getByRole("button", { name: "Dismiss" }).click();
      await says(page.locator("[data-view=findings]"), "2 of 4 left");
      assert.deepEqual(await page.locator(".finding-row .title").allTextContents(), before);
      await page.locator(".finding-row").nth(2).click();
      await page.getByRole("button", { name: "Reopen" }).click();
      await says(page.locator("[data-view=findings]"), "3 of 4 left");
    }));

  test("the finding stands with each agent's own words, who disagrees, and its sentence in the reply", () =>
    onPage(async (page) => {
      await opened(page);
      await says(page.locator(".finding-row").first(), "disputed");
      await says(page.locator(".dispute"), "Agents disagree on the severity");
      await says(page.locator(".members h3"), "What 2 agents said");
      await says(page.locator(".excerpt mark").first(), "The parcel weight is in grams here");
      await page.getByRole("button", { name: "Copy as issue" }).click();
      await says(notices(page), "The issue's text was copied");
      const issue = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(
        issue,
        /^# Which it is\n\n\*\*Severity:\*\* critical · .*first reader: critical\n- second reader: minor/s,
      );
    }));

  test("two who disagree stand side by side: one key rates it, one keeps them apart", () =>
    onPage(async (page) => {
      const other = SECOND.replace(
        "The parcel weight is in grams here,",
        "The weight of a parcel is in grams here, and",
      );
      await paste(page, `${FIRST}\n\n--- reply ---\n\n${other}`);
      await shows(page, 4);
      await go(page, "findings");
      const disputes = page.locator(".disputes");
      assert.deepEqual(await disputes.locator(".side .severity").allTextContents(), ["critical", "minor"]);
      await says(disputes.locator(".side").nth(0), "first reader");
      await says(disputes.locator(".side").nth(1).locator("mark"), "of a");
      await disputes.getByRole("button", { name: "It is minor" }).click();
      await says(page.locator(".detail"), "your severity; reported as critical");
      await page.locator(".findings-list").focus();
      await page.keyboard.press("n");
      await shows(page, 5);
      await says(page.locator(".detail"), "What the agent said");
      await says(page.locator(".finding-row").nth(1), "second reader");
      await page.keyboard.press("u");
      await shows(page, 4);
      await page.locator(".member").getByRole("button", { name: "Keep separate" }).click();
      await shows(page, 5);
      const [pair] = (await decisions(page)).filter(({ fingerprints }) => fingerprints);
      assert.equal(pair.same, false);
    }));

  test("the sentence is in sight, also far down in a reply", () =>
    onPage(async (page) => {
      await page.click("#samples");
      await shows(page, 19);
      await go(page, "findings");
      assert.equal(await title(page), "Scan times lose their zone");
      const inSight = () =>
        page
          .locator(".excerpt")
          .first()
          .evaluate((excerpt) => {
            const [inner, outer] = [
              excerpt.querySelector("mark")?.getBoundingClientRect(),
              excerpt.getBoundingClientRect(),
            ];
            return inner !== undefined && inner.top >= outer.top && inner.top < outer.bottom && excerpt.scrollTop > 0;
          });
      for (let patience = 100; !(await inSight()); patience -= 1) {
        assert.ok(patience > 0, "never in sight");
        await page.waitForTimeout(50);
      }
    }));

  test("filters are several severities at once, agents, files; they stand in the address and survive a reload", () =>
    onPage(async (page) => {
      await opened(page);
      await page.locator(".chip[data-severity=critical]").click();
      await page.locator(".chip[data-severity=major]").click();
      await says(page.locator(".status-line"), "2 of 4");
      await page.locator("[data-filter=agent]").selectOption("first reader");
      await page.waitForFunction(() => /severity=critical,major&agent=first\+reader/.test(location.hash));
      await keeps(page, /second reader/);
      await page.reload();
      await says(page.locator(".status-line"), "2 of 4");
      await page.getByRole("button", { name: "Clear filters" }).click();
      await page.getByRole("button", { name: /^disputed 1/ }).click();
      await says(page.locator(".status-line"), "1 of 4");
      await page.goBack();
      await page.locator("main[data-shown=replies]").waitFor();
    }));

  test("the prompt and the message that asks again are copied", () =>
    onPage(async (page) => {
      await page.click("#samples");
      await shows(page, 19);
      await page.click("#copy-menu summary");
      await page.selectOption("#prompt-type", "digest");
      await page.click("#copy-prompt");
      await says(notices(page), "The prompt was copied");
      assert.match(await page.evaluate(() => navigator.clipboard.readText()), /RESULT:/);
      await choose(page, "#copy-retry");
      await says(notices(page), /The message about \d gaps was copied/);
      assert.match(await page.evaluate(() => navigator.clipboard.readText()), /DATA_MODEL\.md \+ OPERATIONS\.md/);
    }));
});

describe("what was decided", () => {
  test("survives new replies and a reload", () =>
    onPage(async (page) => {
      await opened(page);
      await page.keyboard.press("x");
      await says(page.locator("[data-view=findings]"), "3 of 4 left");
      await go(page, "replies");
      await paste(
        page,
        ONE.replaceAll("API.md", "LATE.md").replaceAll("STORE.md", "MORE.md").replaceAll("grams here", "stones here"),
      );
      await shows(page, 6);
      await says(page.locator("[data-view=findings]"), "5 of 6 left");
      await keeps(page, /"status":"accepted".*\n.*LATE\.md/s);
      await page.reload();
      await says(page.locator("[data-view=findings]"), "5 of 6 left");
    }));

  test("is told from what the agents say, also in the next report; what the report comes to follows it", () =>
    onPage(async (page) => {
      await opened(page);
      const verdict = page.locator(".verdict-strip .verdict");
      await says(verdict, "Needs rework");
      await verdict.locator("summary").click();
      await says(verdict.locator("li:visible"), /critical/);
      await page.locator(".findings-list").focus();
      await page.keyboard.press("d");
      await page.keyboard.press("Enter");
      await says(verdict, "Approve with changes");
      await page.locator(".finding-row").filter({ hasText: "price list" }).click();
      await page.locator(".findings-list").focus();
      await page.keyboard.press("1");
      await says(verdict, "Needs rework");
      await go(page, "report");
      await page.locator("reconvene-report article.finding[data-decision=dismissed]").waitFor();
      await keeps(page, /"severity":"critical"/);
      await page.reload();
      await go(page, "findings");
      await page.locator(".finding-row").filter({ hasText: "price list" }).click();
      await says(page.locator(".detail"), "your severity; reported as minor");
      await page.keyboard.press("1");
      assert.equal((await decisions(page)).filter(({ severity }) => severity === "critical").length, 1);
    }));

  test("left out by mistake, it comes back", () =>
    onPage(async (page) => {
      await opened(page);
      await page.keyboard.press("x");
      await go(page, "replies");
      await page.locator("#decided").getByRole("button", { name: "Remove" }).click();
      await says(page.locator("[data-view=findings]"), /^Findings 4$/);
      await notices(page).getByRole("button", { name: "Undo" }).click();
      await says(page.locator("[data-view=findings]"), "3 of 4 left");
    }));

  test("comes back from a decisions file; one that is none is said to be", () =>
    onPage(async (page) => {
      await opened(page);
      await page.keyboard.press("x");
      const saved = await decisions(page);
      await page.click("#clear");
      await paste(page, FIRST);
      await shows(page, 2);
      const file = join(there.folder, "decisions.json");
      writeFileSync(file, JSON.stringify(saved));
      await page.setInputFiles("#files", file);
      await says(notices(page), "decisions.json was read as decisions");
      await says(page.locator("[data-view=findings]"), "1 of 2 left");
      writeFileSync(file, JSON.stringify([{ fingerprint: "f1:0000000000000000", status: "maybe" }]));
      await page.setInputFiles("#files", file);
      await says(notices(page), "`status` is neither accepted nor dismissed");
    }));
});

test("where all was cleared, no view shows any of it", () =>
  onPage(async (page) => {
    await opened(page);
    await go(page, "report");
    await page.locator(".contents button").first().waitFor();
    await page.click("#clear");
    await page.waitForFunction(() => document.querySelectorAll(".contents button").length === 0);
    await go(page, "findings");
    assert.equal(await page.locator(".detail").textContent(), "No replies yet.");
    await go(page, "matrix");
    assert.equal(await page.locator("#matrix").textContent(), "No replies yet.");
  }));

describe("the matrix", () => {
  test("shows who found, found nothing, was not asked, disagrees; it filters by a click", () =>
    onPage(async (page) => {
      await page.click("#samples");
      await shows(page, 19);
      await go(page, "matrix");
      const cells = await page
        .locator(".by-agent tbody tr")
        .first()
        .locator("td")
        .evaluateAll((all) => all.map((one) => /** @type {HTMLElement} */ (one).dataset.said));
      assert.deepEqual(new Set(cells), new Set(["found", "disagrees", "nothing", "not-asked"]));
      await page.locator(".by-agent thead").getByRole("button", { name: "incident reviewer" }).click();
      await page.locator("main[data-shown=findings]").waitFor();
      await says(page.locator(".status-line"), /5 of 19/);
      await go(page, "matrix");
      const gaps = await page.locator(".pairs td.gap").allTextContents();
      assert.deepEqual([gaps.filter((text) => text === "4").length, gaps.includes("0")], [2, false]);
      await page
        .locator(".pairs")
        .getByRole("button", { name: "API.md and DATA_MODEL.md: 4 findings, not in full" })
        .first()
        .click();
      await says(page.locator(".status-line"), /4 of 19/);
      await go(page, "matrix");
      await page.locator(".by-agent tbody").getByRole("button", { name: "Carrier authentication" }).click();
      assert.equal(await title(page), "Carrier authentication");
    }));
});

describe("two runs", () => {
  test("an earlier report is chosen, and what became of it stands above the list", () =>
    onPage(async (page) => {
      await paste(page, FIRST.replace("### F2: What is missing", "### F2: What is **missing**"));
      await shows(page, 2);
      const [download] = await Promise.all([page.waitForEvent("download"), choose(page, "[data-export=json]")]);
      const earlier = join(there.folder, "earlier.json");
      await download.saveAs(earlier);
      await page.click("#clear");
      await paste(page, SECOND.replace("Findings: 3", "Findings: 2").replace(/\| F3 .*\n/, ""));
      await shows(page, 2);
      await page.setInputFiles("#previous-file", earlier);
      await says(page.locator("#previous"), "Compared with earlier.json");
      await go(page, "findings");
      await says(page.locator(".since-strip"), /1 new.*1 open.*0 back.*1 fixed/);
      await page.locator(".since-strip summary").first().click();
      await says(page.locator(".gone li"), "What is missing");
      await page.getByRole("button", { name: "1 new" }).click();
      await says(page.locator(".status-line"), "1 of 2");
    }));

  test("a report that is dropped alone is shown, and survives a reload", () =>
    onPage(async (page) => {
      await paste(page, FIRST);
      await shows(page, 2);
      const [download] = await Promise.all([page.waitForEvent("download"), choose(page, "[data-export=json]")]);
      const file = join(there.folder, "alone.json");
      await download.saveAs(file);
      await page.click("#clear");
      await page.setInputFiles("#files", file);
      await shows(page, 2);
      await says(page.locator("#given"), "Showing alone.json");
      await keeps(page, /"given"/);
      await page.reload();
      await shows(page, 2);
      await go(page, "findings");
      await page.keyboard.press("x");
      await says(page.locator("[data-view=findings]"), "1 of 2 left");
      await go(page, "report");
      await page.locator("reconvene-report article.finding").first().waitFor();
    }));

  test("a report that is dropped alone has the decisions in it; what cannot be done without its replies is said", () =>
    onPage(async (page) => {
      await page.click("#samples");
      await shows(page, 19);
      await go(page, "findings");
      await page.keyboard.press("d");
      await page.keyboard.type("Known");
      await page.keyboard.press("Enter");
      const [download] = await Promise.all([page.waitForEvent("download"), choose(page, "[data-export=json]")]);
      const file = join(there.folder, "decided.json");
      await download.saveAs(file);
      await page.click("#clear");
      await page.setInputFiles("#files", file);
      await shows(page, 19);
      await says(page.locator("[data-view=findings]"), "18 of 19 left");
      await page.setInputFiles("#previous-file", file);
      await says(notices(page), "cannot be compared");
      await go(page, "findings");
      await page.locator(".finding-row", { hasText: "A burst that is allowed" }).click();
      await page.locator(".compare").waitFor();
      await page.keyboard.press("s");
      await says(notices(page), "Saved in your decisions: the same");
      await page.locator(".compare").waitFor({ state: "detached" });
      assert.equal(await page.locator("[data-view=findings]").getAttribute("data-all"), "19");
      // What was decided on it is in what is saved, and in what it comes to.
      await page.locator(".findings-list").focus();
      const critical = page.locator(".finding-row", { hasText: "critical" });
      for (let left = await critical.count(); left > 0; left -= 1) {
        await critical.nth(left - 1).click();
        await page.keyboard.press("d");
        await page.keyboard.type("Out of scope");
        await page.keyboard.press("Enter");
      }
      await says(page.locator(".strip .verdict"), /changes/i);
      const saved = async (/** @type {string} */ format) => {
        const [download] = await Promise.all([page.waitForEvent("download"), choose(page, `[data-export=${format}]`)]);
        return readFileSync(await download.path(), "utf8");
      };
      const { verdict, findings } = JSON.parse(await saved("json"));
      assert.equal(verdict, "approve-with-changes");
      /** @type {{ severity: string, decision: { reason: string } | null }[]} */
      const criticals = findings.filter((/** @type {any} */ one) => one.severity === "critical");
      assert.ok(criticals.length > 0 && criticals.every(({ decision }) => decision !== null));
      assert.match(await saved("html"), /Verdict: APPROVE WITH CHANGES/);
      assert.match(await saved("sarif"), /"justification": ?"[^"]*Out of scope/);
      await says(notices(page), "Merging findings needs the replies");
      await go(page, "report");
      await says(page.locator("reconvene-report .verdict"), "APPROVE WITH CHANGES");
      await page.locator("#copy-menu summary").click();
      await page.waitForTimeout(100);
      assert.equal(await notices(page).filter({ hasText: "could not be saved" }).count(), 0);
    }));
});

test("the report says of each finding and agent what the matrix says", () =>
  onPage(async (page) => {
    await page.click("#samples");
    await shows(page, 19);
    await go(page, "matrix");
    await page.locator(".by-agent tbody tr").first().waitFor();
    const cells = (/** @type {string} */ selector) =>
      page
        .locator(selector)
        .evaluateAll((rows) =>
          rows.map((row) =>
            Array.from(row.querySelectorAll("td, th[scope=col]:not(:first-child)"), (cell) =>
              (cell.querySelector("[aria-hidden]") ?? cell).textContent?.trim(),
            ),
          ),
        );
    const shown = await cells(".by-agent table tr");
    await go(page, "report");
    await page.locator("reconvene-report .matrix").waitFor();
    const [heads = [], ...said] = shown;
    assert.ok(said.length === 19 && said.every((row) => row.length === 9), JSON.stringify(shown));
    assert.deepEqual((await cells("reconvene-report .matrix thead tr"))[0], heads);
    assert.deepEqual(await cells("reconvene-report .matrix tbody tr"), said);
  }));

describe("many findings", () => {
  test("of two thousand, those in sight are there, and the keys reach the last", () =>
    onPage(async (page) => {
      await paste(page, JSON.stringify(made(100, 20)));
      await shows(page, 2000);
      await go(page, "findings");
      assert.ok((await listed(page).count()) < 60);
      await page.locator(".findings-list").focus();
      await page.keyboard.press("End");
      await says(page.locator(".detail .at"), "2000 of 2000");
      assert.ok((await listed(page).count()) < 60);
      await go(page, "matrix");
      // A table of all would take seconds: the rest comes on demand.
      const cells = page.locator(".by-agent tbody tr:nth-child(10) td");
      await cells.first().waitFor();
      assert.equal(await page.locator(".by-agent tbody td").count(), 1000);
      await page.getByRole("button", { name: /^Show 10 more of 2,?000 findings/ }).click();
      await page.locator(".by-agent tbody tr:nth-child(20)").waitFor();
      assert.equal(await page.locator(".by-agent tbody td").count(), 2000);
    }));

  test("pasted and dropped, the same replies give the same report", () =>
    onPage(async (page) => {
      const files = samples
        .slice(0, 3)
        .map(({ source, text }) => ({ name: source, mimeType: "text/markdown", buffer: Buffer.from(text) }));
      const report = async () => {
        const [download] = await Promise.all([page.waitForEvent("download"), choose(page, "[data-export=json]")]);
        const { findings, verdict, reasons } = JSON.parse(readFileSync(await download.path(), "utf8"));
        return { findings, verdict, reasons };
      };
      await page.setInputFiles("#files", files);
      await says(page.locator("#tally"), "3 replies");
      await page.locator("[data-view=findings][data-all]:not([data-all=''])").waitFor();
      const dropped = await report();
      await page.click("#clear");
      await paste(
        page,
        samples
          .slice(0, 3)
          .map(({ text }) => text)
          .join("\n\n"),
      );
      await says(page.locator("#tally"), "3 replies");
      assert.equal(await rows(page).count(), 3);
      assert.deepEqual(await report(), dropped);
    }));
});
