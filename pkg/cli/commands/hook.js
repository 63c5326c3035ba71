/** `reconvene hook`: collects the reply of a subagent that stops, and asks once for one that can be used. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { askedIn, lineAskedIn } from "../../asked.js";
import * as reconvene from "../../node.js";
import { oneLine } from "../../sessions/plain.js";
import { collect, earlierUnit } from "../hook/collected.js";
import { collectedIn, stopFrom } from "../hook/input.js";
import { describedIn, lastSaidIn, promptIn, toldIn } from "../hook/transcript.js";
import { Misuse, reason } from "../misuse.js";
import { EXPECTED, namesOf, oneOf, TYPES_HELP, typesIn } from "../options.js";
import { escaped, say, write } from "../terminal.js";

/** @typedef {import("../../reconvene.js").Reply} Reply */
/** @typedef {import("../hook/input.js").Stop} Stop */

const HELP = `Usage: reconvene hook [OPTIONS]

A hook for SubagentStop of Claude Code and Codex, which call it with JSON on standard input. It appends the subagent's
reply to .reconvene/SESSION.jsonl, which \`reconvene report\` reads. If the prompt asked for a format and the reply cannot
be used, the hook sends it back once and says what to send instead. Prose and JSON with findings are accepted.

Options:
  --expect TYPE   The type that subagents are asked for (default: the one that the prompt asks for, if any):
                  ${EXPECTED.slice(0, 4).join(", ")},
                  ${EXPECTED.slice(4).join(", ")}
  --collect FILE  Append the reply to this file instead
  --types FILE    ${TYPES_HELP}
  --help          This help

The exit status is always 0: problems go to standard error, and the subagent continues.
`;

/** @type {import("../options.js").Command} */
export const hook = {
  run,
  help: HELP,
  options: { expect: { type: "string" }, collect: { type: "string" }, types: { type: "string" } },
  // Hosts take 2 for a reason to stop the agent.
  fault: 0,
};

/** So long standard input may take, in milliseconds: hosts end a hook after 60 s, and wait for it until then. */
const PATIENCE = 10_000;

function giveUp() {
  say(`Standard input did not end within ${PATIENCE / 1000} s. No reply was collected.`);
  process.exit(0);
}

/** Forms without findings: prose never is one of these. */
const NO_FINDINGS = ["return", "refinements"];

/** What agents write in place of a protocol: prose, or findings in JSON. */
const FREE = ["prose", "json-return"];

/**
 * @param {import("../options.js").Values} values
 * @param {string[]} words
 */
async function run(values, words) {
  if (words.length > 0) throw new Misuse(`Unexpected: ${words.join(", ")}. See --help.`);
  if (process.stdin.isTTY) throw new Misuse("This command is run by the host as a hook, with JSON on standard input.");
  const late = setTimeout(giveUp, PATIENCE);
  const stop = await stopFrom(process.stdin).finally(() => clearTimeout(late));
  if (stop === null) {
    say("Only the event SubagentStop has a reply. Nothing was collected.");
    return 0;
  }
  const told = toldTo(stop);
  const asked = values.expect ?? told.map(askedIn).findLast((type) => type !== undefined);
  const text = await textOf(stop);
  // Hosts also tell of helpers of their own, which have neither a type nor a reply.
  if (text === "" && stop.agentType === undefined && asked === undefined) return 0;
  const folder = process.env.CLAUDE_PROJECT_DIR || stop.folder || process.cwd();
  const file = values.collect === undefined ? collectedIn(stop.session, folder) : resolve(folder, values.collect);
  collect(file, replyOf(stop, text, unitOf(stop, text, told, file), asked, promptIn(told)));
  if (stop.continued || asked === undefined) return 0;
  const message = repairOf(text, asked, values);
  if (message !== null) await write(`${escaped(JSON.stringify({ decision: "block", reason: message }))}\n`);
  return 0;
}

/**
 * What the agent was told. Without it the reply counts all the same, asked for nothing.
 * @param {Stop} stop
 */
function toldTo({ transcript }) {
  if (transcript === undefined) return [];
  try {
    return toldIn(transcript).texts;
  } catch (error) {
    say(`${transcript} cannot be read, so it is not known what was asked: ${reason(error)}.`);
    return [];
  }
}

/** @param {Stop} stop */
async function textOf({ text, transcript }) {
  if (text !== undefined && text.trim() !== "") return text;
  // A host may leave the message out, and say it in the transcript alone.
  const last = transcript === undefined ? null : await saidIn(transcript, text);
  if (last !== null) return last;
  if (text !== undefined) return text;
  if (transcript === undefined)
    throw new Misuse("The hook's input has neither the subagent's last message nor its transcript.");
  throw new Misuse(`${transcript} does not end with a message of the subagent, so there is no reply to collect.`);
}

/**
 * @param {string} transcript
 * @param {string | undefined} text What the host says itself.
 */
async function saidIn(transcript, text) {
  try {
    return await lastSaidIn(transcript);
  } catch (error) {
    if (text !== undefined) return null;
    throw new Misuse(`${transcript} cannot be read, so there is no reply to collect: ${reason(error)}.`);
  }
}

/**
 * The reply, as `reconvene report` takes it.
 * @param {Stop} stop
 * @param {string} text
 * @param {string | undefined} unit
 * @param {string | undefined} asked
 * @param {string | undefined} prompt
 * @returns {Reply}
 */
function replyOf({ agentId, agentType, session, continued }, text, unit, asked, prompt) {
  // Where a hook stands in several settings, it is called several times on one reply.
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
  return {
    id: `${agentId ?? session}:${continued ? 2 : 1}:${hash}`,
    ...(unit !== undefined && { unit }),
    // A plugin's agents are called by the name of the plugin too; plans know them without it.
    ...(agentType !== undefined && { agent: agentType.replace(/^reconvene:/, "") }),
    attempt: continued ? 2 : 1,
    // A type of one's own counts where the report knows it, which this line does not decide.
    ...(asked !== undefined && EXPECTED.includes(asked) && { expect: asked }),
    text,
    meta: { session, ...(agentId !== undefined && { agentId }), ...(prompt !== undefined && { asked: prompt }) },
  };
}

/**
 * What the host calls the work, else what the prompt does. Where neither says it, a reply that names it itself is left to
 * that, and others have the first line of the prompt, with an end of the agent's id, since prompts may begin alike. What was
 * said of a first attempt holds for the second.
 * @param {Stop} stop
 * @param {string} text
 * @param {string[]} told
 * @param {string} file
 */
function unitOf({ transcript, parent, agentId, continued }, text, told, file) {
  let described;
  try {
    described = transcript && existsSync(transcript) ? describedIn(transcript, parent, told) : undefined;
  } catch (error) {
    say(`The name of the subagent's task cannot be read: ${reason(error)}.`);
  }
  const line = told.map(lineAskedIn).findLast((one) => one !== undefined);
  const known = described ?? unitIn(line ?? "");
  if (known !== undefined) return known;
  const earlier = continued && agentId !== undefined ? earlierUnit(file, agentId) : null;
  if (earlier !== null) return earlier;
  if (unitIn(text) !== undefined) return undefined;
  const prompt = agentId === undefined ? undefined : oneLine(promptIn(told));
  return prompt === undefined ? agentId : `${prompt} (${agentId?.slice(-ID_END)})`;
}

/** So much of an id tells agents apart: hosts begin those of one fan-out alike. */
const ID_END = 4;

/** @param {string} text */
function unitIn(text) {
  try {
    return reconvene.parse(text).unit ?? undefined;
  } catch {
    // Too large: the report says so.
    return undefined;
  }
}

/**
 * What to send back to the subagent; null where its reply can be used.
 * @param {string} text
 * @param {string} asked
 * @param {import("../options.js").Values} values
 */
function repairOf(text, asked, values) {
  const types = typesIn(values.types) ?? [];
  const names = namesOf(types);
  if (values.expect !== undefined) oneOf("--expect", values.expect, [...EXPECTED, ...names]);
  // A prompt of another project's may name a type that is not registered here.
  const known = EXPECTED.includes(asked) || names.includes(asked) ? types : [...types, asked];
  const { repair } = reconvene.check({ text, expect: asked }, { types: known });
  if (repair === null || repair.trim() === "") return null;
  return isUsable(text, asked) ? null : repair;
}

/**
 * Whether a reply without any protocol reports findings all the same. One that says it has none does not say what it looked
 * at: where a form was asked for, a report takes it for a gap.
 * @param {string} text
 * @param {string} asked
 */
function isUsable(text, asked) {
  if (NO_FINDINGS.includes(asked)) return false;
  const { dialect, findings } = reconvene.parse(text);
  return FREE.includes(dialect) && findings.length > 0;
}
