/** `reconvene mcp`: a server of the Model Context Protocol on standard input and output. */
import { Misuse } from "../misuse.js";

const HELP = `Usage: reconvene mcp

A server of the Model Context Protocol (MCP) on standard input and output, for coding agents that run subagents. Its tools:

  report    All replies, merged into one report that keeps to a budget
  findings  Findings of the last report, filtered; one of them whole
  check     What is wrong with each reply, and the message that asks for it again
  plan      Who to ask for what, with the prompts
  retry     What to ask again after the last report

Replies are given inline, as files, or are those that \`reconvene hook\` has collected. Files are read in the working folder
alone (CLAUDE_PROJECT_DIR, where that is set). Nothing is written.

Options:
  --help  This help

For instance: claude mcp add reconvene -- npx reconvene mcp
`;

/** @type {import("../options.js").Command} */
export const mcp = { run, help: HELP, options: {} };

/**
 * @param {import("../options.js").Values} _
 * @param {string[]} words
 */
async function run(_, words) {
  if (words.length > 0) throw new Misuse(`There is nothing to do with ${words.join(", ")}.`);
  // Only who serves loads what serving takes.
  const { serve } = await import("../mcp/server.js");
  await serve(process.env.CLAUDE_PROJECT_DIR || process.cwd());
  return 0;
}
