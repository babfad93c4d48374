/** The referee's events, read from their texts (docs/notation.md). */

type Signal = { word: string; about: string | null };

export type Event =
  | { type: "laid"; seat: number; card: number; pile: string }
  | { type: "back"; seat: number; card: number; pile: string; top: number }
  | { type: "drew"; seat: number; cards: (number | null)[] }
  | { type: "turn"; seat: number }
  | { type: "named"; seat: number; starter: number }
  | { type: "said"; seat: number; signal: Signal }
  | { type: "resigned"; seat: number }
  | { type: "over"; ending: string; won: boolean | null; winner: number | null; left: number };

const TURN = /^turn (\d)$/;
const OVER = /^over ([a-z-]+), (?:(won|lost)|seat (\d) wins), (\d+) left$/;
const OWN = /^(\d):(.*)$/;
const LAID = /^(\d+)>([a-z]\w)$/;
const BACK = /^back (\d+)>([a-z]\w) to (\d+)$/;

/** Reads an event from its text; returns null for events of a later protocol. */
export function readEvent(text: string): Event | null {
  let found = TURN.exec(text);
  if (found) return { type: "turn", seat: Number(found[1]) };
  found = OVER.exec(text);
  if (found) {
    const winner = found[3] === undefined ? null : Number(found[3]);
    const won = found[2] === undefined ? null : found[2] === "won";
    return { type: "over", ending: found[1]!, won, winner, left: Number(found[4]) };
  }
  found = OWN.exec(text);
  return found ? readOwn(Number(found[1]), found[2]!) : null;
}

function readOwn(seat: number, text: string): Event | null {
  let found = LAID.exec(text);
  if (found) return { type: "laid", seat, card: Number(found[1]), pile: found[2]! };
  found = BACK.exec(text);
  if (found) {
    return { type: "back", seat, card: Number(found[1]), pile: found[2]!, top: Number(found[3]) };
  }
  const [verb, ...rest] = text.split(" ");
  switch (verb) {
    case "draws": {
      const cards = rest[0] === "-" ? [] : rest[0]!.split(".");
      return { type: "drew", seat, cards: cards.map((c) => (c === "?" ? null : Number(c))) };
    }
    case "name":
      return { type: "named", seat, starter: Number(rest[0]) };
    case "say":
      return { type: "said", seat, signal: readSignal(rest.join(" ")) };
    case "resign":
      return { type: "resigned", seat };
    default:
      return null;
  }
}

/** Reads a signal from its text: `keep u1`, `stuck`, `hold stop`. */
function readSignal(text: string): Signal {
  const [word, about] = text.split(" ");
  return { word: word!, about: about ?? null };
}

export function writeSignal({ word, about }: Signal): string {
  return about === null ? word : `${word} ${about}`;
}
