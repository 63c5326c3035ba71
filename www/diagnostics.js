/** The diagnostics of a reply, as a list: what, where, and the change that mends it. */
import { shown } from "../pkg/element/core.js";
import { counted, element } from "./dom.js";

/** @typedef {import("../pkg/reconvene.js").Diagnostic} Diagnostic */
/** @typedef {{ reveal: (span: NonNullable<Diagnostic["span"]>) => void, apply: (edit: NonNullable<Diagnostic["edit"]>) => void }} Acts */

/** A reply that breaks more rules than anyone reads: the rest is counted. */
const MOST = 200;

const LONGEST_EDIT = 80;

/**
 * @param {Diagnostic[]} diagnostics
 * @param {Acts} acts
 */
export function diagnosticItems(diagnostics, acts) {
  const items = diagnostics.slice(0, MOST).map((diagnostic) => item(diagnostic, acts));
  const more = diagnostics.length - MOST;
  return more > 0
    ? [...items, element("li", { class: "more" }, `${counted(more, "more")} in the text itself.`)]
    : items;
}

/**
 * @param {Diagnostic} diagnostic
 * @param {Acts} acts
 */
function item({ code, level, message, help, edit, span }, { reveal, apply }) {
  const place = span ? `line ${span.line}, column ${span.column}` : "";
  return element(
    "li",
    { class: "diagnostic", "data-level": level },
    element(
      "p",
      {},
      element("span", { class: "level" }, level),
      " ",
      element("bdi", {}, message),
      help ? element("span", { class: "help" }, help) : null,
    ),
    element(
      "p",
      { class: "row" },
      span ? element("button", { type: "button", class: "link", onclick: () => reveal(span) }, place) : null,
      element("code", { class: "code" }, code),
      edit
        ? element("button", { type: "button", class: "edit", onclick: () => apply(edit) }, editName(edit.text))
        : null,
    ),
  );
}

/** What a button says that makes a change. @param {string} text */
export function editName(text) {
  const line = text.trim().replace(/\s+/g, " ");
  if (line === "") return "Delete it";
  return `Write “${shown(line.length > LONGEST_EDIT ? `${line.slice(0, LONGEST_EDIT)}…` : line)}”`;
}
