declare module "virtual:offline-kit" {
  /** The files of the kit (tools/offline.ts): where they are, how large, and how much is loaded for them. */
  export const KIT: readonly { path: string; size: number; download: number }[];
}
