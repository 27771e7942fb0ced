// Keeps the page for visits without a network. One version is one cache, whole or not at all; each file is held against its hash.

const VERSION = "@VERSION@";
const CACHE = `tablet-of-truth-${VERSION}`;
const FILES = @FILES@;

/** Fetches a file and keeps it, if it is what this version was made of. */
async function keep(cache, file) {
  // By the address that the page has asked by, a file is in the browser's own cache already.
  const address = `${file}?${VERSION}`;
  const integrity = FILES[file];
  const whole = await fetch(address, { integrity, cache: "force-cache" }).catch(() => fetch(address, { integrity, cache: "reload" }));
  if (!whole.ok) {
    throw new TypeError(`${file}: ${whole.status}`);
  }
  // A host may have sent the browser on to another address, and no page opens by an answer that tells so.
  const { body, headers, status } = whole;
  await cache.put(file, new Response(body, { headers, status }));
}

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      try {
        await Promise.all(Object.keys(FILES).map((file) => keep(cache, file)));
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

/** The kept file, if the disk still has it as it was kept. */
async function kept(file) {
  const found = await caches.match(file, { cacheName: CACHE });
  // The program is large, and the page says so if it cannot be read.
  if (!found || file.endsWith(".wasm")) {
    return found;
  }
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-384", await found.clone().arrayBuffer()));
  return FILES[file] === `sha384-${btoa(String.fromCharCode(...hash))}` ? found : undefined;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const file = request.mode === "navigate" ? "index.html" : request.url.replace(registration.scope, "").replace(/\?.*/, "");
  if (request.method !== "GET" || !(file in FILES)) {
    return;
  }
  event.respondWith(
    (async () => {
      try {
        return (await kept(file)) ?? (await keep(await caches.open(CACHE), file), await kept(file)) ?? (await fetch(request));
      } catch {
        return fetch(request);
      }
    })(),
  );
});
