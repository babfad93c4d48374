/** The word that the player's seat adds to the seed: sealed automatically, and opened when all words are closed. */

import type { Model } from "../core/model";
import type { Request } from "../core/socket";
import { keptWord, randomWord } from "../core/words";

export class WordKeeper {
  /** Requests already sent; the socket makes sure that they arrive. */
  private asked = new Set<string>();

  constructor(private readonly ask: (request: Request) => Promise<boolean>) {}

  /** Sends the words that a table needs; tables with a known deal need none. */
  tend(model: Model): void {
    const place = model.seat === null ? undefined : model.places[model.seat];
    if (place === undefined || model.commitment === null || model.cards !== null) return;
    const sealed = keptWord(place.seal ?? null);
    if (model.areWordsClosed) {
      if (place.is_word_open || sealed === null) return;
      this.once(`open ${sealed.seal}`, () => this.ask({ type: "open-word", word: sealed.word, salt: sealed.salt }));
    } else if (place.seal == null && place.word === "") {
      this.once(`seal ${model.seat}`, () => this.change(randomWord()));
    }
  }

  /** Seals another word; returns whether it was taken. Only tables whose words are open need the code for it. */
  async change(word: string): Promise<boolean> {
    const { sealWord } = await import("../core/seals");
    return this.ask({ type: "seal", seal: sealWord(word).seal });
  }

  private once(key: string, send: () => Promise<boolean>): void {
    if (this.asked.has(key)) return;
    this.asked.add(key);
    send().catch(() => false).finally(() => this.asked.delete(key)); // The next step tries again.
  }
}
