/** A worker as its tools make it: in one file, beside the module, by the package's own condition for such runtimes. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/**
 * Bundles the worker, and says where the configuration is that runs a suite in it.
 * @param {string} folder
 * @param {string} suite
 */
export async function configured(folder, suite) {
  const outdir = join(folder, "dist", "workerd", suite);
  await build({
    ...{ entryPoints: [join(folder, "workerd", "main.js")], outdir, bundle: true, format: "esm", target: "esnext" },
    ...{ conditions: ["workerd"], loader: { ".wasm": "copy" }, logLevel: "error" },
  });
  const modules = readdirSync(outdir)
    // The first is the worker.
    .sort((one, other) => Number(other === "main.js") - Number(one === "main.js"))
    .map((name) => `(name = "${name}", ${name.endsWith(".wasm") ? "wasm" : "esModule"} = embed "${name}")`);
  const path = join(outdir, "worker.capnp");
  writeFileSync(
    path,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = .worker)]);
const worker :Workerd.Worker = (
  compatibilityDate = "2026-01-01",
  bindings = [(name = "SUITE", text = "${suite}")],
  modules = [${modules.join(", ")}]
);
`,
  );
  return path;
}
