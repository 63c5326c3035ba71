/** `reconvene parse`: what each reply says, as JSON. */
import * as reconvene from "../../node.js";
import { isTooLarge, readReplies } from "../input.js";
import { Misuse } from "../misuse.js";
import { FILES, keepInputs, SESSION_OPTIONS, sessionHelp, TYPES_HELP, typesIn } from "../options.js";
import { escaped, write } from "../terminal.js";

/** @typedef {import("../options.js").Values} Values */
/** @typedef {import("../../reconvene.js").AgentResult} AgentResult */

const HELP = `Usage: reconvene parse [OPTIONS] [FILES…]

Prints what each reply says as JSON: one result, or a list if there are several replies.

${FILES}

Options:
${sessionHelp(17)}
  --types FILE   ${TYPES_HELP}
  --ledger       Add the spans of the text, each with the part of the result that holds it
  --explain      Instead of JSON, print why each part of a review was read as a finding or not
  --out FILE     Write to a file instead of standard output
  --help         This help
`;

/** @type {import("../options.js").Command} */
export const parse = {
  run,
  help: HELP,
  options: {
    ...SESSION_OPTIONS,
    types: { type: "string" },
    ledger: { type: "boolean" },
    explain: { type: "boolean" },
    out: { type: "string" },
  },
};

/**
 * @param {Values} values
 * @param {string[]} paths
 */
async function run({ types, ledger, explain, out, ...asked }, paths) {
  keepInputs("--out", out, types === undefined ? [] : [types], "an input");
  if (ledger && explain) throw new Misuse("Use either --ledger or --explain, not both.");
  const registered = typesIn(types);
  const { replies, complete } = await readReplies(paths, [out, types], { ...asked, out, types: registered });
  const options = { ledger, decisions: explain, types: registered };
  const results = replies.filter((reply) => !isTooLarge(reply)).map((reply) => reconvene.parse(reply, options));
  if (results.length > 0 && explain) {
    await write(`${results.map(explained).join("\n\n")}\n`, out);
  } else if (results.length > 0) {
    const json = JSON.stringify(results.length === 1 ? results[0] : results, null, 2);
    await write(`${escaped(json)}\n`, out);
  }
  return complete ? 0 : 2;
}

/** @param {AgentResult} result */
function explained({ source, agent, decisions }) {
  const lines = (decisions ?? []).map(({ text, verdict, evidence, weight, span }) => {
    const signs = evidence.map(({ sign, weight }) => `${sign} ${signed(weight)}`).join(", ");
    return `${String(span.line).padStart(5)}  ${verdict.padEnd(7)}  ${escaped(text)}\n${" ".repeat(16)}${signed(weight)}: ${signs || "nothing speaks for it"}`;
  });
  const about = source ?? agent ?? "The reply";
  return [
    `${about}: ${lines.length === 0 ? "no decisions: only reviews without a fixed format have them." : "a part with a weight of +4 or more is a finding."}`,
    ...lines,
  ].join("\n");
}

/** @param {number} weight */
const signed = (weight) => (weight > 0 ? `+${weight}` : String(weight));
