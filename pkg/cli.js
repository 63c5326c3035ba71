#!/usr/bin/env node
/** The command line. Exit status: 0 done, 1 a condition was met, 2 misuse or unreadable input. */
import { existsSync } from "node:fs";
import { agents } from "./cli/commands/agents.js";
import { check } from "./cli/commands/check.js";
import { clarify } from "./cli/commands/clarify.js";
import { collect } from "./cli/commands/collect.js";
import { explain } from "./cli/commands/explain.js";
import { hook } from "./cli/commands/hook.js";
import { mcp } from "./cli/commands/mcp.js";
import { merge } from "./cli/commands/merge.js";
import { parse } from "./cli/commands/parse.js";
import { plan } from "./cli/commands/plan.js";
import { prompt } from "./cli/commands/prompt.js";
import { render } from "./cli/commands/render.js";
import { report } from "./cli/commands/report.js";
import { retry } from "./cli/commands/retry.js";
import { sessions } from "./cli/commands/sessions.js";
import { Misuse, suggestion } from "./cli/misuse.js";
import { argumentsOf } from "./cli/options.js";
import { say, tellFault, write } from "./cli/terminal.js";
import * as reconvene from "./node.js";

const HELP = `Usage: reconvene COMMAND [OPTIONS] [FILES…]

Reads the replies of LLM subagents, says what is wrong with each, and merges them into one report.

Commands:
  report    All replies, merged into one report
  render    A report that was made before, in another format
  collect   Replies by the line into the state of a collector, for a report that is made later or elsewhere
  merge     The states of several collectors into one, which \`report --state\` reports on
  check     What is wrong with each reply, where, and how to ask for it again
  parse     What each reply says, as JSON
  sessions  The sessions of coding agents in this folder, and which subagents each asked
  plan      Who to ask for what, wave after wave
  agents    The definitions of the agents that plans ask
  retry     What to ask again after a report
  prompt    The instruction to put into a subagent's prompt
  clarify   Questions to people, their answers, and what is decided by them
  explain   What the code of a diagnostic means
  hook      For the event SubagentStop of coding agents: collects each reply, and asks again for what cannot be used
  mcp       A server of the Model Context Protocol, on standard input and output

Options:
  --help      This help; after a command, the help of that command
  --version   The version
`;

/** @type {Record<string, import("./cli/options.js").Command>} */
const COMMANDS = {
  report,
  render,
  collect,
  merge,
  check,
  parse,
  sessions,
  plan,
  agents,
  retry,
  prompt,
  clarify,
  explain,
  hook,
  mcp,
};

/** @param {string[]} args */
async function main([name, ...args]) {
  if (name === "--help" || name === "-h" || name === "--version") {
    await write(name === "--version" ? `${reconvene.version}\n` : HELP);
    return 0;
  }
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Misuse(`${noCommand(name)} The commands are ${Object.keys(COMMANDS).join(", ")}.`);
  const { values, positionals } = argumentsOf(args, command.options);
  if (values.help) {
    await write(command.help);
    return 0;
  }
  return command.run(values, positionals);
}

/** @param {string} [name] */
function noCommand(name) {
  if (name === undefined) return "Name a command.";
  const meant = existsSync(name)
    ? ` Did you mean \`reconvene report ${name}\`?`
    : suggestion(name, Object.keys(COMMANDS));
  return `There is no command ${name}.${meant}`;
}

// A reader that went away is told of by `write`; on standard error there is nobody left to tell.
process.stderr.on("error", () => {});
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  // Not left to Node, whose status would be 1, which says that a condition was met.
  if (error instanceof Misuse || error instanceof reconvene.ReconveneError) say(error.message);
  else tellFault(error);
  process.exitCode = COMMANDS[process.argv[2] ?? ""]?.fault ?? 2;
}
