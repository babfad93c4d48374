/** The typeface of the page: Nunito, reduced to the weights and characters that the page uses. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import subsetFont from "subset-font";
import type { Plugin } from "vite";
import { languageFiles } from "./languages.ts";

const PACKAGE = "node_modules/@fontsource-variable/nunito";
const WHOLE = "files/nunito-latin-wght-normal.woff2";
/** The folder that `src/style.css` loads the font from. */
const FOLDER = "node_modules/.tenback";
const WEIGHTS = { wght: { min: 400, max: 800 } };
/** Names can have accents in any language. */
const NAMES = Array.from({ length: 0x100 - 0x20 }, (_, at) => String.fromCharCode(0x20 + at)).join("");

export function font(): Plugin {
  let root = "";
  return {
    name: "tenback-font",
    configResolved(config) {
      root = config.root;
    },
    async buildStart() {
      if (process.env["VITEST"]) return;
      const texts = languageFiles(root).map((path) => readFileSync(path, "utf-8"));
      const whole = readFileSync(join(root, PACKAGE, WHOLE));
      const part = await subsetFont(whole, NAMES + texts.join(""), { targetFormat: "woff2", variationAxes: WEIGHTS });
      mkdirSync(join(root, FOLDER), { recursive: true });
      writeFileSync(join(root, FOLDER, "nunito.woff2"), part);
    },
    /** The SIL Open Font License must accompany the font. */
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "nunito-license.txt", source: readFileSync(join(root, PACKAGE, "LICENSE")) });
    },
  };
}
