/** The package in a bundle, as each tool makes it with no plugin and next to no configuration. */
import { cpSync } from "node:fs";
import { join } from "node:path";

/** @type {Record<string, (folder: string, out: string) => Promise<unknown>>} */
const TOOLS = {
  async vite(folder, out) {
    const { build } = await import("vite");
    await build({
      root: join(folder, "bundles"),
      base: "./",
      logLevel: "error",
      build: { outDir: out, target: "esnext" },
    });
  },
  async webpack(folder, out) {
    const { default: webpack } = await import("webpack");
    const entry = join(folder, "bundles", "main.js");
    /** @type {import("webpack").Configuration} */
    const configuration = { mode: "production", entry, output: { path: out, filename: "main.js", publicPath: "auto" } };
    const stats = await new Promise((done, fail) => {
      webpack(configuration, (error, stats) => (error ? fail(error) : done(stats)));
    });
    if (stats.hasErrors()) throw new Error(stats.toString("errors-only"));
    cpSync(join(folder, "bundles", "index.html"), join(out, "index.html"));
  },
  async esbuild(folder, out) {
    const { build } = await import("esbuild");
    const entryPoints = { main: join(folder, "bundles", "inline.js") };
    await build({ entryPoints, bundle: true, format: "esm", minify: true, outdir: out, logLevel: "error" });
    cpSync(join(folder, "bundles", "index.html"), join(out, "index.html"));
  },
};

/**
 * Makes a bundle, and says where its page is.
 * @param {string} tool
 * @param {string} folder
 */
export async function bundle(tool, folder) {
  await TOOLS[tool]?.(folder, join(folder, "dist", tool));
  return `dist/${tool}/index.html`;
}

/**
 * Serves the package as Vite does while a page is developed, with no configuration.
 * @param {string} folder
 */
export async function developed(folder) {
  const { createServer } = await import("vite");
  const server = await createServer({ root: folder, logLevel: "error", server: { host: "127.0.0.1", port: 0 } });
  await server.listen();
  const [address] = server.resolvedUrls?.local ?? [];
  return { address: `${address}bundles/index.html`, close: () => server.close() };
}
