/** What somebody has chosen for themselves, kept in this browser. */

/** Returns what was chosen last time, if it can still be chosen. */
export function remembered<T extends string | number>(name: string, known: readonly T[], usual: T): T {
  const kept = localStorage.getItem(`tenback.${name}`);
  return known.find((value) => String(value) === kept) ?? usual;
}

export function rememberAs(name: string, value: string | number): void {
  localStorage.setItem(`tenback.${name}`, String(value));
}

type Switch = "sound" | "strip" | "distances";

const switches = $state<Record<Switch, boolean>>({
  sound: wasOn("sound", true),
  strip: wasOn("strip", false),
  distances: wasOn("distances", false),
});

function wasOn(name: Switch, usual: boolean): boolean {
  return remembered(`switch.${name}`, ["on", "off"], usual ? "on" : "off") === "on";
}

export function isOn(name: Switch): boolean {
  return switches[name];
}

export function setSwitch(name: Switch, isWanted: boolean): void {
  switches[name] = isWanted;
  rememberAs(`switch.${name}`, isWanted ? "on" : "off");
}
