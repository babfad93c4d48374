/** A press that lasts is a press like any other: phones take it for a call of their menu, and make no click of it. */

/** From here on, in milliseconds, a browser may think of something else than a click. */
const LONG = 300;
/** How long the browser's own click is waited for. */
const GRACE = 50;

/** Makes a click of a long press, by the times of the events themselves: how busy the page is does not matter. */
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
    // The browser's own click has come after all; one that is made by a key counts nothing in `detail`.
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

/** A finger keeps what it has pressed, wherever it goes: it must be lifted there. */
function isOver(node: HTMLElement, { clientX, clientY }: PointerEvent): boolean {
  const { left, top, right, bottom } = node.getBoundingClientRect();
  return left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
}
