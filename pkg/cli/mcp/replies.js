/** The replies that a call is on: given with it, in files of the working folder, or collected by the hook. */
import { readdirSync, realpathSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { repliesOfEntries } from "../../entries.js";
import { COLLECTION, collectedIn } from "../hook/input.js";
import { readReplies } from "../input.js";
import { Misuse, reason } from "../misuse.js";

/** @typedef {import("../../reconvene.js").Reply} Reply */

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
              description: "digest, consistency, verification, implementation, design-plan, return",
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
    description: "The replies that the hook collected: true for the session that was written to last, or its id.",
    anyOf: [{ type: "boolean" }, { type: "string", minLength: 1 }],
  },
};

/**
 * The replies of a call, and what could not be read. Where it names none, those of the last session.
 * @param {{ replies?: unknown[], files?: string[], session?: boolean | string }} given
 */
export async function repliesFor({ replies: inline = [], files = [], session }) {
  /** @type {string[]} */
  const problems = [];
  const tell = (/** @type {string} */ sentence) => problems.push(sentence);
  const replies = inline.length === 0 ? [] : repliesOfEntries({ entries: inline, alone: false }, "replies", tell);
  const paths = files.map(inside);
  const wantsSession = session === undefined ? inline.length === 0 && files.length === 0 : session !== false;
  if (wantsSession) paths.push(inside(collected(typeof session === "string" ? session : undefined)));
  if (paths.length > 0) {
    const read = await readReplies(paths, [], { tell, isAllowed: isInside });
    replies.push(...read.replies);
  }
  if (replies.length === 0) throw new Misuse(["There are no replies.", ...problems].join(" "));
  return { replies, problems };
}

/**
 * The file of a session's replies.
 * @param {string} [session] Default: the one that was written to last.
 */
function collected(session) {
  if (session !== undefined) return collectedIn(session, "");
  /** @type {string[]} */
  let names = [];
  try {
    names = readdirSync(COLLECTION).filter((name) => name.endsWith(".jsonl"));
  } catch {
    // Said below.
  }
  const files = names
    .map((name) => join(COLLECTION, name))
    .map((file) => ({ file, time: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }));
  const [last] = files.sort((a, b) => b.time - a.time);
  if (last) return last.file;
  throw new Misuse(
    `No replies were given, and ${COLLECTION} has none. Give \`replies\` or \`files\`, or let \`reconvene hook\` collect them.`,
  );
}

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
