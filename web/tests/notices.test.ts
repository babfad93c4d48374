import { beforeEach, expect, test } from "vitest";
import { Notices } from "../src/table/notices.svelte";

let word = "";
const say = () => word;

beforeEach(() => {
  word = "your turn";
});

test("what is shown follows the language, what was read out does not come again", () => {
  const notices = new Notices();
  notices.show(say);
  notices.announce(say());
  notices.note(say);
  word = "du bist dran";
  expect(notices.list.map((notice) => notice.say())).toEqual(["du bist dran"]);
  expect(notices.log.map((line) => line.say())).toEqual(["du bist dran"]);
  expect(notices.polite).toBe("your turn");
});

test("what is announced and has not happened is not in the log", () => {
  const notices = new Notices();
  notices.announce("lay another card");
  expect([notices.polite, notices.log]).toEqual(["lay another card", []]);
});

test("a notice can be removed before its time", () => {
  const notices = new Notices();
  const id = notices.show(say);
  notices.show(() => "no", "refusal");
  notices.drop(id);
  expect(notices.list.map(({ kind }) => kind)).toEqual(["refusal"]);
});

test("the same is not shown twice", () => {
  const notices = new Notices();
  notices.show(say);
  notices.show(() => "your turn", "refusal");
  expect(notices.list.map(({ kind }) => kind)).toEqual(["refusal"]);
});
