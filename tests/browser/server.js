/** A site that serves the element and whatever pages a test has, under as strict a policy as a careful site has. */
import { join } from "node:path";
import { top } from "../../scripts/run.js";
import { serve as serveFolder } from "../../scripts/serve.js";

/** @typedef {import("../../scripts/serve.js").Answer} Answer */
/** @typedef {import("../../scripts/serve.js").Answering} Answering */

export const POLICY = [
  ...["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "connect-src 'self'"],
  ...["require-trusted-types-for 'script'", "trusted-types reconvene"],
].join("; ");

/**
 * @param {Record<string, Answer | Answering | string>} pages What stands at which path, beside the element.
 * @param {{ policy?: string | null }} [options]
 */
export async function serve(pages, { policy = POLICY } = {}) {
  /** @type {string[]} */
  const asked = [];
  const { address, close } = await serveFolder(join(top, "pkg", "generated"), {
    headers: policy === null ? {} : { "content-security-policy": policy },
    answer(path) {
      asked.push(path);
      const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
      return typeof page === "string" ? { body: page } : page;
    },
  });
  return { address, asked, close };
}
