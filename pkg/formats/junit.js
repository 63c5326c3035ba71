/**
 * JUnit's XML, as Jenkins and GitLab read it: a unit is a suite, a finding a failed case, a unit without a finding a passed
 * one.
 */
import { cut, explanation, inert, isFailed, issuesOf, oneLine, placeText } from "./issues.js";

/** @typedef {import("../reconvene.js").Report} Report */
/** @typedef {import("./issues.js").Issue} Issue */
/** @typedef {"failure" | "error" | "skipped" | null} Outcome What there is of a case that did not pass. */
/** @typedef {{ name: string, outcome: Outcome, type?: string, message?: string, text?: string }} Case */

/** Longer messages are cut: the whole text stands in the element. */
const MESSAGE = 500;

/** Longer names are cut: a finding has one in each suite. */
const NAME = 300;

/**
 * @param {Report} report
 * @returns {string}
 */
export function junit(report) {
  const rows = new Map(report.coverage.flatMap((row) => row.results.map((result) => [result, row])));
  /** @type {Map<Report["coverage"][number] | undefined, Case[]>} */
  const found = new Map();
  for (const issue of issuesOf(report)) {
    // No finding goes missing because its reply has no row.
    const [first, ...others] = new Set(issue.finding.members.map(({ result }) => rows.get(result)));
    const one = caseOf(issue);
    put(found, first, one);
    // The whole text in each suite would make the file grow with the square of the replies that agree.
    const unit = cut(first?.unit ?? report.title, NAME);
    const pointer = { ...one, text: `The same finding as ${issue.finding.id} of "${unit}"` };
    for (const row of others) put(found, row, pointer);
  }
  /** @type {Map<string, Case[]>} */
  const gaps = new Map();
  for (const gap of report.gaps) put(gaps, gap.unit, caseOfGap(gap));
  const suites = report.coverage.map((row) => {
    return { unit: row.unit, cases: [...(found.get(row) ?? []), ...(gaps.get(row.unit) ?? [])] };
  });
  const others = found.get(undefined);
  if (others) suites.push({ unit: report.title, cases: others });
  const whole = suites.map(({ unit, cases }) => {
    return { unit, cases: cases.length > 0 ? numbered(cases) : [passed("no findings")] };
  });
  const all = whole.flatMap(({ cases }) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${attribute(report.title)}" ${counts(all)}>`,
    ...whole.flatMap(({ unit, cases }) => [
      `  <testsuite name="${attribute(unit)}" ${counts(cases)} skipped="${count(cases, "skipped")}">`,
      ...cases.map((one) => element(one, unit)),
      "  </testsuite>",
    ]),
    "</testsuites>",
    "",
  ].join("\n");
}

/**
 * @template Key
 * @template Value
 * @param {Map<Key, Value[]>} lists
 * @param {Key} key
 * @param {Value} value
 */
function put(lists, key, value) {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/**
 * @param {Issue} issue
 * @returns {Case}
 */
function caseOf(issue) {
  const { finding, title, spot, placed, state, type } = issue;
  const name = cut(placed ? `${title} (${placeText(spot)})` : title, NAME);
  if (state !== "open") return passed(`${name}, ${state}`);
  const place = finding.location ? `At ${finding.location.text}` : "";
  const head = finding.title === null ? finding.id : `${finding.id}: ${finding.title}`;
  const text = [head, place, explanation(issue)].filter((part) => part !== "").join("\n\n");
  return { name, outcome: "failure", type: `${finding.severity} ${type}`, message: title, text };
}

/**
 * What is missing of a unit, as a case of its own. What is incomplete is no error: its findings stand.
 * @param {Report["gaps"][number]} gap
 * @returns {Case}
 */
function caseOfGap(gap) {
  const outcome = isFailed(gap) ? "error" : "skipped";
  return { name: "reviewed in full", outcome, type: gap.status, message: gap.reason, text: gap.missing ?? "" };
}

/**
 * @param {string} name
 * @returns {Case}
 */
const passed = (name) => ({ name, outcome: null });

/**
 * Cases of one suite are told apart by their names.
 * @param {Case[]} cases
 * @returns {Case[]}
 */
function numbered(cases) {
  const seen = new Map();
  return cases.map((one) => {
    const times = (seen.get(one.name) ?? 0) + 1;
    seen.set(one.name, times);
    return times === 1 ? one : { ...one, name: `${one.name} #${times}` };
  });
}

/**
 * @param {Case} one
 * @param {string} unit
 */
function element({ name, outcome, type = "", message = "", text = "" }, unit) {
  const begin = `    <testcase name="${attribute(name)}" classname="${attribute(unit)}"`;
  if (outcome === null) return `${begin}/>`;
  const what = `<${outcome} type="${attribute(type)}" message="${attribute(cut(message, MESSAGE))}"`;
  const full = text || message;
  return [`${begin}>`, `      ${what}>${content(full)}</${outcome}>`, "    </testcase>"].join("\n");
}

/** @param {Case[]} cases */
const counts = (cases) =>
  `tests="${cases.length}" failures="${count(cases, "failure")}" errors="${count(cases, "error")}"`;

/**
 * @param {Case[]} cases
 * @param {Outcome} outcome
 */
const count = (cases, outcome) => cases.filter((one) => one.outcome === outcome).length;

/** @type {Record<string, string>} */
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** @param {string} text */
const content = (text) => inert(text).replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

/** @param {string} text */
const attribute = (text) => content(oneLine(text));
