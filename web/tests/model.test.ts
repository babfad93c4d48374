import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { applyMessage, type Model, modelOf } from "../src/core/model";
import type { ToClient, Welcome } from "../src/protocol";

const TOLD = join(import.meta.dirname, "../../vectors/told");

function messages(name: string): ToClient[] {
  const lines = readFileSync(join(TOLD, name), "utf-8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as ToClient);
}

/** What does not follow from the messages alone: who is here, and what has just moved. */
function lasting(model: Model): Partial<Model> {
  const { news: _news, present: _present, watching: _watching, host: _host, ...rest } = model;
  return rest;
}

for (const name of readdirSync(TOLD)) {
  test(`who hears everything knows what a newcomer is told: ${name}`, () => {
    const all = messages(name);
    const newcomer = modelOf(all.pop() as Welcome);
    const first = modelOf(all.shift() as Welcome);
    expect(lasting(all.reduce(applyMessage, first))).toEqual(lasting(newcomer));
  });
}

test("whoever hears of somebody else on their seat has lost it", () => {
  const welcome = messages(readdirSync(TOLD)[0]!)[0] as Welcome;
  const seated = { ...modelOf(welcome), seat: 0 };
  const sat = { type: "sat", seat: 0, name: "greedy", bot: "greedy" } as const;
  const step = { type: "happened", number: seated.number + 1, at: 0, facts: [sat] } as unknown as ToClient;
  expect(applyMessage(seated, step).seat).toBeNull();
});

test("whoever the host removes knows it, whoever stands up is only gone", () => {
  const welcome = messages(readdirSync(TOLD)[0]!)[0] as Welcome;
  const seated = { ...modelOf(welcome), seat: 0 };
  const removed = (is_sent_away: boolean, seat = 0): Model => {
    const stood = { type: "stood", seat, is_sent_away } as const;
    const step = { type: "happened", number: seated.number + 1, at: 0, facts: [stood] } as unknown as ToClient;
    return applyMessage(seated, step);
  };
  expect(removed(true)).toMatchObject({ seat: null, isSentAway: true });
  expect(removed(false)).toMatchObject({ seat: null, isSentAway: false });
  expect(removed(true, 1)).toMatchObject({ seat: 0, isSentAway: false });
});
