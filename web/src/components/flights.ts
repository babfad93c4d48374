/** Flying cards: they move from where they were to where they lie now. The page measures, the browser animates.
 *
 * Only transform and opacity change from frame to frame: everything else would keep the main thread busy.
 */

/** Whether nothing should move: the page is hidden, or the user prefers reduced motion. */
export function isStill(): boolean {
  return document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

type Spot = { left: number; top: number; width: number; height: number };

const origins = new Map<string, Spot>();
const FLIGHT = 320;
const GLIDE = 180;
/** A card goes a little too far, and back. */
const OVERSHOOT = "cubic-bezier(0.34, 1.56, 0.64, 1)";
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

/** Callbacks for the next frame: each reads the page, and returns a function that changes it. */
let reads: (() => () => void)[] = [];

/** Reads the page right before it is painted, when it has to be laid out anyway.
 *
 * All reads of a frame come before all changes: a read after a change would lay out the page once more.
 */
function beforePaint(read: () => () => void): void {
  if (reads.length === 0) {
    requestAnimationFrame(() => {
      const all = reads;
      reads = [];
      for (const change of all.map((one) => one())) change();
    });
  }
  reads.push(read);
}

/** Returns an attachment that lets a card fly in from its noted origin; without one, the card just appears. */
export function flyIn(card: number | string): (node: HTMLElement) => void {
  return (node) => {
    const from = origins.get(String(card));
    origins.delete(String(card));
    if (from === undefined || isStill()) return;
    beforePaint(() => {
      const to = node.getBoundingClientRect();
      return () => fly(node, from, to);
    });
  };
}

function fly(node: HTMLElement, from: Spot, to: Spot): void {
  const across = from.left + from.width / 2 - (to.left + to.width / 2);
  const down = from.top + from.height / 2 - (to.top + to.height / 2);
  const scale = Math.max(0.3, Math.min(1.2, from.width / Math.max(1, to.width)));
  const tilt = Math.max(-MOST_TILT, Math.min(MOST_TILT, across / 12));
  node.classList.add("flying");
  const start = `translate(${across}px, ${down}px) rotate(${tilt}deg) scale(${scale})`;
  const flight = node.animate([{ transform: start }, { transform: "none" }], { duration: FLIGHT, easing: OVERSHOOT });
  flight.onfinish = flight.oncancel = () => node.classList.remove("flying");
}

/** Where the cards of a row stand, and how wide it is. */
export type Row = { width: number; spots: Map<Element, { left: number; top: number }> };

/** Lets the cards of a row glide to new places, and notes them in `row` for the next time. */
export function glide(node: HTMLElement, row: Row): void {
  if (isStill()) return row.spots.clear();
  beforePaint(() => {
    const { width, spots: before } = row;
    const children = [...node.children] as HTMLElement[];
    row.spots = new Map(children.map((child) => [child, { left: child.offsetLeft, top: child.offsetTop }]));
    row.width = node.clientWidth;
    if (row.width !== width) return () => undefined;
    return () => {
      for (const [child, to] of row.spots) {
        const from = before.get(child);
        if (from === undefined || (from.left === to.left && from.top === to.top)) continue;
        const start = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
        child.animate([{ transform: start }, { transform: "none" }], { duration: GLIDE, easing: "ease-out" });
      }
    };
  });
}

/** A transition: the covered card stays until the new one has come. */
export function holdUntilCovered(_node: Element) {
  return isStill() ? { duration: 0 } : { duration: FLIGHT, css: () => "opacity: 1" };
}

/** Sends small card backs from one place to another, such as a draw to a player's hand. */
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
