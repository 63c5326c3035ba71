/** What the page needs after its first paint is in files of their own: what it starts with stays small. */
import { notice } from "./notices.js";

/** The rest of the page, or undefined where it cannot be loaded: that is said. */
export const more = () => loaded(() => import("./more.js"));

/** What shows a report. */
export const workspace = () => loaded(() => import("./shown.js"));

/**
 * @template T
 * @param {() => Promise<T>} load
 */
async function loaded(load) {
  try {
    return await load();
  } catch (error) {
    notice(`A part of this page could not be loaded: ${/** @type {Error} */ (error).message}`);
    return undefined;
  }
}
