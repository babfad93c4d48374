/** An edition as text: `extreme+min3@shuffled`. */

export type Edition = { name: string; options: string[]; layout: string | null };

export function readEdition(text: string): Edition {
  const [rules = "", layout = null] = text.split("@");
  const [name = "", ...options] = rules.split("+");
  return { name, options, layout: layout?.split(":")[0] ?? null };
}

/** The standard layout is not named, and one's own is told by its numbers. */
export function writeEdition({ name, options, layout }: Edition): string {
  const plain = [name, ...options].join("+");
  return layout === "shuffled" ? `${plain}@${layout}` : plain;
}
