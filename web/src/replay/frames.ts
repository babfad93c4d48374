/** A record as a film: scenes one after another, which can be stepped through. */

import { messagesBetween } from "../cards/messages";
import type { Message } from "../cards/messages";
import { type Event, readEvent } from "../core/events";
import { layoutOf } from "./commandLayouts";
import { readPosition } from "./position";
import type { SavedRecord } from "./record";
import { afterEvent, judged, type Scene, sceneOf } from "./scene";
import { type Turn, turnsOf } from "./turns";

/** What is seen at once: what somebody did, and what followed from it. */
export type Frame = {
  scene: Scene;
  events: Event[];
  /** The same in words, once they are needed. */
  sayings: Message[];
  /** What was remarked at this place. */
  comments: string[];
  /** The number of the turn that runs now; 0 in the opening. */
  turn: number;
};

export type Film = { record: SavedRecord; frames: Frame[]; turns: Turn[] };

/** What follows by itself belongs to the frame before it, and so do signals: at some tables they come after every card. */
function isAdded(event: Event, frames: Frame[]): boolean {
  if (event.type === "said") return true;
  return frames.length > 1 && (event.type === "turn" || event.type === "over");
}

export function filmOf(record: SavedRecord): Film {
  const start = readPosition(record.start);
  const layout = layoutOf(start.edition, record.layout);
  let scene = sceneOf(start, layout, record.players);
  if (record.events.length === 0) scene = judged(scene, record.outcome);
  const remarks = (after: number) => record.comments.filter((c) => c.after === after).map((c) => c.text);
  const frames: Frame[] = [{ scene, events: [], sayings: [], comments: remarks(0), turn: start.turn === null ? 0 : 1 }];
  record.events.forEach((text, at) => {
    const before = scene;
    scene = afterEvent(scene, text);
    const sayings = messagesBetween(before.model, scene.model);
    const event = readEvent(text)!;
    const last = frames.at(-1)!;
    const turn = last.turn + (event.type === "turn" ? 1 : 0);
    const comments = remarks(at + 1);
    if (isAdded(event, frames)) {
      frames[frames.length - 1] = {
        scene,
        events: [...last.events, event],
        sayings: [...last.sayings, ...sayings],
        comments: [...last.comments, ...comments],
        turn,
      };
    } else {
      frames.push({ scene, events: [event], sayings, comments, turn });
    }
  });
  return { record, frames, turns: turnsOf(record) };
}

/** Returns the first frame of a turn; the nearest one if there is no such turn. */
export function frameOfTurn(film: Film, turn: number): number {
  const found = film.frames.findIndex((frame) => frame.turn >= turn);
  return found < 0 ? film.frames.length - 1 : found;
}

/** Returns the beginning of the next turn, or of the one before (of the running one, if it is under way). */
export function turnAfter(film: Film, at: number): number {
  const turn = film.frames[at]!.turn;
  const found = film.frames.findIndex((frame) => frame.turn > turn);
  return found < 0 ? film.frames.length - 1 : found;
}

export function turnBefore(film: Film, at: number): number {
  const first = frameOfTurn(film, film.frames[at]!.turn);
  return first < at ? first : frameOfTurn(film, Math.max(0, film.frames[at]!.turn - 1));
}
