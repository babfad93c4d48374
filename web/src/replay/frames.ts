/** A record as a replay: scenes one after another, which can be stepped through. */

import { messagesBetween } from "../cards/messages";
import type { Message } from "../cards/messages";
import { type Event, readEvent } from "../core/events";
import { layoutOf } from "./commandLayouts";
import { readPosition } from "./position";
import type { SavedRecord } from "./record";
import { afterEvent, withOutcome, type Scene, sceneOf } from "./scene";
import { type Turn, turnsOf } from "./turns";

/** One step of the replay: a move, with what followed from it. */
type Frame = {
  scene: Scene;
  events: Event[];
  /** The frame in words, computed when needed. */
  messages: Message[];
  /** The record's comments at this place. */
  comments: string[];
  /** The number of the turn that runs now; 0 in the opening. */
  turn: number;
};

export type Replay = { record: SavedRecord; frames: Frame[]; turns: Turn[] };

/** Whether an event belongs to the frame before it: automatic events do, and so do signals, which at some tables come after every card. */
function belongsToLast(event: Event, frames: Frame[]): boolean {
  if (event.type === "said") return true;
  return frames.length > 1 && (event.type === "turn" || event.type === "over");
}

export function replayOf(record: SavedRecord): Replay {
  const start = readPosition(record.start);
  const layout = layoutOf(start.edition, record.layout);
  let scene = sceneOf(start, layout, record.players);
  if (record.events.length === 0) scene = withOutcome(scene, record.outcome);
  const remarks = (after: number) => record.comments.filter((c) => c.after === after).map((c) => c.text);
  const frames: Frame[] = [{ scene, events: [], messages: [], comments: remarks(0), turn: start.turn === null ? 0 : 1 }];
  record.events.forEach((text, at) => {
    const before = scene;
    scene = afterEvent(scene, text);
    const messages = messagesBetween(before.model, scene.model);
    const event = readEvent(text)!;
    const last = frames.at(-1)!;
    const turn = last.turn + (event.type === "turn" ? 1 : 0);
    const comments = remarks(at + 1);
    if (belongsToLast(event, frames)) {
      frames[frames.length - 1] = {
        scene,
        events: [...last.events, event],
        messages: [...last.messages, ...messages],
        comments: [...last.comments, ...comments],
        turn,
      };
    } else {
      frames.push({ scene, events: [event], messages, comments, turn });
    }
  });
  return { record, frames, turns: turnsOf(record) };
}

/** Returns the first frame of a turn; the nearest one if there is no such turn. */
export function frameOfTurn(replay: Replay, turn: number): number {
  const found = replay.frames.findIndex((frame) => frame.turn >= turn);
  return found < 0 ? replay.frames.length - 1 : found;
}

/** Returns the frame that shows an event of the record, by its number from 0. */
export function frameOfEvent(replay: Replay, event: number): number {
  let shown = 0;
  const found = replay.frames.findIndex(({ events }) => (shown += events.length) > event);
  return found < 0 ? replay.frames.length - 1 : found;
}

/** Returns the beginning of the next turn, or of the one before (of the running one, if it is under way). */
export function turnAfter(replay: Replay, at: number): number {
  const turn = replay.frames[at]!.turn;
  const found = replay.frames.findIndex((frame) => frame.turn > turn);
  return found < 0 ? replay.frames.length - 1 : found;
}

export function turnBefore(replay: Replay, at: number): number {
  const first = frameOfTurn(replay, replay.frames[at]!.turn);
  return first < at ? first : frameOfTurn(replay, Math.max(0, replay.frames[at]!.turn - 1));
}
