/** A site that serves the element and whatever pages a test has, under as strict a policy as a careful site has. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { top } from "../../scripts/run.js";

const TYPES = new Map(
  Object.entries({
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".css": "text/css",
    ".wasm": "application/wasm",
    ".json": "application/json",
    ".md": "text/markdown",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
  }),
);

export const POLICY = [
  ...["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "connect-src 'self'"],
  ...["require-trusted-types-for 'script'", "trusted-types reconvene"],
].join("; ");

/** @typedef {{ body: string | Uint8Array, type?: string, status?: number }} Answer */

/**
 * @param {Record<string, Answer | string>} pages What stands at which path.
 * @param {{ policy?: string | null, folder?: string }} [options] `folder`: what else there is.
 */
export async function serve(pages, { policy = POLICY, folder = join(top, "pkg", "generated") } = {}) {
  /** @type {string[]} */
  const asked = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    asked.push(path);
    const answer = answerTo(pages, folder, path);
    const headers = policy === null ? {} : { "content-security-policy": policy };
    const type = answer.type ?? TYPES.get(extname(path)) ?? "text/html; charset=utf-8";
    response.writeHead(answer.status ?? 200, { ...headers, "content-type": type }).end(answer.body);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { address: `http://127.0.0.1:${port}`, asked, close: () => server.close() };
}

/**
 * @param {Record<string, Answer | string>} pages
 * @param {string} folder
 * @param {string} path
 * @returns {Answer}
 */
function answerTo(pages, folder, path) {
  const page = pages[path];
  if (page !== undefined) return typeof page === "string" ? { body: page } : page;
  const file = join(folder, normalize(path));
  for (const one of [file, join(file, "index.html")]) {
    if (existsSync(one) && statSync(one).isFile()) return { body: readFileSync(one), type: TYPES.get(extname(one)) };
  }
  return { body: "not found", type: "text/plain", status: 404 };
}
