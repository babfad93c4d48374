/** Whether the server can be reached, judging by the last request. */

let isThere = $state(typeof navigator.onLine === "boolean" ? navigator.onLine : true);

export function isServerReachable(): boolean {
  return isThere;
}

export function noteReach(isReached: boolean): void {
  isThere = isReached;
}

globalThis.addEventListener?.("offline", () => noteReach(false));
globalThis.addEventListener?.("online", () => noteReach(true));
