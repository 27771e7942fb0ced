// Keeps the page for visits without a network. One version is one cache, whole or not at all; each file is held against its hash.

const CACHE = "tablet-of-truth-@VERSION@";
const FILES = @FILES@;

self.addEventListener("install", (event) => {
  const requests = Object.entries(FILES).map(([file, integrity]) => new Request(file, { integrity, cache: "no-cache" }));
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      try {
        await cache.addAll(requests);
      } catch (error) {
        await caches.delete(CACHE);
        throw error;
      }
    })(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith("tablet-of-truth-") && name !== CACHE) {
          await caches.delete(name);
        }
      }
      await self.clients.claim();
    })(),
  );
});

// The page says when nothing of the old version runs any more.
self.addEventListener("message", (event) => {
  if (event.data === "take over") {
    self.skipWaiting();
  }
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) {
    return;
  }
  const wanted = request.mode === "navigate" ? "index.html" : request;
  event.respondWith(
    (async () => {
      const cache = await caches.open(CACHE);
      return (await cache.match(wanted, { ignoreSearch: true })) ?? fetch(request);
    })(),
  );
});
