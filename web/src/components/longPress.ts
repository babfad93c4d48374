/** Makes long presses work like clicks: phones open a menu instead, and send no click. */

/** Milliseconds after which a browser may not treat a press as a click. */
const LONG = 300;
/** How long to wait for the browser's own click. */
const GRACE = 50;

/** Turns a long press into a click, judging by the times of the events, so that a busy page does not matter. */
export function clickOnLongPress(node: HTMLElement): () => void {
  const gone = new AbortController();
  const { signal } = gone;
  let pressedAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClicked = false;

  function down(event: PointerEvent): void {
    clearTimeout(timer);
    isClicked = false;
    pressedAt = event.pointerType === "mouse" ? null : event.timeStamp;
  }

  function up(event: PointerEvent): void {
    const isLong = pressedAt !== null && event.timeStamp - pressedAt >= LONG;
    pressedAt = null;
    if (isLong && isOver(node, event)) timer = setTimeout(press, GRACE);
  }

  function press(): void {
    node.click();
    isClicked = true;
  }

  function click(event: MouseEvent): void {
    clearTimeout(timer);
    // The browser's own click has come after all; a click made by a key has 0 in `detail`.
    if (isClicked && event.detail > 0) event.stopImmediatePropagation();
    isClicked = false;
  }

  node.addEventListener("pointerdown", down, { signal });
  node.addEventListener("pointerup", up, { signal });
  node.addEventListener("pointercancel", () => (pressedAt = null), { signal });
  node.addEventListener("contextmenu", (event) => pressedAt !== null && event.preventDefault(), { signal });
  node.addEventListener("click", click, { signal, capture: true });
  return () => {
    clearTimeout(timer);
    gone.abort();
  };
}

/** Touch events stay with the pressed element, so this checks whether the finger is still over it. */
function isOver(node: HTMLElement, { clientX, clientY }: PointerEvent): boolean {
  const { left, top, right, bottom } = node.getBoundingClientRect();
  return left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
}
