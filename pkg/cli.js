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

Merges the free-text replies of LLM subagents into one report, and says what is wrong with each.

Commands:
  report    Merge replies into one report
  render    Convert a saved report to another format
  collect   Collect replies from JSON lines, for a report made later or elsewhere
  merge     Merge what \`collect\` wrote, for \`report --state\`
  check     Say what is wrong with each reply, fix it, or ask for it again
  parse     Print what each reply says, as JSON
  sessions  List the sessions of coding agents in this folder
  plan      Plan which agents to ask for what
  agents    Write the definitions of the agents that plans use
  retry     Plan what to ask again after a report
  prompt    Print an instruction for a subagent's prompt
  clarify   Work with agents' questions, people's answers, and decisions
  explain   Explain a diagnostic code
  hook      Collect replies when subagents stop (the SubagentStop hook of Claude Code and Codex)
  mcp       Serve reports to an orchestrator over MCP

Options:
  --help      Show this help, or the help of a command
  --version   Show the version
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
  if (name === undefined) return "Name a command, such as `reconvene report replies/`.";
  const meant = existsSync(name)
    ? ` Did you mean \`reconvene report ${name}\`?`
    : suggestion(name, Object.keys(COMMANDS));
  return `Unknown command ${name}.${meant}`;
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
