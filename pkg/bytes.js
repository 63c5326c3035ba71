/** Bytes that may be a reply: how many are read, and whether they are a text. */

/** The core's limit. One byte more is read, which tells the core; a larger file is never held whole. */
export const MAX_REPLY_BYTES = 16 * 1024 * 1024;

/** A file of many replies may be larger: so much of one is held at once. */
export const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** So many first bytes tell a binary file from a text. */
const SNIFFED_BYTES = 8 * 1024;

/** What no text has, or rarely: a run of NULs counts once, for a crash leaves them in thousands. */
const NO_CHARACTERS = /\0+|(?!\s)[\p{Cc}\ufffd]/gu;

/** A text that holds NULs has so many characters for each of these. */
const RARE = 8;

/**
 * What bytes are instead of a text, in words; null where they are one.
 * @param {Uint8Array} bytes
 */
export function noText(bytes) {
  const head = bytes.subarray(0, SNIFFED_BYTES);
  if (!head.includes(0)) return null;
  if ([0xfffe, 0xfeff].includes(((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0))) return "UTF-16. Save it as UTF-8";
  const text = new TextDecoder().decode(head);
  const found = text.match(NO_CHARACTERS) ?? [];
  const characters = text.length - found.join("").length;
  return found.length * RARE > characters ? "a binary file, not a reply" : null;
}
