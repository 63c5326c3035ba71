/** What each agent said of a finding, in its own words, and the sentence in its reply. */
import { shown } from "../../pkg/element/core.js";
import { counted, element } from "../dom.js";
import { canSplit, saidOf } from "./disputes.js";
import { prose } from "./prose.js";
import { agentName, placeOf, plainly } from "./rows.js";

/** @typedef {import("../reports.js").Made} Made */
/** @typedef {import("./rows.js").Row} Row */
/** @typedef {{ start: number, end: number }} Span */
/**
 * @typedef {object} Replies How the texts of replies are reached.
 * @property {(key: number) => string | undefined} text
 * @property {(key: number, span: Span) => void} open
 */
/** @typedef {Replies & { split: (fingerprint: string) => void }} Acts `split` takes out of the finding what an agent says. */

/** How much of a reply is shown on each side of the sentence, in UTF-16 units. */
const SURROUNDINGS = 6000;

/**
 * @param {Row} row
 * @param {Made} made
 * @param {Acts} acts
 */
export function membersOf(row, made, { split, ...replies }) {
  const { report, keys } = made;
  const members = saidOf(row.finding, made);
  const [first] = members;
  const agents = row.agents.length;
  const heading = agents === 1 ? "What the agent said" : `What ${counted(agents, "agent")} said`;
  return element(
    "section",
    { class: "members" },
    element("h3", {}, heading),
    ...members.map(({ said, result }, at) => {
      const key = keys[result];
      const text = key === undefined ? undefined : replies.text(key);
      return element(
        "article",
        { class: "member" },
        element(
          "header",
          {},
          element("bdi", { class: "member-name" }, shown(agentName(report, result))),
          element("span", { class: "severity", "data-severity": said.severity }, said.severity),
          said.statedSeverity && said.statedSeverity.toLowerCase() !== said.severity
            ? element("span", { class: "hint" }, "written ", element("bdi", {}, shown(said.statedSeverity)))
            : null,
          said.state === "resolved" ? element("span", { class: "hint" }, "marked as resolved") : null,
          report.results[result]?.meta?.addedBy === "person"
            ? element("span", { class: "person" }, "added by a person")
            : null,
          first && canSplit(made, first, { said, result })
            ? element(
                "button",
                { type: "button", class: "link", onclick: () => split(said.fingerprint) },
                "Keep separate",
              )
            : null,
        ),
        said.title && plainly(said.title) !== row.title
          ? element("p", { class: "own-title" }, shown(plainly(said.title)))
          : null,
        placeOf(said) !== row.place && placeOf(said) !== ""
          ? element("p", { class: "hint" }, element("bdi", {}, shown(placeOf(said))))
          : null,
        // The first is the one that stands above, in full.
        at === 0 || said.description === row.finding.description ? null : prose(said.description),
        at === 0 || !said.suggestion || said.suggestion === row.finding.suggestion
          ? null
          : labelled("Suggestion", prose(said.suggestion)),
        said.discussion ? labelled("Discussion", prose(said.discussion)) : null,
        text === undefined || key === undefined
          ? null
          : excerpt(text, said.span, () => replies.open(key, said.span), at === 0),
      );
    }),
  );
}

/**
 * @param {string} label
 * @param {HTMLElement} body
 */
export const labelled = (label, body) =>
  element("div", { class: "labelled" }, element("p", { class: "label" }, label), body);

/**
 * The reply around a sentence, with the sentence marked.
 * @param {string} text
 * @param {Span} span
 * @param {() => void} open
 * @param {boolean} isOpen
 */
function excerpt(text, { start, end }, open, isOpen) {
  const body = element("pre", {
    class: "excerpt",
    tabindex: "0",
    role: "region",
    "aria-label": "The reply, with the finding marked",
  });
  const details = element(
    "details",
    { class: "in-reply" },
    element("summary", {}, "In the reply"),
    body,
    element("p", {}, element("button", { type: "button", class: "link", onclick: open }, "Open the whole reply")),
  );
  const fill = () => {
    if (!details.open || body.firstChild) return;
    const [from, to] = [Math.max(0, start - SURROUNDINGS), Math.min(text.length, end + SURROUNDINGS)];
    const mark = element("mark", {}, shown(text.slice(start, end)));
    body.append(
      from > 0 ? "… " : "",
      shown(text.slice(from, start)),
      mark,
      shown(text.slice(end, to)),
      to < text.length ? " …" : "",
    );
    // Once it is laid out: it may be made in a view that is not shown yet.
    new ResizeObserver((_, observer) => {
      if (body.clientHeight === 0) return;
      observer.disconnect();
      body.scrollTop = mark.offsetTop - 40;
    }).observe(body);
  };
  details.addEventListener("toggle", fill);
  details.open = isOpen;
  return details;
}
