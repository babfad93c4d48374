declare module "virtual:offline-kit" {
  /** The files of the kit (tools/offline.ts): their paths, their sizes, and their download sizes. */
  export const KIT: readonly { path: string; size: number; download: number }[];
}
