/** `reconvene parse`: what each reply says, as JSON. */
import * as reconvene from "../../node.js";
import { isTooLarge, readReplies } from "../input.js";
import { FILES } from "../options.js";
import { escaped, write } from "../terminal.js";

/** @typedef {import("../options.js").Values} Values */

const HELP = `Usage: reconvene parse [OPTIONS] [FILES…]

Prints what each reply says, as JSON: one result, or a list where there are several replies.

${FILES}

Options:
  --ledger     With the spans of the text, each with the part of the result that holds it
  --out FILE   Write to a file instead of standard output
  --help       This help
`;

/** @type {import("../options.js").Command} */
export const parse = { run, help: HELP, options: { ledger: { type: "boolean" }, out: { type: "string" } } };

/**
 * @param {Values} values
 * @param {string[]} paths
 */
async function run({ ledger, out }, paths) {
  const { replies, complete } = await readReplies(paths, [out]);
  const results = replies.filter((reply) => !isTooLarge(reply)).map((reply) => reconvene.parse(reply, { ledger }));
  if (results.length > 0) {
    const json = JSON.stringify(results.length === 1 ? results[0] : results, null, 2);
    await write(`${escaped(json)}\n`, out);
  }
  return complete ? 0 : 2;
}
