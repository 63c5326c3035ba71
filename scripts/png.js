/** A picture with few colours as a PNG with a palette: a third of what browsers write. */
import { crc32, deflateSync } from "node:zlib";

/** Bits kept of each channel: text is drawn in more shades than anyone sees. */
const KEPT = 0b1111_1000;
const COLOURS = 128;
/** The keyword of the text in a picture that says what it is of. */
const SOURCE = "Source";

/**
 * @param {Uint8Array} pixels Red, green, blue and opacity of each pixel, row after row.
 * @param {number} width
 * @param {number} height
 * @param {string} source The hash of what it is a picture of, in hexadecimal: `sourceOf` finds it again.
 */
export function png(pixels, width, height, source) {
  const at = (/** @type {number} */ pixel) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(4 * pixel, 4 * pixel + 3);
    return {
      colour: (red << 16) | (green << 8) | blue,
      key: ((red & KEPT) << 16) | ((green & KEPT) << 8) | (blue & KEPT),
    };
  };
  // Of the shades that become one, the most frequent stands for them: flat areas keep their very colour.
  /** @type {Map<number, Map<number, number>>} */
  const shades = new Map();
  for (let pixel = 0; pixel < width * height; pixel++) {
    const { colour, key } = at(pixel);
    const counts = shades.get(key) ?? new Map();
    shades.set(key, counts.set(colour, (counts.get(colour) ?? 0) + 1));
  }
  const ranked = [...shades]
    .map(([key, counts]) => ({ key, counts: [...counts].sort(([, a], [, b]) => b - a) }))
    .map(({ key, counts }) => ({ key, colour: counts[0]?.[0] ?? key, of: counts.reduce((sum, [, n]) => sum + n, 0) }))
    .sort((a, b) => b.of - a.of);
  const palette = ranked.slice(0, COLOURS).map(({ colour }) => colour);
  const index = new Map(
    ranked.map(({ key, colour }, place) => [key, place < COLOURS ? place : nearest(colour, palette)]),
  );
  const rows = Buffer.alloc((width + 1) * height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const row = Math.floor(pixel / width);
    rows[row * (width + 1) + 1 + (pixel % width)] = index.get(at(pixel).key) ?? 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("PLTE", colours),
    chunk("tEXt", Buffer.from(`${SOURCE}\0${source}`, "latin1")),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/**
 * What a picture that `png` made is of.
 * @param {Buffer} picture
 */
export const sourceOf = (picture) => /tEXtSource\0([0-9a-f]{64})/.exec(picture.toString("latin1"))?.[1];

/**
 * @param {number} colour
 * @param {number[]} palette
 */
function nearest(colour, palette) {
  const channels = (/** @type {number} */ of) => [of >> 16, (of >> 8) & 255, of & 255];
  const [red = 0, green = 0, blue = 0] = channels(colour);
  const distances = palette.map((other) => {
    const [r = 0, g = 0, b = 0] = channels(other);
    return (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
  });
  return distances.indexOf(Math.min(...distances));
}

/**
 * @param {string} type
 * @param {Buffer} data
 */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
