/**
 * A link that holds everything after its `#`: `#v1=` and, in base64url, four bytes of CRC-32 and deflated lines of JSON. A
 * line stands by itself, so that of a link that was cut off what came before is still there. `&f1:…` at its end
 * names the finding that it is about, by a fingerprint; links of before have its number, `&G3`.
 */
import { counted } from "./dom.js";
import { notice } from "./notices.js";
import { worked } from "./read.js";
import { linesOf, noWork } from "./session.js";

/** @typedef {import("./session.js").Work} Work */

const VERSION = "v1";

/** A longer one is cut off by too many programs; Safari shows no more than 80,000 characters. */
const LONGEST_LINK = 64_000;

/** A few kilobytes may inflate to gigabytes: reading stops here. */
const MOST_INFLATED_BYTES = 16 * 1024 * 1024;

/**
 * Puts the link on the clipboard, or where it can be taken from.
 * @param {Work} work
 * @param {string} [finding]
 */
export async function copyLink(work, finding) {
  const fragment = (await written(work)) + (finding === undefined ? "" : `&${finding}`);
  const link = location.href.replace(/#.*$/, "") + fragment;
  if (link.length > LONGEST_LINK) {
    const [length, most] = [link.length, LONGEST_LINK].map((count) => count.toLocaleString("en"));
    const help = "Save the report instead.";
    notice(`The link would be too long: ${length} characters, and many programs cut off links after ${most}. ${help}`);
    return;
  }
  const what = finding === undefined ? "The link" : "The link to the finding";
  try {
    await navigator.clipboard.writeText(link);
    notice(`${what} was copied. Anyone who has it can read everything here.`, { kind: "note" });
  } catch {
    // Not every browser lets a page copy: the address can be taken from its bar.
    history.replaceState(history.state, "", fragment);
    notice(`${what} is in the address bar. Copy it from there.`, { kind: "note" });
  }
}

/**
 * The fragment that holds all of it.
 * @param {Work} work
 */
async function written(work) {
  const packed = new Uint8Array(
    await new Response(
      new Blob([linesOf(work)]).stream().pipeThrough(new CompressionStream("deflate-raw")),
    ).arrayBuffer(),
  );
  const bytes = new Uint8Array(4 + packed.length);
  new DataView(bytes.buffer).setUint32(0, crc32(packed));
  bytes.set(packed, 4);
  return `#${VERSION}=${base64url(bytes)}`;
}

/**
 * What a fragment holds, as far as it can be read, and the finding that it names.
 * @param {string} hash
 * @returns {Promise<{ work: Work, problems: string[], finding?: string | undefined }>}
 */
export async function read(hash) {
  const [version, all = ""] = hash.slice(1).split(/=(.*)/s);
  const [, data = "", finding] = /^(.*?)(?:&([\w:.-]{1,80}))?$/s.exec(all) ?? [];
  const nothing = (/** @type {string} */ sentence) => ({ work: noWork(), problems: [sentence] });
  if (version !== VERSION) {
    return nothing(`The link has the format ${version}, which this page does not support. Nothing was read.`);
  }
  const bytes = bytesOf(data);
  if (bytes.length < 5) return nothing("The link is damaged. Nothing in it can be read.");
  const packed = bytes.subarray(4);
  const isWhole = new DataView(bytes.buffer).getUint32(0) === crc32(packed) && !/[^\w-]/.test(data);
  const { text, isTooLarge } = await inflated(packed);
  const { work, problems } = worked(text, "the link");
  const got = counted(work.replies.length, "reply", "replies");
  if (isTooLarge) problems.unshift(`The link contains more than 16 MB. Only its beginning was read: ${got}.`);
  else if (!isWhole) {
    problems.unshift(
      work.replies.length === 0
        ? "The link was cut off or changed: nothing in it can be read."
        : `The link was cut off or changed: ${got} could be read, perhaps not as sent.`,
    );
  }
  return { work, problems, finding };
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
