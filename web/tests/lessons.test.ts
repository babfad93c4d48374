import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { choicesOf, type Course, continuesAt, isTurnOver, isPlayed, replyTo, sceneOfStep } from "../src/learn/lesson";
import { cardsOf, positionOf } from "../src/replay/scene";

const LESSONS = join(import.meta.dirname, "../src/learn/lessons");
const COURSES = readdirSync(LESSONS).map((name) => JSON.parse(readFileSync(join(LESSONS, name), "utf-8")) as Course);
const STEPS = COURSES.flatMap(({ edition, lessons }) =>
  lessons.flatMap((lesson) => lesson.steps.map((step, at) => ({ name: `${edition} ${lesson.id} ${step.id}`, step, next: lesson.steps[at + 1] }))),
);

for (const { name, step, next } of STEPS.filter(({ step }) => step.wanted !== undefined)) {
  test(`what is wanted is done, and leads on: ${name}`, () => {
    const scene = sceneOfStep(step)!;
    for (const move of step.wanted!) {
      const reply = replyTo(step, scene, move);
      expect(reply.kind).toBe("done");
      if (reply.kind !== "done") return;
      const isRunning = next?.position?.split(" ").at(-1)?.includes(":") ?? false;
      if (isRunning) expect(continuesAt(reply.scene, next)).toBe(true);
    }
  });

  test(`whatever else is tried gets an answer that leads nowhere: ${name}`, () => {
    const scene = sceneOfStep(step)!;
    for (const [move, answer] of Object.entries(step.answers!)) {
      if (step.wanted!.includes(move)) continue;
      const { kind } = replyTo(step, scene, move);
      if ("code" in answer) expect(kind).toBe("refused");
      else expect(kind).toBe(answer.is_losing ? "losing" : "else");
    }
  });
}

function stepOf(name: string) {
  return STEPS.find((one) => one.name === name)!.step;
}

test("a refusal that is wanted changes nothing on the table", () => {
  const step = stepOf("classic turn short");
  const reply = replyTo(step, sceneOfStep(step)!, "end");
  expect(reply).toMatchObject({ kind: "done", refusal: { code: "minimum" } });
  expect(reply.kind === "done" && positionOf(reply.scene)).toBe(step.position);
});

test("what was said before stands at the piles", () => {
  const scene = sceneOfStep(stepOf("classic signals heed"))!;
  expect(cardsOf(scene, null).signals[1]).toEqual(["keep d1"]);
});

test("in an example everything that is allowed fits", () => {
  const step = stepOf("all C5 try");
  const scene = sceneOfStep(step)!;
  expect(replyTo(step, scene, "30>u1").kind).toBe("fits");
  expect(replyTo(step, scene, "39>u1")).toMatchObject({ kind: "refused", refusal: { code: "does-not-fit" } });
  expect(replyTo(step, scene, "nonsense").kind).toBe("else");
});

test("the choices are those that the referee allows", () => {
  const { moves, losing } = choicesOf(stepOf("classic end careful"));
  expect(moves).toEqual(["91>u1", "95>u1"]);
  expect(losing).toEqual(["95>u1"]);
});

test("a stop ends the turn of the learner", () => {
  const step = stepOf("extreme stop lay");
  const reply = replyTo(step, sceneOfStep(step)!, "70>u1");
  expect(isPlayed(step)).toBe(true);
  expect(reply.kind === "done" && isTurnOver(step, reply.scene)).toBe(true);
});
