/** Opens a table, and goes there. */

import { api, ApiError } from "../core/api";
import { takeCommitment } from "../core/commitments";
import { guestName, newGuestName } from "../core/guest.svelte";
import { first } from "../core/idle";
import { keepInitialWelcome } from "../core/initialWelcome";
import { go } from "../core/router.svelte";
import { setPerson } from "../core/session.svelte";
import { randomWord } from "../core/words";
import { isHere } from "../offline/host";
import type { OpenTable } from "../protocol";

/** A person without a session, or with an expired one, is signed in by the same request. */
export async function openTable(wished: OpenTable): Promise<void> {
  const commitment = isDealtAtOnce(wished) ? await first(takeCommitment()) : null;
  const word = commitment === null ? await sealed() : { commitment, word: randomWord() };
  const opened = await first(
    api.open({ ...wished, ...word, guest: newGuestName() }, async () => ({ ...wished, ...(await sealed()), guest: guestName() })),
  );
  if (opened.session) setPerson(opened.session.person);
  if (commitment !== null && !isHere(opened.id) && opened.commitment !== commitment) throw new ApiError(409, "other-commitment", "the server has broken its commitment");
  keepInitialWelcome(opened.welcome);
  go(`/t/${opened.id}`);
}

/** Whether nobody else adds a word to the cards: then an open word is as good as a sealed one, once the server is committed. */
function isDealtAtOnce({ is_started, settings }: OpenTable): boolean {
  return is_started === true && !settings?.deal && !settings?.day;
}

async function sealed(): Promise<{ seal: string }> {
  const { sealWord } = await import("../core/seals");
  return { seal: sealWord(randomWord()).seal };
}
