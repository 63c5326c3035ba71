/** A page that runs the tests of the binding, and says in `outcome` how they went. */
import { passes } from "./suite.js";

async function outcome() {
  const glue = await import(/** @type {string} */ ("./reconvene.js"));
  const passed = await passes(glue, new URL("reconvene_bg.wasm", location.href));
  return { passed, printed: document.querySelector("#output")?.textContent };
}

Object.assign(globalThis, { outcome: outcome() });
