/**
 * A link that holds everything after its `#`: `#v1=` and, in base64url, four bytes of CRC-32 and deflated lines of JSON. A
 * line stands by itself, so that of a link that was cut off what came before is still there.
 */
import { repliesOfEntries } from "../pkg/entries.js";
import { counted } from "./dom.js";
import { fault } from "./options.js";
import { noWork } from "./session.js";

/** @typedef {import("./session.js").Work} Work */
/** @typedef {import("./session.js").Reply} Reply */

const VERSION = "v1";

/** A longer one is cut off by too many programs; Safari shows no more than 80,000 characters. */
export const LONGEST_LINK = 64_000;

/** A few kilobytes may inflate to gigabytes: reading stops here. */
const MOST_INFLATED_BYTES = 16 * 1024 * 1024;

/** Whether an address asks for something that a link holds, of whatever version. @param {string} hash */
export const isLink = (hash) => /^#v\d+=/.test(hash);

/**
 * The fragment that holds all of it.
 * @param {Work} work
 */
export async function written(work) {
  const { replies, expected, decisions, previous } = work;
  const lines = [{ expected, decisions }, ...replies.map((reply) => ({ reply })), ...(previous ? [{ previous }] : [])];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const packed = new Uint8Array(
    await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer(),
  );
  const bytes = new Uint8Array(4 + packed.length);
  new DataView(bytes.buffer).setUint32(0, crc32(packed));
  bytes.set(packed, 4);
  return `#${VERSION}=${base64url(bytes)}`;
}

/**
 * What a fragment holds, as far as it can be read.
 * @param {string} hash
 * @returns {Promise<{ work: Work, problems: string[] }>}
 */
export async function read(hash) {
  const [version, data = ""] = hash.slice(1).split(/=(.*)/s);
  const nothing = (/** @type {string} */ sentence) => ({ work: noWork(), problems: [sentence] });
  if (version !== VERSION) {
    return nothing(`The link is of the form ${version}, which this page does not know. Nothing of it was read.`);
  }
  const bytes = bytesOf(data);
  if (bytes.length < 5) return nothing("The link is damaged: nothing in it can be read.");
  const packed = bytes.subarray(4);
  const isWhole = new DataView(bytes.buffer).getUint32(0) === crc32(packed) && !/[^\w-]/.test(data);
  const { text, isTooLarge } = await inflated(packed);
  const { work, problems } = worked(text);
  const got = counted(work.replies.length, "reply", "replies");
  if (isTooLarge) problems.unshift(`The link holds more than 16 MB, which is not read: ${got} came before that.`);
  else if (!isWhole) {
    problems.unshift(
      work.replies.length === 0
        ? "The link is damaged, by cutting it off or changing it: nothing in it can be read."
        : `The link is damaged, by cutting it off or changing it: ${got} could be read, and may not be as they were sent.`,
    );
  }
  return { work, problems };
}

/**
 * What lines hold. Each is of someone else, and judged by the core.
 * @param {string} text
 */
function worked(text) {
  const work = noWork();
  /** @type {string[]} */
  const problems = [];
  const problem = (/** @type {string} */ sentence) => problems.push(sentence);
  // The last line is whole where a break follows it.
  for (const line of text.split("\n").slice(0, -1)) {
    const value = object(line);
    if (value?.reply) work.replies.push(...repliesOf(value.reply, problem));
    else if (value?.previous) {
      const { source, report } = value.previous;
      const previous = { source: typeof source === "string" ? source : "a link", report };
      // Where there is none, that is a fault too.
      take("previous", { previous: report ?? null }, previous);
    } else if (value) {
      if (typeof value.expected === "string") work.expected = value.expected;
      else if (value.expected !== undefined) problem("Something in the link is left out: `expected` is no text.");
      if (value.decisions) take("decisions", { decisions: value.decisions }, value.decisions);
    }
  }
  return { work, problems };

  /**
   * @param {"previous" | "decisions"} name
   * @param {Record<string, unknown>} options
   * @param {any} value
   */
  function take(name, options, value) {
    const wrong = fault(options);
    if (wrong === null) work[name] = value;
    else problem(`Something in the link is left out: ${wrong}`);
  }
}

/** @param {string} line @returns {any} */
function object(line) {
  try {
    const value = JSON.parse(line);
    return typeof value === "object" ? value : null;
  } catch {
    // A link that was changed on its way may still be read before and after.
    return null;
  }
}

/**
 * @param {any} entry
 * @param {(sentence: string) => void} problem
 * @returns {Reply[]}
 */
function repliesOf(entry, problem) {
  const replies = repliesOfEntries([entry], true, "A reply of the link is left out", problem);
  return replies.map((reply) => {
    const { source, ...rest } = /** @type {Reply} */ (reply);
    return entry.source ? { source, ...rest } : rest;
  });
}

/**
 * The text of deflated bytes, as far as there is any and no further than the limit.
 * @param {Uint8Array<ArrayBuffer>} packed
 */
async function inflated(packed) {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
      if (bytes > MOST_INFLATED_BYTES) {
        await reader.cancel();
        return { text, isTooLarge: true };
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // What came before the damage is there.
  }
  return { text, isTooLarge: false };
}

/** @param {Uint8Array} bytes */
function base64url(bytes) {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The bytes of as much as is well-formed from the start on. @param {string} text */
function bytesOf(text) {
  const [start = ""] = /^[\w-]*/.exec(text) ?? [];
  // A single letter more than a multiple of four holds no byte.
  const whole = start.length % 4 === 1 ? start.slice(0, -1) : start;
  const binary = atob(whole.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/** @param {Uint8Array} bytes */
function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
