/** Calls somebody back to the table: a sound, the title and the icon of the tab. */

import { isStill } from "../components/flights";

const CALM_ICON = "/icon.svg";
const TURN_ICON = "/icon-turn.svg";

let context: AudioContext | null = null;

/** Two soft notes: it is somebody's turn. */
export function chime(): void {
  play(587.33, 880);
}

/** Down and up again, and a short buzz: a card has gone back by ten. */
export function celebrateTrick(): void {
  play(783.99, 523.25, 1046.5);
  if (!isStill()) navigator.vibrate?.(35);
}

/** Plays notes one after another, made here. */
function play(...pitches: number[]): void {
  // Before the first click a browser lets nobody make a sound.
  if (navigator.userActivation?.hasBeenActive === false) return;
  try {
    const audio = (context ??= new AudioContext());
    void audio.resume();
    pitches.forEach((pitch, at) => note(audio, pitch, at * 0.14));
  } catch {
    // A browser without sound plays none.
  }
}

function note(audio: AudioContext, pitch: number, after: number): void {
  const start = audio.currentTime + after;
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.type = "sine";
  tone.frequency.value = pitch;
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(0.18, start + 0.02);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.45);
  tone.connect(loudness).connect(audio.destination);
  tone.start(start);
  tone.stop(start + 0.5);
}

/** Marks the tab; without a title, that of the next page is left alone. */
export function markTab(title: string | null, isOwnTurn: boolean): void {
  if (title !== null) document.title = title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = isOwnTurn ? TURN_ICON : CALM_ICON;
  if (icon !== null && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}
