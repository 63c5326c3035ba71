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
  await write(names.map((name) => unlinked(reconvene.explain(name))).join("\n"));
  return 0;
}

/**
 * The page that a link of `docs/formats/` leads to, from the top.
 * @param {string} target
 */
const page = (target) => (target.startsWith("../") ? target.replace("../", "docs/") : `docs/formats/${target}`);

/**
 * An explanation with the names of its links' pages, since a terminal opens no link.
 * @param {string} markdown
 */
const unlinked = (markdown) =>
  markdown.replace(/\[([^\]\n]*)\]\(([\w./-]+\.md[^)\s]*)\)/g, (_, text, target) =>
    text === target ? page(target) : `${text} (${page(target)})`,
  );
