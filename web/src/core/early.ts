/** A socket that was opened before the page was there to use it (early.ts). */

declare global {
  interface Window {
    earlySocket?: WebSocket | undefined;
  }
}

export function keepSocket(socket: WebSocket): void {
  window.earlySocket = socket;
}

/** Opens a socket, or hands over the one that is open already: once, for it has one conversation. */
export function openSocket(url: string): WebSocket {
  const early = window.earlySocket;
  window.earlySocket = undefined;
  if (early?.url === url && early.readyState <= WebSocket.OPEN) return early;
  early?.close();
  return new WebSocket(url);
}
