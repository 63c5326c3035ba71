/** A reply with what was read of it marked, and what was not: a passage that was not can be made a finding. */
import { shown } from "../pkg/element/core.js";
import { ask, URGENCY } from "./asking.js";
import { SEVERITIES } from "./decisions.js";
import { element } from "./dom.js";
import { announce } from "./notices.js";
import { plainly } from "./triage/rows.js";

/** @typedef {import("./session.js").Reply} Reply */

/** Longer replies are shown up to there. */
const LONGEST = 200_000;

const LONGEST_TITLE = 120;

/**
 * @param {Reply} reply
 * @param {(made: Reply) => void} add
 * @param {() => Reply[]} all Those that are there: what was made a finding is among them.
 */
export async function understood(reply, add, all) {
  /** @type {string} */
  const text = reply.text;
  const ledger = await ask("understood", [reply], URGENCY.typed);
  const made = all().filter(({ meta }) => meta?.addedBy === "person");
  const body = element("pre", {
    class: "understood",
    tabindex: "0",
    role: "region",
    "aria-label": "The reply, with what was read marked",
  });
  let at = 0;
  for (const { owner, span } of ledger) {
    if (span.start >= LONGEST) break;
    const [end, what] = [Math.min(span.end, LONGEST), kindOf(owner)];
    body.append(shown(text.slice(at, span.start)));
    const words = shown(text.slice(span.start, end));
    if (what === "unread") {
      const passage = text.slice(span.start, end);
      const make = (/** @type {import("./decisions.js").Severity} */ severity) => findingOf(reply, passage, severity);
      const before = SEVERITIES.find((severity) => made.some((one) => one.text === make(severity).text));
      body.append(unread(words, before, (severity) => add(make(severity))));
    } else body.append(element("span", { "data-read": what, title: `Read as ${readAs(owner)}` }, words));
    at = end;
  }
  body.append(shown(text.slice(at, LONGEST)), text.length > LONGEST ? " …" : "");
  const key = element(
    "p",
    { class: "hint" },
    ...[
      element("span", { "data-read": "finding" }, "a finding"),
      ", ",
      element("span", { "data-read": "other" }, "read as something else"),
      ", ",
    ],
    element("span", { "data-read": "unread" }, "not recognised"),
    ": make it a finding where it is one.",
  );
  return element("div", {}, key, body);
}

/** @param {string} owner */
function kindOf(owner) {
  if (owner.startsWith("remainder")) return "unread";
  return /^findings\[/.test(owner) ? "finding" : "other";
}

/** A path into the result, in words. @param {string} owner */
function readAs(owner) {
  const [, at] = /^findings\[(\d+)/.exec(owner) ?? [];
  return at === undefined
    ? owner.replace(/[[.].*$/s, "").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    : `finding ${Number(at) + 1}`;
}

/**
 * A passage that was not recognised, with what makes it a finding.
 * @param {string} words
 * @param {import("./decisions.js").Severity | undefined} before As what it was made one already.
 * @param {(severity: import("./decisions.js").Severity) => void} make
 */
function unread(words, before, make) {
  const choices = element("span", { class: "choices", hidden: true, role: "group", "aria-label": "Severity" });
  const opener = element("button", { type: "button", class: "make", "aria-expanded": "false" }, "Add as a finding");
  opener.addEventListener("click", () => {
    choices.hidden = !choices.hidden;
    opener.setAttribute("aria-expanded", String(!choices.hidden));
  });
  const passage = element("span", { "data-read": "unread" }, words, " ", opener, choices);
  const became = (/** @type {string} */ severity) => {
    passage.setAttribute("data-read", "made");
    opener.replaceWith(element("span", { class: "person" }, `Added by you, as ${severity}`));
    choices.remove();
  };
  if (before) became(before);
  for (const severity of SEVERITIES) {
    const choice = element("button", { type: "button", class: "make" }, severity);
    choice.addEventListener("click", () => {
      make(severity);
      became(severity);
      announce(`Added as your finding: ${severity}.`);
    });
    choices.append(choice);
  }
  return passage;
}

/**
 * A passage as the reply of a person: the core then treats it like any other, and everybody sees whose it is.
 * @param {Reply} reply
 * @param {string} passage
 * @param {import("./decisions.js").Severity} severity
 * @returns {Reply}
 */
function findingOf({ unit, source, agent }, passage, severity) {
  const [first = ""] = passage.trim().split("\n");
  const title = plainly(first).slice(0, LONGEST_TITLE);
  const finding = { id: "P1", severity, title, description: passage.trim() };
  return {
    text: `${JSON.stringify({ findings: [finding] }, null, 2)}\n`,
    agent: "a person",
    meta: { addedBy: "person", from: source ?? agent ?? unit ?? "a reply" },
    ...(unit && { unit }),
  };
}
