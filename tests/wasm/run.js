/**
 * What Cargo runs the tests of the binding with, `tests/wasm.rs`: `node tests/wasm/run.js HOST MODULE`. It makes the glue of
 * the module that Cargo compiled, as `scripts/build.js` does, and needs no `wasm-bindgen-cli`, which takes minutes to build.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bind } from "../../scripts/build.js";
import { Failure, runAlone, top } from "../../scripts/run.js";
import { serve } from "../../scripts/serve.js";
import { inChromium } from "../hosts/browser/chromium.js";
import { passes } from "./suite.js";

/** @type {Record<string, (folder: string) => Promise<boolean>>} */
const HOSTS = {
  async node(folder) {
    const glue = await import(pathToFileURL(join(folder, "reconvene.js")).href);
    return passes(glue, readFileSync(join(folder, "reconvene_bg.wasm")));
  },
  async chromium(folder) {
    const [browser, { address, close }] = await Promise.all([inChromium(), serve(folder)]);
    try {
      const { passed, printed, failures } = await browser.outcome(`${address}/page.html`);
      console.log(printed ?? failures?.join("\n"));
      return passed === true;
    } finally {
      close();
      await browser.close();
    }
  },
};

await runAlone(import.meta.url, async ([name = "", module = ""]) => {
  const host = HOSTS[name];
  if (!host) throw new Failure(`No such host: ${name}. There is ${Object.keys(HOSTS).join(", ")}.`);
  const folder = mkdtempSync(join(tmpdir(), "reconvene-wasm-"));
  try {
    cpSync(join(top, "tests", "wasm"), folder, { recursive: true });
    await bind(module, folder);
    if (!(await host(folder))) throw new Failure(`The tests of the binding fail in ${name}.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
