/** The examples, with models that say what the tests put into their mouths. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SimpleChatModel } from "@langchain/core/language_models/chat_models";
import { Usage } from "@openai/agents";
import { MockLanguageModelV4 } from "ai/test";
import { review } from "./ai-sdk.js";
import { graph } from "./langgraph.js";
import { ask } from "./openai-agents.js";

const FINDINGS = `RESULT: FINDINGS | Type: review | Scope: Security | Findings: 1 | Critical: 1 | Major: 0 | Minor: 0

## Findings

| ID | Severity | Type | Location | Counter-location | Description | Suggestion |
|----|----------|------|----------|------------------|-------------|------------|
| F1 | critical | injection | src/db.js:12 | -- | User input is concatenated into the query. | Use parameters. |
`;
const PROSE = "I read src/db.js. I found no issues.\n";

/** @param {string} prompt */
function answerTo(prompt) {
  if (/Performance/.test(prompt)) throw new Error("overloaded");
  return /Security/.test(prompt) ? FINDINGS : PROSE;
}

test("AI SDK", async () => {
  const tokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0, text: 1, reasoning: 0 };
  const model = new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => ({
      content: [{ type: "text", text: answerTo(JSON.stringify(prompt)) }],
      finishReason: { unified: "stop", raw: undefined },
      usage: { inputTokens: tokens, outputTokens: tokens },
      warnings: [],
    }),
  });
  const { report, markdown, again } = await review(model, ["src/db.js"]);
  assert.equal(report.results.length, 6);
  assert.deepEqual(
    report.findings.map(({ severity, location }) => [severity, location?.text]),
    [["critical", "src/db.js:12"]],
  );
  assert.match(markdown, /NEEDS REWORK/);
  const asked = again.waves.flatMap((wave) => wave.units).map(({ unit }) => unit);
  assert.ok(asked.includes("Performance"), `${asked}`);
  assert.ok(!asked.includes("Security"));
});

test("LangGraph.js", async () => {
  let calls = 0;
  class Fake extends SimpleChatModel {
    _llmType() {
      return "fake";
    }
    /** @param {import("@langchain/core/messages").BaseMessage[]} messages */
    async _call(messages) {
      calls += 1;
      return answerTo(messages.map(({ content }) => `${content}`).join("\n"));
    }
  }
  const model = new Fake({ maxRetries: 0 });
  const { report, replies } = await graph(model).invoke({ files: ["src/db.js"] });
  assert.ok(calls > 6, "what failed is asked again, once");
  assert.equal(replies.length, calls);
  assert.equal(report.findings.length, 1);
  const performance = report.coverage.find(({ unit }) => unit === "Performance");
  assert.equal(performance?.status, "ERROR");
  assert.match(performance?.reason ?? "", /overloaded/);
});

test("OpenAI Agents", async () => {
  /** @type {import("@openai/agents").Model} */
  const model = {
    getResponse: async ({ input }) => ({
      usage: new Usage(),
      output: [
        {
          ...{ type: "message", role: "assistant", status: "completed" },
          content: [{ type: "output_text", text: answerTo(JSON.stringify(input)) }],
        },
      ],
    }),
    getStreamedResponse: async function* () {},
  };
  const tasks = ["Security", "Performance", "Docs"].map((unit) => ({
    unit,
    agent: "reviewer",
    prompt: `Review src/db.js. ${unit}.`,
  }));
  const { report, sarif } = await ask({ getModel: () => model }, tasks);
  assert.deepEqual(
    report.coverage.map(({ unit, status }) => [unit, status]),
    [
      ["Docs", "PARTIAL"],
      ["Performance", "ERROR"],
      ["Security", "FINDINGS"],
    ],
  );
  assert.equal(JSON.parse(sarif).runs[0].results.length, 1);
});
