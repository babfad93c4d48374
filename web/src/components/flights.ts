/** Cards that fly: from where they were to where they lie now. Measured in the page, moved by the browser.
 *
 * Only transform and opacity change from frame to frame: everything else would keep the main thread busy.
 */

import { backOut } from "svelte/easing";

/** Whether nothing should move: nobody is looking, or somebody does not want it. */
export function isStill(): boolean {
  return document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

type Spot = { left: number; top: number; width: number; height: number };

const origins = new Map<string, Spot>();
const FLIGHT = 320;
/** Degrees by which a card leans on its way. */
const MOST_TILT = 14;

/** Notes where a card comes from before it appears somewhere else. */
export function noteOrigin(card: string | number, spot: Spot | null | undefined): void {
  if (spot) origins.set(String(card), spot);
  else origins.delete(String(card));
}

export function rectOf(selector: string): Spot | null {
  return document.querySelector(selector)?.getBoundingClientRect() ?? null;
}

/** A transition: the card flies in from where it was noted; without a note it is just there. */
export function flyIn(node: Element, { card }: { card: number | string }) {
  const from = origins.get(String(card));
  origins.delete(String(card));
  if (from === undefined || isStill()) return { duration: 0 };
  const to = node.getBoundingClientRect();
  const across = from.left + from.width / 2 - (to.left + to.width / 2);
  const down = from.top + from.height / 2 - (to.top + to.height / 2);
  const scale = Math.max(0.3, Math.min(1.2, from.width / Math.max(1, to.width)));
  const tilt = Math.max(-MOST_TILT, Math.min(MOST_TILT, across / 12));
  node.classList.add("flying");
  node.addEventListener("introend", () => node.classList.remove("flying"), { once: true });
  return {
    duration: FLIGHT,
    easing: backOut,
    css: (t: number, u: number) =>
      `transform: translate(${u * across}px, ${u * down}px) rotate(${u * tilt}deg) scale(${t + u * scale})`,
  };
}

/** A transition: the covered card stays until the new one has come. */
export function holdUntilCovered(_node: Element) {
  return isStill() ? { duration: 0 } : { duration: FLIGHT, css: () => "opacity: 1" };
}

/** Sends small card backs from one place to another, such as a draw to somebody's hand. */
export function flyCardBacks(from: Spot | null, to: Spot | null, count: number): void {
  if (from === null || to === null || isStill()) return;
  for (let at = 0; at < Math.min(count, 6); at += 1) {
    const card = document.createElement("span");
    card.className = "flying-card";
    document.body.append(card);
    const start = `translate(${from.left + from.width / 2}px, ${from.top + from.height / 2}px)`;
    const end = `translate(${to.left + to.width / 2}px, ${to.top + to.height / 2}px)`;
    const flight = card.animate(
      [
        { transform: start, opacity: 1 },
        { transform: end, opacity: 0.4 },
      ],
      { duration: FLIGHT, delay: at * 70, easing: "ease-out", fill: "backwards" },
    );
    flight.onfinish = flight.oncancel = () => card.remove();
  }
}
