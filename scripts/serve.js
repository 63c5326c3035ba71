/** A static server for this machine alone. */
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { Failure } from "./run.js";

const TYPES = new Map(
  Object.entries({
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".json": "application/json",
    ".md": "text/markdown",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
  }),
);

/**
 * @typedef {{ body: string | Uint8Array, type?: string, status?: number }} Answer
 * @typedef {(response: import("node:http").ServerResponse) => void} Answering
 */

/**
 * @param {string} folder
 * @param {object} [options]
 * @param {number} [options.port] Without one, or where it is taken, any that is free.
 * @param {Record<string, string>} [options.headers] On all that is there.
 * @param {(path: string) => Answer | Answering | undefined} [options.answer] What stands at a path, before what the
 * folder has there: a page where nothing else is said.
 * @returns {Promise<{ address: string, close: () => void }>}
 */
export function serve(folder, { port = 0, headers = {}, answer = () => undefined } = {}) {
  const server = createServer((request, response) => {
    const path = pathOf(request.url ?? "/");
    const answered = answer(path);
    if (typeof answered === "function") return answered(response);
    if (answered) {
      const type = answered.type ?? TYPES.get(extname(path)) ?? TYPES.get(".html");
      response.writeHead(answered.status ?? 200, { ...headers, "content-type": type }).end(answered.body);
      return;
    }
    const file = fileOf(folder, path);
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

/** @param {string} url */
function pathOf(url) {
  const path = url.replace(/[?#].*$/, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * @param {string} folder
 * @param {string} path
 */
function fileOf(folder, path) {
  try {
    const file = join(folder, normalize(path.endsWith("/") ? `${path}index.html` : path));
    return file.startsWith(folder + sep) && statSync(file).isFile() ? file : null;
  } catch {
    return null;
  }
}
