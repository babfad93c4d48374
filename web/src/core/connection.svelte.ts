/** The connection to a table: folds the server's messages into the newest table, and sends the player's requests. */

import { HostSocket, isHere } from "../offline/host";
import type { Refusal, Stop, ToClient } from "../protocol";
import { openSocket, socketUrl } from "./earlySocket";
import { takeInitialWelcome } from "./initialWelcome";
import { applyMessage, type Model, modelOf } from "./model";
import { noteServerTime } from "./serverClock";
import { recheckSession } from "./session.svelte";
import { type Answer, type Listener, type Request, type Status, TableSocket } from "./socket";

export class TableConnection {
  status = $state<Status>("connecting");
  /** Why this table cannot be opened. */
  refusal = $state.raw<Refusal | null>(null);
  /** When the server stops, if its host has announced that. */
  stop = $state.raw<Stop | null>(null);
  /** How many requests are still unanswered. */
  unanswered = $state(0);
  private model: Model | null = null;
  private readonly socket: TableSocket;

  /** `onModel` receives the table after every message from the server. */
  constructor(
    table: string,
    private readonly onModel: (model: Model) => void,
  ) {
    const known = takeInitialWelcome(table);
    if (known !== null) this.receive(known);
    const listener: Listener = {
      onMessage: (message) => this.receive(message),
      onStatus: (status, refusal) => {
        this.status = status;
        this.refusal = refusal ?? null;
      },
      onSessionEnded: () => void recheckSession().catch(() => null),
    };
    const makeSocket = isHere(table) ? () => new HostSocket(table) : openSocket;
    this.socket = new TableSocket(socketUrl(table), listener, known?.number, makeSocket);
    addEventListener("online", this.reconnect);
  }

  /** Sends a request; the answer arrives even if the connection breaks in between. */
  async ask(request: Request): Promise<Answer> {
    this.unanswered += 1;
    try {
      return await this.socket.ask(request);
    } finally {
      this.unanswered -= 1;
    }
  }

  close(): void {
    removeEventListener("online", this.reconnect);
    this.socket.close();
  }

  private reconnect = () => this.socket.reconnect();

  private receive(message: ToClient): void {
    if ("at" in message) noteServerTime(message.at, { isGreeting: message.type === "welcome" });
    if (message.type === "presence") this.stop = message.stop ?? null;
    const before = this.model;
    if (message.type === "welcome") this.model = modelOf(message);
    else if (before !== null) this.model = applyMessage(before, message);
    if (this.model !== null && this.model !== before) this.onModel(this.model);
  }
}
