/* The service worker: caches the shell, so that the page opens even without a network.

   - It does not touch /api/ or anything else that is not part of the page.
   - The document comes from the network whenever there is one, so nobody is stuck on an old version.
   - Files with a hash in their name never change: they come from the cache. The few others are treated like the document.
   - The kit for play without a connection is loaded by the page when somebody asks for it (src/offline/kit.svelte.ts).
     If it is installed, a newer version of the page comes with a newer kit: both are installed, or neither.

   The build writes the list of files and a version of them into this file (tools/shell.ts). */

const SHELL = __SHELL__;
const CACHE = "shell-__VERSION__";
const KIT = __KIT__;
const KIT_CACHE = "offline-kit";
const DOCUMENT = "/";
const PAGES = /^\/(?:$|(?:t|screen|c|replay|learn)(?:\/|$)|(?:rules|me|day|puzzle)\/?$)/;
/* Milliseconds after which a network that does not answer counts as down. */
const PATIENCE = 4000;

self.addEventListener("install", (event) => {
  event.waitUntil(Promise.all([caches.open(CACHE).then((cache) => cache.addAll(SHELL.map(wanted))), renewKit()]));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith("shell-") && name !== CACHE).map((name) => caches.delete(name))))
      .then(tidyKit)
      .then(() => self.clients.claim()),
  );
});

/* A page says that it would like the newer version now. */
self.addEventListener("message", (event) => {
  if (event.data === "take over") void self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (PAGES.test(url.pathname)) event.respondWith(fresh(request, DOCUMENT));
  } else if (SHELL.includes(url.pathname)) {
    event.respondWith(isFixed(url.pathname) ? kept(request, CACHE) : fresh(request, url.pathname));
  } else if (isOfKit(url.pathname)) {
    event.respondWith(kept(request, KIT_CACHE));
  }
});

/* True also for files of an older kit, which an open page may still need. */
function isOfKit(path) {
  return /^\/assets\/(?:pyodide|python)-/.test(path);
}

async function renewKit() {
  if (!(await caches.has(KIT_CACHE))) return;
  const cache = await caches.open(KIT_CACHE);
  const there = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(KIT.filter((path) => !there.has(path)));
}

async function tidyKit() {
  if (!(await caches.has(KIT_CACHE))) return;
  const cache = await caches.open(KIT_CACHE);
  const old = (await cache.keys()).filter(({ url }) => !KIT.includes(new URL(url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}

function isFixed(path) {
  return path.startsWith("/assets/");
}

function wanted(path) {
  return isFixed(path) ? path : new Request(path, { cache: "no-cache" });
}

async function kept(request, name) {
  const found = await caches.match(request.url, { cacheName: name });
  return found ?? fetch(request);
}

async function fresh(request, path) {
  const old = async () => (await caches.open(CACHE)).match(path);
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("late")), PATIENCE));
  try {
    const answer = await Promise.race([fetch(request), late]);
    if (answer.status < 500) return answer;
    return (await old()) ?? answer;
  } catch {
    return (await old()) ?? fetch(request);
  }
}
