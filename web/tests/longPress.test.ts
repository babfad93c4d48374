import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clickOnLongPress } from "../src/components/longPress";

type Told = { timeStamp?: number; pointerType?: string; clientX?: number; clientY?: number; detail?: number };

/** A button of 100 by 100, and how often it was pressed. */
class Button extends EventTarget {
  presses = 0;

  constructor() {
    super();
    clickOnLongPress(this as unknown as HTMLElement);
    this.addEventListener("click", () => (this.presses += 1));
  }

  getBoundingClientRect() {
    return { left: 0, top: 0, right: 100, bottom: 100 };
  }

  click(): void {
    this.tell("click");
  }

  /** Tells of an event; returns whether the browser goes on with it. */
  tell(type: string, told: Told = {}): boolean {
    const event = new Event(type, { cancelable: true });
    const all = { timeStamp: 0, pointerType: "touch", clientX: 50, clientY: 50, detail: 0, ...told };
    for (const [name, value] of Object.entries(all)) Object.defineProperty(event, name, { value });
    return this.dispatchEvent(event);
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a tap is the browser's click, and nothing else, however late the page hears of it", () => {
  const button = new Button();
  button.tell("pointerdown", { timeStamp: 1000 });
  vi.advanceTimersByTime(5000);
  button.tell("pointerup", { timeStamp: 1080 });
  button.tell("click", { detail: 1 });
  vi.runAllTimers();
  expect(button.presses).toBe(1);
});

test("a press that lasts counts though the browser makes no click of it, and no menu comes", () => {
  const button = new Button();
  button.tell("pointerdown", { timeStamp: 1000 });
  expect(button.tell("contextmenu")).toBe(false);
  button.tell("pointerup", { timeStamp: 1900 });
  vi.runAllTimers();
  expect(button.presses).toBe(1);
});

test("a press that lasts counts once if the browser makes a click of it, at once or late", () => {
  const button = new Button();
  button.tell("pointerdown", { timeStamp: 1000 });
  button.tell("pointerup", { timeStamp: 1900 });
  button.tell("click", { detail: 1 });
  vi.runAllTimers();
  expect(button.presses).toBe(1);
  button.tell("pointerdown", { timeStamp: 3000 });
  button.tell("pointerup", { timeStamp: 3900 });
  vi.runAllTimers();
  button.tell("click", { detail: 1 });
  expect(button.presses).toBe(2);
  button.tell("click", { detail: 0 });
  expect(button.presses).toBe(3);
});

test("a finger that is lifted elsewhere, or taken away by the browser, has pressed nothing", () => {
  const button = new Button();
  button.tell("pointerdown", { timeStamp: 1000 });
  button.tell("pointerup", { timeStamp: 1900, clientX: 120 });
  button.tell("pointerdown", { timeStamp: 3000 });
  button.tell("pointercancel", { timeStamp: 3600 });
  button.tell("pointerup", { timeStamp: 3900 });
  vi.runAllTimers();
  expect(button.presses).toBe(0);
});

test("a mouse is left alone, with its menu", () => {
  const button = new Button();
  button.tell("pointerdown", { timeStamp: 1000, pointerType: "mouse" });
  expect(button.tell("contextmenu")).toBe(true);
  button.tell("pointerup", { timeStamp: 1900, pointerType: "mouse" });
  vi.runAllTimers();
  expect(button.presses).toBe(0);
});
