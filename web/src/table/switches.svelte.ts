/** What somebody has switched on or off for themselves, kept in this browser. */

type Name = "sound" | "strip" | "distances";

const USUAL: Record<Name, boolean> = { sound: true, strip: false, distances: false };
const KEPT_AS = "tenback.switch.";

function kept(name: Name): boolean {
  const value = localStorage.getItem(KEPT_AS + name);
  return value === null ? USUAL[name] : value === "on";
}

const state = $state<Record<Name, boolean>>({
  sound: kept("sound"),
  strip: kept("strip"),
  distances: kept("distances"),
});

export function isOn(name: Name): boolean {
  return state[name];
}

export function turn(name: Name, isWanted: boolean): void {
  state[name] = isWanted;
  localStorage.setItem(KEPT_AS + name, isWanted ? "on" : "off");
}
