/** Works beside the page, so that typing never waits. */
import { init, ReconveneError } from "../pkg/browser.js";
import { work } from "./work.js";

/** @typedef {import("./asking.js").Asked} Asked */
/** @typedef {import("./asking.js").Answered} Answered */

const WARMING = `RESULT: FINDINGS | Type: consistency | Pair: A.md/B.md | Findings: 2

## Findings

| ID | Severity | Type | Location | Counter-location | Description | Suggestion |
|----|----------|------|----------|------------------|-------------|------------|
| F1 | major | contradiction | A.md §1 | B.md §2 | One says \`x\`, the other y. | Say which. |
| F2 | minor | stale-content | A.md §3 | B.md §4 | It is no longer so. | Take it out. |
`;

/** @type {Promise<void>} */
let ready = Promise.resolve();

/** @param {WebAssembly.Module} module */
async function start(module) {
  await init(module);
  // Browsers compile what is called, when it is called: the first report of a person does not wait for that.
  work.report([WARMING], {});
}

addEventListener("message", async (/** @type {MessageEvent<Asked>} */ { data }) => {
  if ("module" in data) {
    ready = start(data.module);
    // Whoever asks for something is told why there is nothing.
    ready.catch(() => {});
    return;
  }
  const { job, given } = data;
  try {
    await ready;
    answer({ done: /** @type {(...given: any) => unknown} */ (work[job])(...given) });
  } catch (/** @type {any} */ error) {
    const code = error instanceof ReconveneError ? error.code : "internal";
    answer({ code, message: String(error?.message ?? error) });
  }
});

/** @param {Answered} answered */
function answer(answered) {
  postMessage(answered);
}
