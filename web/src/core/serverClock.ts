/** The server's clock, going by its messages: that of a browser may be minutes off. */

let offset: number | null = null;

/** Learns from a time that the server has just sent. Late messages make its clock seem slow, so the largest difference since its greeting counts. */
export function noteServerTime(at: number, { isGreeting = false, now = Date.now() } = {}): void {
  offset = isGreeting ? at - now : Math.max(offset ?? -Infinity, at - now);
}

/** Returns what time it is for the server. */
export function serverTime(now: number = Date.now()): number {
  return now + (offset ?? 0);
}
