/** A long press is a press like any other, but phones open their menu for it and make no click of it. */

/** From here on, in milliseconds, a browser may take a press for something other than a click. */
const LONG = 300;
/** How long to wait for the browser's own click. */
const GRACE = 50;

/** Makes a click of a long press, going by the times of the events: how busy the page is does not matter. */
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

/** A finger keeps what it pressed, wherever it goes: it must be lifted there. */
function isOver(node: HTMLElement, { clientX, clientY }: PointerEvent): boolean {
  const { left, top, right, bottom } = node.getBoundingClientRect();
  return left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
}
