/** A layout of one's own: a line like `stop = [5, 31, 70, 96]` for each command (docs/rules.md, E14). */

const LINE = /^([a-z-]+)\s*[=:]\s*\[?([\d\s,]*)\]?$/;

/** Returns the numbers of each command, or null for a text that has not the form; the server judges the rest. */
export function readLayoutText(text: string, standard: Record<string, number[]>): Record<string, number[]> | null {
  const found: Record<string, number[]> = {};
  for (const line of text.split("\n").map((each) => each.replace(/#.*/, "").trim())) {
    if (line === "") continue;
    const [, command, numbers] = LINE.exec(line) ?? [];
    if (command === undefined || numbers === undefined || command in found) return null;
    found[command] = numbers.split(/[\s,]+/).filter(Boolean).map(Number);
  }
  const commands = Object.entries(standard);
  const isWhole = commands.every(([command, numbers]) => found[command]?.length === numbers.length);
  return isWhole && Object.keys(found).length === commands.length ? found : null;
}
