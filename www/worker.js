/** Makes reports beside the page, so that typing never waits for one. */
import { init, ReconveneError } from "../pkg/browser.js";
import { traced } from "../pkg/element/core.js";

/** @typedef {import("./making.js").Asked} Asked */
/** @typedef {import("./making.js").Answered} Answered */

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
  traced([WARMING], {});
}

addEventListener("message", async (/** @type {MessageEvent<Asked>} */ { data }) => {
  if ("module" in data) {
    ready = start(data.module);
    // Whoever asks for a report is told why there is none.
    ready.catch(() => {});
    return;
  }
  const { id, replies, options } = data;
  try {
    await ready;
    const { html, places } = traced(replies, options);
    answer({ id, html, places }, [places.buffer]);
  } catch (/** @type {any} */ error) {
    const code = error instanceof ReconveneError ? error.code : "internal";
    answer({ id, code, message: String(error?.message ?? error) });
  }
});

/**
 * @param {Answered} answered
 * @param {Transferable[]} [transfer]
 */
function answer(answered, transfer = []) {
  postMessage(answered, { transfer });
}
