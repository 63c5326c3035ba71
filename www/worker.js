/** Works beside the page, so that typing never waits. */
import { init, ReconveneError } from "../pkg/browser.js";
import { work } from "./work.js";

/** @typedef {import("./asking.js").Asked} Asked */
/** @typedef {import("./asking.js").Answered} Answered */

/** Words of which replies are made that nobody wrote. */
const WORDS = "cache retry token order queue index limit scope label owner parser window budget header".split(" ");

/** How often reports on them are made, and how many replies with how many findings each has. */
const [ROUNDS, REPLIES, FINDINGS] = [12, 6, 8];

/** @type {Promise<void>} */
let ready = Promise.resolve();

/** @param {WebAssembly.Module} module */
async function start(module) {
  await init(module);
  warm();
}

/** Whether anything was asked for. */
let isAsked = false;

/**
 * Browsers compile what is called, when it is called, and well only what is called often: the first report of a person does
 * not wait for either.
 */
async function warm() {
  for (let round = 0; round < ROUNDS && !isAsked; round++) {
    work.report(
      Array.from({ length: REPLIES }, (_, at) => reply(round * REPLIES + at)),
      {},
    );
    await new Promise((done) => setTimeout(done));
  }
}

/** @param {number} seed */
function reply(seed) {
  const word = (/** @type {number} */ at) => WORDS[(seed * 5 + at * 3 + (at >> 2)) % WORDS.length];
  const rows = Array.from({ length: FINDINGS }, (_, at) => {
    const said = `The ${word(at)} of \`${word(at + 1)}\` is ${word(at + 2)} here, and ${word(at + 3)} there.`;
    return `| F${at + 1} | major | contradiction | A.md §${at} | B.md §${seed % 5} | ${said} | Name the ${word(at)}. |`;
  });
  const columns = "| ID | Severity | Type | Location | Counter-location | Description | Suggestion |";
  const line = `RESULT: FINDINGS | Type: consistency | Pair: A.md/B.md | Findings: ${FINDINGS}`;
  return `${line}\n\n## Findings\n\n${columns}\n|---|---|---|---|---|---|---|\n${rows.join("\n")}\n`;
}

addEventListener("message", async (/** @type {MessageEvent<Asked>} */ { data }) => {
  if ("module" in data) {
    ready = start(data.module);
    // Whoever asks for something is told why there is nothing.
    ready.catch(() => {});
    return;
  }
  isAsked = true;
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
