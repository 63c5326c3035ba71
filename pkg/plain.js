/**
 * What a caller hands over, made plain data: whatever code of the caller's is in it (getters, iterators, proxies, `toJSON`)
 * runs here, before the module is entered. What it throws reaches the caller as it is, and it never meets the module.
 *
 * Nothing is judged here that the module can judge: what stands where it cannot be used becomes something of the same
 * kind, for the module to refuse.
 */
import { ReconveneError } from "./error.js";

/** How deep a report may be nested: ten times as deep as one of ours. */
const DEEPEST = 200;

/** And what a host says beside a reply: the module reads no deeper JSON. */
const DEEPEST_META = 100;

/** @typedef {(value: any, name: string) => any} Reader What a value is as plain data, and what the caller would write to get at it. */

/**
 * Text, a number, a truth value; of anything else, the kind.
 * @type {Reader}
 */
export const scalar = (value) => {
  if (typeof value === "function") return () => {};
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return [];
  if (value instanceof Promise) return Promise.resolve();
  return isBytes(value) ? new Uint8Array() : {};
};

/** @type {(item: Reader) => Reader} */
const list = (item) => (value, name) => {
  const isList = typeof value === "object" && value !== null && !ArrayBuffer.isView(value);
  if (!isList || typeof value[Symbol.iterator] !== "function") return scalar(value, name);
  return Array.from(value, (one, at) => item(one, `${name}[${at}]`));
};

/**
 * Of each field the value, read once, also where it is inherited; of what else there is, the name alone.
 * @type {(readers: Record<string, Reader>) => Reader}
 */
const fields = (readers) => {
  const known = Object.entries(readers);
  return (value, name) => {
    if (!hasFields(value)) return scalar(value, name);
    // Without a prototype no name means anything more.
    const plain = Object.create(null);
    for (const key of Object.keys(value)) plain[key] = undefined;
    for (const [key, read] of known) {
      const field = value[key];
      if (field !== undefined) plain[key] = read(field, `${name}.${key}`);
    }
    return plain;
  };
};

/** @type {Reader} */
export const text = (value, name) => (isBytes(value) ? bytes(value, name) : scalar(value, name));

/**
 * What has any shape crosses as JSON text: the module names all that is wrong with it.
 * @type {Reader}
 */
export const data = (value, name) => (hasFields(value) ? { json: json(value, name) } : scalar(value, name));

/** What is JSON text already: a collector hands in again what it holds. */
const written = new WeakSet();

/**
 * What a host says beside a reply is no reason to refuse the reply: what is no object is kept under its name.
 * @type {Reader}
 */
const meta = (value) => {
  if (value === null || written.has(value)) return value ?? undefined;
  const said = hasFields(value) ? value : { meta: value };
  const plain = { json: metaJson(said) };
  written.add(plain);
  return plain;
};

/** @param {any} value */
function metaJson(value) {
  try {
    return wellFormed(JSON.stringify(value, softening()) ?? "{}");
  } catch {
    // Code of the caller's threw: the rest is kept.
    const keys = readable(() => Object.keys(value));
    if (!Array.isArray(keys)) return JSON.stringify({ meta: keys });
    const kept = Object.create(null);
    for (const key of keys) kept[key] = readable(() => value[key]);
    return wellFormed(JSON.stringify(kept));
  }
}

/** @param {() => unknown} read */
function readable(read) {
  try {
    const json = JSON.stringify(read(), softening());
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    return "[cannot be read]";
  }
}

/** What an agent failed with: its words, or an error that was caught. @type {Reader} */
const fault = (value, name) => (value instanceof Error ? `${value.name}: ${value.message}` : scalar(value, name));

export const reply = fields({
  ...{
    text,
    id: scalar,
    unit: scalar,
    agent: scalar,
    attempt: scalar,
    source: scalar,
    expect: scalar,
    dialect: scalar,
  },
  ...{ part: list(scalar), replaced: scalar, oversize: scalar, timedOut: scalar, error: fault, meta },
});

export const replies = list(reply);

/**
 * A report or a plan crosses as JSON text, beside the schema that tells whether it is one.
 * @type {Reader}
 */
export const report = (value, name) => {
  if (!hasFields(value)) return scalar(value, name);
  const { schema } = value;
  return typeof schema === "string" ? { schema, json: json(value, name) } : {};
};

/** @type {Reader} */
export const plan = report;

/**
 * Registered types cross as JSON text: the module names all that is wrong with them.
 * @type {Reader}
 */
const types = (value, name) => (Array.isArray(value) ? { json: json(value, name) } : scalar(value, name));

export const typesOptions = fields({ types });
export const parseOptions = fields({ ledger: scalar, decisions: scalar, types });
export const checkOptions = fields({
  sessionId: scalar,
  artifacts: list(fields({ path: scalar, bytes: scalar })),
  types,
});
export const showOptions = fields({ source: scalar, style: scalar });
const decisions = list(
  fields({
    ...{ fingerprints: list(scalar), same: scalar },
    ...{ fingerprint: scalar, status: scalar, severity: scalar, reason: scalar, by: scalar },
  }),
);
const merged = {
  title: scalar,
  expected: list(fields({ unit: scalar, agent: scalar, expect: scalar })),
  plan,
  retryBelow: scalar,
  decisions,
  previous: report,
  raise: scalar,
  types,
};
const shown = { document: scalar, template: scalar, sections: list(scalar), budget: scalar, minConfidence: scalar };
export const aggregateOptions = fields(merged);
export const renderOptions = fields({ ...shown, decisions });
export const reportOptions = fields({ ...merged, ...shown });

/**
 * The variables of a prompt: whatever their names.
 * @type {Reader}
 */
export const variables = (value, name) => {
  if (!hasFields(value)) return scalar(value, name);
  return Object.fromEntries(Object.keys(value).map((key) => [key, scalar(value[key], `${name}.${key}`)]));
};

/**
 * Diagnostics cross as JSON text.
 * @type {Reader}
 */
export const diagnostics = (value, name) => (Array.isArray(value) ? json(value, name) : scalar(value, name));

/** What `toJSON` of a collector gives. */
export const state = fields({ schema: scalar, options: aggregateOptions, replies });

export const evaluation = fields({
  ...{ verdict: scalar, answered_count: scalar, empty_count: scalar, vague_count: scalar, total_count: scalar },
  ...{ reasoning: scalar, per_question: list(fields({ question_id: scalar, verdict: scalar })) },
});
export const clarifyOptions = fields({
  contradictions: list(fields({ questions: list(scalar), title: scalar, note: scalar })),
  evaluation,
});
export const mergeOptions = fields({ contradicted: list(scalar) });

/**
 * Whether a value is an object of fields: no list, no bytes, no promise.
 * @param {any} value
 */
export function hasFields(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return !ArrayBuffer.isView(value) && !(value instanceof Promise);
}

/** What every typed array has, whatever was put over it. */
const typed = Object.getPrototypeOf(Uint8Array.prototype);
/** @type {(name: string | symbol) => (of: Uint8Array) => any} */
const own = (name) => {
  const { get = () => {} } = Object.getOwnPropertyDescriptor(typed, name) ?? {};
  return (of) => get.call(of);
};
const nameOf = own(Symbol.toStringTag);
const bufferOf = own("buffer");
const offsetOf = own("byteOffset");
const lengthOf = own("byteLength");

/**
 * Whether a value is a `Uint8Array`, also one of another realm, as test runners make them, and whatever it says it is.
 * @param {any} value
 * @returns {value is Uint8Array}
 */
function isBytes(value) {
  return ArrayBuffer.isView(value) && nameOf(/** @type {Uint8Array} */ (value)) === "Uint8Array";
}

/**
 * The same bytes, as they are now.
 * @param {Uint8Array} value
 * @param {string} name
 */
function bytes(value, name) {
  try {
    // It asks whether the memory is there; the properties say that there are no bytes where it is not.
    typed.keys.call(value);
  } catch (cause) {
    const message = `\`${name}\` can no longer be read: its buffer was transferred or resized.`;
    throw new ReconveneError("bad-argument", message, { cause });
  }
  return new Uint8Array(bufferOf(value), offsetOf(value), lengthOf(value));
}

/**
 * @param {object} value
 * @param {string} name
 */
function json(value, name) {
  const broken = (/** @type {string} */ why) =>
    new ReconveneError("bad-argument", `\`${name}\` cannot be read: ${why}.`);
  let written;
  try {
    written = JSON.stringify(value);
  } catch {
    // Again, slowly: what the engine refuses is refused before it can, so that whatever else is thrown is the caller's own.
    written = JSON.stringify(value, refusing(broken));
  }
  if (typeof written !== "string") throw broken("its `toJSON` returns nothing");
  return written.includes("\\ud") ? wellFormed(written) : written;
}

/**
 * JSON text without lone surrogates, which alone are written as escapes: each becomes what it becomes in any other text.
 * @param {string} json
 */
function wellFormed(json) {
  return json.replace(/\\(?:ud[89a-f]..|.)/g, (written) => (written.length > 2 ? "\ufffd" : written));
}

/** Writes what JSON has no form for as a text. */
function softening() {
  /** @type {unknown[]} */
  const around = [];
  /** @type {(this: unknown, key: string, part: unknown) => unknown} */
  return function (_, part) {
    if (typeof part === "bigint") return String(part);
    if (typeof part !== "object" || part === null) return part;
    while (around.length > 0 && around.at(-1) !== this) around.pop();
    if (around.includes(part)) return "[circular]";
    const plain = part instanceof Map ? Object.fromEntries(part) : part instanceof Set ? [...part] : part;
    return around.push(plain) > DEEPEST_META ? "[nested too deeply]" : plain;
  };
}

/** @param {(why: string) => Error} broken */
function refusing(broken) {
  /** @type {unknown[]} */
  const around = [];
  /** @type {(this: unknown, key: string, part: unknown) => unknown} */
  return function (_, part) {
    if (typeof part === "bigint") throw broken("it contains a BigInt");
    if (typeof part !== "object" || part === null) return part;
    while (around.length > 0 && around.at(-1) !== this) around.pop();
    if (around.includes(part)) throw broken("it contains itself");
    if (around.push(part) > DEEPEST) throw broken("it is nested too deeply");
    return part;
  };
}
