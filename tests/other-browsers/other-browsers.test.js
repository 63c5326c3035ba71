/** What the page is for, in the other engines: those that are on this machine. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { buildPage } from "../../scripts/page.js";
import { top } from "../../scripts/run.js";
import { serve } from "../../scripts/serve.js";
import { samples } from "../browser/replies.js";
import { REPORT_ELEMENTS, shape } from "../browser/shape.js";
import { BROWSERS } from "./drivers.js";

/** @type {string[]} */
const PAYLOADS = JSON.parse(readFileSync(join(top, "tests", "payloads.json"), "utf8"));
/** Keys without a letter, as WebDriver names them. */
const [ENTER, CONTROL, ESCAPE] = ["\ue007", "\ue009", "\ue00c"];

const SCROLLBACK = samples.map(({ text }) => text).join("\n\n--- reply ---\n\n");

/** @type {{ address: string, close: () => void }} */
let site;

/** @type {string} */
let folder;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "reconvene-other-browsers-"));
  await buildPage(folder);
  site = await serve(folder);
});

after(() => {
  site?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

for (const [name, { needs, start }] of Object.entries(BROWSERS)) {
  const missing = needs();
  const skip = missing.length > 0 && `${missing.join(" and ")} is not on this machine, and could not be installed`;
  describe(`the page in ${name}`, { skip }, () => {
    /** @type {import("./drivers.js").Steered} */
    let browser;

    before(async () => {
      browser = await start();
      console.log(`   ${name} ${browser.version}`);
      // While the service worker stores the page's files, WebKitGTK lets everything else that is stored wait.
      await open();
      await waits(() => !("serviceWorker" in navigator) || /without a network/.test(document.body.textContent ?? ""));
    });

    after(() => browser?.close());

    const open = async (/** @type {string} */ hash = "") => {
      await browser.go("about:blank");
      await browser.go(`${site.address}/${hash}`);
      await waits(() => document.body.hasAttribute("data-ready"));
      await browser.run(() => {
        // What is set on the window is not the page's own in every browser; what stands in the document is.
        const tell = (/** @type {string} */ wrong) => document.documentElement.setAttribute("data-wrong", wrong);
        addEventListener("error", ({ message }) => tell(message));
        addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
          tell(`${violatedDirective} ${blockedURI}`),
        );
      });
    };

    /**
     * @template {unknown[]} Given
     * @param {(...given: Given) => unknown} holds In the page.
     * @param {Given} given
     */
    const waits = async (holds, ...given) => {
      const end = performance.now() + 60_000;
      while (!(await browser.run(holds, ...given))) {
        if (performance.now() > end) assert.fail(`It never holds: ${holds}`);
        await new Promise((done) => setTimeout(done, 50));
      }
    };

    /** Presses what is on the page, or in the report. @param {string} selector */
    const press = (selector) =>
      browser.run((selector) => {
        const root = document.querySelector("reconvene-report")?.shadowRoot;
        const pressed = document.querySelector(selector) ?? root?.querySelector(selector);
        if (!pressed) throw new Error(`There is no ${selector}.`);
        /** @type {HTMLElement} */ (pressed).click();
      }, selector);

    /** Writes into the box, as a person does where a page may not be pasted into by a script. @param {string} text */
    const add = async (text) => {
      await browser.run((text) => {
        const box = /** @type {HTMLTextAreaElement} */ (document.querySelector("#paste"));
        box.value = text;
      }, text);
      await press("#add");
      await waits(() => {
        const examined = /repl(?:y|ies): (?!.*being read)/.test(document.querySelector("#tally")?.textContent ?? "");
        return examined && document.querySelector("[data-view=findings]")?.getAttribute("data-all");
      });
    };

    const facts = () =>
      browser.run(() => {
        const report = document.querySelector("reconvene-report");
        const findings = [.../** @type {any} */ (report?.shadowRoot?.querySelectorAll("article.finding") ?? [])];
        return {
          tally: document.querySelector("#tally")?.textContent ?? "",
          findings: findings.length,
          critical: findings.filter((one) => one.dataset.severity === "critical").length,
          markdown: report?.toMarkdown() ?? "",
          wrong: document.documentElement.getAttribute("data-wrong"),
        };
      });

    /** Shows a view, the report once it is there. @param {string} view */
    const go = async (view) => {
      await press(`[data-view=${view}]`);
      if (view !== "report") return;
      await waits(() => {
        const report = document.querySelector("reconvene-report");
        return report?.shadowRoot?.querySelector("article.finding") && !report.hasAttribute("aria-busy");
      });
    };

    /** Presses a key in the list of findings. @param {string} key */
    const key = (key) =>
      browser.run((key) => {
        const list = /** @type {HTMLElement} */ (document.querySelector(".findings-list"));
        list.focus();
        list.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, composed: true }));
      }, key);

    test("findings are gone through by keys, and what was decided stays", async () => {
      await open();
      await add(SCROLLBACK);
      await go("findings");
      await waits(() => document.querySelectorAll(".finding-row").length > 5);
      const title = () => browser.run(() => document.querySelector(".detail h2")?.textContent);
      const first = await title();
      await key("j");
      assert.notEqual(await title(), first);
      await key("k");
      assert.equal(await title(), first);
      await key("x");
      await waits(() => / left$/.test(document.querySelector("[data-view=findings]")?.textContent ?? ""));
      await key("d");
      await browser.run(() => {
        const reason = /** @type {HTMLInputElement} */ (document.querySelector(".dismissing input"));
        reason.value = "Out of scope";
        reason.form?.requestSubmit();
      });
      await waits(() => document.querySelectorAll(".finding-row[data-decided]").length === 2);
      await key("u");
      await waits(() => document.querySelectorAll(".finding-row[data-decided]").length === 1);
      assert.ok(
        await browser.run(() => (document.querySelector(".excerpt mark")?.getBoundingClientRect().height ?? 0) > 0),
      );
      await go("matrix");
      await waits(() => document.querySelector(".by-agent tbody tr"));
      // What is kept is written a moment later.
      await new Promise((done) => setTimeout(done, 600));
      await open();
      await waits(() => / left$/.test(document.querySelector("[data-view=findings]")?.textContent ?? ""));
      assert.equal((await browser.run(() => document.documentElement.getAttribute("data-wrong"))) ?? null, null);
      await press("#clear");
      await new Promise((done) => setTimeout(done, 600));
    });

    /** Puts the pointer on what is there, and presses it. @param {string} selector */
    const point = async (selector) => {
      await waits((selector) => document.querySelector(selector), selector);
      const { x, y } = await browser.run((selector) => {
        const one = /** @type {Element} */ (document.querySelector(selector));
        one.scrollIntoView({ block: "nearest" });
        const { left, top, width, height } = one.getBoundingClientRect();
        return { x: left + width / 2, y: top + height / 2 };
      }, selector);
      await browser.click(x, y);
    };

    const left = (/** @type {number} */ count) =>
      waits(
        (count) => document.querySelector("[data-view=findings]")?.textContent?.includes(` ${count} of `) ?? false,
        count,
      );

    test("by the keyboard alone, from what was written to what was decided", async () => {
      await open();
      await browser.run((text) => {
        const box = /** @type {HTMLTextAreaElement} */ (document.querySelector("#paste"));
        box.value = text;
        box.focus();
      }, SCROLLBACK);
      await browser.press(`${CONTROL}${ENTER}`);
      await waits(() => document.activeElement?.id === "go-findings");
      await browser.press(ENTER);
      await waits(() => document.activeElement?.matches(".findings-list"));
      const all = Number(
        await browser.run(() => document.querySelector("[data-view=findings]")?.getAttribute("data-all")),
      );
      await browser.press("x");
      await left(all - 1);
      await browser.press("d");
      await browser.press(`Known${ENTER}`);
      await left(all - 2);
      await waits(() => document.activeElement?.matches(".findings-list"));
      await browser.press("u");
      await left(all - 1);
      await browser.press("/");
      await browser.press(`scan${ENTER}`);
      await waits(() => document.activeElement?.matches(".findings-list"));
      const listed = await browser.run(() => document.querySelectorAll(".finding-row").length);
      assert.ok(listed > 0 && listed < all, `${listed} of ${all}`);
      await browser.press("?");
      await waits(() => document.querySelector("dialog.keys[open]"));
      await browser.press(ESCAPE);
      await waits(() => !document.querySelector("dialog[open]"));
      await press("#clear");
    });

    test("by the pointer, findings are chosen, decided and filtered", async () => {
      await open();
      await add(SCROLLBACK);
      await point("#go-findings");
      await waits(() => document.querySelectorAll(".finding-row").length > 5);
      const all = Number(
        await browser.run(() => document.querySelector("[data-view=findings]")?.getAttribute("data-all")),
      );
      await point(".finding-row[aria-posinset='3']");
      await waits(
        () => document.querySelector(".finding-row[aria-posinset='3']")?.getAttribute("aria-selected") === "true",
      );
      await point(".actions [aria-keyshortcuts=x]");
      await left(all - 1);
      await point(".actions [aria-keyshortcuts=d]");
      await waits(() => document.activeElement?.matches(".dismissing input"));
      await point(".dismissing .primary");
      await left(all - 2);
      await point(".chip[data-severity=critical]");
      await waits((all) => document.querySelectorAll(".finding-row").length < Number(all), all);
      await point("#clear");
      await waits(() => document.querySelector("#list")?.childElementCount === 0);
    });

    test("what is written is split and reported on, filtered, and leads to its place", async () => {
      await open();
      await add(SCROLLBACK);
      await go("report");
      const before = await facts();
      assert.match(before.tally, new RegExp(`^${samples.length} replies: `));
      assert.ok(
        before.findings > 5 && before.critical > 0 && before.critical < before.findings,
        String(before.findings),
      );
      assert.match(before.markdown, /^# /);
      await press("[data-do=severity][data-value=critical]");
      await press("[data-do=expand]");
      await press("[data-do=source]");
      await waits(() => document.querySelector(".editor")?.shadowRoot?.querySelector(".cm-revealed"));
      const after = await facts();
      assert.equal(after.findings, before.critical);
      assert.equal(after.wrong, null);
    });

    test("a link holds it all, and what is kept survives a reload", async () => {
      await go("report");
      const before = await facts();
      await browser.run(() => {
        // What a script pressed may not write to the clipboard in every browser.
        navigator.clipboard.writeText = () => Promise.reject(new Error("no"));
      });
      await press("#share");
      await waits(() => location.hash.startsWith("#v1="));
      const link = await browser.run(() => location.hash);
      await press("#clear");
      await waits(() => document.querySelector("#list")?.childElementCount === 0);
      for (const hash of [link, ""]) {
        await open(hash);
        await go("report");
        await waits(() => !/being read/.test(document.querySelector("#tally")?.textContent ?? ""));
        await waits(() => !location.hash.startsWith("#v1="));
        const { tally, markdown, wrong } = await facts();
        assert.deepEqual([tally, wrong], [before.tally, null]);
        assert.ok(markdown === before.markdown);
      }
    });

    test("hostile text changes nothing but text", async () => {
      await open();
      await press("#clear");
      await add(SCROLLBACK);
      for (const view of ["findings", "matrix", "report"]) await go(view);
      const allowed = new Set([...(await browser.run(shape)), ...REPORT_ELEMENTS]);
      const [first] = samples;
      const text = first?.text ?? "";
      const hostile = PAYLOADS.map((payload) => {
        const cell = payload.replace(/[|\r\n]/g, " ");
        const rows = text.replace(/^(\| \S+ \| \S+ \|.*\|)(.*\|)$/m, (_, row, last) => `${row} ${cell} ${last}`);
        return { text: `${rows}\n\n### F1: ${cell}\n\n${payload}\n`, unit: payload || "-", source: payload || "-" };
      });
      await add(JSON.stringify(hostile));
      await waits(
        (count) => document.querySelector("#list")?.childElementCount === count,
        samples.length + PAYLOADS.length,
      );
      for (const view of ["findings", "matrix", "report"]) await go(view);
      await press("[data-do=expand]");
      const strange = (await browser.run(shape)).filter((one) => !allowed.has(one));
      assert.deepEqual(strange, []);
      assert.equal((await facts()).wrong, null);
    });
  });
}
