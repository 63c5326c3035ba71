/**
 * The page's service worker: the files of one version in one cache, which is taken from first. Another version is another
 * cache; the old one goes when no page uses it any more.
 */

/** The types of workers and of pages do not go together. @type {any} */
const scope = self;

/** Another page of the same origin may be this one in another folder. */
const FAMILY = `reconvene ${scope.registration.scope} `;
const CACHE = FAMILY + VERSION;

scope.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })))),
  );
});

scope.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(tidy().then(() => scope.clients.claim()));
});

scope.addEventListener("message", (/** @type {MessageEvent} */ { data }) => {
  if (data === "take over") scope.skipWaiting();
});

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== scope.location.origin) return;
  event.respondWith(answer(request));
});

async function tidy() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(FAMILY) && name !== CACHE).map((name) => caches.delete(name)),
  );
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
  return kept ?? fetch(request);
}
