/** The server's clock, by what it tells: that of a browser may be minutes off. */

let offset: number | null = null;

/** Learns from a time that the server has just told. What comes late makes it seem slow, so the most counts, since it greeted. */
export function noteServerTime(at: number, { isGreeting = false, now = Date.now() } = {}): void {
  offset = isGreeting ? at - now : Math.max(offset ?? -Infinity, at - now);
}

/** Returns what time it is for the server. */
export function serverTime(now: number = Date.now()): number {
  return now + (offset ?? 0);
}
