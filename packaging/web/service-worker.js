// Keeps the page for visits without a network. One version is one cache, whole or not at all; each file is held against its hash.

const VERSION = "@VERSION@";
const PLACE = new URL(registration.scope).pathname;
/** What the caches of this copy of the page begin with. Others may lie on the same origin. */
const OURS = `tablet-of-truth ${PLACE} `;
const CACHE = OURS + VERSION;
const FILES = @FILES@;

/** Fetches a file, if it is what this version was made of. */
async function fetchWhole(file) {
  // By the address that the page has asked by, a file is in the browser's own cache already.
  const address = `${file}?${VERSION}`;
  const integrity = FILES[file];
  const whole = await fetch(address, { integrity, cache: "force-cache" }).catch(() => fetch(address, { integrity, cache: "reload" }));
  if (!whole.ok) {
    throw new TypeError(`${file}: ${whole.status}`);
  }
  // A host may have sent the browser on to another address, and no page opens by an answer that tells so.
  const { body, headers, status } = whole;
  return new Response(body, { headers, status });
}

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      try {
        await Promise.all(Object.keys(FILES).map(async (file) => cache.put(file, await fetchWhole(file))));
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
        if (name.startsWith(OURS) && name !== CACHE) {
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

/** The kept file, or else a fresh one that is the same. */
async function whole(file) {
  const found = await kept(file);
  if (found) {
    return found;
  }
  const fresh = await fetchWhole(file);
  const copy = fresh.clone();
  // What the disk does not take is handed out all the same.
  await caches
    .open(CACHE)
    .then((cache) => cache.put(file, copy))
    .catch(console.warn);
  return fresh;
}

/** The file of this version that is asked for. None: another version's, or what lies beside the page, such as its licences. */
function asked({ method, mode, url }) {
  const { origin, pathname, search } = new URL(url);
  const file = pathname.slice(PLACE.length) || "index.html";
  const inside = origin === location.origin && pathname.startsWith(PLACE);
  const ours = mode === "navigate" || !search || search === `?${VERSION}`;
  return method === "GET" && inside && ours && Object.hasOwn(FILES, file) ? file : null;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const file = asked(request);
  if (!file) {
    return;
  }
  const answer = async () => {
    if (file === "index.html") {
      // Without its script the page could not even say what is wrong.
      await whole("page.js");
    }
    return whole(file);
  };
  // A page begins with the network's version where its own is gone. Of one that runs, no file may come from another.
  const instead = () => (request.mode === "navigate" ? fetch(request) : Response.error());
  event.respondWith(answer().catch(instead));
});
