/** A worker with Python in it, which hosts the tables of this browser: the page sees only what it sends (`tenback.offline`). */

import { KIT } from "virtual:offline-kit";
import type { FromWorker, ToWorker } from "./messages";
import { storage } from "./storage";

/** The parts of Pyodide, and of the objects in it, that are used. */
type Pyodide = {
  unpackArchive(archive: ArrayBuffer, format: string, options: { extractDir: string }): void;
  pyimport(name: string): { Browser: (own: typeof storage) => Browser };
};
type Browser = {
  request(method: string, path: string, body: string): Promise<string>;
  converse(table: string, send: (text: string) => void): Conversation;
};
type Conversation = { hear(text: string): Promise<void>; close(): void; destroy(): void };

/** A folder that Python imports from. */
const MODULES = "/lib/python3.14/site-packages";

const pathOf = (part: RegExp) => KIT.find(({ path }) => part.test(path))?.path ?? "";
const say = (message: FromWorker) => postMessage(message);

async function start(): Promise<Browser> {
  const pyodide = pathOf(/pyodide\.mjs$/);
  const { loadPyodide } = (await import(/* @vite-ignore */ pyodide)) as { loadPyodide: (options: object) => Promise<Pyodide> };
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: pyodide.replace(/[^/]*$/, ""), checkAPIVersion: true }),
    fetch(pathOf(/python-[^/]*\.zip$/)).then((answer) => answer.arrayBuffer()),
  ]);
  python.unpackArchive(archive, "zip", { extractDir: MODULES });
  return python.pyimport("tenback.offline.browser").Browser(storage);
}

const starting = start();
starting.catch(() => undefined); // Every message reports it.
const conversations = new Map<number, Conversation>();

async function handle(message: ToWorker): Promise<void> {
  const browser = await starting;
  switch (message.kind) {
    case "open": {
      const { socket } = message;
      conversations.set(socket, browser.converse(message.table, (text) => say({ kind: "said", socket, text })));
      say({ kind: "opened", socket });
      return;
    }
    case "say":
      await conversations.get(message.socket)?.hear(message.text);
      return;
    case "close": {
      const conversation = conversations.get(message.socket);
      conversations.delete(message.socket);
      conversation?.close();
      return;
    }
    case "request":
      say({ kind: "answer", request: message.request, text: await browser.request(message.method, message.path, message.body) });
  }
}

onmessage = ({ data }: MessageEvent<ToWorker>) => void handle(data).catch((error: unknown) => say({ kind: "failed", reason: String(error) }));
