/** The socket of a table: it reconnects automatically, and loses no request and no message. */

import type { FromClient, Refusal, ToClient } from "../protocol";
import { openSocket } from "./earlySocket";

const PROTOCOL = 1;

export type Status = "connecting" | "open" | "waiting" | "refused";
/** `move` answers requests for a hint. */
export type Answer = { ok: true; number: number; move?: string } | { ok: false; refusal: Refusal };
/** A message without its id, which is given when it is sent. */
export type Request = FromClient extends infer M ? (M extends { id: string } ? Omit<M, "id"> : never) : never;

type Asked = { text: string; answer: (answer: Answer) => void };

/** The `readyState` of a socket that can be used. */
const OPEN = 1;
const PING_EVERY = 15_000;
const SILENCE_LIMIT = 45_000;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8_000;
/** The close code for a session that has ended. */
const SESSION_ENDED = 4001;
/** Codes after which reconnecting is no use. */
const FINAL_CODES = new Set(["no-such-table", "other-version", "no-watching", "bad-protocol", "no-kit", "no-storage"]);
/** Codes after which the same message may be sent again. */
const RETRY_CODES = new Set(["unavailable", "too-many"]);

/** The parts of a WebSocket that are used; the host in this browser has only these (offline/host.ts). */
export type Wire = Pick<WebSocket, "readyState" | "send" | "close"> & {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
};

export type Listener = {
  onMessage: (message: ToClient) => void;
  onStatus: (status: Status, refusal?: Refusal) => void;
  /** The session of the socket has ended: it reconnects with the browser's current session. */
  onSessionEnded: () => void;
};

export class TableSocket {
  private socket: Wire | null = null;
  private asked = new Map<string, Asked>();
  private heardAt = 0;
  private pause = FIRST_PAUSE;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pinging: ReturnType<typeof setInterval> | undefined;
  private isClosed = false;
  private isGreeted = false;

  constructor(
    private readonly url: string,
    private readonly listener: Listener,
    /** The number of the last step that is known; null before the first welcome. */
    private number: number | null = null,
    private readonly makeSocket: (url: string) => Wire = openSocket,
    private readonly makeId: () => string = newId,
  ) {
    this.connect();
  }

  /** Sends a request; the promise survives broken connections. */
  ask(request: Request): Promise<Answer> {
    const id = this.makeId();
    const text = JSON.stringify({ ...request, id });
    return new Promise((answer) => {
      this.asked.set(id, { text, answer });
      if (this.isGreeted) this.send(text);
    });
  }

  /** Reconnects at once: the network is back. */
  reconnect(): void {
    if (this.socket === null && !this.isClosed) this.connect();
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    clearInterval(this.pinging);
    this.socket?.close();
    this.socket = null;
  }

  private connect(): void {
    clearTimeout(this.timer);
    this.listener.onStatus("connecting");
    const socket = this.makeSocket(this.url);
    this.socket = socket;
    this.isGreeted = false;
    this.heardAt = Date.now();
    if (socket.readyState === OPEN) this.sayHello();
    else socket.onopen = () => this.sayHello();
    socket.onmessage = (event) => {
      // Ignore an abandoned socket: the next one sends everything again.
      if (socket === this.socket) this.receive(JSON.parse(String(event.data)) as ToClient);
    };
    socket.onclose = (event) => this.onLost(socket, event.code);
    clearInterval(this.pinging);
    this.pinging = setInterval(() => this.ping(), PING_EVERY);
  }

  private sayHello(): void {
    const since = this.number === null ? {} : { since: this.number };
    this.send(JSON.stringify({ type: "hello", id: this.makeId(), protocol: PROTOCOL, ...since }));
  }

  private ping(): void {
    if (Date.now() - this.heardAt > SILENCE_LIMIT) this.socket?.close();
    else if (this.isGreeted) this.send(JSON.stringify({ type: "ping", id: this.makeId() }));
  }

  private receive(message: ToClient): void {
    this.heardAt = Date.now();
    switch (message.type) {
      case "welcome":
      case "resumed":
        if (message.type === "resumed" && message.number !== this.number) {
          this.catchUp();
          return;
        }
        this.number = message.number;
        this.listener.onMessage(message);
        this.onGreeted();
        return;
      case "happened":
        if (this.number === null || message.number <= this.number) return;
        if (message.number > this.number + 1) {
          this.catchUp();
          return;
        }
        this.number = message.number;
        break;
      case "ack":
        this.settle(message.id, { ok: true, number: message.number });
        return;
      case "hint":
        this.settle(message.id, { ok: true, number: this.number ?? 0, move: message.move });
        return;
      case "refused":
        this.onRefused(message);
        return;
    }
    this.listener.onMessage(message);
  }

  /** Asks for missing steps: a new conversation sends them, or a full view if some are no longer available. */
  private catchUp(): void {
    if (!this.isGreeted) this.number = null;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.connect();
  }

  private onGreeted(): void {
    this.isGreeted = true;
    this.pause = FIRST_PAUSE;
    this.listener.onStatus("open");
    for (const { text } of this.asked.values()) this.send(text);
  }

  private onRefused(message: Refusal): void {
    if (!this.isGreeted && FINAL_CODES.has(message.code)) {
      this.listener.onStatus("refused", message);
      this.close();
    } else if (message.id !== null && RETRY_CODES.has(message.code)) {
      const asked = this.asked.get(message.id);
      if (asked) setTimeout(() => this.isGreeted && this.send(asked.text), 1000);
    } else if (message.id !== null) {
      this.settle(message.id, { ok: false, refusal: message });
    }
  }

  private settle(id: string, answer: Answer): void {
    const asked = this.asked.get(id);
    this.asked.delete(id);
    asked?.answer(answer);
  }

  private onLost(socket: Wire, code: number): void {
    if (socket !== this.socket) return;
    if (code === SESSION_ENDED) {
      this.number = null;
      this.listener.onSessionEnded();
    }
    this.socket = null;
    this.isGreeted = false;
    clearInterval(this.pinging);
    if (this.isClosed) return;
    this.listener.onStatus("waiting");
    this.timer = setTimeout(() => this.connect(), this.pause * (0.5 + Math.random()));
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
  }

  private send(text: string): void {
    if (this.socket?.readyState === OPEN) this.socket.send(text);
  }
}

/** An id that no other message has; `randomUUID` exists over https only. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
