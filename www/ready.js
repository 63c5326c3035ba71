/** The module that reads replies: fetched once, for the page and the worker, while the page can be used already. */
import { init } from "../pkg/browser.js";
import { addresses } from "./addresses.js";
import { workInWorker } from "./asking.js";
import { byId } from "./dom.js";

/** Whether the module is there. */
export let isReady = false;

/** Resolved once the module is there. */
export const ready = load();

async function load() {
  const module = await fetched();
  await init(module);
  isReady = true;
  workInWorker(module);
  byId("loading").hidden = true;
}

async function fetched() {
  const response = await fetch(addresses.wasm);
  if (!response.ok) throw new Error(`for ${addresses.wasm}, the server answers ${response.status}.`);
  // How long what was packed is unpacked, nobody says.
  const all = response.headers.has("content-encoding") ? 0 : Number(response.headers.get("content-length") ?? 0);
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const chunks = [];
  let got = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    chunks.push(read.value);
    got += read.value.length;
    const said = all > 0 ? `${Math.floor((100 * got) / all)} %` : `${(got / 1e6).toFixed(1)} MB`;
    byId("loading").textContent = `Loading: ${said}`;
  }
  return WebAssembly.compile(await new Blob(chunks).arrayBuffer());
}
