/** The addresses of scripts that the page may start besides its own, in browsers that ask for trusted ones. */
import { addresses } from "./addresses.js";

/** @type {{ createScriptURL: (name: string) => any } | undefined} */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("reconvene-page", {
  createScriptURL(/** @type {string} */ name) {
    const { worker, serviceWorker } = addresses;
    if (name !== worker && name !== serviceWorker) throw new TypeError(`No script of this page: ${name}`);
    return name;
  },
});

/**
 * @param {"worker" | "serviceWorker"} which
 * @returns {string} Or what takes its place.
 */
export const scriptAddress = (which) => policy?.createScriptURL(addresses[which]) ?? addresses[which];
