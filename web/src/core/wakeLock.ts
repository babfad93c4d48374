/** Keeps the screen on where the browser allows it; over plain http it does not, and nothing else breaks. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;

  /** A browser releases the lock when the page is hidden, so it is requested again whenever the page is visible. */
  function take(): void {
    if (document.hidden || !("wakeLock" in navigator)) return;
    navigator.wakeLock.request("screen").then((taken) => (lock = taken), () => undefined);
  }

  take();
  document.addEventListener("visibilitychange", take);
  return () => {
    document.removeEventListener("visibilitychange", take);
    void lock?.release();
  };
}
