/** What was given, kept in this browser alone: it survives a reload, and is gone when it is cleared. */

/** @typedef {import("./session.js").Work} Work */
/** @typedef {"now" | "aside"} Slot `aside`: what was there when a link with other replies was opened. */

const DATABASE = "reconvene";
const STORE = "work";

/** One after the other: the last that is written is the last that was asked for. @type {Promise<unknown>} */
let last = Promise.resolve();

/**
 * @param {Slot} slot
 * @param {Work} work
 */
export const keep = (slot, work) => inStore("readwrite", (store) => store.put(work, slot));

/**
 * @param {Slot} slot
 * @returns {Promise<Work | undefined>}
 */
export const kept = (slot) => inStore("readonly", (store) => store.get(slot));

/** @param {Slot} slot */
export const forget = (slot) => inStore("readwrite", (store) => store.delete(slot));

/**
 * Whatever this rejects with has a sentence on what the browser refuses.
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest} act
 * @returns {Promise<any>}
 */
function inStore(mode, act) {
  const done = last.then(async () => {
    const database = await opened();
    try {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
      return request.result;
    } finally {
      database.close();
    }
  });
  last = done.catch(() => {});
  return done;
}

/** @returns {Promise<IDBDatabase>} */
function opened() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Why the browser keeps nothing, in words.
 * @param {any} error
 */
export function refusal(error) {
  if (error?.name === "QuotaExceededError") return "there is no room for it in this browser's storage";
  return "this browser gives this page no storage (a private window, perhaps)";
}
