/** The entry that holds the module in itself, for bundlers that copy no files: ready after `await init()`. */
import { bytes } from "./generated/inline.js";
import { load } from "./load.js";

export * from "./api.js";

/** @type {typeof import("./reconvene.js").init} */
export const init = (source) => load(source, bytes);
