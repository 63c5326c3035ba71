/** A log of half a gigabyte, in pieces: its replies are found, and memory does not grow with it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readSession } from "../../pkg/sessions.js";

const MB = 1024 * 1024;
const SIZE = 500 * MB;
/** What a process may take beyond what it took before: a fraction of the log. */
const MOST = 150 * MB;

/** @param {object} record */
const line = (record) => `${JSON.stringify({ sessionId: "s", ...record })}\n`;

/** @param {number} at */
const call = (at) =>
  line({
    type: "assistant",
    message: {
      role: "assistant",
      content: [
        {
          type: "tool_use",
          id: `t${at}`,
          name: "Agent",
          input: { description: `Part ${at}`, subagent_type: "x", prompt: "Look." },
        },
      ],
    },
  }) +
  line({
    type: "user",
    message: {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: `t${at}`, content: "No issues found." }],
    },
  });

const other = line({
  type: "user",
  message: { role: "user", content: [{ type: "tool_result", tool_use_id: "f", content: "x".repeat(MB / 2) }] },
});

let peak = 0;

/** The log, with a call at its beginning, its middle and its end, in pieces that end anywhere. */
function* log() {
  const piece = Buffer.from(other + other);
  let told = 0;
  for (let written = 0, at = 0; written < SIZE; written += piece.length, at++) {
    if (written >= (told * SIZE) / 2) yield Buffer.from(call(told++));
    const cut = 1 + (at % (piece.length - 1));
    yield piece.subarray(0, cut);
    yield piece.subarray(cut);
    peak = Math.max(peak, process.memoryUsage().rss);
  }
  yield Buffer.from(call(told));
}

test("a log of 500 MB is read in bounded memory", async () => {
  const before = process.memoryUsage().rss;
  const { replies } = await readSession(log());
  assert.deepEqual(
    replies.map(({ unit }) => unit),
    ["Part 0", "Part 1", "Part 2"],
  );
  assert.ok(peak - before < MOST, `${Math.round((peak - before) / MB)} MB`);
});
