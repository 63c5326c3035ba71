/** `reconvene mcp`: a server of the Model Context Protocol on standard input and output. */
import { Misuse } from "../misuse.js";

const HELP = `Usage: reconvene mcp

Serves the Model Context Protocol (MCP) on standard input and output, for coding agents that run subagents. Its tools:

  report    All replies as one report, limited to a budget
  findings  Findings of the last report, filtered, or one in full
  check     What is wrong with each reply, and how to ask for it again
  plan      Which agents to ask for what, with prompts
  retry     What to ask again after the last report

Replies come inline, from files, or from what \`reconvene hook\` collected. Only files in the working folder are read
(CLAUDE_PROJECT_DIR, if that is set). Nothing is written.

Options:
  --help  This help

Example: claude mcp add reconvene -- npx reconvene mcp
`;

/** @type {import("../options.js").Command} */
export const mcp = { run, help: HELP, options: {} };

/**
 * @param {import("../options.js").Values} _
 * @param {string[]} words
 */
async function run(_, words) {
  if (words.length > 0) throw new Misuse(`Unexpected: ${words.join(", ")}. See --help.`);
  // Only who serves loads what serving takes.
  const { serve } = await import("../mcp/server.js");
  await serve(process.env.CLAUDE_PROJECT_DIR || process.cwd());
  return 0;
}
