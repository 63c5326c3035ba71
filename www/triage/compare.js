/** Two findings side by side, and what a person may say of them: the same, or not. */
import { shown } from "../../pkg/element/core.js";
import { element } from "../dom.js";
import { unmarked } from "./rows.js";
import { compared } from "./word-diff.js";

/** @typedef {import("./rows.js").Row} Row */

/**
 * @param {Row} one
 * @param {Row} other
 * @param {object} given
 * @param {string} given.why
 * @param {(same: boolean) => void} given.decide
 * @param {() => void} [given.goTo] Shows the other by itself.
 * @param {() => void} [given.cancel]
 * @param {boolean} [given.hasKeys] Whether the keys act on these two: on the first of several.
 */
export function sideBySide(one, other, { why, decide, goTo, cancel, hasKeys = true }) {
  const [mine, theirs] = compared(unmarked(one.finding.description), unmarked(other.finding.description));
  return element(
    "section",
    { class: "compare", "aria-label": "Two findings side by side" },
    element("h3", {}, why),
    element("div", { class: "sides" }, side(one, mine, "This finding"), side(other, theirs, "The other one", goTo)),
    element(
      "p",
      { class: "row" },
      element(
        "button",
        { type: "button", "aria-keyshortcuts": hasKeys ? "s" : null, onclick: () => decide(true) },
        "Merge ",
        hasKeys ? key("s") : null,
      ),
      element(
        "button",
        { type: "button", "aria-keyshortcuts": hasKeys ? "n" : null, onclick: () => decide(false) },
        "Keep separate ",
        hasKeys ? key("n") : null,
      ),
      cancel ? element("button", { type: "button", class: "link", onclick: cancel }, "Cancel") : null,
    ),
  );
}

/**
 * @param {Row} row
 * @param {(Node | string)[]} words
 * @param {string} label
 * @param {() => void} [goTo]
 */
function side(row, words, label, goTo) {
  const title = element("bdi", {}, shown(row.title));
  return element(
    "div",
    { class: "side", role: "group", "aria-label": label },
    element(
      "p",
      { class: "side-head" },
      element("span", { class: "severity", "data-severity": row.severity }, row.severity),
      " ",
      goTo ? element("button", { type: "button", class: "link", onclick: goTo }, title) : element("strong", {}, title),
    ),
    element(
      "p",
      { class: "hint" },
      element("bdi", {}, shown([row.shortPlace, row.agents.join(", ")].filter(Boolean).join(" · "))),
    ),
    element("blockquote", { dir: "auto" }, ...words),
  );
}

/** @param {string} name */
export const key = (name) => element("kbd", { "aria-hidden": "true" }, name);
