/** A table that somebody is at: what is known of it, how it is reached, and what can be asked. */

import type { Refusal, ToClient } from "../protocol";
import { socketUrl } from "./address";
import { hearTime } from "./clock";
import { foretold } from "./foretold";
import { after, type Model, welcomed } from "./model";
import { type Answer, Conversation, type Link, type Listener, type Wish } from "./socket";

export class Sitting {
  model = $state.raw<Model | null>(null);
  link = $state<Link>("connecting");
  /** Why there is no way to this table. */
  refusal = $state.raw<Refusal | null>(null);
  /** How many wishes are still unanswered. */
  waiting = $state(0);
  private conversation: Conversation;

  constructor(table: string) {
    const known = foretold(table);
    if (known !== null) this.hear(known);
    const listener: Listener = {
      hear: (told) => this.hear(told),
      link: (link, refusal) => {
        this.link = link;
        this.refusal = refusal ?? null;
      },
    };
    this.conversation = new Conversation(socketUrl(table), listener, known?.number);
    addEventListener("online", this.hurry);
  }

  /** Asks for something; the answer comes also after a broken connection. */
  async ask(wish: Wish): Promise<Answer> {
    this.waiting += 1;
    try {
      return await this.conversation.ask(wish);
    } finally {
      this.waiting -= 1;
    }
  }

  leave(): void {
    removeEventListener("online", this.hurry);
    this.conversation.close();
  }

  private hurry = () => this.conversation.hurry();

  private hear(told: ToClient): void {
    if ("at" in told) hearTime(told.at, { isGreeting: told.type === "welcome" });
    if (told.type === "welcome") this.model = welcomed(told);
    else if (this.model !== null) this.model = after(this.model, told);
  }
}
