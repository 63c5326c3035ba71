/**
 * The page's service worker: the files of one version in one cache, which is taken from first. Another version is another
 * cache; the old one goes when the new one takes over: when no tab has the page any more, or when a person chose to use the
 * newer one. Another tab then goes on with what it has loaded, until it is loaded again.
 */

/** The types of workers and of pages do not go together. @type {any} */
const scope = self;

/** Another page of the same origin may be this one in another folder. */
const FAMILY = `reconvene ${scope.registration.scope} `;
const CACHE = FAMILY + VERSION;

scope.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: cacheOf(file) })))),
  );
});

/**
 * Where a file's name tells its content, the page has fetched that very one: the module is not fetched twice.
 * @param {string} file
 */
function cacheOf(file) {
  return /-[\w]{8,}\.\w+$/.test(file) ? "force-cache" : "reload";
}

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

/**
 * With the page's policy on what is the page's: a worker has none but that of its own answer. Nor may what a host led
 * elsewhere answer for a page, so the answer is made anew.
 * @param {Request} request
 */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const { scope: home } = scope.registration;
  const isIndex = request.url.replace(/[?#].*$/, "") === `${home}index.html`;
  const kept = await cache.match(isIndex ? home : request, { ignoreSearch: true, ignoreVary: true });
  if (!kept) return fetch(request);
  const { body, status, statusText } = kept;
  const headers = new Headers(kept.headers);
  headers.set("content-security-policy", POLICY);
  return new Response(body, { status, statusText, headers });
}
