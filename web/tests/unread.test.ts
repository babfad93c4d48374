import { expect, test } from "vitest";
import type { Chatted } from "../src/protocol";
import { countUnread } from "../src/table/unread";

const line = (seat: number, text: string): Chatted => ({ type: "chatted", seat, name: ["Anna", "Ben"][seat]!, text });
const CHAT = [line(1, "hello"), line(0, "hi"), line(1, "nice"), line(1, "your turn")];

test("what came after the player's own line is new, and their own line is not", () => {
  expect(countUnread(CHAT, 0, null)).toBe(2);
  expect(countUnread(CHAT.slice(0, 2), 0, null)).toBe(0);
  expect(countUnread([], 0, null)).toBe(0);
});

test("what was seen stays seen, also when the table is sent again or old lines are dropped", () => {
  expect(countUnread(CHAT, 0, CHAT[2]!)).toBe(1);
  expect(countUnread(CHAT.map((each) => ({ ...each })), 0, CHAT[2]!)).toBe(1);
  expect(countUnread(CHAT.slice(2), 0, CHAT[3]!)).toBe(0);
});

test("spectators have written nothing", () => {
  expect(countUnread(CHAT, null, null)).toBe(4);
});
