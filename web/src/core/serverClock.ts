/** The server's clock, judged by its messages: a browser's clock may be minutes off. */

let offset: number | null = null;

/** Learns from a time that the server has just sent. Late messages make its clock seem slow, so the largest difference since its greeting counts. */
export function noteServerTime(at: number, { isGreeting = false, now = Date.now() } = {}): void {
  offset = isGreeting ? at - now : Math.max(offset ?? -Infinity, at - now);
}

/** Returns the current time on the server's clock. */
export function serverTime(now: number = Date.now()): number {
  return now + (offset ?? 0);
}
