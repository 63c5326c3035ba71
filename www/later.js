/** What the page needs after its first paint is a file of its own: what it starts with stays small. */
import { notice } from "./notices.js";

/** The rest of the page, or undefined where it cannot be loaded: that is said. */
export async function more() {
  try {
    return await import("./more.js");
  } catch (error) {
    notice(`A part of this page could not be loaded: ${/** @type {Error} */ (error).message}`);
    return undefined;
  }
}
