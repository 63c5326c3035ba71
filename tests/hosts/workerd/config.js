/** The configuration of a Workers runtime, which wants every module named. */
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";

/** @param {string} folder */
export function capnp(folder) {
  const scripts = ["workerd/main.js", "conformance.js"];
  const packaged = ["", "generated"].flatMap((inner) => {
    const path = join(folder, "node_modules", "reconvene", "pkg", inner);
    return readdirSync(path)
      .filter((name) => /\.(?:js|wasm)$/.test(name) && !["cli.js", "node.js"].includes(name))
      .map((name) => relative(folder, join(path, name)));
  });
  const modules = [...scripts, ...packaged].map((name) => {
    const kind = name.endsWith(".wasm") ? "wasm" : "esModule";
    return `(name = "${name}", ${kind} = embed "${name}")`;
  });
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = .worker)]);
const worker :Workerd.Worker = (compatibilityDate = "2026-01-01", modules = [
  ${modules.join(",\n  ")}
]);
`;
}
