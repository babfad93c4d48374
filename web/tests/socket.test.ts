import { afterEach, expect, test, vi } from "vitest";
import { keepSocket, openSocket } from "../src/core/early";
import { Conversation, type Listener } from "../src/core/socket";

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;

class Wire {
  static readonly OPEN = OPEN;
  readyState = CONNECTING;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;

  constructor(readonly url: string) {}

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = CLOSED;
  }

  open(): void {
    this.readyState = OPEN;
    this.onopen?.();
  }

  hear(told: object): void {
    this.onmessage?.({ data: JSON.stringify(told) });
  }
}

afterEach(() => void vi.unstubAllGlobals());

function conversation(wire: Wire, number: number | null = null): Conversation {
  const listener: Listener = { hear: () => undefined, link: () => undefined };
  let count = 0;
  return new Conversation("/", listener, number, () => wire as unknown as WebSocket, () => String((count += 1)));
}

function said(wire: Wire): unknown[] {
  return wire.sent.map((text) => JSON.parse(text));
}

test("the move of a hint answers who has asked for it", async () => {
  const wire = new Wire("/");
  const talk = conversation(wire);
  wire.open();
  wire.hear({ type: "welcome", number: 3 });
  const answer = talk.ask({ type: "hint" });
  expect(said(wire).at(-1)).toEqual({ type: "hint", id: "2" });
  wire.hear({ type: "hint", id: "2", move: "end" });
  expect(await answer).toEqual({ ok: true, number: 3, move: "end" });
});

test("a refusal that passes is asked again, one that is final is the answer", async () => {
  vi.useFakeTimers();
  const wire = new Wire("/");
  const talk = conversation(wire);
  wire.open();
  wire.hear({ type: "welcome", number: 3 });
  const answer = talk.ask({ type: "move", move: "end" });
  const before = wire.sent.length;
  wire.hear({ type: "refused", id: "2", code: "unavailable", message: "" });
  vi.advanceTimersByTime(5_000);
  expect(wire.sent.length).toBe(before + 1);
  const refusal = { type: "refused", id: "2", code: "not-stored", message: "" };
  wire.hear(refusal);
  vi.advanceTimersByTime(5_000);
  expect(wire.sent.length).toBe(before + 1);
  expect(await answer).toEqual({ ok: false, refusal });
  vi.useRealTimers();
});

test("who knows a table already asks only for what came since", () => {
  const wire = new Wire("/");
  conversation(wire, 7);
  expect(wire.sent).toEqual([]);
  wire.open();
  expect(said(wire)).toEqual([{ type: "hello", id: "1", protocol: 1, since: 7 }]);
});

test("on a socket that was open before, the conversation begins at once", () => {
  const wire = new Wire("/");
  wire.open();
  conversation(wire);
  expect(said(wire)).toEqual([{ type: "hello", id: "1", protocol: 1 }]);
});

test("a socket that was opened early is used once, and only for its own table", () => {
  vi.stubGlobal("window", {});
  vi.stubGlobal("WebSocket", Wire);
  const early = new WebSocket("/a");
  keepSocket(early);
  expect(openSocket("/a")).toBe(early);
  expect(openSocket("/a")).not.toBe(early);
  keepSocket(early);
  expect(openSocket("/b").url).toBe("/b");
  expect(early.readyState).toBe(CLOSED);
  keepSocket(early);
  expect(openSocket("/a")).not.toBe(early);
});
