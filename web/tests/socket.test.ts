import { afterEach, expect, test, vi } from "vitest";
import { keepSocket, openSocket } from "../src/core/earlySocket";
import { type Listener, TableSocket } from "../src/core/socket";

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;

class Wire {
  static readonly OPEN = OPEN;
  readyState = CONNECTING;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

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

function conversation(wire: Wire, number: number | null = null): TableSocket {
  return conversationOver([wire], number).talk;
}

/** A conversation over one wire after another, and the numbers that it passes on. */
function conversationOver(wires: Wire[], number: number | null = null) {
  const told: number[] = [];
  let ends = 0;
  const listener: Listener = {
    onMessage: (message) => "number" in message && told.push(message.number),
    onStatus: () => undefined,
    onSessionEnded: () => (ends += 1),
  };
  const left = [...wires];
  let count = 0;
  const makeId = () => String((count += 1));
  const talk = new TableSocket("/", listener, number, () => left.shift() as unknown as WebSocket, makeId);
  return { talk, told, ends: () => ends };
}

function step(number: number) {
  return { type: "happened", number, at: 0, facts: [] };
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

test("a step that is missing is asked for, and everything comes once and in order", async () => {
  const [first, second] = [new Wire("/"), new Wire("/")];
  const { talk, told } = conversationOver([first, second]);
  first.open();
  first.hear({ type: "welcome", number: 3 });
  first.hear(step(4));
  const answer = talk.ask({ type: "move", move: "end" });
  first.hear(step(6));
  expect(first.readyState).toBe(CLOSED);
  first.hear(step(7));
  second.open();
  expect(said(second)).toMatchObject([{ type: "hello", since: 4 }]);
  for (const number of [5, 6, 7]) second.hear(step(number));
  second.hear({ type: "resumed", number: 7, seat: 0, present: [] });
  second.hear(step(7));
  second.hear(step(8));
  expect(told).toEqual([3, 4, 5, 6, 7, 7, 8]);
  const asked = said(first).at(-1);
  expect(said(second).at(-1)).toEqual(asked);
  second.hear({ type: "ack", id: (asked as { id: string }).id, number: 8 });
  expect(await answer).toEqual({ ok: true, number: 8 });
});

test("where steps are missing from the answer, too, the table is asked for everything", () => {
  const wires = [new Wire("/"), new Wire("/"), new Wire("/"), new Wire("/")] as const;
  const { told } = conversationOver([...wires], 3);
  wires[0].open();
  wires[0].hear(step(5));
  wires[1].open();
  expect(said(wires[1])).toEqual([{ type: "hello", id: "2", protocol: 1 }]);
  wires[1].hear({ type: "welcome", number: 5 });
  wires[1].hear(step(7));
  wires[2].open();
  wires[2].hear({ type: "resumed", number: 7, seat: 0, present: [] });
  expect([told, wires[2].readyState]).toEqual([[5], CLOSED]);
});

test("who was signed out comes again as whoever they are now, and is told everything", () => {
  vi.useFakeTimers();
  const [first, second] = [new Wire("/"), new Wire("/")];
  const { talk, ends } = conversationOver([first, second]);
  first.open();
  first.hear({ type: "welcome", number: 3 });
  first.onclose?.({ code: 4001 });
  expect(ends()).toBe(1);
  vi.runOnlyPendingTimers();
  second.open();
  expect(said(second)).toEqual([{ type: "hello", id: "2", protocol: 1 }]);
  talk.close();
  vi.useRealTimers();
});
