/** `reconvene sessions`: the sessions of coding agents in this folder, and which subagents each asked. */
import { Misuse } from "../misuse.js";
import { count } from "../options.js";
import { agentsOf, lookedIn, nameOf, nearestSessions, ownOf, sessionsOf } from "../sessions/find.js";
import { escaped, inert, progress, say, write } from "../terminal.js";

const HELP = `Usage: reconvene sessions [OPTIONS]

Lists the sessions of coding agents in this folder, newest first, with the subagents of each. If this folder has none,
the nearest folder above that has any is listed.

Options:
  --agent claude-code|codex|gemini-cli
               Only sessions of this agent
  --all        Sessions of all folders
  --limit N    At most this many sessions (default: 20)
  --json       As JSON
  --help       This help

\`reconvene report --session ID\` reports on one, \`reconvene report --session\` on the newest with subagents. Sessions are
read from where the agents keep them: CLAUDE_CONFIG_DIR (~/.claude), CODEX_HOME (~/.codex), GEMINI_CLI_HOME (~).
`;

/** @type {import("../options.js").Command} */
export const sessions = {
  run,
  help: HELP,
  options: {
    agent: { type: "string" },
    all: { type: "boolean" },
    limit: { type: "string", default: "20" },
    json: { type: "boolean" },
  },
};

/**
 * @param {import("../options.js").Values} values
 * @param {string[]} words
 */
async function run({ agent, all = false, limit, json = false }, words) {
  if (words.length > 0) throw new Misuse(`Unexpected: ${words.join(", ")}. --help lists what this command takes.`);
  const agents = agentsOf(agent);
  const near = all ? { found: sessionsOf(agents, undefined), above: undefined } : nearestSessions(agents);
  const found = near.found.filter(({ isStarted }) => !isStarted);
  if (near.above !== undefined) say(`This folder has no session: listing those of ${near.above}.`);
  const shown = found.slice(0, count("--limit", limit));
  const listed = [];
  for (const [index, one] of shown.entries()) {
    const { agent: host, id, path, modified } = one;
    progress(`Reading ${index + 1} of ${shown.length}: ${path}`);
    const session = await ownOf(one, () => {});
    listed.push({ agent: host, id, path, modified: modified.toISOString(), ...told(session) });
  }
  if (json) {
    await write(`${escaped(JSON.stringify(listed, null, 2))}\n`);
    return 0;
  }
  if (found.length === 0) say(`No session of this folder was found${lookedIn(agents)}.`);
  for (const session of listed) await write(`${inert(line(session))}\n`);
  const older = found.length - shown.length;
  if (older > 0) say(`${older} older session${older === 1 ? " is" : "s are"} not listed. Use --limit to list more.`);
  return 0;
}

/** @param {import("../../reconvene-sessions.js").Session} session */
function told({ title, started, folder, replies, expected }) {
  const answered = new Set(replies.map(key));
  return {
    ...{ title, started, folder },
    asked: expected.length,
    replies: replies.length,
    failed: replies.filter(({ error }) => error !== undefined).length,
    missing: expected.filter((one) => !answered.has(key(one))).length,
    units: expected.map(({ unit }) => unit),
  };
}

/** @param {{ unit?: string, agent?: string }} row */
const key = ({ unit, agent }) => JSON.stringify([unit, agent]);

/** @param {{ agent: string, id: string, modified: string, title: string | null, asked: number, failed: number, missing: number }} session */
function line({ agent, id, modified, title, asked, failed, missing }) {
  const parts = [
    `${asked} ${asked === 1 ? "subagent" : "subagents"}`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(missing > 0 ? [`${missing} without a reply`] : []),
  ];
  const fanOut = asked === 0 ? "no subagents" : parts.join(", ");
  return `${modified.slice(0, 16).replace("T", " ")}  ${nameOf(agent).padEnd(11)}  ${id}  ${fanOut}${title === null ? "" : `  ${title}`}`;
}
