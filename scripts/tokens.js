/**
 * `npm run tokens [FOLDER]`: how many tokens an orchestrator reads with a report, beside the replies that it is made of.
 * FOLDER holds one folder a set, each with `replies/`; without one, it is `tests/golden`.
 *
 * Tokens are counted by `gpt-tokenizer`, in the encoding o200k_base. Other models cut text in other ways, but all texts
 * similarly: the shares are what to look at.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { TOOLS } from "../pkg/cli/mcp/tools.js";
import { aggregate, render } from "../pkg/node.js";
import { OWN, setsOf } from "./golden.js";
import { Failure, runAlone } from "./run.js";

/** @typedef {{ set: string, replies: number, findings: number, read: number, whole: number, answer: number, list: number, one: number }} Row */

/**
 * @param {string} name
 * @param {any} [given]
 * @param {any} [session]
 */
async function answered(name, given, session) {
  const tool = TOOLS.find((one) => one.name === name);
  if (!tool) throw new Failure(`There is no tool ${name}.`);
  return countTokens(await tool.run(given, session));
}

/**
 * @param {string} folder
 * @param {string} set
 * @returns {Promise<Row>}
 */
export async function measured(folder, set) {
  const from = join(folder, set, "replies");
  const replies = readdirSync(from)
    .sort()
    .map((source) => ({ source, text: readFileSync(join(from, source), "utf8") }));
  const report = aggregate(replies);
  const session = { report: null, plan: null, again: null };
  return {
    set,
    replies: replies.length,
    findings: report.findings.length,
    read: replies.reduce((sum, { text }) => sum + countTokens(text), 0),
    whole: countTokens(render(report, "markdown")),
    answer: await answered("report", { replies }, session),
    list: await answered("findings", {}, session),
    one: report.findings.length === 0 ? 0 : await answered("findings", { id: "G1" }, session),
  };
}

/** @param {Row[]} rows */
export function table(rows) {
  const number = (/** @type {number} */ value) => value.toLocaleString("en-US");
  const sum = (/** @type {keyof Row} */ key) => rows.reduce((total, row) => total + Number(row[key]), 0);
  const keys = /** @type {const} */ (["replies", "findings", "read", "whole", "answer", "list", "one"]);
  const total = /** @type {Row} */ ({ set: "together", ...Object.fromEntries(keys.map((key) => [key, sum(key)])) });
  const head = [
    "Set",
    "Replies",
    "Findings",
    "Their tokens",
    "Whole report",
    "`report`",
    "Share",
    "`findings`",
    "One finding",
  ];
  const lines = [...rows, total].map((row) => [
    row.set,
    ...keys.slice(0, 5).map((key) => number(row[key])),
    `${Math.round((100 * row.answer) / row.read)}%`,
    ...keys.slice(5).map((key) => number(row[key])),
  ]);
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

await runAlone(import.meta.url, async ([given]) => {
  // npm changes to the package's folder; a person names folders from where they are.
  const folder = given === undefined ? OWN : resolve(process.env.INIT_CWD ?? process.cwd(), given);
  const sets = setsOf(folder);
  if (sets.length === 0) throw new Failure(`${folder} holds no set.`);
  const rows = [];
  for (const set of sets.sort()) rows.push(await measured(folder, set));
  console.log(table(rows));
});
