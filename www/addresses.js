/** Where the page's files are. The build gives them names that tell their content, and writes those into the page. */

const {
  wasm = "",
  samples = "",
  worker = "",
} = /** @type {HTMLScriptElement | null} */ (document.querySelector("script[data-wasm]"))?.dataset ?? {};

export const addresses = { wasm, samples, worker, serviceWorker: "sw.js" };
