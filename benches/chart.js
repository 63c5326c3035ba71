/** The figures of a run as a chart for docs/performance.md: who does the job how fast, and how time and memory grow. */
import { digits, duration, megabytes } from "./table.js";

/** @typedef {import("./bench.js").Figures} Figures */
/** @typedef {{ says: string, value: string, share: number, isOurs: boolean }} Bar `share`: of the longest. */
/** @typedef {{ at: number, value: number, says: string }} Point */

/** The replies that the bars are about. */
const SHOWN = "1,000 generated replies";

/** The jobs that do what `report` does, or less of it. */
const JOBS = ["report", "native report", "hand-written", "marked", "remark"];

const WIDTH = 760;
const MARGIN = 16;
/** Where bars begin, and how long the longest is: its value stands behind it. */
const [BARS, LONGEST] = [330, 200];
const ROW = 26;
/** Each panel of growth. */
const [PANEL, HEIGHT] = [(WIDTH - 3 * MARGIN) / 2, 190];

const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #24292f }
  .title { font-weight: 600 }
  .small { font-size: 11px; fill: #57606a }
  .ours { fill: #0969da } .other { fill: #afb8c1 }
  .axis { stroke: #d0d7de; fill: none } .line { stroke: #0969da; stroke-width: 2; fill: none } .point { fill: #0969da }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .small { fill: #9198a1 }
    .ours, .point { fill: #4493f8 } .other { fill: #656c76 } .axis { stroke: #3d444d } .line { stroke: #4493f8 }
  }`;

/** @param {Figures} figures */
export function chart({ inputs, growth }) {
  const shown = inputs.find(({ name }) => name === SHOWN);
  const bars = shown ? barsOf(shown.jobs) : [];
  const below = MARGIN + 30 + bars.length * ROW + 20;
  const panels = growth.flatMap(({ of, points }) => [
    panel(`Time of a report, by ${of}`, points.map(pointOf(of, "milliseconds", duration))),
    panel(`Memory of the module, by ${of}`, points.map(pointOf(of, "memory", megabytes))),
  ]);
  const rows = Math.ceil(panels.length / 2);
  const height = below + rows * (HEIGHT + MARGIN);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title">`,
    `<title id="title">${summary(bars)}</title>`,
    `<style>${STYLE}\n</style>`,
    text(MARGIN, MARGIN + 12, `${SHOWN}: times the time of report, on a scale of powers of ten`, "title"),
    ...bars.map((bar, at) => barOf(bar, MARGIN + 30 + at * ROW)),
    ...panels.map((panel, at) => {
      const [x, y] = [MARGIN + (at % 2) * (PANEL + MARGIN), below + Math.floor(at / 2) * (HEIGHT + MARGIN)];
      return `<g transform="translate(${x} ${y})">${panel}</g>`;
    }),
    "</svg>\n",
  ].join("\n");
}

/**
 * Bars for ratios of very different size: their logarithms, from a tenth of the least.
 * @param {Figures["inputs"][number]["jobs"]} jobs
 * @returns {Bar[]}
 */
function barsOf(jobs) {
  const shown = JOBS.flatMap((name) => jobs.filter((job) => job.name === name));
  const logarithms = shown.map(({ ratio }) => Math.log10(ratio));
  const [least, most] = [Math.min(...logarithms) - 1, Math.max(...logarithms)];
  return shown.map(({ name, says, ratio, megabytesPerSecond }, at) => ({
    says,
    value: `${digits(ratio)} × (${digits(megabytesPerSecond)} MB/s)`,
    share: ((logarithms[at] ?? 0) - least) / (most - least),
    isOurs: name === "report",
  }));
}

/** @param {Bar[]} bars */
const summary = (bars) => escaped(bars.map(({ says, value }) => `${says}: ${value}`).join("; "));

/**
 * @param {Bar} bar
 * @param {number} y
 */
function barOf({ says, value, share, isOurs }, y) {
  const length = Math.round(LONGEST * share);
  return [
    text(MARGIN, y + 14, says),
    `<rect x="${BARS}" y="${y}" width="${length}" height="18" rx="2" class="${isOurs ? "ours" : "other"}"/>`,
    text(BARS + length + 8, y + 14, value, "small"),
  ].join("");
}

/**
 * @param {string} of
 * @param {"milliseconds" | "memory"} what
 * @param {(value: number) => string} says
 * @returns {(point: Figures["growth"][number]["points"][number]) => Point}
 */
const pointOf = (of, what, says) => (point) => ({
  at: of === "replies" ? point.replies : point.findings,
  value: point[what],
  says: says(point[what]),
});

/**
 * A line from nothing to the last point: where work is in proportion, the points are on a straight one.
 * @param {string} title
 * @param {Point[]} points
 */
function panel(title, points) {
  const last = points.at(-1) ?? { at: 1, value: 1 };
  const [left, top, right, bottom] = [8, 30, PANEL - 70, HEIGHT - 24];
  const x = (/** @type {number} */ at) => Math.round(left + ((right - left) * at) / last.at);
  const y = (/** @type {number} */ value) => Math.round(bottom - ((bottom - top) * value) / last.value);
  const line = [{ at: 0, value: 0 }, ...points].map(({ at, value }) => `${x(at)},${y(value)}`).join(" ");
  return [
    text(0, 12, title, "title"),
    `<path class="axis" d="M${left} ${top}V${bottom}H${right}"/>`,
    `<polyline class="line" points="${line}"/>`,
    ...points.map(({ at, value, says }) => {
      const point = `<circle class="point" cx="${x(at)}" cy="${y(value)}" r="3"/>`;
      // Further left they would stand on one another.
      const place = at * 4 < last.at ? "" : text(x(at), bottom + 16, at.toLocaleString("en"), "small", "middle");
      return point + text(x(at) + 7, y(value) + 12, says, "small") + place;
    }),
  ].join("");
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} content
 * @param {string} [style]
 * @param {"start" | "middle"} [anchor]
 */
const text = (x, y, content, style = "", anchor = "start") =>
  `<text x="${x}" y="${y}" class="${style}" text-anchor="${anchor}">${escaped(content)}</text>`;

/** @param {string} content */
const escaped = (content) => content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
