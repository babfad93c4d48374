/** The kit for play without a connection: Pyodide and our Python become files of the page that are loaded only on request. */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Plugin } from "vite";

export const KIT_FILE = /^assets\/(?:pyodide|python)-/;
const MODULE = "virtual:offline-kit";
const PYODIDE = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"];
/** Archives are compressed already. */
const PACKED = /\.zip$/;
/** The compression level: the best one takes half a minute longer and saves only a tenth. */
const QUALITY = 9;

type Part = { name: string; body: Buffer; packed: Buffer | null };

/** Emits the files of the kit, each also compressed, and tells the page their names and sizes as `virtual:offline-kit`. */
export function offlineKit(): Plugin {
  let modules = "";
  let isBuild = false;
  let parts: Part[] = [];
  return {
    name: "tenback-offline",
    configResolved(config) {
      modules = join(config.root, "node_modules");
      isBuild = config.command === "build";
      if (isBuild && parts.length === 0) parts = kitOf(modules);
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load: (id) => (id === `\0${MODULE}` ? `export const KIT = ${JSON.stringify(isBuild ? parts.map(told) : [])};` : null),
    generateBundle() {
      for (const { name, body, packed } of parts) {
        this.emitFile({ type: "asset", fileName: name, source: body });
        if (packed !== null) this.emitFile({ type: "asset", fileName: `${name}.br`, source: packed });
      }
    },
  };
}

function told({ name, body, packed }: Part) {
  return { path: `/${name}`, size: body.length, download: (packed ?? body).length };
}

function kitOf(modules: string): Part[] {
  const python = readFileSync(join(modules, ".offline/python.zip"));
  const files = PYODIDE.map((name) => [name, readFileSync(join(modules, "pyodide", name))] as const);
  const folder = `assets/pyodide-${digest(...files.map(([, body]) => body))}`;
  const lock = JSON.parse(readFileSync(join(modules, "pyodide/pyodide-lock.json"), "utf-8"));
  // Its long list of packages is not needed.
  const own = [["pyodide-lock.json", Buffer.from(JSON.stringify({ ...lock, packages: {} }))]] as const;
  const parts = [...files, ...own].map(([name, body]) => part(modules, `${folder}/${name}`, body));
  return [...parts, part(modules, `assets/python-${digest(python)}.zip`, python)];
}

/** Compressing takes long, so the results are cached. */
function part(modules: string, name: string, body: Buffer): Part {
  if (PACKED.test(name)) return { name, body, packed: null };
  const folder = join(modules, ".offline/packed");
  const kept = join(folder, `${digest(body)}-${QUALITY}`);
  if (!existsSync(kept)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(kept, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_LGWIN]: 24 } }));
  }
  return { name, body, packed: readFileSync(kept) };
}

function digest(...bodies: readonly Buffer[]): string {
  const found = createHash("sha256");
  for (const body of bodies) found.update(body);
  return found.digest("hex").slice(0, 12);
}
