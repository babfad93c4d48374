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
  notices.announce(say);
  word = "du bist dran";
  expect(notices.list.map((notice) => notice.say())).toEqual(["du bist dran"]);
  expect(notices.log.map((line) => line.say())).toEqual(["du bist dran"]);
  expect(notices.polite).toBe("your turn");
});

test("the same is not shown twice", () => {
  const notices = new Notices();
  notices.show(say);
  notices.show(() => "your turn", "refusal");
  expect(notices.list.map(({ kind }) => kind)).toEqual(["refusal"]);
});
