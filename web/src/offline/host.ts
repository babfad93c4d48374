/** The page's side of the host in this browser: a socket for each table, and requests. The host starts on first use. */

import type { FromWorker, ToWorker } from "./messages";

/** The same as in `tenback.offline.host`. */
const PREFIX = "offline-";
const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;
/** The message of a socket that cannot open; everything else is as with a server, which may also break off. */
const FAILED = JSON.stringify({ type: "refused", id: null, code: "no-kit", message: "offline play is not installed", details: {} });

/** Whether a table is one of this browser. */
export function isHere(table: string): boolean {
  return table.startsWith(PREFIX);
}

/** A conversation with the host, used like a WebSocket. */
export class HostSocket {
  readyState: 0 | 1 | 3 = CONNECTING;
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  private readonly number = (count += 1);

  constructor(table: string) {
    sockets.set(this.number, this);
    post({ kind: "open", socket: this.number, table });
  }

  send(text: string): void {
    post({ kind: "say", socket: this.number, text });
  }

  close(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    sockets.delete(this.number);
    if (worker !== null) post({ kind: "close", socket: this.number });
    this.onclose?.(new CloseEvent("close"));
  }

  private tell(text: string): void {
    this.onmessage?.(new MessageEvent("message", { data: text }));
  }

  hear(message: FromWorker): void {
    if (message.kind === "opened") {
      this.readyState = OPEN;
      this.onopen?.(new Event("open"));
    } else if (message.kind === "said") this.tell(message.text);
    else if (message.kind === "failed") {
      if (this.readyState === CONNECTING) this.tell(FAILED);
      this.close();
    }
  }
}

let worker: Worker | null = null;
let count = 0;
const sockets = new Map<number, HostSocket>();
const asked = new Map<number, { answer: (text: string) => void; fail: (reason: Error) => void }>();

/** Sends a request to the host, as if over HTTP to a server. */
export async function askHost(method: string, path: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const request = (count += 1);
  const text = await new Promise<string>((answer, fail) => {
    asked.set(request, { answer, fail });
    post({ kind: "request", request, method, path, body: JSON.stringify(body ?? null) });
  });
  return JSON.parse(text) as { status: number; body: unknown };
}

/** Stops the host: its kit is gone, or there is a newer one. */
export function stopHost(): void {
  worker?.terminate();
  worker = null;
}

/** Starts the host before it is needed, because Python takes a moment. */
export function warmHost(): void {
  worker ??= start();
}

function post(message: ToWorker): void {
  worker ??= start();
  worker.postMessage(message);
}

function start(): Worker {
  const started = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  // A stopped worker may have left messages.
  const hearIt = (message: FromWorker) => void (started === worker && hear(message));
  started.onmessage = ({ data }: MessageEvent<FromWorker>) => hearIt(data);
  started.onerror = (event) => hearIt({ kind: "failed", reason: event.message });
  return started;
}

function hear(message: FromWorker): void {
  if (message.kind === "answer") {
    asked.get(message.request)?.answer(message.text);
    asked.delete(message.request);
  } else if (message.kind === "failed") {
    console.error(message.reason);
    stopHost();
    for (const { fail } of asked.values()) fail(new Error(message.reason));
    asked.clear();
    for (const socket of [...sockets.values()]) socket.hear(message);
  } else sockets.get(message.socket)?.hear(message);
}
