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

// A new version waits until no tab shows the old one: a game never changes its program.
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

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) {
    return;
  }
  const wanted = request.mode === "navigate" ? "index.html" : request;
  event.respondWith(
    (async () => (await caches.match(wanted, { cacheName: CACHE, ignoreSearch: true })) ?? fetch(request))(),
  );
});
