/** Where coding agents keep their sessions, and which of them are of a folder. */
import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { Misuse, suggestion } from "../misuse.js";
import { say } from "../terminal.js";
import { entriesIn, jsonAt, readLogFile } from "./read.js";

/** @typedef {import("../../reconvene-sessions.js").Session} Session */
/** @typedef {"claude-code" | "codex" | "gemini-cli"} Agent */
/** @typedef {{ agent: Agent, id: string, path: string, modified: Date, isStarted?: boolean }} Found Whether another session started it. */

/** The head of a rollout holds the instructions of the agent. */
const LONGEST_HEAD = 4 * 1024 * 1024;

/** So long a name Claude Code gives a folder whole. */
const LONGEST_FOLDER_NAME = 200;

const SESSION_FILE = /^([0-9a-f]{8}-[0-9a-f-]{27})\.jsonl$/i;
const ROLLOUT = /^rollout-.*?([0-9a-f]{8}-[0-9a-f-]{27})\.jsonl$/i;
const CHAT = /^session-.*\.jsonl?$/;

/** @type {Record<Agent, { name: string, root: () => string, find: (root: string, folder: string | undefined) => Found[] }>} */
const AGENTS = {
  "claude-code": {
    name: "Claude Code",
    root: () => join(process.env.CLAUDE_CONFIG_DIR || join(homedir(), ".claude"), "projects"),
    find: ofClaudeCode,
  },
  codex: {
    name: "Codex",
    root: () => join(process.env.CODEX_HOME || join(homedir(), ".codex"), "sessions"),
    find: ofCodex,
  },
  "gemini-cli": {
    name: "Gemini CLI",
    root: () => join(process.env.GEMINI_CLI_HOME || homedir(), ".gemini", "tmp"),
    find: ofGemini,
  },
};

export const AGENT_NAMES = /** @type {Agent[]} */ (Object.keys(AGENTS));

/** @param {string} host */
export const nameOf = (host) => AGENTS[/** @type {Agent} */ (host)]?.name ?? host;

/**
 * What `--agent` names.
 * @param {string | undefined} value
 * @returns {Agent[]}
 */
export function agentsOf(value) {
  if (value === undefined) return AGENT_NAMES;
  const agent = AGENT_NAMES.find((name) => name === value);
  if (agent !== undefined) return [agent];
  if (value === "opencode") {
    throw new Misuse(
      "opencode keeps its sessions in a database: `opencode export ID > session.json`, then name that file.",
    );
  }
  throw new Misuse(
    `--agent must be one of ${AGENT_NAMES.join(", ")}, but is "${value}".${suggestion(value, AGENT_NAMES)}`,
  );
}

/**
 * The sessions of a folder, the newest first.
 * @param {Agent[]} agents
 * @param {string | undefined} folder Of all folders where none is named.
 */
export function sessionsOf(agents, folder) {
  const found = agents.flatMap((agent) => AGENTS[agent].find(AGENTS[agent].root(), folder));
  return found.sort((a, b) => Number(b.modified) - Number(a.modified) || (a.path < b.path ? -1 : 1));
}

/**
 * The sessions of the working folder, or of the nearest above that has any: no higher than the home folder.
 * @param {Agent[]} agents
 * @returns {{ found: Found[], above: string | undefined }} With that folder, where it is not the working folder itself.
 */
export function nearestSessions(agents) {
  const working = process.cwd();
  const homes = pathsOf(homedir());
  for (let folder = working; ; folder = dirname(folder)) {
    const found = sessionsOf(agents, folder);
    if (found.length > 0) return { found, above: folder === working ? undefined : folder };
    if (homes.includes(folder) || dirname(folder) === folder) return { found: [], above: undefined };
  }
}

/**
 * The session that is meant: by its id, or its first characters; "latest" is the newest that asked subagents, of this folder or
 * the nearest above that has sessions.
 * @param {string} wanted
 * @param {Agent[]} agents
 * @returns {Promise<{ found: Found, session: Session }>}
 */
export async function sessionNamed(wanted, agents) {
  if (wanted !== "latest") {
    const all = sessionsOf(agents, undefined).filter(({ id }) => id.startsWith(wanted));
    const [found, ...more] =
      all.filter(({ id }) => id === wanted).length > 0 ? all.filter(({ id }) => id === wanted) : all;
    if (!found && existsSync(wanted)) {
      throw new Misuse(`${wanted} is a file, but --session takes an id. Name the file without --session.`);
    }
    if (!found)
      throw new Misuse(
        `There is no session ${wanted}${lookedIn(agents)}. \`reconvene sessions\` lists the sessions of this folder.`,
      );
    if (more.some(({ id }) => id !== found.id)) {
      throw new Misuse(
        `Several sessions begin with ${wanted}: ${[found, ...more]
          .map(({ id }) => id)
          .slice(0, 5)
          .join(", ")}.`,
      );
    }
    return { found, session: await ownOf(found) };
  }
  const { found: all, above } = nearestSessions(agents);
  if (above !== undefined) say(`This folder has no session: using those of ${above}.`);
  for (const found of all) {
    const session = await ownOf(found);
    if (session.expected.length > 0) return { found, session };
  }
  throw new Misuse(
    all.length === 0
      ? `No session of this folder was found${lookedIn(agents)}. Name a log, or use \`--session ID\`.`
      : `None of the ${all.length} sessions of ${above ?? "this folder"} started a subagent${lookedIn(agents)}.`,
  );
}

/**
 * What a session asked itself: others may have written into its log, and one that goes on may repeat the one before. What its
 * threads asked belongs to it, and has their ids.
 * @param {Found} found
 * @param {(sentence: string) => void} [tell] Who is told of calls that are left out.
 */
export async function ownOf({ agent, id, path }, tell = say) {
  const { session } = await readLogFile(path);
  if (agent === "codex" || session.sessions.length < 2 || !session.sessions.includes(id)) return session;
  const { session: own } = await readLogFile(path, { session: id });
  const others = session.expected.length - own.expected.length;
  if (others > 0) {
    const calls = others === 1 ? "1 more call" : `${others} more calls`;
    tell(`${path} has ${calls}, from other sessions. Name the file to read them all.`);
  }
  return own;
}

/** @param {Agent[]} agents */
export const lookedIn = (agents) => ` in ${agents.map((agent) => AGENTS[agent].root()).join(", ")}`;

/**
 * `projects/FOLDER/ID.jsonl`; all but letters and digits of a folder's path are hyphens.
 * @param {string} root
 * @param {string | undefined} folder
 * @returns {Found[]}
 */
function ofClaudeCode(root, folder) {
  const wanted = folder === undefined ? undefined : pathsOf(folder).map((path) => path.replace(/[^A-Za-z0-9]/g, "-"));
  const isWanted = (/** @type {string} */ name) =>
    wanted === undefined ||
    wanted.some(
      (path) =>
        name === path || (path.length > LONGEST_FOLDER_NAME && name.startsWith(path.slice(0, LONGEST_FOLDER_NAME))),
    );
  return entriesIn(root)
    .filter(isWanted)
    .flatMap((name) =>
      entriesIn(join(root, name)).flatMap((file) => {
        const id = SESSION_FILE.exec(file)?.[1];
        return id === undefined ? [] : at("claude-code", id, join(root, name, file));
      }),
    );
}

/**
 * `sessions/YYYY/MM/DD/rollout-TIME-ID.jsonl`; its head says where it was and whether another thread started it.
 * @param {string} root
 * @param {string | undefined} folder
 * @returns {Found[]}
 */
function ofCodex(root, folder) {
  const wanted = folder === undefined ? undefined : pathsOf(folder);
  return entriesIn(root, true).flatMap((file) => {
    const id = ROLLOUT.exec(basename(file))?.[1];
    if (id === undefined) return [];
    const path = join(root, file);
    const { cwd, isStarted } = rolloutAt(path) ?? {};
    if (isStarted === undefined || (wanted !== undefined && (isStarted || !wanted.includes(cwd)))) return [];
    return at("codex", id, path).map((found) => ({ ...found, isStarted }));
  });
}

/** What the heads of rollouts say: they are asked again for each folder above. @type {Map<string, { cwd: any, isStarted: boolean } | undefined>} */
const rollouts = new Map();

/** @param {string} path */
function rolloutAt(path) {
  if (!rollouts.has(path)) {
    const payload = headOf(path)?.payload;
    const isRollout = typeof payload === "object" && payload !== null;
    const isStarted = typeof payload?.parent_thread_id === "string" || payload?.source?.subagent !== undefined;
    rollouts.set(path, isRollout ? { cwd: payload.cwd, isStarted } : undefined);
  }
  return rollouts.get(path);
}

/**
 * `tmp/PROJECT/chats/session-*.json`; PROJECT is the hash of the folder's path, or a name that a file or a list gives it.
 * @param {string} root
 * @param {string | undefined} folder
 * @returns {Found[]}
 */
function ofGemini(root, folder) {
  const paths = folder === undefined ? undefined : pathsOf(folder);
  const hashes = paths?.map((path) => createHash("sha256").update(path).digest("hex"));
  const names = /** @type {any} */ (jsonAt(join(root, "..", "projects.json")))?.projects;
  const isWanted = (/** @type {string} */ name) =>
    paths === undefined ||
    hashes?.includes(name) ||
    (typeof names === "object" && paths.some((path) => names?.[path] === name));
  return entriesIn(root)
    .filter(isWanted)
    .flatMap((name) => {
      const chats = join(root, name, "chats");
      return entriesIn(chats).flatMap((file) => {
        if (!CHAT.test(file)) return [];
        const path = join(chats, file);
        const id = /** @type {any} */ (file.endsWith("l") ? headOf(path) : jsonAt(path))?.sessionId;
        return typeof id === "string" ? at("gemini-cli", id, path) : [];
      });
    });
}

/**
 * A folder by its paths: as it was gone to, and without links.
 * @param {string} folder
 */
function pathsOf(folder) {
  const given = process.env.PWD;
  const paths = [resolve(folder)];
  try {
    const real = realpathSync(folder);
    paths.push(real);
    if (given !== undefined && realpathSync(given) === real) paths.push(given);
  } catch {}
  return [...new Set(paths)];
}

/**
 * @param {Agent} agent
 * @param {string} id
 * @param {string} path
 * @returns {Found[]}
 */
function at(agent, id, path) {
  try {
    const { mtime, size } = statSync(path);
    return size === 0 ? [] : [{ agent, id, path, modified: mtime }];
  } catch {
    return [];
  }
}

/**
 * The record on the first line of a file.
 * @param {string} path
 * @returns {any}
 */
function headOf(path) {
  let file;
  try {
    file = openSync(path, "r");
    const buffer = Buffer.alloc(64 * 1024);
    /** @type {Buffer[]} */
    const read = [];
    for (let length = 0; length < LONGEST_HEAD; ) {
      const count = readSync(file, buffer);
      if (count === 0) break;
      const piece = Buffer.from(buffer.subarray(0, count));
      const end = piece.indexOf(10);
      read.push(end === -1 ? piece : piece.subarray(0, end));
      if (end !== -1) break;
      length += count;
    }
    return JSON.parse(Buffer.concat(read).toString("utf8"));
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
