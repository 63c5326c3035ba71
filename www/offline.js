/** The service worker, which keeps the page's files: once loaded, it works without a network. */
import { byId } from "./dom.js";
import { notice } from "./notices.js";

/** The one script that the page may start besides its own, as its policy asks. */
const WORKER = "sw.js";

export async function workOffline() {
  if (!("serviceWorker" in navigator)) return;
  /** @type {ServiceWorkerRegistration} */
  let registration;
  try {
    registration = await navigator.serviceWorker.register(/** @type {string} */ (trusted(WORKER)), {
      updateViaCache: "none",
    });
  } catch {
    // Served without encryption, or from a private window: the page works, as long as there is a network.
    return;
  }
  registration.addEventListener("updatefound", () => {
    const next = registration.installing;
    next?.addEventListener("statechange", () => {
      if (next.state === "installed" && navigator.serviceWorker.controller) offer(next);
    });
  });
  if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  await navigator.serviceWorker.ready;
  byId("offline").textContent = ", ready to work without a network";
}

/** @param {ServiceWorker} next */
function offer(next) {
  const run = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    next.postMessage("take over");
  };
  notice("A newer version of this page is here.", { kind: "note", act: "Use it", run });
}

/**
 * @param {string} script
 * @returns {unknown} A script's address in browsers that ask for one.
 */
function trusted(script) {
  const { trustedTypes } = /** @type {any} */ (globalThis);
  const policy = trustedTypes?.createPolicy("reconvene-page", {
    createScriptURL: (/** @type {string} */ name) => {
      if (name !== WORKER) throw new TypeError(`No script of this page: ${name}`);
      return name;
    },
  });
  return policy?.createScriptURL(script) ?? script;
}
