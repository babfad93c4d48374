/** Quiet sounds, made here, and a short buzz on phones. */

import { hasTrickBetween } from "../cards/messages";
import { isStill } from "../components/flights";
import type { Model } from "../core/model";

/** Notes one after another, as pitches in hertz, and how long each of them lasts, in seconds. */
type Tune = { pitches: readonly number[]; length: number };

const TUNES = {
  turn: { pitches: [587.33, 880], length: 0.45 },
  /** Low, but not too low for the loudspeaker of a phone. */
  laid: { pitches: [392], length: 0.09 },
  /** Down and up again: a card has gone back by ten. */
  trick: { pitches: [783.99, 523.25, 1046.5], length: 0.45 },
  won: { pitches: [523.25, 659.25, 783.99, 1046.5], length: 0.6 },
  lost: { pitches: [523.25, 440, 349.23], length: 0.6 },
} satisfies Record<string, Tune>;
export type Sound = keyof typeof TUNES;

/** Seconds from one note to the next. */
const BETWEEN = 0.14;
/** Seconds over which a note fades in and out, so that it does not click. */
const SOFTLY = 0.02;
/** The length of a buzz, in milliseconds. */
const BUZZ = 35;

let context: AudioContext | null = null;

/** Returns the sound for what has happened between two tables. */
export function soundBetween(before: Model, model: Model): Sound | null {
  const outcome = model.cards?.outcome ?? null;
  if (outcome !== null && before.cards?.outcome == null) {
    const isLost = outcome.winner === null ? outcome.won !== true : model.seat !== null && outcome.winner !== model.seat;
    return isLost ? "lost" : "won";
  }
  if (hasTrickBetween(before, model)) return "trick";
  return model.news.some((event) => event.type === "laid") ? "laid" : null;
}

export function play(sound: Sound): void {
  // Before the first click a browser allows no sound.
  if (navigator.userActivation?.hasBeenActive === false) return;
  const { pitches, length } = TUNES[sound];
  try {
    const audio = (context ??= new AudioContext());
    void audio.resume();
    pitches.forEach((pitch, at) => note(audio, pitch, at * BETWEEN, length));
  } catch {
    // Some browsers have no sound.
  }
}

/** Makes a phone buzz, unless nothing should move. */
export function buzz(): void {
  if (!isStill()) navigator.vibrate?.(BUZZ);
}

function note(audio: AudioContext, pitch: number, after: number, length: number): void {
  const start = audio.currentTime + after;
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.type = "sine";
  tone.frequency.value = pitch;
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(0.18, start + SOFTLY);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + length);
  loudness.gain.linearRampToValueAtTime(0, start + length + SOFTLY);
  tone.connect(loudness).connect(audio.destination);
  tone.start(start);
  tone.stop(start + length + SOFTLY);
}
