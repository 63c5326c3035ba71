/** The page: what the person does, and what follows from it. */
import { init, version } from "../pkg/browser.js";
import { makeReportsBy } from "../pkg/element/core.js";
import { addresses } from "./addresses.js";
import { ask, URGENCY, workInWorker } from "./asking.js";
import { byId, counted, element, shownName } from "./dom.js";
import { isDocument } from "./examine.js";
import { Intake } from "./intake.js";
import { Keeping } from "./keeping.js";
import { more } from "./later.js";
import { List } from "./list.js";
import { notice } from "./notices.js";
import { readExpected } from "./options.js";
import { ReportView } from "./report.js";
import { noWork, Session } from "./session.js";

/** @typedef {import("../pkg/reconvene.js").AggregateOptions} AggregateOptions */
/** @typedef {"replies" | "report"} Half */

/** How long nothing is typed before the report is made again, in milliseconds. */
const STILL = 250;

byId("version").textContent = version;
byId("policy").textContent = document.querySelector("meta[http-equiv]")?.getAttribute("content") ?? "";

const session = new Session();
try {
  const module = await fetchedModule();
  await init(module);
  workInWorker(module);
  makeReportsBy((replies, options) => ask("report", [replies, options], URGENCY.read));
  await start();
} catch (error) {
  notice(`The page cannot work: ${/** @type {Error} */ (error).message}`);
}

/** Compiled once, for the page and the worker. */
async function fetchedModule() {
  const response = await fetch(addresses.wasm);
  if (!response.ok) throw new Error(`for ${addresses.wasm}, the server answers ${response.status}.`);
  return WebAssembly.compile(await response.arrayBuffer());
}

async function start() {
  const list = new List(session);
  const view = new ReportView(session, openSource, copyLink);
  const keeping = new Keeping(session, reveal);
  const expected = /** @type {HTMLTextAreaElement} */ (byId("expected"));
  new Intake(session, list);

  let timer = 0;
  /** Takes away what offers that which was cleared before. */
  let unclear = () => {};
  session.onChange((part) => {
    if (part === "expected") showExpected();
    showState();
    if (part === "decisions") return view.decide();
    clearTimeout(timer);
    // What is typed settles first; all else is shown at once.
    const settles = part === "text" || part === "expected";
    // What was pasted is asked for before it is painted: a worker makes the report meanwhile.
    if (!settles) view.show(options());
    else timer = window.setTimeout(() => view.show(options()), Math.max(STILL, 2 * view.took));
  });

  expected.addEventListener("input", () => session.expect(expected.value));
  byId("clear").addEventListener("click", clear);
  byId("share").addEventListener("click", () => copyLink());
  for (const button of document.querySelectorAll("[data-export]")) {
    const format = /** @type {import("./export.js").Format} */ (button.getAttribute("data-export"));
    button.addEventListener("click", () => saveAs(format));
  }
  for (const button of document.querySelectorAll("[data-shows]")) {
    button.addEventListener("click", () => show(/** @type {Half} */ (button.getAttribute("data-shows"))));
  }

  const [, finding] = /^#(G\d{1,9})$/.exec(location.hash) ?? [];
  if (finding) reveal(finding);
  await keeping.open();
  document.body.toggleAttribute("data-ready", true);
  if (session.isEmpty) {
    show("replies");
    byId("paste").focus({ preventScroll: true });
  }
  whenIdle(() => list.loadEditor());
  whenIdle(async () => (await more())?.workOffline());

  /**
   * @param {number} key
   * @param {{ start: number, end: number }} stretch
   */
  function openSource(key, stretch) {
    show("replies");
    list.open(key, stretch);
  }

  function clear() {
    const { work } = session;
    unclear();
    session.take(noWork());
    keeping.forgetAll();
    // A link that could not be copied stands there.
    history.replaceState(history.state, "", location.pathname + location.search);
    byId("paste").focus();
    const said = `All of it was cleared, also from this browser's storage: ${counted(work.replies.length, "reply", "replies")}.`;
    unclear = notice(said, { kind: "note", act: "Bring it back", run: () => session.take(work) });
  }

  /** @param {string} finding */
  function reveal(finding) {
    show("report");
    view.reveal(finding);
  }

  /** @param {string} [finding] */
  async function copyLink(finding) {
    const rest = await more();
    await rest?.copyLink(session.work, finding);
  }

  /** @param {import("./export.js").Format} format */
  async function saveAs(format) {
    const replies = session.entries.map(({ reply }) => reply).filter((reply) => !isDocument(reply));
    const rest = await more();
    await rest?.saveReport(replies, { ...options(), decisions: session.decisions }, format);
  }

  /** @returns {AggregateOptions} */
  function options() {
    const { previous } = session;
    const { expected } = readExpected(session.expected);
    return { expected, ...(previous && { previous: previous.report }) };
  }

  function showExpected() {
    if (expected.value !== session.expected) expected.value = session.expected;
    const { expected: units, problem } = readExpected(session.expected);
    byId("expected-count").textContent = units.length > 0 ? ` (${units.length})` : "";
    byId("expected-problem").textContent = problem ?? "";
  }

  function showState() {
    const { decisions, previous } = session;
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(".acts button"))) {
      button.disabled = session.isEmpty;
    }
    aside("previous", previous && `Compared with ${shownName(previous.source)}.`, () => session.compareWith(null));
    const decided = decisions.length > 0 ? `${counted(decisions.length, "decision")} on which findings are one.` : null;
    aside("decided", decided, () => session.decide([]));
  }
}

/** Safari has no callbacks for that. @param {() => void} act */
function whenIdle(act) {
  (globalThis.requestIdleCallback ?? setTimeout)(act);
}

/**
 * A line on something that was given besides replies, with a button that takes it away.
 * @param {string} id
 * @param {string | null} sentence
 * @param {() => void} drop
 */
function aside(id, sentence, drop) {
  const line = byId(id);
  line.hidden = sentence === null;
  if (sentence === null) return line.replaceChildren();
  const onclick = () => {
    drop();
    byId("paste").focus();
  };
  line.replaceChildren(
    element("bdi", {}, sentence),
    " ",
    element("button", { type: "button", class: "link", onclick }, "Leave it out"),
  );
}

/**
 * Where there is room for one half alone.
 * @param {"replies" | "report"} half
 */
function show(half) {
  document.querySelector("main")?.setAttribute("data-shown", half);
  for (const button of document.querySelectorAll("[data-shows]")) {
    button.setAttribute("aria-pressed", String(button.getAttribute("data-shows") === half));
  }
}
