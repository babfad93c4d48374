declare module "virtual:texts" {
  /** Loads the texts of a file by their parts; tools/languages.ts makes the files. */
  export const FILES: Record<string, () => Promise<{ default: Record<string, import("./languages").Texts | import("./languages").Names> }>>;
}
