/** Bytes that may be a reply: how many are read, and whether they are a text. */

/** The core's limit. One byte more is read, which tells the core; a larger file is never held whole. */
export const MAX_REPLY_BYTES = 16 * 1024 * 1024;

/** A file of many replies may be larger: so much of one is held at once. */
export const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** A NUL in so many first bytes tells a binary file from a text. */
const SNIFFED_BYTES = 8 * 1024;

/**
 * What bytes are instead of a text, in words; null where they are one.
 * @param {Uint8Array} bytes
 */
export function noText(bytes) {
  if (!bytes.subarray(0, SNIFFED_BYTES).includes(0)) return null;
  const isUtf16 = [0xfffe, 0xfeff].includes(((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0));
  return isUtf16 ? "UTF-16: save it as UTF-8" : "a binary file, not a reply";
}
