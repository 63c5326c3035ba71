/** The entry for Node: ready at import. No top-level await, so that `require()` takes it too. */
import { readFileSync } from "node:fs";
import { start } from "./boundary.js";
import { ReconveneError } from "./error.js";

export * from "./api.js";

begin();

/** @type {typeof import("./reconvene.js").init} */
export const init = async () => {};

function begin() {
  try {
    start(readFileSync(new URL("generated/reconvene_bg.wasm", import.meta.url)));
  } catch (/** @type {any} */ cause) {
    const help =
      "Install the package again. A bundle needs `reconvene/core.wasm` next to it, as `generated/reconvene_bg.wasm`; `reconvene/inline` contains it.";
    const message = `The module could not be read: ${cause.message.replace(/\.$/, "")}. ${help}`;
    throw new ReconveneError("not-initialised", message, { cause });
  }
}
