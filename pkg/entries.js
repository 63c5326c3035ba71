/** JSON files: those that hold replies, those that hold none and have a name, and all others, whose text is a reply. */
import { parse, ReconveneError } from "./api.js";

/** @typedef {import("./reconvene.js").Reply} Reply */
/** @typedef {Record<string, unknown>} Entry */

/** @typedef {"previous" | "expected" | "decisions" | "plan"} Option What `aggregate` calls it. */

/** @typedef {{ entries: unknown[], alone: boolean, bad?: string[] }} Held Entries, and the lines that are none. */

/** @type {[Option, string, (value: any) => boolean][]} */
const NO_REPLIES = [
  ["previous", "a report of an earlier run", (value) => value?.schema === "reconvene/report/v1"],
  ["plan", "a plan", (value) => value?.schema === "reconvene/plan/v1"],
  ["expected", "a list of expected units", (value) => isList(value, isExpected)],
  ["decisions", "a list of decisions", (value) => isList(value, isDecision)],
];

const isText = (/** @type {unknown} */ value) => typeof value === "string";
const isFlag = (/** @type {unknown} */ value) => typeof value === "boolean";
const isPart = (/** @type {Entry} */ rest) => Object.keys(rest).every((key) => key === "agent" || key === "expect");
const isExpected = (/** @type {Entry} */ { unit, ...rest }) => isText(unit) && isPart(rest);
const isDecision = (/** @type {Entry} */ { fingerprints, same, fingerprint, status, severity }) =>
  (!!fingerprints && isFlag(same)) || (isText(fingerprint) && (isText(status) || isText(severity)));

/** What a reply has; everything else that an entry says becomes its `meta`. */
const KEYS = new Set([
  ...["text", "id", "unit", "agent", "attempt", "source", "expect", "dialect", "part", "replaced", "oversize"],
  ...["timedOut", "meta"],
]);

/** Those of them that are names: hosts count them, too. */
const NAMES = new Set(["id", "unit", "agent"]);

/** What hosts call the text of a reply, and its agent. */
const TEXTS = ["text", "content", "output", "result", "response", "reply", "message", "body"];
const AGENTS = ["agent", "agentName", "agent_name", "subagent", "subagent_type", "name"];

/** What only a finding or a return has: an object with one of these is part of a reply, not a reply. */
const CONTENTS = [
  ...["severity", "level", "line", "start_line", "line_start", "startLine", "location", "code_location"],
  ...["ruleId", "findings", "issues", "artifacts", "next_steps", "runs"],
];

/** What hosts say of a reply as well, beside a text that only a reply has. */
const SAID_OF_BOTH = ["file", "path", "summary", "errors"];
const OF_REPLY = ["output", "response", "reply"];

/** What a single finding says: not the names of agents. */
const OF_FINDING = ["description", "problem", "issue", "recommendation", "suggestion", "fix"];

/** What may be a field of a return as well: beside a status it is. */
const OF_RETURN = ["result", "reply", "message", "body"];

/** How an entry begins, even where the rest of it is broken. */
const BEGINS_ENTRY = /^\s*\{\s*"/;
const BEGINS_REPLY = /^\s*\[?\s*\{\s*"(?:text|content|output)"\s*:/;

/** What is said of a line that cannot be read. */
const NO_JSON = "not valid JSON";

/** Names under which a file holds its replies. */
const LISTS = ["replies", "results", "outputs", "responses", "reviews"];

/** Shorter values of an object are fields, not replies by agents. */
const SHORTEST = 40;

/** @param {unknown} value @returns {value is Entry} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The text that a value holds: a string, a list of content parts, or an object around one of them.
 * @param {unknown} value
 * @returns {string | null}
 */
function textOf(value) {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) {
    const parts = value.map((part) => (typeof part === "string" ? part : isObject(part) ? (part.text ?? null) : null));
    const texts = parts.filter((part) => typeof part === "string");
    return texts.length > 0 ? texts.join("\n") : null;
  }
  if (!isObject(value)) return null;
  return textOf(value.text ?? value.content ?? null);
}

/**
 * The key that holds the text: an empty one is not preferred to one that says something.
 * @param {Entry} entry
 */
const textKey = (entry) =>
  TEXTS.find((key) => textOf(entry[key])?.trim()) ?? TEXTS.find((key) => textOf(entry[key]) !== null);

/**
 * Whether an object is a reply as hosts write it, whatever else they say of it.
 * @param {unknown} value
 */
function isEntry(value) {
  try {
    return isReplyOfHost(value);
  } catch (error) {
    // No host nests a reply so deeply that the stack ends.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** @param {unknown} value */
function isReplyOfHost(value) {
  if (!isObject(value)) return false;
  const key = textKey(value);
  if (key === undefined) return !isContent(value) && isNamed(value) && failureOf(value) !== undefined;
  if (textOf(value.text) !== null) return true;
  if (CONTENTS.some((content) => content in value)) return false;
  if (!OF_REPLY.includes(key) && SAID_OF_BOTH.some((content) => content in value)) return false;
  // `{"status": …, "result": …}` is a return, unless it says whose; so is one with a summary.
  const isReturn = "status" in value && (OF_RETURN.includes(key) || "summary" in value);
  return !isReturn || agentKey(value) !== undefined;
}

/** @param {Entry} entry */
const agentKey = (entry) => AGENTS.find((name) => isText(entry[name]));

/**
 * Whether an entry is known to be a reply that has no text: of an agent that gave none.
 * @param {unknown} value
 */
const isEmptyEntry = (value) => isObject(value) && agentKey(value) !== undefined && !isContent(value);

/** @param {Entry} value */
const isNamed = (value) => agentKey(value) !== undefined || isText(value.unit) || isText(value.id);

/** @param {unknown} value */
const isContent = (value) => isObject(value) && [...CONTENTS, ...SAID_OF_BOTH].some((content) => content in value);

/**
 * @param {unknown} value
 * @param {(entry: any) => boolean} fits
 */
function isList(value, fits) {
  return Array.isArray(value) && value.length > 0 && value.every((entry) => entry && fits(entry));
}

/**
 * Whether a list is one of replies. An entry that is none costs itself alone, if most are replies and it is no finding.
 * @param {unknown} value
 */
function isListOfReplies(value) {
  if (!Array.isArray(value)) return false;
  const others = value.filter((entry) => !isText(entry) && !isEntry(entry));
  if (others.some(isContent)) return false;
  const replies = value.length - others.length;
  return replies > 0 && replies > others.filter((entry) => entry !== null && !isEmptyEntry(entry)).length;
}

/** Who speaks in a list of chat messages: a model, or who asks it. */
const BY_MODEL = ["assistant", "model", "ai"];
const BY_OTHERS = ["user", "human", "system", "developer"];

/**
 * Of a list of chat messages those that a model wrote: what it was asked is no reply.
 * @param {unknown[]} entries
 */
function repliesIn(entries) {
  const roleOf = (/** @type {any} */ entry) => `${isObject(entry) ? (entry.role ?? entry.type) : ""}`;
  if (!entries.some((entry) => BY_MODEL.includes(roleOf(entry)))) return entries;
  return entries.filter((entry) => !BY_OTHERS.includes(roleOf(entry)));
}

/**
 * Replies by the names of their agents: each value a text of some length, none of the names one of a return.
 * @param {unknown} value
 */
function isByName(value) {
  if (!isObject(value) || !areNames(Object.keys(value))) return false;
  // What has no text is named when it is read: it takes no other reply away.
  const texts = Object.entries(value).map(([agent, one]) =>
    one === null ? "" : isText(one) || isEntry(isObject(one) ? { agent, ...one } : one) ? textOf(textIn(one)) : null,
  );
  return texts.every((text) => text !== null) && texts.some((text) => text !== null && text.length >= SHORTEST);
}

/**
 * Whether keys may be the names of agents: none is one of a return.
 * @param {string[]} keys
 */
function areNames(keys) {
  const ofReturn = [
    ...["status", "verdict", "approved", "error", "title", "unit", "review", ...AGENTS],
    ...[...TEXTS, ...CONTENTS, ...SAID_OF_BOTH, ...OF_FINDING],
  ];
  return keys.length > 0 && !keys.some((name) => ofReturn.includes(name));
}

/**
 * Whether a text is an object of nothing but short texts: the fields of one reply, or the replies of several agents.
 * @param {string} text
 */
export function isOfShortTexts(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  return (
    isObject(value) &&
    areNames(Object.keys(value)) &&
    Object.values(value).every((one) => isText(one) && one.length < SHORTEST)
  );
}

/** @param {unknown} value */
const textIn = (value) => (isObject(value) ? value[textKey(value) ?? "text"] : value);

/**
 * What a JSON file holds: replies as entries, or something that is no reply and has a name; null where its text is a
 * reply itself.
 * @param {string} text
 * @param {boolean} inLines
 * @param {(value: unknown) => Held | null} [ofTool] Reads what another tool wrote.
 * @returns {Held | { noReply: string, option: Option, value: any } | null}
 */
export function held(text, inLines, ofTool) {
  if (inLines) return heldInLines(text);
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    // Without its name nobody knows that a text is JSON by the line.
    return heldInLines(text) ?? heldBroken(text);
  }
  const byTool = ofTool?.(value);
  if (byTool) return byTool;
  const other = NO_REPLIES.find(([, , fits]) => fits(value));
  if (other) return { option: other[0], noReply: other[1], value };
  const state = repliesOfState(value) ?? repliesOfState(value?.state);
  if (state) return { entries: state, alone: false };
  if (isText(value) || isEntry(value)) return { entries: [value], alone: true };
  if (isListOfReplies(value)) return { entries: repliesIn(value), alone: false };
  const lists = isObject(value) ? LISTS.map((key) => value[key]) : [];
  const list = lists.find((one) => isListOfReplies(one) && Array.isArray(one) && one.some(isEntry));
  if (Array.isArray(list)) return { entries: repliesIn(list), alone: false };
  if (!isByName(value)) return null;
  const entries = Object.entries(value).map(([agent, one]) =>
    isObject(one) ? { agent, ...one } : { agent, text: one },
  );
  return { entries, alone: false };
}

/**
 * The replies of a collector that was written out.
 * @param {any} value
 * @returns {unknown[] | undefined}
 */
function repliesOfState(value) {
  return value?.schema === "reconvene/collector/v1" && Array.isArray(value.replies) ? value.replies : undefined;
}

/**
 * JSON by the line: a line that cannot be read costs that line alone.
 * @param {string} text
 * @returns {Held | null}
 */
function heldInLines(text) {
  /** @type {unknown[]} */
  const entries = [];
  const bad = [];
  let others = 0;
  for (const [at, line] of text.split("\n").entries()) {
    if (!line.trim()) continue;
    const { entry, says, state } = entryOfLine(line);
    if (says === undefined || state !== undefined) {
      for (const one of state ?? [entry]) entries.push(one);
      continue;
    }
    bad.push(`line ${at + 1} is ${says}`);
    // An entry that is cut off, however many there are, does not speak against the others.
    if (says !== NO_JSON || !BEGINS_ENTRY.test(line)) others += 1;
  }
  // Where most lines are something else, the text is a reply: a log, or findings by the line.
  return entries.length > others ? { entries: repliesIn(entries), alone: false, bad } : null;
}

/**
 * The entry that a line holds, or what is said of a line that holds none. The state of a collector holds several.
 * @param {string} line
 * @returns {{ entry?: unknown, says?: string, state?: unknown[] }}
 */
export function entryOfLine(line) {
  let entry;
  try {
    entry = JSON.parse(line);
  } catch {
    return { says: NO_JSON };
  }
  const state = repliesOfState(entry) ?? repliesOfState(entry?.state);
  if (state) return { state, says: "the state of a collector. Use `reconvene merge` for states" };
  return isText(entry) || isEntry(entry) ? { entry } : { says: "not a reply: it needs a `text`" };
}

/**
 * An entry that is not valid JSON any more is read as it stands, and that is said: its text is in it, with the escapes of JSON.
 * @param {string} text
 * @returns {Held | null}
 */
function heldBroken(text) {
  if (!BEGINS_REPLY.test(text)) return null;
  return {
    entries: [text],
    alone: true,
    bad: ["it is not valid JSON, so it was read as plain text"],
  };
}

/**
 * The replies that entries are. The core checks each, without its text, and says what is wrong with it.
 * @param {Held} held
 * @param {string} file
 * @param {(sentence: string) => void} problem
 */
export function repliesOfEntries({ entries, alone, bad = [] }, file, problem) {
  /** @type {Reply[]} */
  const replies = [];
  for (const sentence of bad) problem(`${file}: ${sentence}.`);
  for (const [index, entry] of entries.entries()) {
    const reply = replyOfEntry(entry, alone ? null : `entry ${index + 1}`, (says) => problem(`${file}: ${says}`));
    if (reply !== null) replies.push({ source: `${file}#${index + 1}`, ...reply });
  }
  return replies;
}

/**
 * The reply that an entry is; null where it is none.
 * @param {unknown} entry
 * @param {string | null} name Which entry it is, where there are others.
 * @param {(sentence: string) => void} problem
 * @returns {Reply | null}
 */
export function replyOfEntry(entry, name, problem) {
  let reply = replyOf(entry);
  for (let wrong = fault(reply); wrong !== null; wrong = fault(reply)) {
    const key = NAMED.exec(wrong)?.[1];
    const sentence = wrong.replace(
      NAMED,
      key === undefined ? (name ?? "it") : `\`${key}\`${name === null ? "" : ` of ${name}`}`,
    );
    // Without what is wrong with it the rest is still a reply.
    const rest = isObject(reply) && key !== undefined && key !== "text" ? without(reply, key) : null;
    problem(`${sentence}${rest ? " It was kept as `meta`." : ""}`);
    if (rest === null) return null;
    reply = rest;
  }
  return /** @type {any} */ (reply);
}

/** What the core calls the reply that is wrong, and its key. */
const NAMED = /`reply(?:\.(\w+))?[^`]*`/;

/**
 * A reply without one of its keys, which its `meta` keeps; what is no `meta` is in it under that name.
 * @param {Entry} reply
 * @param {string} key
 * @returns {Entry | null} Nothing where the key is not there.
 */
function without(reply, key) {
  const { [key]: wrong, ...rest } = reply;
  if (wrong === undefined) return null;
  return { ...rest, meta: { ...(isObject(rest.meta) ? rest.meta : {}), [key]: wrong } };
}

/**
 * An entry as a reply: its text and its agent by whatever name, what else nobody knows as `meta`. JSON has null for what is
 * not there.
 * @param {unknown} entry
 */
function replyOf(entry) {
  if (typeof entry === "string") return { text: entry };
  if (!isObject(entry)) return entry;
  const failed = failureOf(entry);
  // An error that says nothing is kept like any key that nobody knows.
  const isGiven = (/** @type {[string, unknown]} */ [name, value]) =>
    value !== null && !(name === "error" && failed !== undefined);
  const given = Object.entries(entry).filter(isGiven);
  const key = textKey(entry);
  // An agent that failed may have said nothing.
  const said = key === undefined || entry[key] instanceof Uint8Array ? entry.text : textOf(entry[key]);
  const text = failed === undefined ? said : (said ?? "");
  const agent = agentKey(entry);
  const named = agent === undefined ? {} : { agent: entry[agent] };
  const known = given
    .filter(([name]) => KEYS.has(name))
    .map(([name, value]) => [name, NAMES.has(name) && Number.isFinite(value) ? `${value}` : value]);
  const more = given.filter(([name]) => !KEYS.has(name) && name !== key && name !== agent);
  const host = isObject(entry.meta) ? entry.meta : Object.fromEntries(known.filter(([name]) => name === "meta"));
  const meta = { ...host, ...Object.fromEntries(more) };
  const reply = { ...Object.fromEntries(known), ...named, text, ...(failed === undefined ? {} : { error: failed }) };
  return Object.keys(meta).length > 0 ? { ...reply, meta } : reply;
}

/**
 * Why an agent failed, if its host says that it did; some say only that what stands there is an error.
 * @param {Entry} entry
 */
const failureOf = ({ error, is_error, isError }) => faultOf(error) ?? faultOf(is_error === true || isError === true);

/**
 * What hosts write down of an agent that failed: its words, an object with a message, or only that it did.
 * @param {unknown} error
 * @returns {string | undefined}
 */
function faultOf(error) {
  if (error === true) return "failed";
  if (typeof error === "string") return error.trim() === "" ? undefined : error;
  if (typeof error === "number") return error === 0 ? undefined : `${error}`;
  if (typeof error !== "object" || error === null || Object.keys(error).length === 0) return undefined;
  return (
    faultOf(/** @type {Entry} */ (error).message) ??
    faultOf(/** @type {Entry} */ (error).error) ??
    JSON.stringify(error)
  );
}

/**
 * What the core says against a reply, without its text.
 * @param {any} reply
 */
export function fault(reply) {
  try {
    parse(isText(reply?.text) ? { ...reply, text: "" } : reply);
  } catch (error) {
    if (!(error instanceof ReconveneError)) throw error;
    // How large a reply was is no fault of its entry.
    if (error.code !== "too-large") return error.message;
  }
  return null;
}
