/** What was given, kept in this browser alone: it survives a reload, and is gone when it is cleared. */

/** @typedef {"now" | "aside"} Slot `aside`: what was there when a link was opened, or another tab's was kept. */

const DATABASE = "reconvene";
const STORE = "work";

/** How long the browser may take to open its storage or to act in it, in milliseconds. Some never answer. */
const PATIENCE = 15_000;

/** One after the other: the last that is written is the last that was asked for. @type {Promise<unknown>} */
let last = Promise.resolve();

/** The mark of what this tab last read or wrote: what has another was kept by another tab. @type {string | undefined} */
let mark;

/**
 * Keeps a text. What another tab has kept since is put aside, and given back.
 * @param {string} text
 * @returns {Promise<string | undefined>}
 */
export const keep = (text) =>
  inStore("readwrite", async (store) => {
    const before = await done(store.get("now"));
    const others = isAnothers(before) ? textOf(before) : undefined;
    if (others !== undefined) store.put(before, "aside");
    mark = newMark();
    store.put({ mark, text }, "now");
    return others;
  });

/**
 * Keeps a text beside.
 * @param {string} text
 */
export const putAside = (text) =>
  inStore("readwrite", async (store) => {
    store.put({ mark: newMark(), text }, "aside");
  });

/**
 * What is kept. It may be anyone's: every page of this origin can write there.
 * @param {Slot} slot
 * @returns {Promise<string | undefined>}
 */
export const kept = (slot) =>
  inStore("readonly", async (store) => {
    const value = await done(store.get(slot));
    if (slot === "now") mark = value?.mark;
    return textOf(value);
  });

/** Forgets what this tab has kept: what another has kept since is left there. */
export const forgetOwn = () =>
  inStore("readwrite", async (store) => {
    if (!isAnothers(await done(store.get("now")))) store.delete("now");
  });

/** @param {Slot[]} slots */
export const forget = (...slots) =>
  inStore("readwrite", async (store) => {
    for (const slot of slots) store.delete(slot);
  });

/** @param {any} value */
const textOf = (value) => (typeof value?.text === "string" ? /** @type {string} */ (value.text) : undefined);

/** @param {any} value */
const isAnothers = (value) => value !== undefined && value?.mark !== mark;

const newMark = () => Array.from(crypto.getRandomValues(new Uint32Array(4))).join("-");

/**
 * Whatever this rejects with has a sentence on what the browser refuses.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => Promise<T>} act Awaits nothing but requests of the store: a transaction ends by itself.
 * @returns {Promise<T>}
 */
function inStore(mode, act) {
  const acted = last.then(async () => {
    const database = await opened();
    try {
      const transaction = database.transaction(STORE, mode);
      const ended = new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
      const acted = act(transaction.objectStore(STORE)).then((result) => {
        // One that waits for a page which was left keeps every later one waiting in some browsers.
        try {
          transaction.commit();
        } catch {
          // It has ended by itself.
        }
        return result;
      });
      const [result] = await inTime(Promise.all([acted, ended]));
      return result;
    } finally {
      database.close();
    }
  });
  last = acted.catch(() => {});
  return acted;
}

/** @param {IDBRequest} request @returns {Promise<any>} */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @returns {Promise<IDBDatabase>} */
function opened() {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  const answer = done(request);
  return inTime(answer).catch((error) => {
    // It may open later, when nobody uses it any more.
    answer.then((database) => database.close()).catch(() => {});
    throw error;
  });
}

/**
 * The answer, or an error where there is none after {@link PATIENCE}.
 * @template T
 * @param {Promise<T>} answer
 * @returns {Promise<T>}
 */
function inTime(answer) {
  let timer = 0;
  const late = new Promise((_, reject) => {
    timer = window.setTimeout(() => reject(new DOMException("", "TimeoutError")), PATIENCE);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/**
 * Why the browser keeps nothing, in words.
 * @param {any} error
 */
export function refusal(error) {
  if (error?.name === "QuotaExceededError") return "this browser's storage is full";
  if (error?.name === "TimeoutError") return "this browser's storage does not respond";
  return "this browser does not let this page store data (perhaps it is a private window)";
}
