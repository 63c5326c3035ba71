/** Replies to test on. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { top } from "../../scripts/run.js";

const AUDIT = join(top, "samples", "audit");

/** The sample replies, with one suggestion among their findings. */
export const samples = readdirSync(AUDIT)
  .filter((name) => name.endsWith(".md"))
  .map((source) => ({ source, text: readFileSync(join(AUDIT, source), "utf8") }));

const SEVERITIES = ["critical", "major", "minor", "advisory"];
const KINDS = ["contradiction", "terminology-drift", "missing-coverage", "stale-content", "broken-reference"];
const SYLLABLES = [
  "ba",
  "cor",
  "den",
  "fi",
  "gal",
  "hu",
  "jo",
  "kem",
  "lu",
  "mir",
  "no",
  "pas",
  "qui",
  "ro",
  "sten",
  "tu",
];

/**
 * Replies with as many findings as are wanted, of as many words as reviews have. The same each time.
 * @param {number} count
 * @param {number} findings In each.
 */
export function made(count, findings) {
  let seed = 7;
  const below = (/** @type {number} */ end) => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return (seed >> 8) % end;
  };
  const one = (/** @type {string[]} */ of) => of[below(of.length)];
  const word = () => Array.from({ length: 2 + below(3) }, () => one(SYLLABLES)).join("");
  const words = (/** @type {number} */ many) => Array.from({ length: many }, word).join(" ");
  return Array.from({ length: count }, (_, at) => {
    const [mine, theirs] = [`DOC${at % 23}.md`, `DOC${(at * 7 + 5) % 23}.md`];
    const rows = Array.from({ length: findings }, (_, row) => {
      const places = `${mine} §${1 + below(9)}.${1 + below(7)} | ${theirs} §${1 + below(9)}.${1 + below(7)}`;
      return `| F${row + 1} | ${one(SEVERITIES)} | ${one(KINDS)} | ${places} | ${words(14)}. | ${words(6)}. |`;
    });
    const text = [
      `RESULT: FINDINGS | Type: consistency | Pair: ${mine}/${theirs} | Findings: ${findings}`,
      `\n---\n**Protocol**: v1\n**Agent**: checker ${at}\n**Scope**: ${mine}, ${theirs}\n**Coverage**: 100%\n---\n`,
      "## Findings\n\n| ID | Severity | Type | Location | Counter-location | Description | Suggestion |",
      "|----|----------|------|----------|------------------|-------------|------------|",
      ...rows,
    ].join("\n");
    return { text, unit: `${mine} + ${theirs}`, agent: `checker ${at}`, source: `reply-${at}.md` };
  });
}
