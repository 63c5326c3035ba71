/** `reconvene prompt`: the instruction to put into a subagent's prompt. */
import * as reconvene from "../../node.js";
import { Misuse } from "../misuse.js";
import { keepInputs, namesOf, oneOf, TYPES_HELP, typesIn } from "../options.js";
import { write } from "../terminal.js";

/** Each type with the variables that it takes. */
const TYPES = {
  digest: "Doc",
  consistency: "DocA, DocB",
  verification: "ItemList (one item per line)",
  implementation: "Task",
  "design-plan": "Screen",
  review: "Scope",
  return: "SessionId, AgentType, DelegationDepth, DelegationPath",
  refinements: "none",
};

const HELP = `Usage: reconvene prompt TYPE [NAME=VALUE…]

Prints an instruction for a subagent's prompt. A reply that follows it needs no repair. Variables that you leave
out stay as placeholders.

Types and their variables:
${Object.entries(TYPES)
  .map(([type, variables]) => `  ${type.padEnd(16)}${variables}`)
  .join("\n")}

Options:
  --types FILE ${TYPES_HELP};
               each takes Scope
  --out FILE   Write to a file instead of standard output
  --help       This help

Example: reconvene prompt consistency DocA=docs/API.md DocB=docs/DATA.md
`;

/** @type {import("../options.js").Command} */
export const prompt = { run, help: HELP, options: { types: { type: "string" }, out: { type: "string" } } };

/**
 * @param {import("../options.js").Values} values
 * @param {string[]} words
 */
async function run({ types: file, out }, [type, ...pairs]) {
  const types = typesIn(file);
  const names = [...Object.keys(TYPES), ...namesOf(types)];
  if (type === undefined) throw new Misuse(`Name a type: ${names.join(", ")}.`);
  keepInputs("--out", out, file === undefined ? [] : [file], "an input");
  const of = oneOf("TYPE", type, names);
  const variables = pairs.map((pair) => {
    const at = pair.indexOf("=");
    if (at < 1) throw new Misuse(`${pair} is not a variable. Write NAME=VALUE.`);
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
  await write(reconvene.prompt(of, Object.fromEntries(variables), { types }), out);
  return 0;
}
