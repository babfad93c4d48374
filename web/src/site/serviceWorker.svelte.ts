/** Caches the shell for times without a network, and notices newer versions. */

import { installKit, lookForKitAgain } from "../offline/kit.svelte";

/** Milliseconds to wait before all pages are cached, so that the current page loads first. */
const AFTERWARDS = 5000;

let waiting = $state.raw<ServiceWorker | null>(null);
let isStale = $state(false);

/** Whether a newer version of the page is ready. */
export function hasUpdate(): boolean {
  return waiting !== null || isStale;
}

/** Reloads the page with the newer version. */
export function update(): void {
  if (waiting === null) {
    location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting.postMessage("take over");
}

/** Registers the service worker once the first page can be used; not during development. */
export function registerServiceWorker(): void {
  addEventListener("vite:preloadError", () => {
    isStale = true;
  });
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  // People who install the page as an app expect it to work anywhere.
  addEventListener("appinstalled", () => void installKit(register).catch(() => undefined));
  const start = () => setTimeout(() => void register().catch(() => undefined), AFTERWARDS);
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });
}

let registering: Promise<void> | null = null;

/** Registers the service worker, once. */
export function register(): Promise<void> {
  registering ??= registerNow().catch((error: unknown) => {
    registering = null;
    throw error;
  });
  return registering;
}

async function registerNow(): Promise<void> {
  const registration = await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
  const look = () => {
    lookForKitAgain();
    if (registration.waiting && navigator.serviceWorker.controller) waiting = registration.waiting;
  };
  look();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", look);
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void registration.update().catch(() => undefined);
  });
}
