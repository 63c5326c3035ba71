/**
 * `npm run page:speed`: how long a person waits for the page, in a real Chromium, in milliseconds: for the first report after
 * a paste, for a filter, for a key while reports are made, for a frame while scrolling.
 */
import { parseArgs } from "node:util";
import { buildPage, OUT } from "../scripts/page.js";
import { serve } from "../scripts/serve.js";
import { launch } from "../tests/browser/chromium.js";
import { generated } from "./replies.js";

/** Of each size, what is asked of it: the first report, a filter. */
const SIZES = [
  { replies: 100, findings: 2000, report: 300, filter: 50 },
  { replies: 500, findings: 10_000, report: null, filter: null },
];

/** How often each is done; the median counts. */
const ROUNDS = 5;

const { values } = parseArgs({ options: { rounds: { type: "string", default: String(ROUNDS) } } });
const rounds = Number(values.rounds);

await buildPage();
const site = await serve(OUT);
const browser = await launch();
for (const { replies, findings, report, filter } of SIZES) {
  const text = paste(replies, findings / replies);
  /** @type {Awaited<ReturnType<typeof once>>[]} */
  const measured = [];
  for (let round = 0; round < rounds; round++) measured.push(await once(text));
  const median = (/** @type {keyof Awaited<ReturnType<typeof once>>} */ name) =>
    measured.map((one) => one[name]).sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  const shown = median("findings");
  const megabytes = (text.length / 1e6).toFixed(1);
  console.log(
    `${replies} replies (${megabytes} MB) with ${findings} findings, ${shown} after merging; median of ${rounds}, in ms`,
  );
  line("first report after the paste", median("report"), report);
  line("of that, the page was busy", median("busy"), null);
  line("a filter by severity", median("filter"), filter);
  line("a filter by text, after the last key", median("text"), null);
  line("the longest wait for a key", median("key"), null);
  line("the longest frame while scrolling", median("frame"), null);
}
await browser.close();
site.close();

/**
 * @param {string} what
 * @param {number} took
 * @param {number | null} asked
 */
function line(what, took, asked) {
  const target = asked === null ? "" : `   asked: at most ${asked}`;
  console.log(`  ${what.padEnd(40)}${took.toFixed(0).padStart(7)}${target}`);
}

/**
 * @param {string} text
 */
async function once(text) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${site.address}/`);
  await page.locator("body[data-ready]").waitFor();
  // A person needs longer than this to paste.
  await page.waitForTimeout(1500);
  const measured = await page.evaluate(measure, text);
  await page.close();
  return measured;
}

/**
 * In the page: pastes, filters, types, scrolls.
 * @param {string} text
 */
async function measure(text) {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const made = () => new Promise((done) => addEventListener("reconvene-report", done, { once: true }));
  const since = async (/** @type {() => unknown} */ act, /** @type {Promise<unknown>} */ until = Promise.resolve()) => {
    const began = performance.now();
    act();
    await until;
    await frame();
    return performance.now() - began;
  };
  let busy = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) busy += duration;
  });
  observer.observe({ type: "longtask" });

  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  const report = await since(() => document.querySelector("#paste")?.dispatchEvent(paste), made());
  observer.disconnect();
  const shadow = /** @type {ShadowRoot} */ (document.querySelector("reconvene-report")?.shadowRoot);
  const findings = shadow.querySelectorAll("article.finding").length;
  // What is examined one by one comes to its end.
  while (/being read/.test(document.querySelector("#tally")?.textContent ?? "")) await frame();

  const chip = /** @type {HTMLButtonElement} */ (shadow.querySelector("[data-do=severity]"));
  const filter = await since(() => chip.click());
  await since(() => chip.click());
  const field = /** @type {HTMLInputElement} */ (shadow.querySelector("[data-filter=text]"));
  const filtered = new Promise((done) => addEventListener("reconvene-filter", done, { once: true }));
  const type = () => {
    field.value = "weight";
    field.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
  };
  const textFilter = await since(type, filtered);
  /** @type {HTMLButtonElement} */ (shadow.querySelector("[data-do=clear]")).click();
  await frame();

  // Keys, while the report is made again: how late does the page get to each?
  /** @type {HTMLElement} */ (document.querySelector(".reply-open")).click();
  await frame();
  const unit = /** @type {HTMLInputElement} */ (document.querySelector(".fields input"));
  const again = made();
  unit.value = "another";
  unit.dispatchEvent(new InputEvent("input", { bubbles: true }));
  let key = 0;
  let isMade = false;
  again.then(() => {
    isMade = true;
  });
  while (!isMade) {
    const began = performance.now();
    await new Promise((done) => setTimeout(done, 4));
    key = Math.max(key, performance.now() - began - 4);
  }

  let longest = 0;
  let before = performance.now();
  for (let step = 0; step < 60; step++) {
    scrollBy(0, 400);
    await new Promise((done) => requestAnimationFrame(done));
    const now = performance.now();
    longest = Math.max(longest, now - before);
    before = now;
  }
  return { findings, report, busy, filter, text: textFilter, key, frame: longest };
}

/**
 * Replies with so many rows each, as a scrollback has them.
 * @param {number} replies
 * @param {number} each
 */
function paste(replies, each) {
  const made = generated(replies * 3 * Math.ceil(each / 10));
  const rows = made.flatMap((reply) => reply.split("\n").filter((line) => /^\| F\d+ \|/.test(line)));
  if (rows.length < replies * each) throw new Error(`There are only ${rows.length} rows.`);
  const columns = made[0]?.split("\n").filter((line) => /^\| (?:ID |-+)|^\|-/.test(line)) ?? [];
  return Array.from({ length: replies }, (_, at) => {
    const own = rows.slice(at * each, (at + 1) * each).map((row, index) => row.replace(/^\| F\d+/, `| F${index + 1}`));
    const head = `RESULT: FINDINGS | Type: consistency | Pair: P${at}.md/Q${at}.md | Findings: ${each}`;
    const metadata = `---\n**Protocol**: v1\n**Agent**: reader ${at}\n**Coverage**: 100%\n**Confidence**: high\n---`;
    return [head, "", metadata, "", "## Findings", "", ...columns, ...own, ""].join("\n");
  }).join("\n\n--- reply ---\n\n");
}
