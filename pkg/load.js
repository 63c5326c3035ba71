/** Making the module ready where it has to be fetched or compiled first. */
import { ReconveneError, start } from "./boundary.js";

/** @typedef {NonNullable<Parameters<typeof import("./reconvene.js").init>[0]>} Source */

/** @type {Promise<void> | undefined} */
let loading;

/**
 * Loads the module, once however often it is asked for. Where that fails it may be asked for again.
 * @param {Source} source
 */
export function load(source) {
  loading ??= compiled(source).then(start, (cause) => {
    loading = undefined;
    throw cause instanceof ReconveneError ? cause : notLoaded(source, cause);
  });
  return loading;
}

/**
 * @param {Source} source
 * @returns {Promise<WebAssembly.Module>}
 */
async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (isBytes(source)) return WebAssembly.compile(source);
  if (typeof source !== "string" && !(source instanceof URL) && !(source instanceof Request)) {
    const wanted = "is a URL, a Request, the bytes of the module or a WebAssembly.Module";
    throw new ReconveneError("bad-argument", `\`source\` ${wanted}; got ${typeof source}.`);
  }
  const response = await fetch(source);
  if (!response.ok) throw new Error(`the server answers ${response.status} ${response.statusText}`.trimEnd());
  // Streaming asks for the right type; a server that does not know it is no reason to fail.
  const isTyped = response.headers.get("content-type")?.startsWith("application/wasm");
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * @param {unknown} source
 * @returns {source is BufferSource}
 */
function isBytes(source) {
  return source instanceof ArrayBuffer || ArrayBuffer.isView(source);
}

/**
 * @param {Source} source
 * @param {any} cause
 */
function notLoaded(source, cause) {
  const from = source instanceof Request ? source.url : source;
  const where = typeof from === "string" || from instanceof URL ? ` from ${from}` : "";
  const why = String(cause?.message ?? cause).replace(/\.$/, "");
  const message = `The module could not be loaded${where}: ${why}. Serve \`reconvene/core.wasm\` there, or give \`init\` its URL.`;
  return new ReconveneError("not-initialised", message, { cause });
}
