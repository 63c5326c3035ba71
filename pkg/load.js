/** Making the module ready where it has to be fetched or compiled first. */
import { ReconveneError, startLater } from "./boundary.js";

/** @typedef {NonNullable<Parameters<typeof import("./reconvene.js").init>[0]>} Source */

/** @type {Promise<void> | undefined} */
let loading;

/**
 * Loads the module, once however often it is asked for; the first source counts. Where that fails it may be asked for again.
 * @param {() => Source} source
 */
export function load(source) {
  loading ??= made(source).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** @param {() => Source} source */
async function made(source) {
  /** @type {Source | undefined} */
  let from;
  try {
    from = source();
    const module = await compiled(from);
    if (!WebAssembly.Module.exports(module).some(({ name }) => name === "__wbindgen_start")) {
      throw new Error("it is another module");
    }
    await startLater(module);
  } catch (cause) {
    throw cause instanceof ReconveneError ? cause : notLoaded(from, cause);
  }
}

/**
 * @param {Source} source
 * @returns {Promise<WebAssembly.Module>}
 */
async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (isBytes(source)) return WebAssembly.compile(source);
  if (typeof source !== "string" && !(source instanceof URL) && !isRequest(source)) {
    const got = source && typeof source === "object" && "then" in source ? "a promise: await it first" : typeof source;
    const wanted = "is a URL, a Request, the bytes of the module or a WebAssembly.Module";
    throw new ReconveneError("bad-argument", `\`source\` ${wanted}; got ${got}.`);
  }
  const response = await fetch(source);
  if (!response.ok) throw new Error(`the server answers ${response.status} ${response.statusText}`.trimEnd());
  // Streaming asks for this very type; a server that says something else is no reason to fail.
  const isTyped = response.headers.get("content-type")?.toLowerCase() === "application/wasm";
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Not every host has requests.
 * @param {unknown} source
 * @returns {source is Request}
 */
function isRequest(source) {
  return typeof Request === "function" && source instanceof Request;
}

/**
 * @param {unknown} source
 * @returns {source is BufferSource}
 */
function isBytes(source) {
  return Object.prototype.toString.call(source) === "[object ArrayBuffer]" || ArrayBuffer.isView(source);
}

/**
 * @param {Source | undefined} source
 * @param {any} cause
 */
function notLoaded(source, cause) {
  const from = isRequest(source) ? source.url : source;
  const where = typeof from === "string" || from instanceof URL ? ` from ${from}` : "";
  const why = String(cause?.message ?? cause).replace(/\.$/, "");
  const help =
    "Serve `reconvene/core.wasm` there, give `init` its URL or bytes, or import `reconvene/inline`, which holds it.";
  return new ReconveneError("not-initialised", `The module could not be loaded${where}: ${why}. ${help}`, { cause });
}
