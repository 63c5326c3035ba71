/** The session that `samples/review/` comes from, as Claude Code logs it: made from the replies, so that both say the same. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runAlone, top } from "./run.js";

/** The log. */
export const SESSION = join("samples", "session.jsonl");

const ASKED = "Review pull request #482 (coupons and proration) with five agents at the same time.";

/** The subagents: what each was asked, and its reply; `api-reviewer` came back with an error. */
const CALLS = [
  { agent: "correctness-reviewer", description: "Correctness", reply: "correctness.md" },
  { agent: "security-reviewer", description: "Security", reply: "security.md" },
  { agent: "test-reviewer", description: "Tests", reply: "tests.md" },
  { agent: "performance-reviewer", description: "Performance", reply: "performance.md" },
  { agent: "api-reviewer", description: "Public API", error: "API Error: 529 Overloaded" },
];

const COMMON = {
  ...{ isSidechain: false, userType: "external", cwd: "/home/dev/tally", gitBranch: "coupons", version: "2.1.39" },
  sessionId: "6b1f0a52-3c7d-4e08-9d11-5a20c4e7f382",
};

/** The log as text: a record a line. */
export function sessionOfSamples() {
  let at = 0;
  const record = (/** @type {"user" | "assistant"} */ type, /** @type {unknown} */ content, more = {}) => {
    const timestamp = new Date(Date.UTC(2026, 2, 3, 9, 30, 7 * at)).toISOString();
    const parentUuid = at === 0 ? null : `u${at - 1}`;
    const message = { role: type, content };
    return JSON.stringify({ parentUuid, ...COMMON, type, message, uuid: `u${at++}`, timestamp, ...more });
  };
  const calls = CALLS.map(({ agent, description }, index) => ({
    ...{ type: "tool_use", id: `toolu_${index + 1}`, name: "Agent" },
    input: { description, prompt: `Review pull request #482: ${description}.`, subagent_type: agent },
  }));
  const lines = [record("user", ASKED), record("assistant", calls)];
  for (const [index, { reply, error }] of CALLS.entries()) {
    const text = reply ? readFileSync(join(top, "samples", "review", reply), "utf8") : error;
    const result = { type: "tool_result", tool_use_id: `toolu_${index + 1}` };
    const content = [{ type: "text", text }];
    lines.push(record("user", [{ ...result, content, ...(error && { is_error: true }) }]));
  }
  lines.push(record("assistant", [{ type: "text", text: "Four of five reviews are in." }]));
  return `${lines.join("\n")}\n`;
}

await runAlone(import.meta.url, async () => writeFileSync(join(top, SESSION), sessionOfSamples()));
