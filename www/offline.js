/** The service worker, which keeps the page's files: once loaded, it works without a network. */
import { byId } from "./dom.js";
import { notice } from "./notices.js";
import { scriptAddress } from "./trusted.js";

export async function workOffline() {
  if (!("serviceWorker" in navigator)) return;
  /** @type {ServiceWorkerRegistration} */
  let registration;
  try {
    registration = await navigator.serviceWorker.register(scriptAddress("serviceWorker"), {
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
  byId("offline").textContent = ", ready to work offline";
}

/** @param {ServiceWorker} next */
function offer(next) {
  const run = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    next.postMessage("take over");
  };
  notice("A newer version of this page is available.", { kind: "note", act: "Reload", run });
}
