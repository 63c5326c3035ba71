/** Making the module ready where it has to be fetched or compiled first. */
import { isReady, startLater } from "./boundary.js";
import { kindOf, ReconveneError } from "./error.js";
import { exported } from "./generated/facts.js";

/** @typedef {NonNullable<Parameters<typeof import("./reconvene.js").init>[0]>} Source */

/** The module of the package's own, on its way. @type {Promise<void> | undefined} */
let loading;

/**
 * Loads the module from a source, or, once however often it is asked for, from the package's own. The first that is there
 * counts; where one fails, that is the failure of those who asked for it alone, and they may ask again.
 * @param {Source | undefined} source
 * @param {() => Source} own
 */
export async function load(source, own) {
  if (isReady()) return;
  if (source !== undefined) return made(() => source);
  loading ??= made(own).finally(() => {
    loading = undefined;
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
    const there = new Set(WebAssembly.Module.exports(module).map(({ name }) => name));
    if (!exported.every((name) => there.has(name))) throw another();
    await startLater(module);
  } catch (cause) {
    if (cause instanceof ReconveneError) throw cause;
    // What a module exports may be the same in another version; what it imports is not.
    throw cause instanceof WebAssembly.LinkError ? another(cause) : notLoaded(from, cause);
  }
}

/** @param {unknown} [cause] */
function another(cause) {
  const message = "`source` is a different module. It must be the `reconvene/core.wasm` of this very version.";
  return new ReconveneError("bad-argument", message, { cause });
}

/**
 * @param {Source} source
 * @returns {Promise<WebAssembly.Module>}
 */
async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (isBytes(source)) return WebAssembly.compile(source);
  if (typeof source !== "string" && !(source instanceof URL) && !isRequest(source)) {
    const got = source && typeof source === "object" && "then" in source ? "a promise: await it first" : kindOf(source);
    const wanted = "a URL, a Request, the bytes of the module or a WebAssembly.Module";
    throw new ReconveneError("bad-argument", `\`source\` must be ${wanted}, but is ${got}.`);
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
    "Put `reconvene/core.wasm` there, pass its URL or bytes to `init`, or import `reconvene/inline`, which contains it.";
  return new ReconveneError("not-initialised", `The module could not be loaded${where}: ${why}. ${help}`, { cause });
}
