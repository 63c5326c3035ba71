/** A static server for this machine alone. */
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { Failure } from "./run.js";

const TYPES = new Map(
  Object.entries({
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
  }),
);

/**
 * @param {string} folder
 * @param {{ port?: number, headers?: Record<string, string> }} [options] `port`: without one, or where it is taken, any
 * that is free; `headers`: on all that is there.
 * @returns {Promise<{ address: string, close: () => void }>}
 */
export function serve(folder, { port = 0, headers = {} } = {}) {
  const server = createServer((request, response) => {
    const file = fileOf(folder, request.url ?? "/");
    if (file === null) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES.get(extname(file)) ?? "application/octet-stream";
    response.writeHead(200, { ...headers, "content-type": type, "cache-control": "no-cache" });
    createReadStream(file).pipe(response);
  });
  return new Promise((done, fail) => {
    server.on("error", (/** @type {NodeJS.ErrnoException} */ { code, message }) => {
      if (code === "EADDRINUSE" && port !== 0) server.listen(0, "127.0.0.1");
      else fail(new Failure(`The page cannot be served: ${message}.`));
    });
    server.listen(port, "127.0.0.1", () => {
      const address = /** @type {import("node:net").AddressInfo} */ (server.address());
      done({ address: `http://127.0.0.1:${address.port}`, close: () => server.close() });
    });
  });
}

/**
 * @param {string} folder
 * @param {string} url
 */
function fileOf(folder, url) {
  try {
    const path = decodeURIComponent(url.replace(/[?#].*$/, ""));
    const file = join(folder, normalize(path.endsWith("/") ? `${path}index.html` : path));
    return file.startsWith(folder + sep) && statSync(file).isFile() ? file : null;
  } catch {
    return null;
  }
}
