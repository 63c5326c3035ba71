/** The page: what the person does, and what follows from it. */
import { version } from "../pkg/browser.js";
import { isLink, noFilters } from "./address.js";
import { byId, counted, element, shownName } from "./dom.js";
import { Intake } from "./intake.js";
import { Keeping } from "./keeping.js";
import { more, workspace } from "./later.js";
import { List } from "./list.js";
import { notice } from "./notices.js";
import { readExpected } from "./options.js";
import { isReady, ready } from "./ready.js";
import { Reports } from "./reports.js";
import { noWork, Session } from "./session.js";
import { Views } from "./views.js";

/** How long nothing is typed before the report is made again, in milliseconds. */
const STILL = 250;

/** How long nothing changes before the whole report is made that is not in sight, in milliseconds. */
const IDLE = 1500;

/** Reports with more findings are made in whole where somebody asks for that. */
const MOST = 500;

byId("version").textContent = version;
byId("policy").textContent = document.querySelector("meta[http-equiv]")?.getAttribute("content") ?? "";

const session = new Session();
const reports = new Reports(session);
/** @type {import("./workspace.js").Workspace | null} */
let work = null;
/** @type {import("./report.js").ReportView | null} */
let whole = null;
/** @type {import("./matrix.js").Matrix | null} */
let matrix = null;
/** Whether the views that are loaded later show an older report. */
const stale = { report: true, matrix: true };
let [wholeTimer, verdictTimer] = [0, 0];

const views = new Views((shown, isRead) => showView(shown, isRead));
const list = new List(session);
const keeping = new Keeping(session, () => views.read());
/** Whether replies came since the last report. */
let isGiven = false;
new Intake(session, list, () => {
  isGiven = true;
  if (views.view !== "replies") views.go("replies");
});
listen();
// What was clicked and pasted before is done now: see `early.js`.
document.body.toggleAttribute("data-listens", true);
document.dispatchEvent(new Event("reconvene-listens"));

try {
  await ready;
  await start();
} catch (error) {
  byId("loading").hidden = true;
  notice(`The page cannot start: ${/** @type {Error} */ (error).message}`);
}

async function start() {
  reports.onReport(showReport);
  await keeping.open();
  if (!isLink(location.hash)) views.read();
  if (!views.isAsked && (session.entries.length > 0 || session.given)) views.go("findings", { isFirst: true });
  document.body.toggleAttribute("data-ready", true);
  if (session.isEmpty) {
    views.go("replies", { isFirst: true });
    byId("paste").focus({ preventScroll: true });
  }
  whenIdle(() => list.loadEditor());
  whenIdle(async () => (await more())?.workOffline());
}

function listen() {
  let timer = 0;
  let isOfDecision = true;
  session.onChange((part) => {
    if (part === "expected") showExpected();
    if (part === "triage") followDecisions();
    showState();
    if (part === "triage") return;
    if (part !== "decisions") isOfDecision = false;
    clearTimeout(timer);
    const make = async () => {
      await ready;
      const only = isOfDecision;
      isOfDecision = true;
      reports.make(only).catch((error) => notice(`The report could not be made: ${error.message}`));
    };
    // What is typed settles first; all else is shown at once: a worker makes the report meanwhile.
    const settles = part === "text" || part === "expected";
    if (!settles) make();
    else timer = window.setTimeout(make, Math.max(STILL, 2 * reports.took));
  });

  const expected = /** @type {HTMLTextAreaElement} */ (byId("expected"));
  expected.addEventListener("input", () => session.expect(expected.value));
  /** Takes away what offers that which was cleared before. */
  let unclear = () => {};
  byId("clear").addEventListener("click", () => {
    unclear();
    const before = session.work;
    session.take(noWork());
    keeping.forgetAll();
    // A link that could not be copied stands there.
    views.forget();
    work?.filter(noFilters(), { isAsked: false });
    byId("paste").focus();
    const said = `Everything was cleared, here and in this browser's storage: ${counted(before.replies.length, "reply", "replies")}.`;
    unclear = notice(said, { kind: "note", act: "Undo", run: () => session.take(before) });
  });
  byId("share").addEventListener("click", () => copyLink());
  byId("show-keys").addEventListener("click", async () => (await loadWorkspace())?.showKeys());
  byId("go-findings").addEventListener("click", async () => {
    if (work?.counts.all === 0) return views.go("report");
    views.go("findings");
    (await loadWorkspace())?.focus();
  });
  for (const menu of document.querySelectorAll(".menu")) closing(/** @type {HTMLDetailsElement} */ (menu));
  for (const button of document.querySelectorAll("#save-menu button, #copy-retry, #copy-prompt, #copy-menu summary")) {
    button.addEventListener("click", async () => {
      // What is copied and saved is made by the module.
      await ready;
      (await more())?.handOn(button.id || `${button.getAttribute("data-export")}`, session, reports);
    });
  }
}

// ── views

/**
 * @param {import("./address.js").Shown} shown
 * @param {boolean} isRead Whether it is what the address asks for.
 */
async function showView({ view, finding, filters }, isRead) {
  if (view === "findings" || finding) {
    const there = await loadWorkspace();
    if (isRead && there) {
      there.filter(filters, { isAsked: false });
      if (finding) there.reveal(finding);
      else there.showList();
    }
  }
  if (view === "report") showWhole();
  if (view === "matrix") showMatrix();
}

/** @param {import("./reports.js").Made | null} made */
async function showReport(made) {
  stale.report = stale.matrix = true;
  byId("empty").hidden = made !== null;
  (await loadWorkspace())?.show(made);
  showState();
  performance.mark("report-shown");
  // From a paste on, Enter is enough; what is pasted next is taken wherever the focus is.
  const paste = /** @type {HTMLTextAreaElement} */ (byId("paste"));
  if (isGiven && made && document.activeElement === paste && paste.value === "") byId("go-findings").focus();
  isGiven = false;
  if (views.view === "matrix") showMatrix();
  if (views.view === "report") return showWhole();
  showWholeLater();
}

/** On paper, there is the whole report. A long one is made where somebody asks for it: that would hold up the keys. */
function showWholeLater() {
  clearTimeout(wholeTimer);
  if ((reports.last?.report.findings.length ?? 0) > MOST) return;
  wholeTimer = window.setTimeout(showWhole, Math.max(IDLE, 4 * reports.took));
}

/** What was decided on single findings moves none of them; what the report comes to follows once nobody decides any more. */
function followDecisions() {
  work?.showDecisions();
  stale.report = stale.matrix = true;
  showWholeLater();
  clearTimeout(verdictTimer);
  verdictTimer = window.setTimeout(
    async () => {
      if (await reports.judge().catch(() => false)) work?.showVerdict();
    },
    Math.max(STILL, 2 * reports.took),
  );
}

async function loadWorkspace() {
  const rest = work ? null : await workspace();
  if (rest)
    work ??= new rest.Workspace({
      ...{ session, reports, openSource, copyLink },
      shows: (change) => views.follow(change),
      isStep: () => views.isStep,
      steps: (change) => views.step(change),
      go: (view) => views.go(view),
      copy: async (text, what) => (await more())?.copy(text, what),
    });
  return work;
}

async function showWhole() {
  clearTimeout(wholeTimer);
  const rest = await workspace();
  if (rest) whole ??= new rest.ReportView(session, reports, openSource, copyLink);
  if (stale.report) whole?.show();
  stale.report = false;
}

async function showMatrix() {
  const [rest, there] = [await workspace(), await loadWorkspace()];
  if (!rest || !there) return;
  matrix ??= new rest.Matrix({
    filter: (filters) => {
      there.filter(filters);
      views.go("findings");
    },
    open: (address) => {
      views.go("findings");
      there.reveal(address);
    },
    decisionOn: (row) => there.decisionOn(row),
  });
  if (stale.matrix) matrix.show(reports.last, there.rows);
  stale.matrix = false;
}

/**
 * @param {number} key
 * @param {{ start: number, end: number }} stretch
 */
function openSource(key, stretch) {
  views.go("replies");
  list.open(key, stretch);
}

/** @param {string} [finding] */
async function copyLink(finding) {
  const rest = await more();
  await rest?.copyLink(session.work, finding);
}

// ── what is said of what was given

function showExpected() {
  const expected = /** @type {HTMLTextAreaElement} */ (byId("expected"));
  if (expected.value !== session.expected) expected.value = session.expected;
  if (!isReady) return;
  const { expected: units, problem } = readExpected(session.expected);
  byId("expected-count").textContent = units.length > 0 ? ` (${units.length})` : "";
  byId("expected-problem").textContent = problem ?? "";
}

function showState() {
  const { decisions, previous, given, entries } = session;
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (
    document.querySelectorAll(".acts [disabled], [data-export], #share, #clear, #save-decisions")
  )) {
    button.disabled = session.isEmpty;
  }
  const { left = 0, all = 0 } = work?.counts ?? {};
  const isThere = reports.last !== null;
  byId("count-replies").textContent = entries.length > 0 ? ` ${entries.length}` : "";
  byId("count-findings").textContent = !isThere ? "" : left < all ? ` ${left} of ${all} left` : ` ${all}`;
  document.querySelector("[data-view=findings]")?.setAttribute("data-all", isThere ? String(all) : "");
  byId("go-findings").hidden = !isThere;
  byId("go-findings").textContent = all > 0 ? `Review ${counted(left, "finding")}` : "No findings: see the report";
  const [compared, alone] = [previous, given].map((one) => one && shownName(one.source));
  aside("previous", previous, `Compared with ${compared}.`, (value) => session.compareWith(value));
  aside("given", given, `Showing ${alone}, a report without its replies.`, (value) => session.showGiven(value));
  const made = decisions.length > 0 ? decisions : null;
  aside("decided", made, `You made ${counted(decisions.length, "decision")}.`, (value) => session.decide(value ?? []));
}

/** Safari has no callbacks for that. @param {() => void} act */
function whenIdle(act) {
  (globalThis.requestIdleCallback ?? setTimeout)(act);
}

/** A menu closes where one goes elsewhere. @param {HTMLDetailsElement} menu */
function closing(menu) {
  document.addEventListener("click", ({ target }) => {
    const isInside = menu.contains(/** @type {Node} */ (target));
    if (!isInside || /** @type {Element} */ (target).closest(".menu-body button")) menu.open = false;
  });
  menu.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}

/**
 * A line on something that was given besides replies, with a button that takes it away, and one that brings it back.
 * @template Value
 * @param {string} id
 * @param {Value | null} value
 * @param {string} sentence
 * @param {(value: Value | null) => void} set
 */
function aside(id, value, sentence, set) {
  const line = byId(id);
  line.hidden = value === null;
  if (value === null) return line.replaceChildren();
  const onclick = () => {
    set(null);
    byId("paste").focus();
    notice(`Removed: ${sentence}`, { kind: "note", act: "Undo", run: () => set(value) });
  };
  line.replaceChildren(
    element("bdi", {}, sentence),
    " ",
    element("button", { type: "button", class: "link", onclick }, "Remove"),
  );
}
