/** The replies that a call is on: given with it, in files of the working folder, collected by the hook, or of a session's log. */
import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import { repliesOfEntries } from "../../entries.js";
import { COLLECTION, collectedIn } from "../hook/input.js";
import { readReplies } from "../input.js";
import { Misuse, reason } from "../misuse.js";
import { AGENT_NAMES, nearestSessions, ownOf, sessionNamed } from "../sessions/find.js";
import { isSpecial } from "../sessions/read.js";

/** @typedef {import("../../reconvene.js").Reply} Reply */
/** @typedef {NonNullable<import("../../reconvene.js").AggregateOptions["expected"]>} Expected */

/** The session that was written to last. */
const LATEST = "latest";

/** So many sessions are named where one is to be chosen. */
const SHOWN = 5;

/** What a call may say of its replies, as a JSON schema. */
export const SOURCE = {
  replies: {
    type: "array",
    description: "Replies inline: texts, or {text, unit, agent, expect, attempt, error}.",
    items: {
      anyOf: [
        { type: "string" },
        {
          type: "object",
          properties: {
            text: { type: "string" },
            unit: { type: "string", description: "What was asked about, as in the plan." },
            agent: { type: "string" },
            expect: {
              type: "string",
              description:
                "digest, consistency, verification, implementation, design-plan, review, return, refinements",
            },
            attempt: { type: "integer", minimum: 1 },
            error: { type: "string", description: "Why the agent failed." },
          },
        },
      ],
    },
  },
  files: {
    type: "array",
    description: "Files or folders with replies, in the working folder.",
    items: { type: "string", minLength: 1 },
  },
  session: {
    description:
      "The replies that the hook collected: true or latest for the session that was written last, or the id of a session. Replies that the hook did not collect are read from the host's log for this folder.",
    anyOf: [{ type: "boolean" }, { type: "string", minLength: 1 }],
  },
};

/**
 * @typedef {object} Given
 * @property {Reply[]} replies
 * @property {string[]} problems What could not be read.
 * @property {Expected} [expected] What a session's log says was asked for.
 */

/**
 * The replies of a call. Where it names none, those of the last session.
 * @param {{ replies?: unknown[], files?: string[], session?: boolean | string }} given
 * @returns {Promise<Given>}
 */
export async function repliesFor(given) {
  const { replies: inline = [], files = [], session } = given;
  /** @type {string[]} */
  const problems = [];
  const tell = (/** @type {string} */ sentence) => problems.push(sentence);
  const replies = inline.length === 0 ? [] : repliesOfEntries({ entries: inline, alone: false }, "replies", tell);
  const paths = files.map(inside);
  const isWanted = session ?? (given.replies === undefined && given.files === undefined);
  /** @type {string | undefined} */
  let file;
  if (isWanted !== false) {
    const id = typeof session === "string" && session !== LATEST ? session : undefined;
    file = collected(id);
    if (file === undefined) return id === undefined ? sessionSoFar() : sessionInLogs(id);
    paths.push(file);
  }
  /** @type {Expected} */
  let expected = [];
  if (paths.length > 0) {
    const read = await readReplies(paths, [], { tell, isAllowed: isInside });
    replies.push(...read.replies);
    ({ expected } = read);
  }
  if (file !== undefined) {
    const more = await notCollected(basename(file, ".jsonl"), replies);
    replies.push(...more.replies);
    expected = [...expected, ...more.expected];
  }
  if (replies.length === 0) throw new Misuse(["There are no replies.", ...emptyOf(given), ...problems].join(" "));
  return { replies, problems, ...(expected.length > 0 && { expected }) };
}

/**
 * Which of the lists of replies that were given are empty.
 * @param {{ replies?: unknown[], files?: string[] }} given
 */
const emptyOf = ({ replies, files }) =>
  Object.entries({ replies, files })
    .filter(([, list]) => list?.length === 0)
    .map(([name]) => `\`${name}\` is empty. Leave it out to use the replies of this session.`);

/**
 * The file of a session's replies that the hook collected, if it did.
 * @param {string} [session] Default: the one that was written to last.
 */
function collected(session) {
  if (session !== undefined) {
    const file = collectedIn(session, "");
    return existsSync(file) ? inside(file) : undefined;
  }
  /** @type {string[]} */
  let names = [];
  try {
    names = readdirSync(COLLECTION).filter((name) => name.endsWith(".jsonl"));
  } catch {
    return undefined;
  }
  const files = names
    .map((name) => join(COLLECTION, name))
    .filter(isInside)
    .map((file) => ({ file, time: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }));
  return files.sort((a, b) => b.time - a.time)[0]?.file;
}

/**
 * What the host's log says of a session that the hook did not collect: hosts call no hook for a subagent that failed, was
 * stopped, or is under way.
 * @param {string} id
 * @param {Reply[]} replies What was collected.
 * @returns {Promise<{ replies: Reply[], expected: Expected }>}
 */
async function notCollected(id, replies) {
  const found = nearestSessions(AGENT_NAMES).found.find((one) => one.id === id);
  if (found === undefined) return { replies: [], expected: [] };
  const { replies: logged, expected } = await ownOf(found, () => {});
  const agents = new Set(replies.map(({ meta }) => meta?.agentId));
  const units = new Set(replies.map(({ unit }) => unit));
  const isKnown = (/** @type {Reply} */ { unit, meta }) =>
    units.has(unit) || (Array.isArray(meta?.agents) && meta.agents.some((agent) => agents.has(agent)));
  // An agent whose reply is known has not to be expected under another name.
  const answered = new Set(logged.map(({ unit }) => unit));
  return {
    replies: logged.filter((reply) => !isKnown(reply)),
    expected: expected.filter(({ unit }) => !units.has(unit) && !answered.has(unit)),
  };
}

/**
 * What the host's own log of this folder says, which is also of calls that are under way.
 * @returns {Promise<Given>}
 */
async function sessionSoFar() {
  let session;
  try {
    ({ session } = await sessionNamed(LATEST, AGENT_NAMES));
  } catch (error) {
    if (!(error instanceof Misuse)) throw error;
    throw new Misuse(
      `No replies were passed, ${COLLECTION} contains none, and no session of this folder started a subagent. Pass \`replies\` or \`files\`, or let \`reconvene hook\` collect them.`,
    );
  }
  return saidIn(session);
}

/**
 * What the host's log says of one session of this folder.
 * @param {string} id Or its first characters.
 * @returns {Promise<Given>}
 */
async function sessionInLogs(id) {
  const { found: all } = nearestSessions(AGENT_NAMES);
  const found = all.filter((one) => one.id.startsWith(id));
  const [first, ...more] = found.some((one) => one.id === id) ? found.filter((one) => one.id === id) : found;
  if (first === undefined) {
    throw new Misuse(
      `There is no session ${id} in ${COLLECTION} or in the logs of this folder. \`true\` takes the last one.`,
    );
  }
  if (more.length > 0) {
    throw new Misuse(
      `Several sessions begin with ${id}: ${found
        .slice(0, SHOWN)
        .map((one) => one.id)
        .join(", ")}.`,
    );
  }
  const session = await ownOf(first);
  if (session.expected.length === 0) throw new Misuse(`The session ${first.id} started no subagent.`);
  return saidIn(session);
}

/** @param {import("../../reconvene-sessions.js").Session} session @returns {Given} */
const saidIn = ({ replies, problems, expected }) => ({ replies, problems, expected });

/**
 * A path to be read, once it is certain that it stays in the working folder, wherever links lead. It has no `..`, which the
 * system would follow behind a link.
 * @param {string} path
 */
export function inside(path) {
  const outside = new Misuse(`${path} is outside the working folder, and only files in it are read.`);
  // Standard input is the host's.
  if (path === "-") throw outside;
  if (!isWithin(resolve(), resolve(path))) throw outside;
  try {
    if (!isWithin(realpathSync(resolve()), realpathSync(path))) throw outside;
  } catch (error) {
    if (error === outside) throw error;
    throw new Misuse(`${path} cannot be read: ${reason(error)}.`);
  }
  return relative("", path) || ".";
}

/**
 * A file to be read whole. Nobody may ever write to a pipe, and the host waits for the answer.
 * @param {string} path
 */
export function fileInside(path) {
  const file = inside(path);
  if (isSpecial(file)) throw new Misuse(`${file} cannot be read: it is not a regular file.`);
  return file;
}

/** @param {string} path */
function isInside(path) {
  try {
    return inside(path) !== "";
  } catch {
    return false;
  }
}

/** @param {string} folder @param {string} path */
function isWithin(folder, path) {
  const way = relative(folder, path);
  return way === "" || !(way === ".." || way.startsWith(`..${sep}`) || resolve(way) === way);
}
