/** Sends games from this browser, one after another, to the results of the person who is signed in. */

import { api, ApiError } from "../core/api";
import { enterAsGuest } from "../core/guest.svelte";
import { restoreSession } from "../core/session.svelte";
import { noteSent } from "../offline/storage";

export class GameSender {
  /** How many games are being sent, and how many of them are done. */
  count = $state(0);
  done = $state(0);
  isBusy = $state(false);
  /** How many games were accepted the last time. */
  sent = $state(0);
  /** Why other games were refused. */
  refusals = $state.raw<unknown[]>([]);

  /** A refused game does not stop the others; any other error does, and the rest can be sent again later. */
  async send(ids: readonly string[]): Promise<void> {
    [this.count, this.done, this.sent, this.refusals, this.isBusy] = [ids.length, 0, 0, [], true];
    try {
      await restoreSession(); // a page that was opened offline does not know yet who this is
      await enterAsGuest();
      for (const id of ids) {
        await this.sendOne(id);
        this.done += 1;
      }
    } catch (trouble) {
      this.refusals = [...this.refusals, ...ids.slice(this.done).map(() => trouble)];
    } finally {
      this.isBusy = false;
    }
  }

  private async sendOne(id: string): Promise<void> {
    try {
      await api.sendHere(id);
      await noteSent(id);
      this.sent += 1;
    } catch (trouble) {
      if (!(trouble instanceof ApiError) || LATER.includes(trouble.status)) throw trouble;
      this.refusals = [...this.refusals, trouble];
    }
  }
}

/** Statuses for an ended session, too many requests, or a server in trouble: the next game would fare no better. */
const LATER = [401, 403, 429, 500, 502, 503, 504];
