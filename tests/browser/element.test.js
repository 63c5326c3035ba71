/** The element `<reconvene-report>`, in a real browser, under a strict policy, as its users use it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { generated } from "../../benches/replies.js";
import { launch, watched } from "./chromium.js";
import { made, samples } from "./replies.js";
import { POLICY, serve } from "./server.js";

/** @typedef {import("reconvene/element").ReconveneReport} ReconveneReport */

const axe = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

const PAGE = (/** @type {string} */ content) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Docs</title>
<link rel="stylesheet" href="/page.css">
<script type="module" src="/element.js"></script>
<main><h1>Docs</h1>${content}</main>`;

const REPLY = `RESULT: FINDINGS | Type: consistency | Pair: A.md/B.md | Findings: 1

| ID | Severity | Type | Location | Counter-location | Description | Suggestion |
|----|----------|------|----------|------------------|-------------|------------|
| F1 | major | contradiction | A.md §1 | B.md §2 | Weights are in grams in A. | Say which. |
`;

/** On something else altogether. */
const OTHER = REPLY.replaceAll("A.md", "Q.md")
  .replaceAll("B.md", "R.md")
  .replace("Weights are in grams in A.", "The retry queue drops each message at midnight.");

/** A text without end, for as long as somebody reads it. @type {import("./server.js").Answering} */
function endless(response) {
  const piece = Buffer.alloc(1024 * 1024, "on and ");
  response.writeHead(200, { "content-type": "text/markdown" });
  const more = () => {
    while (!response.destroyed) if (!response.write(piece)) return;
  };
  response.on("drain", more);
  more();
}

/** @type {Record<string, import("./server.js").Answer | import("./server.js").Answering | string>} */
const PAGES = {
  "/": PAGE("<reconvene-report></reconvene-report>"),
  "/scripts": PAGE(`<reconvene-report>
<script type="text/plain" data-unit="C.md" data-agent="first" data-source="c.md" data-attempt="2">
${REPLY}</script>
<script type="text/plain" data-unit="D.md">RESULT: CLEAN | Type: digest</script>
</reconvene-report>`),
  "/misspelt": PAGE(`<reconvene-report>
<script type="text/plain" data-unit="C.md" data-attempt="second" data-expect="digets">
${REPLY}</script>
<script type="text/plain" data-unit="D.md" data-expect="consistency">
${OTHER}</script>
</reconvene-report>`),
  "/late": PAGE('<reconvene-report src="never.md one.md one.md"></reconvene-report>'),
  "/never.md": () => {},
  "/src": PAGE('<reconvene-report src="one.md missing.md many.jsonl binary.md page.md two.md"></reconvene-report>'),
  "/one.md": REPLY,
  "/two.md": `${REPLY}\n--- reply ---\n${REPLY.replaceAll("grams", "stones")}`,
  "/many.jsonl": `${JSON.stringify({ text: OTHER, unit: "E.md", agent: null })}\n${JSON.stringify({ text: REPLY, attempt: 0 })}\n`,
  "/binary.md": { body: Buffer.from([0x89, 0x50, 0, 1, 2]) },
  "/page.md": { body: "<!doctype html><p>Not found", type: "text/html" },
  "/odd": PAGE(
    '<reconvene-report src="bare.md moved.md round.md endless.md latin.md wide.md cut.md odd.json javascript:0 one.md"></reconvene-report>',
  ),
  "/bare.md": { body: "<html><body>Not found", type: "text/html; charset=utf-8" },
  "/moved.md": (response) => response.writeHead(302, { location: "/two.md" }).end(),
  "/round.md": (response) => response.writeHead(302, { location: "/round.md" }).end(),
  "/endless.md": endless,
  "/latin.md": { body: Buffer.from("RESULT: CLEAN | Type: digest | Document: caf\xe9.md", "latin1") },
  "/wide.md": { body: Buffer.from("\ufeffRESULT: CLEAN", "utf16le") },
  "/cut.md": (response) => {
    response.writeHead(200, { "content-length": "1000" }).write("RESULT: CLEAN");
    setTimeout(() => response.destroy(), 50);
  },
  "/odd.json": `[{ "text": ${JSON.stringify(OTHER)}, "__proto__": { "unit": "Z.md" } }, ${"[".repeat(100_000)}`,
  "/wasm": PAGE('<reconvene-report src="one.md" wasm="/elsewhere/core.wasm"></reconvene-report>'),
  "/no-wasm": PAGE('<reconvene-report src="one.md" wasm="/nowhere.wasm"></reconvene-report>'),
  "/base": PAGE('<reconvene-report src="one.md"></reconvene-report>').replace("<link", '<base href="/deep/er/"><link'),
  "/deep/er/one.md": REPLY,
  "/plain": "<!doctype html><title>Plain</title><reconvene-report></reconvene-report>",
  "/page.css":
    "html { background: Canvas; color-scheme: light dark; font: 16px/1.5 sans-serif } main { max-width: 60rem; margin: auto }",
};

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let site;
before(async () => {
  PAGES["/elsewhere/core.wasm"] = {
    body: readFileSync(new URL("../../pkg/generated/reconvene_bg.wasm", import.meta.url)),
  };
  [browser, site] = await Promise.all([launch(), serve(PAGES)]);
});
after(async () => {
  await browser.close();
  site.close();
});

/** @type {import("playwright-core").Page} */
let page;
/** @type {Awaited<ReturnType<typeof watched>>} */
let watch;
beforeEach(async () => {
  watch = await watched(browser, site.address);
  page = watch.page;
  await listen();
});
afterEach(async () => {
  const { wrong } = watch;
  await watch.close();
  assert.deepEqual(wrong, []);
});

/** Keeps what the element tells, from the beginning. */
const listen = () =>
  page.addInitScript(() => {
    const heard = /** @type {[string, unknown][]} */ ([]);
    Object.assign(globalThis, { heard });
    for (const name of ["report", "filter", "select", "source", "decision", "error"]) {
      addEventListener(`reconvene-${name}`, (event) => {
        heard.push([name, /** @type {CustomEvent} */ (event).detail]);
      });
    }
  });

/**
 * Goes to a page and waits until the element has shown what there is.
 * @param {string} path
 * @param {{ replies?: unknown[], report?: unknown, options?: object }} [set]
 */
async function at(path, set) {
  await page.goto(`${site.address}${path}`);
  await page.evaluate(async (set) => {
    await customElements.whenDefined("reconvene-report");
    const element = /** @type {ReconveneReport} */ (document.querySelector("reconvene-report"));
    Object.assign(globalThis, { element });
    Object.assign(element, set ?? {});
    await element.shown;
  }, set);
}

/**
 * @param {string} expression What `element` is asked.
 * @returns {Promise<any>}
 */
const ask = (expression) => page.evaluate(expression);
/**
 * Waits until something is so. The policy lets no page evaluate a text, so it is asked from here.
 * @param {string} expression
 */
async function until(expression) {
  for (let patience = 200; !(await ask(expression)); patience -= 1) {
    assert.ok(patience > 0, `never came true: ${expression}`);
    await page.waitForTimeout(50);
  }
}
const element = () => page.locator("reconvene-report");
const heard = async (/** @type {string} */ name) =>
  (await ask("heard"))
    .filter((/** @type {[string, any]} */ [kind]) => kind === name)
    .map((/** @type {any[]} */ [, detail]) => detail);
const text = (/** @type {string} */ selector) => element().locator(selector).first().textContent();
const shownFindings = () =>
  element()
    .locator("article.finding")
    .locator("visible=true")
    .evaluateAll((all) => all.map((one) => /** @type {HTMLElement} */ (one).dataset.finding));
const status = () => text(".status");
/** The element that has the focus, in the shadow root. */
const focused = () =>
  page.evaluate(() => {
    const { activeElement } = document.querySelector("reconvene-report")?.shadowRoot ?? document;
    return (
      activeElement?.id ||
      activeElement?.getAttribute("data-do") ||
      activeElement?.getAttribute("data-filter") ||
      activeElement?.className ||
      null
    );
  });

describe("what it takes", () => {
  test("replies as a property, strings and objects", async () => {
    await at("/", { replies: [REPLY, { text: "RESULT: CLEAN | Type: digest", unit: "X.md" }] });
    assert.equal(await status(), "1 finding");
    assert.deepEqual(await heard("report"), [{ findings: 1, problems: [] }]);
    assert.equal(await ask("element.report.results.length"), 2);
  });

  test("properties that are set before it is defined", async () => {
    await page.goto(`${site.address}/plain`);
    await page.evaluate(async (reply) => {
      const element = document.querySelector("reconvene-report");
      Object.assign(/** @type {any} */ (element), { replies: [reply], options: { title: "Early" } });
      await import(/** @type {any} */ ("/element.js"));
      await element?.shown;
    }, REPLY);
    assert.equal(await status(), "1 finding");
    assert.match((await text("article.reconvene-report")) ?? "", /Early/);
  });

  test("script blocks, also those that come later", async () => {
    await at("/scripts");
    assert.equal(await status(), "1 finding");
    const [first] = await ask("element.replies");
    assert.deepEqual(first, { text: REPLY, unit: "C.md", agent: "first", source: "c.md", attempt: 2 });
    await page.evaluate(async (reply) => {
      const script = Object.assign(document.createElement("script"), { type: "text/plain" });
      script.append(reply);
      document.querySelector("reconvene-report")?.append(script);
    }, OTHER);
    await until("element.replies.length === 3");
    await ask("element.shown");
    assert.equal(await status(), "2 findings");
    await page.waitForTimeout(100);
    watch.wrong.length = 0; // The policy minds that the test writes a script.
  });

  test("what is misspelt in a script block takes nothing else away", async () => {
    await at("/misspelt");
    const problems = await element().locator(".problems li").allTextContents();
    assert.equal(problems.length, 2);
    assert.match(problems.join("\n"), /^Reply 1: `data-expect` .*digets/m);
    assert.match(problems.join("\n"), /^Reply 1: `data-attempt` must be a whole number/m);
    assert.deepEqual(await ask("element.replies.map(({ text, ...said }) => said)"), [
      { unit: "C.md" },
      { unit: "D.md", expect: "consistency" },
    ]);
    assert.equal(await status(), "2 findings");
  });

  test("a server that never answers keeps nobody waiting, and what is named twice is read once", async () => {
    await page.addInitScript(() => {
      const wait = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = (milliseconds) => wait(milliseconds / 100);
    });
    site.asked.length = 0;
    await at("/late");
    const problems = await element().locator(".problems li").allTextContents();
    assert.deepEqual(problems, ["never.md could not be read: the server takes longer than 30 seconds."]);
    assert.equal(site.asked.filter((path) => path === "/one.md").length, 1);
    assert.equal(await status(), "1 finding");
  });

  test("the others are shown while one server is waited for", async () => {
    await page.addInitScript(() => {
      const wait = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = (milliseconds) => wait(milliseconds / 5);
    });
    await at("/late");
    assert.equal(await status(), "1 finding");
    assert.equal(await element().locator(".state").textContent(), "Waiting for never.md …");
    assert.equal(await element().locator(".problems").count(), 0);
    await element().locator(".problems").waitFor();
    assert.equal(await element().locator(".state").count(), 0);
    assert.equal(await status(), "1 finding");
    assert.deepEqual(
      (await heard("report")).map((/** @type {{ problems: string[] }} */ { problems }) => problems.length),
      [0, 1],
    );
  });

  test("whatever an address answers, the rest is shown", async () => {
    await at("/odd");
    const problems = await element().locator(".problems li").allTextContents();
    const told = problems.map((problem) => problem.replace(/could not be read: .*/, "could not be read")).sort();
    assert.deepEqual(told, [
      "bare.md is a page, not a reply.",
      "cut.md could not be read",
      "javascript:0 could not be read",
      "odd.json: it is not valid JSON, so it was read as plain text.",
      "round.md could not be read",
      "wide.md is UTF-16. Save it as UTF-8.",
    ]);
    const sources = await ask("element.replies.map(({ source }) => source)");
    assert.deepEqual(sources, ["moved.md#1", "moved.md#2", "endless.md", "latin.md", "odd.json#1", "one.md"]);
    const statuses = await ask("element.report.results.map(({ source, status }) => [source, status].join(' '))");
    assert.ok(statuses.includes("endless.md ERROR") && statuses.includes("latin.md CLEAN"), statuses.join());
    assert.equal(await page.evaluate(() => /** @type {any} */ ({}).unit), undefined);
    watch.wrong.length = 0; // The policy minds `javascript:0`.
  });

  test("addresses; of what cannot be read a sentence, and the rest is shown", async () => {
    await at("/src");
    const problems = await element().locator(".problems li").allTextContents();
    assert.equal(problems.length, 4);
    const all = problems.join("\n");
    assert.match(all, /^missing\.md could not be read: the server answers 404 Not Found\.$/m);
    assert.match(all, /^many\.jsonl: `attempt` of entry 2 must be a whole number/m);
    assert.match(all, /^binary\.md is a binary file, not a reply\.$/m);
    assert.match(all, /^page\.md is a page, not a reply\.$/m);
    const sources = await ask("element.replies.map(({ source }) => source)");
    assert.deepEqual(sources, ["one.md", "many.jsonl#1", "many.jsonl#2", "two.md#1", "two.md#2"]);
    const report = await heard("report");
    assert.deepEqual(report, [{ findings: 2, problems }]);
    assert.deepEqual((await heard("error")).map((/** @type {any} */ { source }) => source).sort(), [
      "binary.md",
      "many.jsonl",
      "missing.md",
      "page.md",
    ]);
    // What was fetched stays: an option asks nobody again, and no problem is told twice.
    site.asked.length = 0;
    await page.evaluate(async () => {
      const { element } = /** @type {any} */ (globalThis);
      element.options = { title: "Again" };
      await element.shown;
    });
    assert.equal(await text("h1"), "Again");
    assert.ok(!site.asked.some((path) => path.endsWith(".md")), site.asked.join());
    assert.deepEqual(await element().locator(".problems li").allTextContents(), problems);
    assert.equal((await heard("error")).length, 4);
  });

  test("addresses from the page's base", async () => {
    await at("/base");
    assert.equal(await status(), "1 finding");
    await element().locator(".finding-link").first().click();
    assert.match(page.url(), new RegExp(`^${site.address}/base#f1:[\\da-f]{16}$`));
  });

  test("a report, which is untrusted", async () => {
    await at("/", { replies: [REPLY] });
    await page.evaluate(async () => {
      const { element } = /** @type {any} */ (globalThis);
      const report = structuredClone(element.report);
      report.title = "<b>Handed on</b>";
      element.report = report;
      await element.shown;
    });
    assert.match((await text("h1")) ?? "", /<b>Handed on<\/b>/);
    assert.deepEqual(await ask("element.replies"), []);
    assert.equal(await element().getByRole("button", { name: "Same", exact: true }).count(), 0);
    await ask("element.reveal('G1')");
    await element()
      .getByRole("button", { name: /Show in the reply/ })
      .click();
    assert.equal(await text(".announced"), "The report does not contain its replies.");
    const [source] = await heard("source");
    assert.deepEqual(
      { ...source, span: undefined },
      { finding: "G1", reply: null, place: null, result: 0, span: undefined },
    );
  });

  test("what is no report, and replies that are none: a sentence", async () => {
    await at("/", { report: { schema: "something" } });
    assert.match((await text(".problems")) ?? "", /`report` is not a report that `aggregate` returned/);
    assert.equal((await heard("error")).length, 1);
    await page.evaluate(async () => {
      const { element } = /** @type {any} */ (globalThis);
      element.replies = [{ unit: "A.md" }];
      await element.shown;
    });
    assert.match((await text(".problems")) ?? "", /has no `text`/);
    await ask("element.replies = ['RESULT: CLEAN']; element.shown");
    assert.equal(await element().locator(".problems").count(), 0);
  });

  test("nothing", async () => {
    site.asked.length = 0;
    await at("/");
    assert.equal(await text(".state"), "No replies yet.");
    assert.ok(!site.asked.some((path) => path.endsWith(".wasm")), "it loads what it does not need");
  });

  test("the module from elsewhere, and none", async () => {
    await at("/wasm");
    assert.equal(await status(), "1 finding");
    await at("/no-wasm");
    assert.match((await text(".problems")) ?? "", /could not be loaded from .*nowhere\.wasm: the server answers 404/);
  });

  test("a page whose policy lets nothing be shown: a sentence", async () => {
    const forbidding = await serve(PAGES, { policy: POLICY.replace("trusted-types reconvene", "trusted-types other") });
    try {
      await page.goto(`${forbidding.address}/base`);
      await until("document.querySelector('reconvene-report').shadowRoot?.querySelector('.problems') != null");
      assert.match((await text(".problems")) ?? "", /Add `trusted-types reconvene`/);
    } finally {
      forbidding.close();
      watch.wrong.length = 0;
    }
  });

  test("a page without any policy", async () => {
    const open = await serve(PAGES, { policy: null });
    try {
      await page.goto(`${open.address}/base`);
      await until("document.querySelector('reconvene-report').shadowRoot?.querySelector('.status') != null");
      assert.equal(await status(), "1 finding");
    } finally {
      open.close();
      watch.wrong.length = 0;
    }
  });

  test("what was set last counts, however long the first takes", async () => {
    await at("/", {});
    await page.evaluate(async (reply) => {
      const { element } = /** @type {any} */ (globalThis);
      element.src = "one.md two.md";
      await Promise.resolve();
      element.replies = [reply.replaceAll("A.md", "LAST.md")];
      await element.shown;
    }, REPLY);
    await page.waitForTimeout(300);
    assert.equal(await ask("element.replies.length"), 1);
    assert.match((await text("article.finding")) ?? "", /LAST\.md/);
  });

  test("a second copy of the script does nothing", async () => {
    await at("/", { replies: [REPLY] });
    await page.evaluate(async () => void (await import(/** @type {any} */ ("/element.js?again"))));
    assert.equal(await status(), "1 finding");
  });
});

describe("filters and order", () => {
  beforeEach(() => at("/", { replies: samples }));

  test("by severity, with counts", async () => {
    const chip = element().getByRole("button", { name: /^major/ });
    const count = Number((await chip.textContent())?.match(/\d+/)?.[0]);
    await chip.click();
    assert.equal(await chip.getAttribute("aria-pressed"), "true");
    assert.equal((await shownFindings()).length, count);
    assert.match((await status()) ?? "", new RegExp(`^${count} of \\d+ findings$`));
    const all = await ask("element.report.findings.length");
    assert.deepEqual((await heard("filter")).at(-1), {
      filters: { severity: "major" },
      order: "severity",
      shown: count,
      findings: all,
    });
    await chip.click();
    assert.equal((await shownFindings()).length, all);
  });

  test("by each facet: what is shown is what the report says", async () => {
    const { findings } = await ask("element.report");
    /** @type {Record<string, (finding: any) => string[]>} */
    const of = {
      type: ({ type }) => [type ?? "untyped"],
      document: ({ location, counterLocation }) =>
        [location, counterLocation].flatMap((one) => one?.places ?? []).map(({ document }) => document),
      unit: ({ units }) => units,
    };
    for (const [facet, valuesOf] of Object.entries(of)) {
      const menu = element().locator(`select[data-filter="${facet}"]`);
      const options = await menu
        .locator("option")
        .evaluateAll((all) =>
          all.map((one) => /** @type {HTMLOptionElement} */ (one).value).filter((value) => value !== ""),
        );
      assert.ok(options.length > 1, facet);
      for (const value of options) {
        await menu.selectOption(value);
        const expected = findings.filter((/** @type {any} */ one) => valuesOf(one).includes(value.slice(1)));
        const shown = await shownFindings();
        // Another who reports it may have named more documents.
        for (const { id } of expected) assert.ok(shown.includes(id), `${facet} ${value}: ${id}`);
        if (facet === "type") assert.equal(shown.length, expected.length, value);
        const label = await menu.locator("option:checked").textContent();
        assert.match(label ?? "", new RegExp(`\\(${shown.length}\\)$`));
      }
      await menu.selectOption("");
    }
  });

  test("by text, in any case, also of what is closed; with other filters; and cleared", async () => {
    await element().getByRole("searchbox", { name: "Text" }).fill("OCCURRED_at");
    await until("heard.some(([name]) => name === 'filter')");
    const found = await shownFindings();
    assert.ok(found.includes("G1") && found.length < 5, found.join());
    await element()
      .getByRole("button", { name: /^critical/ })
      .click();
    assert.deepEqual(await ask("element.filters"), { text: "OCCURRED_at", severity: "critical" });
    await element().getByRole("searchbox", { name: "Text" }).fill("in no finding at all");
    await until("element.filters.text === 'in no finding at all'");
    assert.match((await status()) ?? "", /^0 of/);
    await element().getByRole("button", { name: "Clear filters" }).click();
    assert.match((await status()) ?? "", /^\d+ findings$/);
    assert.equal(await element().getByRole("searchbox", { name: "Text" }).inputValue(), "");
    // The buttons of what is open are no text of the report.
    await element().getByRole("button", { name: "Expand all" }).click();
    await element().getByRole("searchbox", { name: "Text" }).fill("Copy as Markdown");
    await until("element.filters.text === 'Copy as Markdown'");
    assert.match((await status()) ?? "", /^0 of/);
  });

  test("by state and since an earlier report, where there is any", async () => {
    assert.equal(await element().locator('select[data-filter="baseline"]').count(), 0);
    await page.evaluate(async () => {
      const { element } = /** @type {any} */ (globalThis);
      const earlier = structuredClone(element.report);
      earlier.findings = earlier.findings.slice(3);
      element.options = { previous: earlier };
      await element.shown;
      element.filters = { baseline: "new" };
    });
    const expected = await ask(
      "element.report.findings.filter(({ baseline }) => baseline === 'new').map(({ id }) => id)",
    );
    assert.ok(expected.length > 0);
    assert.deepEqual(await shownFindings(), expected);
  });

  test("sorted: by type, document, agreement, and back", async () => {
    const { findings } = await ask("element.report");
    const menu = element().getByRole("combobox", { name: "Sort by" });
    const order = (/** @type {(one: any) => any} */ key) =>
      shownFindings().then((ids) => ids.map((id) => key(findings.find((/** @type {any} */ one) => one.id === id))));
    await menu.selectOption("type");
    const types = await order(({ type }) => type ?? "untyped");
    assert.deepEqual(types, types.toSorted());
    await menu.selectOption("agreement");
    const agreements = await order(({ agreement }) => agreement);
    assert.deepEqual(
      agreements,
      agreements.toSorted((/** @type {number} */ one, /** @type {number} */ other) => other - one),
    );
    await menu.selectOption("document");
    assert.notDeepEqual(
      await shownFindings(),
      findings.map((/** @type {any} */ one) => one.id),
    );
    await menu.selectOption("severity");
    assert.deepEqual(
      await shownFindings(),
      findings.map((/** @type {any} */ one) => one.id),
    );
  });

  test("sorted: by how sure the agents are, what states nothing last", async () => {
    const rows = ["F1 | critical | 60", "F2 | major | 95", "F3 | minor | --"].map((row, at) => {
      const [id, severity, sure] = row.split(" | ");
      return `| ${id} | ${severity} | contradiction | A.md S${at + 1} | -- | It is wrong ${"so ".repeat(at)}| Mend it | ${sure} |`;
    });
    const columns = "ID | Severity | Type | Location | Counter-location | Description | Suggestion | Confidence";
    const table = [`| ${columns} |`, "|---|---|---|---|---|---|---|---|", ...rows].join("\n");
    await at("/", { replies: [{ text: `RESULT: FINDINGS | Type: consistency\n\n${table}\n` }] });
    await element().getByRole("combobox", { name: "Sort by" }).selectOption("confidence");
    assert.deepEqual(await shownFindings(), ["G2", "G1", "G3"]);
  });

  test("filters stay when the report is made again", async () => {
    await ask("element.filters = { severity: 'critical' }");
    const before = await shownFindings();
    await ask("element.options = { title: 'Again' }; element.shown");
    assert.deepEqual(await shownFindings(), before);
  });
});

describe("many findings", () => {
  test("the first are there at once, the others follow in their order, and are there where they are asked for", async () => {
    await at("/", {});
    const seen = await page.evaluate(
      async (replies) => {
        const { element } = /** @type {any} */ (globalThis);
        const root = element.shadowRoot;
        const names = () =>
          Array.from(root.querySelectorAll("article.finding"), (/** @type {HTMLElement} */ one) => one.dataset.finding);
        const again = async () => {
          element.replies = [...replies];
          await element.shown;
          return names().length;
        };
        const first = await again();
        const status = root.querySelector(".status").textContent;
        while (root.querySelectorAll("article.finding .toggle").length < parseInt(status, 10)) {
          await new Promise((done) => setTimeout(done, 20));
        }
        const followed = names();
        const acts = {
          filter: () => (element.filters = { severity: "minor" }),
          order: () => (element.order = "type"),
          expand: () => root.querySelector("[data-do=expand]").click(),
          reveal: () => element.reveal(followed.at(-1)),
          print: () => dispatchEvent(new Event("beforeprint")),
        };
        const asked = [];
        for (const act of Object.values(acts)) {
          element.order = "severity";
          element.filters = {};
          // Who is far down has all of it at once.
          root.activeElement?.blur();
          scrollTo(0, 0);
          const before = await again();
          act();
          const passing = parseInt(root.querySelector(".status").textContent, 10);
          asked.push([before, names().length, root.querySelectorAll("article.finding .toggle").length, passing]);
        }
        return { first, status, followed, asked };
      },
      made(10, 20),
    );
    const all = parseInt(seen.status, 10);
    assert.ok(all > 150 && seen.first < all, `${seen.first} of ${all}`);
    assert.deepEqual(
      seen.followed,
      Array.from({ length: all }, (_, at) => `G${at + 1}`),
    );
    for (const [before] of seen.asked) assert.ok(before < all);
    // What does not pass is not there, what comes later in another order not yet.
    const [filtered = [], ordered = [], ...others] = seen.asked.map(([, ...after]) => after);
    const minor = filtered[2];
    assert.ok(minor > 0 && minor < all);
    assert.ok(filtered[0] > 0 && filtered[0] === filtered[1] && filtered[0] <= minor);
    assert.ok(ordered[0] < all && ordered[0] === ordered[1] && ordered[2] === all);
    for (const asked of others) assert.deepEqual(asked, [all, all, all]);
  });
});

describe("a report in the place of another", () => {
  test("leaves what is read far down where it was, also when a suggestion is decided", async () => {
    await at("/", { replies: generated(80) });
    await until("element.shadowRoot.querySelectorAll('article.finding').length > 150");
    const moved = await page.evaluate(async () => {
      const { element } = /** @type {any} */ (globalThis);
      const root = element.shadowRoot;
      const settled = () => new Promise((done) => setTimeout(done, 300));
      const articles = () => [...root.querySelectorAll("article.finding")];
      articles()[120].scrollIntoView({ block: "start" });
      await settled();
      // What has not been on the screen yet has a guessed height: which one is at its top now, shows only now.
      const name = articles().find((one) => one.getBoundingClientRect().bottom > 0).dataset.finding;
      const topOf = () => root.getElementById(name).getBoundingClientRect().top;
      const before = topOf();
      element.options = {};
      await element.shown;
      await settled();
      return Math.abs(topOf() - before);
    });
    assert.ok(moved < 4, `moved by ${moved}`);
    const rows = element().locator("tr[data-fingerprints]");
    const count = await rows.count();
    assert.ok(count > 4, `${count} suggestions`);
    await rows.nth(Math.floor(count / 2)).focus();
    await page.keyboard.press("d");
    await until(`element.shadowRoot.querySelectorAll("tr[data-fingerprints]").length === ${count - 1}`);
    await ask("element.shown");
    await page.waitForTimeout(300);
    const [top, height] = await page.evaluate(() => {
      const root = /** @type {any} */ (globalThis).element.shadowRoot;
      return [root.activeElement?.getBoundingClientRect().top ?? -1, innerHeight];
    });
    assert.ok(top >= 0 && top < height, `the row that has the focus stands at ${top}`);
  });

  test("keeps open what was open, however often it is made again", async () => {
    await at("/", { replies: made(14, 20) });
    const open = await page.evaluate(async () => {
      const { element } = /** @type {any} */ (globalThis);
      const last = "G100";
      element.reveal(last);
      for (let times = 0; times < 3; times++) {
        scrollTo(0, 0);
        element.shadowRoot.activeElement?.blur();
        element.options = {};
        await element.shown;
      }
      dispatchEvent(new Event("beforeprint"));
      return "open" in element.shadowRoot.querySelector(`[data-finding=${last}]`).dataset;
    });
    assert.ok(open);
  });

  test("leaves the focus where it was, and what was typed there", async () => {
    await at("/", {});
    await page.evaluate(async (replies) => {
      const { element } = /** @type {any} */ (globalThis);
      element.replies = replies;
      await element.shown;
    }, samples);
    for (const [selector, typed] of [
      ['[data-filter="text"]', "scan"],
      ['[data-do="severity"][data-value="major"]', ""],
      ['[data-finding=G2] [data-do="toggle"]', ""],
    ]) {
      const same = await page.evaluate(
        async ([selector = "", typed = ""]) => {
          const { element } = /** @type {any} */ (globalThis);
          const one = element.shadowRoot.querySelector(selector);
          one.focus();
          if (typed) one.value = typed;
          element.options = { title: `Another for ${selector}` };
          await element.shown;
          const active = element.shadowRoot.activeElement;
          return active !== one && active?.matches(selector) && (typed === "" || active.value === typed);
        },
        [selector, typed],
      );
      assert.ok(same, selector);
    }
  });
});

describe("findings", () => {
  beforeEach(() => at("/", { replies: samples }));

  test("one opens and closes, all open and close", async () => {
    const toggle = element().getByRole("button", { name: "Details of G2", exact: true });
    const article = element().locator("[data-finding=G2]");
    assert.equal(await article.locator(".members").isVisible(), false);
    await toggle.click();
    assert.equal(await toggle.getAttribute("aria-expanded"), "true");
    assert.equal(await article.locator(".members").isVisible(), true);
    assert.deepEqual(await heard("select"), [{ finding: "G2" }]);
    await article.locator(".finding-title").click({ position: { x: 300, y: 5 } });
    assert.equal(await article.locator(".members").isVisible(), false);
    await element().getByRole("button", { name: "Expand all" }).click();
    const all = await ask("element.report.findings.length");
    assert.equal(await element().locator(".members").locator("visible=true").count(), all);
    await element().getByRole("button", { name: "Collapse all" }).click();
    assert.equal(await element().locator(".members").locator("visible=true").count(), 0);
  });

  test("copied as Markdown, one and all, and the link", async () => {
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await ask("element.reveal('G2')");
    await element().getByRole("button", { name: "Copy as Markdown: G2" }).click();
    await until("element.shadowRoot.querySelector('.announced').textContent !== ''");
    const one = await clipboard();
    assert.match(one, /^\| G2 \| critical \| [^|]+ \| contradiction \|/m);
    assert.match(one, /^### G2: /m);
    assert.ok(!one.includes("| G3 |"));
    assert.equal(await text(".announced"), "G2: copied.");
    await element().getByRole("button", { name: "Copy link: G2" }).click();
    await until("element.shadowRoot.querySelector('.announced').textContent.startsWith('The link')");
    const anchor = await element().locator("[data-finding=G2]").getAttribute("id");
    assert.match(anchor ?? "", /^f1:[\da-f]{16}$/);
    assert.equal(await clipboard(), `${site.address}/#${anchor}`);
    await element().getByRole("button", { name: "Copy as Markdown: the report" }).click();
    await until("element.shadowRoot.querySelector('.announced').textContent.startsWith('The report')");
    assert.equal(await clipboard(), await ask("element.toMarkdown()"));
    assert.match(await clipboard(), /^# Unified report/);
  });

  test("copying works without the clipboard of secure pages", async () => {
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true }));
    await element().getByRole("button", { name: "Copy as Markdown: the report" }).click();
    await until("element.shadowRoot.querySelector('.announced').textContent === 'The report: copied.'");
    await page.evaluate(() => delete (/** @type {any} */ (navigator).clipboard));
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^# Unified report/);
  });

  test("a link leads to a finding: when the page opens, when the address changes, from within", async () => {
    const isAt = async (/** @type {string} */ id) => {
      await until(`document.querySelector("reconvene-report").shadowRoot?.activeElement?.dataset.finding === "${id}"`);
      assert.equal(await element().locator(`[data-finding=${id}] .members`).isVisible(), true);
      const place = `element.shadowRoot.querySelector("[data-finding=${id}]").getBoundingClientRect().top`;
      await until(`${place.replace("element", "document.querySelector('reconvene-report')")} > -5`);
      await until(`${place.replace("element", "document.querySelector('reconvene-report')")} < 700`);
    };
    await page.evaluate(() => location.assign("#G9"));
    await isAt("G9");
    await ask("element.filters = { severity: 'critical' }");
    await page.evaluate(() => location.assign("#G12"));
    await isAt("G12");
    assert.deepEqual(await ask("element.filters"), {});
    await element().locator("[data-finding=G12] .finding-link").click();
    await isAt("G12");
    await page.goto(`${site.address}/src#G2`);
    await isAt("G2");
    await page.reload();
    await isAt("G2");
    // What leads to it in later reports, too.
    const anchor = (await element().locator("[data-finding=G2]").getAttribute("id")) ?? "";
    assert.match(anchor, /^f1:/);
    for (const hash of [anchor, encodeURIComponent(anchor)]) {
      await page.goto("about:blank");
      await page.goto(`${site.address}/src#${hash}`);
      await isAt("G2");
    }
  });

  test("a host may keep its address", async () => {
    await page.evaluate(() => addEventListener("reconvene-select", (event) => event.preventDefault()));
    await element().locator("[data-finding=G5] .finding-link").click();
    const anchor = await element().locator("[data-finding=G5]").getAttribute("id");
    assert.equal(await focused(), anchor);
    assert.equal(page.url(), `${site.address}/`);
  });

  test("searching the page opens what holds the words", async () => {
    const hidden = await element().locator("[data-finding=G3] .finding-more").getAttribute("hidden");
    assert.equal(hidden, "until-found");
    await element()
      .locator("[data-finding=G3] .finding-more")
      .evaluate((more) => more.dispatchEvent(new Event("beforematch", { bubbles: true })));
    assert.equal(await element().locator("[data-finding=G3] .members").isVisible(), true);
  });
});

describe("the place in the reply", () => {
  test("the text that a finding came from is marked, for every one of them", async () => {
    await at("/", { replies: samples });
    const report = await ask("element.report");
    const sources = await element()
      .locator("[data-source]")
      .evaluateAll((all) => all.map((one) => /** @type {HTMLElement} */ (one).dataset.source));
    assert.equal(sources.length, report.summary.reported);
    await element().getByRole("button", { name: "Expand all" }).click();
    const buttons = element().getByRole("button", { name: /Show in the reply/ });
    assert.equal(await buttons.count(), sources.length);
    for (const [at, source] of sources.entries()) {
      await buttons.nth(at).click();
      const [result, start, end] = (source ?? "").split(/[:-]/).map(Number);
      const { reply, place, span } = (await heard("source")).at(-1);
      const expected = report.results[result ?? 0];
      assert.equal(reply.source, expected.source);
      assert.equal(samples[place]?.source, expected.source);
      const marked = await text(".source mark");
      assert.equal(marked, reply.text.slice(start, end));
      assert.deepEqual(span, { start, end });
      assert.equal(await text(".source h2"), reply.source);
      await page.keyboard.press("Escape");
    }
  });

  test("what the host says of the reply stands above it, as text", async () => {
    const meta = { asked: "Review <b>it</b>.\u202e", cost: { tokens: 7 } };
    await at("/", {
      replies: [
        { text: REPLY, unit: "A.md", meta },
        { text: REPLY.replace("F1", "F9"), unit: "B.md" },
      ],
    });
    await element().getByRole("button", { name: "Expand all" }).click();
    const buttons = element().getByRole("button", { name: /Show in the reply/ });
    const about = element().locator(".source .meta");
    const seen = [];
    for (let at = 0; at < (await buttons.count()); at += 1) {
      await buttons.nth(at).click();
      seen.push(await about.isVisible());
      if (await about.isVisible()) {
        await about.locator("summary").click();
        const shown = (await about.locator("pre").textContent()) ?? "";
        assert.match(shown, /"asked": "Review <b>it<\/b>\..*",\n {2}"cost": \{/);
        assert.ok(!shown.includes("\u202e"));
        assert.equal(await about.locator("b").count(), 0);
      }
      await page.keyboard.press("Escape");
    }
    assert.deepEqual(seen.toSorted(), [false, true]);
  });

  test("it is scrolled to, and closing gives the focus back", async () => {
    const long = `${"Nothing here.\n\n".repeat(3000)}${REPLY}\n${"Nor here.\n\n".repeat(3000)}`;
    await at("/", { replies: [{ text: long, source: "long.md" }] });
    const jump = element().getByRole("button", { name: /Show in the reply/ });
    await jump.focus();
    await page.keyboard.press("Enter");
    const mark = element().locator(".source mark");
    await mark.waitFor({ state: "visible" });
    const box = await mark.boundingBox();
    assert.ok(box && box.y > 0 && box.y < 720, JSON.stringify(box));
    await element().getByRole("button", { name: "Close" }).click();
    assert.equal(await focused(), "source");
    assert.equal(await element().locator("dialog").isVisible(), false);
  });

  test("bytes, and characters beyond the first plane", async () => {
    const text = `\u{feff}Emoji 😀😀 first.\n\n${REPLY.replace("grams", "😀 grams")}`;
    await at("/");
    await page.evaluate(async (text) => {
      const { element } = /** @type {any} */ (globalThis);
      element.replies = [{ text: new TextEncoder().encode(text) }];
      await element.shown;
    }, text);
    await element()
      .getByRole("button", { name: /Show in the reply/ })
      .click();
    assert.match((await element().locator(".source mark").textContent()) ?? "", /^\| F1 .*😀 grams in A/);
    assert.equal(await element().locator(".source h2").textContent(), "Reply 1");
  });

  test("a host may show it itself", async () => {
    await at("/", { replies: [REPLY] });
    await page.evaluate(() => addEventListener("reconvene-source", (event) => event.preventDefault()));
    await element()
      .getByRole("button", { name: /Show in the reply/ })
      .click();
    assert.equal(await element().locator("dialog").isVisible(), false);
    const [{ reply, span }] = await heard("source");
    assert.match(reply.slice(span.start, span.end), /F1 \| major/);
  });

  test("a large reply is shown around the place", async () => {
    const long = `${"x".repeat(70)}\n`.repeat(20_000);
    await at("/", { replies: [`${long}\n${REPLY}\n${long}`] });
    await element()
      .getByRole("button", { name: /Show in the reply/ })
      .first()
      .click();
    const left = await element().locator(".source .left").allTextContents();
    assert.equal(left.length, 2);
    assert.match(left[0] ?? "", /1,3\d\d,\d{3} characters before/);
  });
});

describe("decisions", () => {
  const suggestion = () => element().locator("tr[data-fingerprints]").first();
  beforeEach(() => at("/", { replies: samples }));

  for (const [key, same] of /** @type {const} */ ([
    ["s", true],
    ["d", false],
  ])) {
    test(`one key says ${same ? "same" : "different"}, another takes it back`, async () => {
      const [before, fingerprints] = [
        await ask("element.report.findings.length"),
        JSON.parse((await suggestion().getAttribute("data-fingerprints")) ?? ""),
      ];
      await suggestion().focus();
      await page.keyboard.press(key);
      await until("element.decisions.length === 1 && heard.filter(([name]) => name === 'report').length === 2");
      assert.deepEqual(await ask("element.decisions"), [{ fingerprints, same }]);
      assert.equal(await ask("element.report.findings.length"), same ? before - 1 : before);
      assert.deepEqual(await heard("decision"), [
        { decisions: [{ fingerprints, same }], decision: { fingerprints, same }, undone: false },
      ]);
      const item = element().locator("[data-decision]");
      assert.match(
        (await item.textContent()) ?? "",
        same ? /^The same: G\d+ \(.+\), merged from 2/ : /^Different: G\d+ \(.+\) and G\d+ \(/,
      );
      // The focus follows the report.
      await until("element.shadowRoot.activeElement !== null");
      assert.equal(await focused(), "decision");
      await page.keyboard.press("u");
      await until("heard.filter(([name]) => name === 'report').length === 3");
      assert.deepEqual(await ask("element.decisions"), []);
      assert.equal(await ask("element.report.findings.length"), before);
      await until("element.shadowRoot.activeElement !== null");
      assert.equal(await focused(), "suggestion");
      assert.equal((await heard("decision")).at(-1).undone, true);
    });
  }

  test("by its buttons too; those of an earlier visit; those of the host stay", async () => {
    await element().getByRole("button", { name: "Same", exact: true }).first().click();
    await until("heard.filter(([name]) => name === 'report').length === 2");
    const kept = await ask("element.decisions");
    await at("/", { replies: samples });
    await page.evaluate(async (kept) => {
      const { element } = /** @type {any} */ (globalThis);
      element.decisions = kept;
      await element.shown;
    }, kept);
    assert.equal(await element().locator("[data-decision]").count(), 1);
    await element().getByRole("button", { name: "Undo" }).click();
    await until("element.decisions.length === 0");
    await page.evaluate(async (kept) => {
      const { element } = /** @type {any} */ (globalThis);
      element.options = { decisions: kept };
      await element.shown;
    }, kept);
    assert.equal(await suggestion().count(), 0);
    assert.equal(await element().locator("[data-decision]").count(), 0);
  });
});

/**
 * What axe finds wrong. It needs more of a page than the policy lets it have.
 * @param {{ width?: number, colorScheme?: "light" | "dark" }} how
 * @param {() => Promise<void>} prepare
 */
async function violations({ width = 1100, colorScheme = "light" }, prepare) {
  await watch.close();
  watch = await watched(browser, site.address, {
    ...{ bypassCSP: true, colorScheme, viewport: { width, height: 900 } },
  });
  page = watch.page;
  await listen();
  await prepare();
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (globalThis).axe.run();
    return violations.map(
      (/** @type {any} */ { id, nodes }) =>
        `${id}: ${nodes.map((/** @type {any} */ node) => `${node.target} ${node.failureSummary}`).join("; ")}`,
    );
  });
}

describe("for everyone", () => {
  for (const how of /** @type {const} */ ([
    {},
    { colorScheme: "dark" },
    { width: 360 },
    { width: 360, colorScheme: "dark" },
  ])) {
    test(`axe finds nothing wrong: ${how.width ?? 1100} px, ${how.colorScheme ?? "light"}`, async () => {
      const open = () => element().getByRole("button", { name: "Expand all" }).click();
      const found = [
        ...(await violations(how, () => at("/"))),
        ...(await violations(how, async () => {
          await at("/", { replies: samples, options: { expected: [{ unit: "NEVER.md" }] } });
          await open();
          await element()
            .getByRole("button", { name: /^critical/ })
            .click();
        })),
        ...(await violations(how, async () => {
          await at("/src");
          await element()
            .getByRole("button", { name: /Show in the reply/ })
            .first()
            .click();
        })),
        ...(await violations(how, async () => {
          await at("/", { replies: samples });
          await element().getByRole("button", { name: "Same", exact: true }).click();
          await until("element.decisions.length === 1 && heard.filter(([name]) => name === 'report').length === 2");
        })),
      ];
      assert.deepEqual(found, []);
    });
  }

  test("with the keyboard alone", async () => {
    await at("/", { replies: samples });
    const tabTo = async (/** @type {string} */ wanted) => {
      for (let presses = 0; presses < 80; presses += 1) {
        await page.keyboard.press("Tab");
        if ((await focused()) === wanted) return;
      }
      assert.fail(`Tab never comes to ${wanted}`);
    };
    await tabTo("copy-all");
    await tabTo("severity");
    await page.keyboard.press("Enter");
    assert.deepEqual(await ask("element.filters"), { severity: "critical" });
    await tabTo("text");
    await page.keyboard.type("zone");
    await until("element.filters.text === 'zone'");
    assert.equal(await focused(), "text");
    await tabTo("expand");
    await page.keyboard.press("ArrowRight");
    assert.equal(await focused(), "collapse");
    await page.keyboard.press("End");
    assert.equal(await focused(), "clear");
    await page.keyboard.press("Enter");
    assert.deepEqual(await ask("element.filters"), {});
    await tabTo("toggle");
    await page.keyboard.press("Space");
    assert.deepEqual(await heard("select"), [{ finding: "G1" }]);
    await tabTo("source");
    await page.keyboard.press("Enter");
    assert.equal(await element().locator("dialog").isVisible(), true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Escape");
    assert.equal(await focused(), "source");
    const outline = await ask("getComputedStyle(element.shadowRoot.activeElement).outlineStyle");
    assert.equal(outline, "solid");
  });

  test("a screen reader hears how many are shown", async () => {
    await at("/", { replies: samples });
    const live = element()
      .getByRole("status")
      .filter({ hasText: /findings/ });
    assert.match((await live.textContent()) ?? "", /^\d+ findings$/);
    await ask("element.filters = { severity: 'critical' }");
    assert.match((await live.textContent()) ?? "", /^2 of \d+ findings$/);
    await element().getByRole("search", { name: "Findings" }).waitFor();
    await element().getByRole("toolbar", { name: "All findings" }).waitFor();
    await element().getByRole("group", { name: "Severity" }).waitFor();
  });

  test("font, colours and dark mode are those of the page", async () => {
    const style = (/** @type {string} */ selector, /** @type {string} */ name) =>
      element()
        .locator(selector)
        .first()
        .evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), name);
    await at("/", { replies: samples });
    assert.equal(await style(".description", "font-family"), "sans-serif");
    assert.equal(await style(".description", "color"), "rgb(0, 0, 0)");
    const light = await style(".mark.critical", "color");
    await page.emulateMedia({ colorScheme: "dark" });
    assert.equal(await style(".description", "color"), "rgb(255, 255, 255)");
    const dark = await style(".mark.critical", "color");
    assert.notEqual(dark, light);
    await page.evaluate(() => document.documentElement.style.setProperty("color-scheme", "light"));
    assert.equal(await style(".mark.critical", "color"), light, "a page that is light stays light");
    await page.evaluate(() => {
      const { style } = /** @type {any} */ (globalThis).element;
      style.setProperty("color-scheme", "dark");
      style.setProperty("--reconvene-text", "rgb(1, 2, 3)");
      style.setProperty("--reconvene-critical", "rgb(4, 5, 6)");
      style.setProperty("--reconvene-font", "monospace");
      style.setProperty("--reconvene-accent", "rgb(7, 8, 9)");
    });
    assert.equal(await style(".description", "color"), "rgb(1, 2, 3)");
    assert.equal(await style(".description", "font-family"), "monospace");
    assert.equal(await style(".mark.critical", "color"), "rgb(4, 5, 6)");
    assert.equal(await style(".finding-link", "color").then((color) => color !== ""), true);
  });

  test("at 360 px nothing is wider than the page", async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await at("/", { replies: samples });
    await element().getByRole("button", { name: "Expand all" }).click();
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  });

  test("printed, all that is shown is open, and nothing can be pressed", async () => {
    await at("/", { replies: samples });
    await ask("element.filters = { severity: 'critical' }");
    await page.emulateMedia({ media: "print" });
    assert.equal(await element().locator(".members").locator("visible=true").count(), 2);
    assert.equal(await element().locator("button, input, select").locator("visible=true").count(), 0);
    assert.equal(await element().locator(".status").isVisible(), true);
  });
});

/** The elements that there are. */
const ALLOWED = new Set(
  [
    "a article blockquote br caption code del details dd div dl dt em figcaption figure g h1 h2 h3 h4 h5 h6 header hr input li mark",
    "ol option p pre rect s search section select span strong summary sub sup svg table tbody td text tfoot th thead title",
    "tr ul button dialog line path circle",
  ].flatMap((line) => line.split(" ")),
);

/** What of the element's tree no text may ever have made. */
const strangers = () =>
  page.evaluate(
    (allowed) => {
      const root = /** @type {ShadowRoot} */ (document.querySelector("reconvene-report")?.shadowRoot);
      const wrong = [];
      for (const one of root.querySelectorAll("*")) {
        if (!allowed.includes(one.localName)) wrong.push(one.localName);
        for (const { name, value } of one.attributes) {
          const isLink = ["href", "src", "xlink:href", "action", "formaction"].includes(name);
          if (/^(on|style$|srcdoc$)/.test(name)) wrong.push(`${one.localName} ${name}`);
          if (isLink && !/^(https?:|mailto:|#)/.test(value)) wrong.push(`${one.localName} ${name}=${value}`);
          if (name === "id" && !/^(G\d+|f1:[\da-f]{16}|source-title)$/.test(value)) wrong.push(`id ${value}`);
        }
      }
      return [...new Set(wrong)];
    },
    [...ALLOWED],
  );

/** Fields of a report that are words of ours: with any other, it is no report. */
const WORDS = new Set(
  [
    "schema severity status statusBefore dialect kind level state baseline verdict confidence classification action outcome",
    "code grade expect from to history replyTypes item",
  ].flatMap((line) => line.split(" ")),
);

describe("hostile text changes nothing but text", () => {
  /** @type {string[]} */
  const payloads = JSON.parse(readFileSync(new URL("../payloads.json", import.meta.url), "utf8"));

  /** Does all that one can do with what is shown. */
  async function useAll() {
    await page.evaluate(async () => {
      const { element } = /** @type {any} */ (globalThis);
      const root = element.shadowRoot;
      for (const order of ["type", "document", "agreement", "severity"]) element.order = order;
      root.querySelector('[data-do="expand"]')?.click();
      for (const select of root.querySelectorAll("select[data-filter]")) {
        for (const option of [...select.options].slice(0, 40)) {
          select.value = option.value;
          select.dispatchEvent(new Event("change", { bubbles: true }));
        }
        element.filters = {};
      }
      for (const button of [...root.querySelectorAll('[data-do="source"]')].slice(0, 200)) {
        button.click();
        root.querySelector("dialog").close();
      }
      element.toMarkdown();
      await element.shown;
    });
    assert.deepEqual(await strangers(), []);
  }

  test("in every field of replies", async () => {
    assert.ok(payloads.length >= 150);
    const oneLine = (/** @type {string} */ text) => text.replaceAll(/[\r\n]+/g, " ").replaceAll("|", "\\|");
    const replies = payloads.map((payload, at) => ({
      ...{ id: `${payload}${at}`, unit: payload, agent: payload, source: payload },
      text: [
        `RESULT: FINDINGS | Type: consistency | Pair: ${oneLine(payload)}/B.md | Findings: 1 | Note: ${oneLine(payload)}`,
        `\n---\n**Protocol**: v1\n**Agent**: ${oneLine(payload)}\n**Scope**: ${oneLine(payload)}\n---\n`,
        "| ID | Severity | Type | Location | Counter-location | Description | Suggestion | More |",
        "|---|---|---|---|---|---|---|---|",
        `|${` ${oneLine(payload)} |`.repeat(8)}`,
        `| F2 | major | contradiction | A${at}.md §1 | B.md | ${oneLine(payload)} ${at} | ${oneLine(payload)} | |`,
        `\n### F2: ${oneLine(payload)}\n\n${payload}\n\n## Parked\n\n- ${oneLine(payload)}\n\n${payload}`,
      ].join("\n"),
    }));
    await at("/", {
      replies,
      options: { title: payloads.join(" "), expected: payloads.slice(0, 50).map((unit) => ({ unit })) },
    });
    assert.match((await status()) ?? "", /^\d+ findings$/);
    await useAll();
  });

  test("in every field of a report from elsewhere", async () => {
    await at("/", { replies: samples });
    const report = await ask("element.report");
    for (let start = 0; start < payloads.length; start += 20) {
      let at = start;
      const some = payloads.slice(start, start + 20);
      /** @type {(value: any, key: string) => unknown} */
      const hostile = (value, key) => {
        if (Array.isArray(value)) return value.map((one) => hostile(one, key));
        if (value && typeof value === "object") {
          return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, hostile(one, name)]));
        }
        at += 1;
        const isOurs =
          WORDS.has(key) ||
          (key === "type" &&
            typeof value === "string" &&
            /^(digest|consistency|verification|implementation|design-plan)$/.test(value));
        return typeof value === "string" && !isOurs ? some[at % some.length] : value;
      };
      await page.evaluate(
        async (report) => {
          const { element } = /** @type {any} */ (globalThis);
          element.report = report;
          await element.shown;
        },
        hostile(report, ""),
      );
      assert.equal(
        await element().locator(".problems").count(),
        0,
        (await element().locator(".notes").textContent()) ?? "",
      );
      await useAll();
    }
  });

  test("in addresses, and in what is decided", async () => {
    const src = payloads.map((payload) => encodeURI(payload.replaceAll(/\s/g, "")).replaceAll("%", "")).join(" ");
    await page.goto(`${site.address}/`);
    await page.evaluate((src) => document.querySelector("reconvene-report")?.setAttribute("src", src), src);
    await page.waitForTimeout(500);
    watch.wrong.length = 0; // It asks for the addresses that the page gives; the policy keeps it from others.
    assert.deepEqual(await strangers(), []);
    await at("/", { replies: samples });
    await page.evaluate(async (payloads) => {
      const { element } = /** @type {any} */ (globalThis);
      element.decisions = payloads.map((one) => ({ fingerprints: [one, "f1:0"], same: true }));
      element.filters = { text: payloads[0], type: payloads[1], document: payloads[2], unit: "__proto__" };
      await element.shown;
    }, payloads);
    assert.deepEqual(await strangers(), []);
    await page.evaluate((payload) => location.assign(`#${payload}`), payloads[0]);
  });

  test("megabyte lines and ten thousand pipes", async () => {
    await at("/", {
      replies: [
        `${"a".repeat(1_000_000)} ${REPLY}`,
        `${REPLY}\n${"|".repeat(10_000)}\n`,
        `| F | ${"x".repeat(500_000)}\n${REPLY}`,
      ],
    });
    assert.match((await status()) ?? "", /finding/);
    await useAll();
  });
});

test("how long it takes", async () => {
  await at("/", {});
  for (const [replies, each] of /** @type {const} */ ([
    [100, 20],
    [500, 20],
  ])) {
    const times = await page.evaluate(
      async (replies) => {
        const { element } = /** @type {any} */ (globalThis);
        const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        const time = async (/** @type {() => unknown} */ work) => {
          const started = performance.now();
          await work();
          await painted();
          return Math.round(performance.now() - started);
        };
        const replacing = () => {
          element.replies = replies;
          return element.shown;
        };
        return {
          first: await time(replacing),
          again: await time(replacing),
          severity: await time(() => (element.filters = { severity: "minor" })),
          text: await time(() => (element.filters = { text: "retry" })),
          none: await time(() => (element.filters = {})),
          sorted: await time(() => (element.order = "document")),
          opened: await time(() => element.shadowRoot.querySelector('[data-do="expand"]').click()),
          findings: element.shadowRoot.querySelectorAll(".finding").length,
        };
      },
      made(replies, each),
    );
    console.log(`${replies} replies: ${JSON.stringify(times)} (milliseconds until painted)`);
    assert.ok(times.findings > replies * each * 0.8);
  }
});
