/** The kit for play without a connection: Python for this browser, loaded on request, and kept until it is no longer wanted. */

import { KIT } from "virtual:offline-kit";
import { stopHost } from "./host";

/** As the service worker calls it (tools/worker.js). */
const CACHE = "offline-kit";

/** `unable`: this browser cannot keep files for us here, since that needs https. */
export type KitPhase = "unable" | "absent" | "loading" | "installed";

let phase = $state<KitPhase>(canKeep() ? "absent" : "unable");
let loaded = $state(0);
let looking: Promise<boolean> | null = null;

/** Download size of all of it, in bytes. */
export const KIT_SIZE = KIT.reduce((sum, { download }) => sum + download, 0);

function canKeep(): boolean {
  return KIT.length > 0 && "caches" in globalThis && "serviceWorker" in navigator && "indexedDB" in globalThis;
}

export function kitPhase(): KitPhase {
  return phase;
}

/** How much of the kit is here, from 0 to 1. */
export function kitProgress(): number {
  return loaded / KIT_SIZE;
}

/** Checks again whether the kit is installed: a newer service worker may have installed the one that this page needs. */
export function lookForKitAgain(): void {
  if (phase !== "absent") return;
  looking = null;
  void lookForKit();
}

/** Checks whether the kit is installed; checked once. */
export function lookForKit(): Promise<boolean> {
  looking ??= isComplete()
    .catch(() => false) // Browsers may deny access to what they keep.
    .then((isThere) => {
      if (isThere) phase = "installed";
      return isThere;
    });
  return looking;
}

async function isComplete(): Promise<boolean> {
  if (!canKeep() || !(await caches.has(CACHE))) return false;
  const cache = await caches.open(CACHE);
  const there = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  return KIT.every(({ path }) => there.has(path));
}

/** Downloads the kit, except files that are already there. `register` brings the service worker that serves it. */
export async function installKit(register: () => Promise<unknown>): Promise<void> {
  if (phase === "loading" || !canKeep()) return;
  phase = "loading";
  loaded = 0;
  try {
    const cache = await caches.open(CACHE);
    for (const { path, size, download } of KIT) {
      const before = loaded;
      if ((await cache.match(path)) === undefined) {
        await load(cache, path, (share) => (loaded = before + Math.min(1, share / size) * download));
      }
      loaded = before + download;
    }
    await register();
    await navigator.serviceWorker.ready;
    phase = "installed";
    looking = Promise.resolve(true);
    await navigator.storage?.persist?.();
  } catch (error) {
    phase = "absent";
    throw error;
  }
}

async function load(cache: Cache, path: string, note: (bytes: number) => void): Promise<void> {
  const answer = await fetch(path);
  if (!answer.ok || answer.body === null) throw new Error(`${path}: ${answer.status}`);
  let bytes = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      note(bytes);
      controller.enqueue(chunk);
    },
  });
  // The body is decompressed by now: its headers must not say otherwise.
  const headers = new Headers(answer.headers);
  headers.delete("content-encoding");
  headers.delete("content-length");
  await cache.put(path, new Response(answer.body.pipeThrough(counting), { headers }));
}

/** Removes the kit; the games stay, and can be resumed once it is back. */
export async function removeKit(): Promise<void> {
  stopHost();
  await caches.delete(CACHE);
  phase = "absent";
  loaded = 0;
  looking = Promise.resolve(false);
}
