/** Answers a press of a finger in a task of its own.
 *
 * After the click a browser lays out in the same task what the click has changed: on a slow phone, the two together
 * take longer than a frame.
 */

/** Whether a click was made by a key, or by a program. */
export function isByKey(click: MouseEvent): boolean {
  return click.detail === 0;
}

/** Runs `answer` right after the task of a click, in the order of clicks; after a key at once. */
export function afterPress(click: MouseEvent, answer: () => void): void {
  if (isByKey(click)) answer();
  else if ("scheduler" in globalThis) void scheduler.postTask(answer, { priority: "user-blocking" });
  else setTimeout(answer);
}
