/** A person's word on findings that may be one: where it is given, and what was said so far. */
import { shown } from "./core.js";
import { button, clipped, make } from "./dom.js";

/** @typedef {import("../reconvene-element.js").Decision} Decision */

/** @type {(decision: Decision) => string} */
export const pairOf = ({ fingerprints }) => JSON.stringify([...fingerprints].sort());

/**
 * The decisions that are some, of what a host gives: one on each pair, the last.
 * @param {Iterable<Decision | import("../reconvene.js").FindingDecision> | null | undefined} given
 * @returns {Decision[]}
 */
export function decisionsOf(given) {
  // Those on single findings are for a page of its own.
  const pairs = [...(given ?? [])].filter((decision) => "fingerprints" in decision);
  const decisions = pairs.map(({ fingerprints: [one, other], same }) => ({
    fingerprints: /** @type {[string, string]} */ ([String(one), String(other)]),
    same: same === true,
  }));
  return [...new Map(decisions.map((decision) => [pairOf(decision), decision])).values()];
}

/**
 * Makes the suggestions of a report ones that can be decided.
 * @param {ParentNode} report
 */
export function makeDecidable(report) {
  for (const row of rows(report)) {
    row.tabIndex = 0;
    row.setAttribute("aria-keyshortcuts", "s d u");
    row.lastElementChild?.replaceChildren(
      button("same", "Same", { title: "They are the same finding (s)" }),
      button("different", "Different", { title: "They are different findings (d)" }),
    );
  }
}

/** @param {ParentNode} report */
export const rows = (report) => /** @type {HTMLElement[]} */ ([...report.querySelectorAll("tr[data-fingerprints]")]);

/**
 * The pair that a row is on.
 * @param {HTMLElement} row
 * @returns {[string, string]}
 */
export const fingerprintsOf = (row) => JSON.parse(row.dataset.fingerprints ?? "[]");

/**
 * What was decided, as a section of its own; nothing where that is nothing.
 * @param {Decision[]} decisions
 * @param {import("./findings.js").Findings} findings
 */
export function section(decisions, findings) {
  if (decisions.length === 0) return null;
  const items = decisions.map(({ fingerprints, same }, index) => {
    const names = [...new Set(fingerprints.map((one) => nameOf(findings, one) ?? shown(one)))];
    const [one, other] = names;
    const word = same ? "The same" : "Different";
    const on = other === undefined ? `${one}, merged from 2` : `${one} and ${other}`;
    return make(
      "li",
      { tabindex: "0", class: "decision", "data-decision": String(index), "aria-keyshortcuts": "u" },
      ...[make("strong", {}, `${word}:`), ` ${on} `, button("undo", "Undo", { title: "Undo (u)" })],
    );
  });
  const heading = make("h2", {}, "Your decisions");
  return make(
    "section",
    { "data-section": "decisions", "aria-label": "Your decisions" },
    heading,
    make("ul", {}, ...items),
  );
}

/**
 * The finding that has a member of a fingerprint, by its id and its words.
 * @param {import("./findings.js").Findings} findings
 * @param {string} fingerprint
 */
function nameOf(findings, fingerprint) {
  const article = findings.reporting(fingerprint);
  if (!article?.dataset.finding) return null;
  const said = article.querySelector(".finding-name, .description")?.textContent?.trim() ?? "";
  return `${article.dataset.finding} (${clipped(said)})`;
}
