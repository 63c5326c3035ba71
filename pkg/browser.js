/** The entry for browsers and their workers: ready after `await init()`. */
import { load } from "./load.js";

export * from "./api.js";

/** @type {typeof import("./reconvene.js").init} */
export const init = (source) => load(source, () => new URL("generated/reconvene_bg.wasm", import.meta.url));
