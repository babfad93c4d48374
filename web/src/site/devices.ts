/** Short descriptions of browsers. */

import { t } from "../core/texts.svelte";

const BROWSERS: [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** Returns "Firefox on Linux"; a program keeps the name it gives itself. */
export function deviceText(device: string | null): string {
  if (device === null) return t("me.sessions.unknown");
  const browser = BROWSERS.find(([pattern]) => pattern.test(device))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(device))?.[1];
  if (browser === undefined) return device.split(/[\s/]/)[0] ?? device;
  return system === undefined ? browser : t("me.sessions.device", { browser, system });
}
