/** What is measured: ours, the same by hand, and how long others take for reading Markdown alone. */
import { lexer } from "marked";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import * as reconvene from "../pkg/node.js";
import * as handWritten from "./hand-written.js";

/**
 * @typedef {object} Job
 * @property {string} name
 * @property {string} says
 * @property {(replies: string[]) => unknown} [run]
 * @property {string} [native] The job of the native build that it is, instead of `run`.
 * @property {number} [share] How many replies are enough, where all would take too long.
 * @property {number} [upTo] Left out where there are more replies: they would tell nothing new.
 */

const remark = unified().use(remarkParse).use(remarkGfm);

/** @type {Job[]} */
export const JOBS = [
  {
    name: "report",
    says: 'reconvene: report(replies, "markdown")',
    run: (replies) => reconvene.report(replies, "markdown"),
  },
  {
    name: "parse",
    says: "reconvene: parse(reply) of each, as objects",
    run: each(reconvene.parse),
  },
  {
    name: "check",
    says: "reconvene: check(reply) of each, as objects",
    run: each((reply) => reconvene.check(reply)),
  },
  {
    name: "aggregate",
    says: "reconvene: aggregate(replies), as an object",
    run: (replies) => reconvene.aggregate(replies),
  },
  {
    name: "json",
    says: 'reconvene: JSON.parse(report(replies, "json"))',
    run: (replies) => JSON.parse(reconvene.report(replies, "json")),
    upTo: 1000,
  },
  {
    name: "render",
    says: 'reconvene: render(aggregate(replies), "markdown")',
    run: (replies) => reconvene.render(reconvene.aggregate(replies), "markdown"),
    upTo: 1000,
  },
  {
    name: "render alone",
    says: 'reconvene: render(report, "markdown") of a report that is there',
    run: (replies) => reconvene.render(merged(replies), "markdown"),
  },
  {
    name: "html alone",
    says: 'reconvene: render(report, "html")',
    run: (replies) => reconvene.render(merged(replies), "html"),
  },
  { name: "native report", says: "native: report", native: "report" },
  { name: "native parse", says: "native: reading alone", native: "parse" },
  { name: "native check", says: "native: checking, which reads", native: "check" },
  { name: "native merge", says: "native: merging alone", native: "merge" },
  { name: "native render", says: "native: rendering Markdown alone", native: "render" },
  { name: "native html", says: "native: rendering HTML alone", native: "html" },
  {
    name: "hand-written",
    says: "by hand: report, which does less",
    run: handWritten.report,
  },
  { name: "hand-written parse", says: "by hand: reading alone", run: each(handWritten.parse) },
  { name: "marked", says: "marked: lexing alone", run: each((reply) => lexer(reply)) },
  { name: "remark", says: "remark with GFM: parsing alone", run: each((reply) => remark.parse(reply)), share: 50 },
];

/** @type {WeakMap<string[], ReturnType<typeof reconvene.aggregate>>} */
const reports = new WeakMap();

/** @param {string[]} replies */
function merged(replies) {
  const report = reports.get(replies) ?? reconvene.aggregate(replies);
  reports.set(replies, report);
  return report;
}

/**
 * @param {(reply: string) => unknown} read
 * @returns {(replies: string[]) => void}
 */
function each(read) {
  return (replies) => {
    for (const reply of replies) read(reply);
  };
}
