/** Makes reports beside the page, so that typing never waits for one. */
import { init, ReconveneError } from "../pkg/browser.js";
import { traced } from "../pkg/element/core.js";

/** @typedef {import("./making.js").Asked} Asked */
/** @typedef {import("./making.js").Answered} Answered */

addEventListener("message", async (/** @type {MessageEvent<Asked>} */ { data }) => {
  if ("module" in data) {
    await init(data.module);
    return;
  }
  const { id, replies, options } = data;
  try {
    const { html, places } = traced(replies, options);
    answer({ id, html, places }, [places.buffer]);
  } catch (error) {
    if (!(error instanceof ReconveneError)) throw error;
    answer({ id, code: error.code, message: error.message });
  }
});

/**
 * @param {Answered} answered
 * @param {Transferable[]} [transfer]
 */
function answer(answered, transfer = []) {
  postMessage(answered, { transfer });
}
