/** The entry for Node: ready at import. No top-level await, so that `require()` takes it too. */
import { readFileSync } from "node:fs";
import { start } from "./boundary.js";

export * from "./api.js";

start(readFileSync(new URL("generated/reconvene_bg.wasm", import.meta.url)));

/** @type {typeof import("./reconvene.js").init} */
export const init = async () => {};
