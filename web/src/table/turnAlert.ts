/** Calls somebody back to the table: a sound, the title and the icon of the tab. */

const CALM_ICON = "/icon.svg";
const TURN_ICON = "/icon-turn.svg";

let context: AudioContext | null = null;

/** Two soft notes, made here. */
export function chime(): void {
  // Before the first click a browser lets nobody make a sound.
  if (navigator.userActivation?.hasBeenActive === false) return;
  try {
    context ??= new AudioContext();
    void context.resume();
    note(context, 587.33, 0);
    note(context, 880, 0.14);
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
