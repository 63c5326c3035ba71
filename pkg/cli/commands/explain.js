/** `reconvene explain`: what the code of a diagnostic means, with an example and its fix. */
import * as reconvene from "../../node.js";
import { Misuse, suggestion } from "../misuse.js";
import { write } from "../terminal.js";

const HELP = `Usage: reconvene explain CODE…

Explains a diagnostic code, with an example and its fix.

Options:
  --list   List every code
  --help   This help
`;

/** @type {import("../options.js").Command} */
export const explain = { run, help: HELP, options: { list: { type: "boolean" } } };

/**
 * @param {import("../options.js").Values} values
 * @param {string[]} names
 */
async function run({ list }, names) {
  const codes = reconvene.codes();
  if (list) {
    await write(`${codes.join("\n")}\n`);
    return 0;
  }
  if (names.length === 0) throw new Misuse("Name a code, such as count-mismatch; --list prints them all.");
  const unknown = names.find((name) => !codes.includes(name));
  if (unknown !== undefined) {
    throw new Misuse(`Unknown code ${unknown}.${suggestion(unknown, codes)} --list prints them all.`);
  }
  await write(names.map((name) => reconvene.explain(name)).join("\n"));
  return 0;
}
