/** Days and times in the reader's language. */

import { LANGUAGES } from "./languages";
import { language, t } from "./texts.svelte";

/** Returns a day of the server, which is in UTC. */
export function formatDay(day: string): string {
  return formatDate(Date.parse(`${day}T12:00:00Z`), { dateStyle: "long", timeZone: "UTC" });
}

export function formatTime(at: number): string {
  return formatDate(at, { dateStyle: "medium", timeStyle: "short" });
}

/** Returns a day without its year. */
export function formatShortDay(at: number): string {
  return formatDate(at, { day: "numeric", month: "short" });
}

/** `Intl` does not know the ordinal that French writes for the first of a month. */
function formatDate(at: number, options: Intl.DateTimeFormatOptions): string {
  const first = LANGUAGES.get(language())!.first_day ?? "1";
  const parts = new Intl.DateTimeFormat(language(), options).formatToParts(at);
  return parts.map(({ type, value }) => (type === "day" && value === "1" ? first : value)).join("");
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
