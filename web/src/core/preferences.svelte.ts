/** The user's preferences, kept in this browser. */

/** Returns the last choice, if it is still available, else the usual one. */
export function remembered<T extends string | number>(name: string, known: readonly T[], usual: T): T {
  const kept = localStorage.getItem(`tenback.${name}`);
  return known.find((value) => String(value) === kept) ?? usual;
}

export function rememberAs(name: string, value: string | number): void {
  localStorage.setItem(`tenback.${name}`, String(value));
}

type Switch = "sound" | "effects" | "strip" | "distances" | "coach";

const switches = $state<Record<Switch, boolean>>({
  sound: wasOn("sound", true),
  effects: wasOn("effects", false),
  strip: wasOn("strip", false),
  distances: wasOn("distances", false),
  coach: wasOn("coach", false),
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

/** How fast the moves of others are shown: quickly, slowly, or step by step on request. */
export const PACES = ["quick", "calm", "step"] as const;
export type Pace = (typeof PACES)[number];

let chosenPace = $state<Pace>(remembered("pace", PACES, "quick"));

export function pace(): Pace {
  return chosenPace;
}

export function setPace(wished: Pace): void {
  chosenPace = wished;
  rememberAs("pace", wished);
}
