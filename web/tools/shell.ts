/** What the build adds: preloads, a service worker, the files that each page needs, and compressed copies of all text files. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";
import { languageCodes, noScript, textsModule } from "./languages.ts";
import { KIT_FILE } from "./offline.ts";

const TEXT = /\.(?:html|js|css|svg|webmanifest|json)$/;
/** Files that the browser keeps by itself when the page is installed. */
const NOT_SHELL = /^(?:apple-touch-icon|icon-.*)\.png$|\.map$|^index\.html$|^needs\.json$/;
/** The first part of the path of a page, where it differs from the page's name. */
const PATHS: Record<string, string> = { start: "", table: "t", code: "c" };
/** Smaller files are not worth compressing. */
const LEAST = 512;

/** Writes sw.js and needs.json, and a gzip and a brotli copy of each text file. */
export function shell(): Plugin {
  let folder = "";
  let root = "";
  return {
    name: "tenback-shell",
    apply: "build",
    configResolved(config) {
      root = config.root;
      folder = resolve(config.root, config.build.outDir);
    },
    /** Starts early what need not wait for the rest. Nothing is painted before the chosen theme is applied, so there is no white flash at night. */
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle }) => {
        const [early, app] = ["early", "app"].map((name) => chunkCalled(name, bundle ?? {}));
        const scripts = [`async crossorigin src="/${early}"`, `blocking="render" crossorigin src="/${app}"`]
          .map((how) => `<script type="module" ${how}></script>`)
          .join("\n    ");
        return html
          .replace("%NO_SCRIPT%", noScript(root))
          .replace(/ *<(?:script type|link rel)="module.*\n/g, "")
          .replace(/(?= *<link rel="stylesheet")/, `    ${scripts}\n`);
      },
    },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        this.emitFile({ type: "asset", fileName: "needs.json", source: JSON.stringify({ pages: needs(bundle), texts: firstTexts(root, bundle) }) });
        for (const file of Object.values(bundle)) if (file.type === "chunk" && file.isEntry) delete bundle[file.fileName];
      },
    },
    closeBundle() {
      const files = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
        .toSorted();
      writeFileSync(join(folder, "sw.js"), worker(root, folder, files));
      for (const file of [...files, "sw.js"].filter((name) => TEXT.test(name))) pack(join(folder, file));
      touch(join(folder, "index.html"));
    },
  };
}

function chunkCalled(name: string, bundle: Rolldown.OutputBundle): string {
  const found = Object.values(bundle).find((file) => file.type === "chunk" && file.name === name);
  if (found === undefined) throw new Error(`there is no chunk called ${name}`);
  return found.fileName;
}

function worker(root: string, folder: string, files: readonly string[]): string {
  const digest = createHash("sha256");
  for (const file of files) digest.update(file).update(readFileSync(join(folder, file)));
  const paths = ["/", ...files.filter((file) => !NOT_SHELL.test(file) && !KIT_FILE.test(file)).map((file) => `/${file}`)];
  const kit = files.filter((file) => KIT_FILE.test(file) && !file.endsWith(".br")).map((file) => `/${file}`);
  return readFileSync(join(root, "tools/worker.js"), "utf-8")
    .replace("__SHELL__", JSON.stringify(paths))
    .replace("__KIT__", JSON.stringify(kit))
    .replace("__VERSION__", digest.digest("hex").slice(0, 16));
}

function pack(path: string): void {
  const text = readFileSync(path);
  if (text.length < LEAST) return;
  writeFileSync(`${path}.br`, brotliCompressSync(text));
  writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
}

/** A running server watches the document to notice that a new page is complete. */
function touch(path: string): void {
  const now = new Date();
  utimesSync(path, now, now);
}

/** Returns the files that each page needs beside the document's own, by the first part of its path. */
function needs(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const entry = chunks.find((chunk) => chunk.isEntry);
  const known = new Set(entry ? filesOf(entry, bundle) : []);
  const found: Record<string, string[]> = {};
  for (const chunk of chunks) {
    const [, name] = /pages\/(\w+)Page\.svelte$/.exec(chunk.facadeModuleId ?? "") ?? [];
    if (name === undefined) continue;
    const page = name.toLowerCase();
    found[PATHS[page] ?? page] = filesOf(chunk, bundle).filter((file) => !known.has(file));
  }
  return found;
}

/** Returns the first file of texts by language. */
function firstTexts(root: string, bundle: Rolldown.OutputBundle): Record<string, string> {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  return Object.fromEntries(
    languageCodes(root).map((code) => [code, chunks.find(({ facadeModuleId }) => facadeModuleId === textsModule(code))!.fileName]),
  );
}

function filesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, seen = new Set<string>()): string[] {
  if (seen.has(chunk.fileName)) return [];
  seen.add(chunk.fileName);
  const imported = chunk.imports.map((name) => bundle[name]).filter((file) => file?.type === "chunk");
  const styles = [...(chunk.viteMetadata?.importedCss ?? [])];
  return [...new Set([chunk.fileName, ...styles, ...imported.flatMap((each) => filesOf(each, bundle, seen))])];
}
