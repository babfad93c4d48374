/** A layout of one's own: seven lines like `stop = [5, 31, 70, 96]` (docs/rules.md, E14). */

export const COMMANDS = ["stop", "skull", "three", "silence", "no-trick", "one-pile", "draw-one"] as const;

const LINE = /^([a-z-]+)\s*[=:]\s*\[?([\d\s,]*)\]?$/;

/** Returns the numbers of each command, or null for a text that has not the form; the server judges the rest. */
export function readLayout(text: string): Record<string, number[]> | null {
  const found: Record<string, number[]> = {};
  for (const line of text.split("\n").map((each) => each.replace(/#.*/, "").trim())) {
    if (line === "") continue;
    const [, command, numbers] = LINE.exec(line) ?? [];
    if (command === undefined || numbers === undefined || command in found) return null;
    found[command] = numbers.split(/[\s,]+/).filter(Boolean).map(Number);
  }
  const isWhole = COMMANDS.every((command) => found[command]?.length === 4);
  return isWhole && Object.keys(found).length === COMMANDS.length ? found : null;
}
