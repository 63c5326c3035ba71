/** Figures as text. */

/**
 * A Markdown table whose columns line up; all but the first are figures, to the right.
 * @param {string[]} header
 * @param {string[][]} rows
 */
export function table(header, rows) {
  const all = [header, ...rows];
  const widths = header.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  const line = (/** @type {string[]} */ cells) => {
    const padded = widths.map((width, at) => (at === 0 ? cells[at]?.padEnd(width) : cells[at]?.padStart(width)) ?? "");
    return `| ${padded.join(" | ")} |`;
  };
  const rule = widths.map((width, at) => (at === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [line(header), line(rule), ...rows.map(line)].join("\n");
}

/**
 * To three digits that count.
 * @param {number} number
 */
export const digits = (number) =>
  number.toLocaleString("en", number >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 });

/** @param {number} milliseconds */
export function duration(milliseconds) {
  if (milliseconds >= 1000) return `${digits(milliseconds / 1000)} s`;
  return milliseconds >= 1 ? `${digits(milliseconds)} ms` : `${digits(milliseconds * 1000)} µs`;
}

/** @param {number} bytes */
export const megabytes = (bytes) => `${digits(bytes / 1e6)} MB`;

/** @param {number} bytes */
export const kilobytes = (bytes) => `${digits(bytes / 1e3)} kB`;
