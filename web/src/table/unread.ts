/** Which lines of a chat are new to a player. */

import type { Chatted } from "../protocol";

/** Returns how many lines came after the one seen last, and after what the player wrote. */
export function countUnread(chat: readonly Chatted[], seat: number | null, seen: Chatted | null): number {
  const read = Math.max(placeOf(chat, seen), seat === null ? -1 : chat.findLastIndex((line) => line.seat === seat));
  return chat.length - 1 - read;
}

/** A line comes again as another object when the whole table is sent again. */
function placeOf(chat: readonly Chatted[], seen: Chatted | null): number {
  const place = seen === null ? -1 : chat.indexOf(seen);
  return place >= 0 ? place : chat.findLastIndex(({ seat, name, text }) => seat === seen?.seat && name === seen.name && text === seen.text);
}
