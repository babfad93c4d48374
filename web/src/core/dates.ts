/** Days and times in the reader's language. */

import { language, t } from "./texts.svelte";

/** Returns a day of the server, which is in UTC. */
export function formatDay(day: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString(language(), { dateStyle: "long", timeZone: "UTC" });
}

export function formatTime(at: number): string {
  return new Date(at).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
}

/** Returns the time of day. */
export function formatClock(at: number): string {
  return new Date(at).toLocaleTimeString(language(), { timeStyle: "short" });
}

/** Returns how long a turn may take. */
export function clockText(seconds: number): string {
  if (seconds === 0) return t("own.clock.none");
  if (seconds < 60 || seconds % 60 !== 0) return t("own.clock.seconds", { count: seconds });
  if (seconds < 3600 || seconds % 3600 !== 0) return t("own.clock.minutes", { count: seconds / 60 });
  return t("own.clock.hours", { count: seconds / 3600 });
}

/** Returns how long ago something was: "5 minutes ago". */
export function formatAgo(at: number, now: number): string {
  const seconds = Math.max(0, (now - at) / 1000);
  const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  if (seconds < 90) return t("site.now");
  if (seconds < 5400) return format.format(-Math.round(seconds / 60), "minute");
  if (seconds < 129_600) return format.format(-Math.round(seconds / 3600), "hour");
  return format.format(-Math.round(seconds / 86_400), "day");
}
