/** The entry for Workers runtimes, which compile no bytes and hand the module in: ready at import. */
import { start } from "./boundary.js";
// @ts-expect-error: only such a runtime, or its bundler, makes a module of it.
import module from "./generated/reconvene_bg.wasm";

export * from "./api.js";

start(module);

/** @type {typeof import("./reconvene.js").init} */
export const init = async () => {};
