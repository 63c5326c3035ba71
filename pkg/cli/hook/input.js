/** What a host tells a hook on standard input, when a subagent stops. */
import { homedir } from "node:os";
import { join } from "node:path";
import { Misuse, reason } from "../misuse.js";

/** More than the largest reply, several times escaped. */
const MOST_BYTES = 128 * 1024 * 1024;

/** The one event that is a subagent's reply, in Claude Code and in Codex. */
const EVENT = "SubagentStop";

/**
 * A subagent that stops.
 * @typedef {object} Stop
 * @property {string} session
 * @property {string | undefined} agentId
 * @property {string | undefined} agentType
 * @property {string | undefined} text Its last message, where the host says it.
 * @property {string | undefined} transcript What was said between it and the host.
 * @property {string | undefined} parent What was said between the host and the person.
 * @property {boolean} continued Whether a hook made it go on already.
 * @property {string | undefined} folder Where it works.
 */

/**
 * The subagent that stops; null where something else happens than that.
 * @returns {Promise<Stop | null>}
 */
export async function stopFrom(/** @type {AsyncIterable<Buffer>} */ stream) {
  const text = await read(stream);
  let given;
  try {
    given = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw new Misuse(`Standard input is not the JSON of a hook: it begins ${JSON.stringify(text.slice(0, 40))}.`);
  }
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new Misuse("Standard input is not the JSON object of a hook.");
  }
  const said = (/** @type {string} */ key) => {
    const value = Object.hasOwn(given, key) ? given[key] : undefined;
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const path = (/** @type {string} */ key) => said(key)?.replace(/^~(?=[\\/])/, homedir());
  const event = said("hook_event_name");
  if (event !== EVENT) return null;
  const message = Object.hasOwn(given, "last_assistant_message") ? given.last_assistant_message : undefined;
  return {
    session: said("session_id") ?? "unknown",
    agentId: said("agent_id"),
    agentType: said("agent_type"),
    text: typeof message === "string" ? message : undefined,
    transcript: path("agent_transcript_path"),
    parent: path("transcript_path"),
    continued: given.stop_hook_active === true,
    folder: path("cwd"),
  };
}

/** @param {AsyncIterable<Buffer>} stream */
async function read(stream) {
  const chunks = [];
  let length = 0;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MOST_BYTES) throw new Misuse("Standard input is too large for the JSON of a hook.");
    }
  } catch (error) {
    if (error instanceof Misuse) throw error;
    throw new Misuse(`Standard input cannot be read: ${reason(error)}.`);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/**
 * Where the replies of a session are collected, whatever its name holds.
 * @param {string} session
 * @param {string} folder
 */
export const collectedIn = (session, folder) =>
  join(folder, COLLECTION, `${session.replace(/[^\w-]/g, "_").slice(0, 100)}.jsonl`);

/** The folder of collected replies. */
export const COLLECTION = ".reconvene";
