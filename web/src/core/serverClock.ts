/** The server's clock, by what it tells: that of a browser may be minutes off. */

let ahead: number | null = null;

/** Learns from a time that the server has just told. What comes late makes it seem slow, so the most counts, since it greeted. */
export function noteServerTime(at: number, { isGreeting = false, now = Date.now() } = {}): void {
  ahead = isGreeting ? at - now : Math.max(ahead ?? -Infinity, at - now);
}

/** Returns what time it is for the server. */
export function serverTime(now: number = Date.now()): number {
  return now + (ahead ?? 0);
}
