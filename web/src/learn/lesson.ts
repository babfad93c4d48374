/** Lessons: positions, tasks, and the referee's answers to everything a learner can try. */

import { describeEdition, standardLayout } from "../core/editions";
import { readEvent } from "../core/events";
import type { Choices } from "../protocol";
import { readPosition } from "../replay/position";
import { afterEvent, positionOf, type Scene, sceneOf } from "../replay/scene";

export type Refusal = { code: string; details: Record<string, string> };
export type Answer = { events: string[]; is_losing?: boolean } | Refusal;

export type Step = {
  id: string;
  position?: string;
  /** The signals given before this step. */
  before?: string[];
  /** The moves that lead on, which may be refused ones. Without any, there is only something to read. */
  wanted?: string[];
  /** Signals that can be given. */
  says?: string[];
  /** Sentences to choose from, and which of them are right. */
  choices?: string[];
  right?: string[];
  /** What the referee says: made by `python -m vectors.page`. */
  answers?: Record<string, Answer>;
};

export type Lesson = { id: string; rules: string[]; steps: Step[] };
export type Course = { edition: string; lessons: Lesson[] };

/** The reply to a try. */
type Reply =
  | { kind: "done"; scene: Scene; refusal: Refusal | null }
  | { kind: "fits"; scene: Scene }
  | { kind: "refused"; refusal: Refusal }
  | { kind: "losing" }
  | { kind: "else" };

/** The seats of the learner and of the partner. */
export const LEARNER = 0;
const PLAYERS = ["", "Ben"];

export function sceneOfStep(step: Step): Scene | null {
  if (step.position === undefined) return null;
  const position = readPosition(step.position);
  const layout = standardLayout(describeEdition(position.edition));
  const players = position.hands.map((_, seat) => PLAYERS[seat] ?? "");
  return (step.before ?? []).reduce(afterEvent, sceneOf(position, layout, players));
}

/** Returns the reply to a try; if the step wants no particular move, every legal move fits. */
export function replyTo(step: Step, scene: Scene, move: string): Reply {
  const answer = step.answers?.[move];
  if (answer === undefined) return { kind: "else" };
  const isWanted = step.wanted?.includes(move) ?? false;
  if ("code" in answer) {
    return isWanted ? { kind: "done", scene, refusal: answer } : { kind: "refused", refusal: answer };
  }
  const after = () => answer.events.reduce(afterEvent, scene);
  if (isWanted) return { kind: "done", scene: after(), refusal: null };
  if (answer.is_losing) return { kind: "losing" };
  return step.wanted === undefined ? { kind: "fits", scene: after() } : { kind: "else" };
}

/** Returns the choices of a step, in the form the server uses. */
export function choicesOf(step: Step): Choices {
  const allowed = Object.entries(step.answers ?? {}).filter(([, answer]) => "events" in answer);
  const losing = allowed.filter(([, answer]) => "events" in answer && answer.is_losing);
  return { moves: allowed.map(([move]) => move), losing: losing.map(([move]) => move) };
}

/** Whether it is up to the learner to lay cards or to end the turn. */
export function isPlayed(step: Step): boolean {
  return step.answers !== undefined && "end" in step.answers;
}

/** Whether a step continues exactly where another has led, so that nothing needs explaining in between. */
export function continuesAt(scene: Scene, next: Step | undefined): boolean {
  return next?.position !== undefined && positionOf(scene) === next.position;
}

/** Whether the turn of the learner has ended with what has just happened. */
export function isTurnOver(step: Step, scene: Scene): boolean {
  const last = readEvent(scene.model.cards?.history.at(-1) ?? "");
  return isPlayed(step) && (last?.type === "turn" || last?.type === "over");
}
