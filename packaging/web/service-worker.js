// Keeps the page for visits without a network. One version is one cache, whole or not at all; each file is held against its hash.

const VERSION = "@VERSION@";
const CACHE = `tablet-of-truth-${VERSION}`;
const FILES = @FILES@;

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      // By the address that the page has asked by, a file is in the browser's own cache already.
      const keep = async ([file, integrity]) => {
        const address = `${file}?${VERSION}`;
        const whole = await fetch(address, { integrity, cache: "force-cache" }).catch(() => fetch(address, { integrity, cache: "reload" }));
        if (!whole.ok) {
          throw new TypeError(`${file}: ${whole.status}`);
        }
        await cache.put(file, whole);
      };
      try {
        await Promise.all(Object.entries(FILES).map(keep));
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
