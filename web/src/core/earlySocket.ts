/** The socket of a table, which may have been opened before the page was loaded (openEarlySocket.ts). */

declare global {
  interface Window {
    earlySocket?: WebSocket | undefined;
  }
}

/** Returns the URL of a table's WebSocket. */
export function socketUrl(table: string): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/socket`;
}

export function keepSocket(socket: WebSocket): void {
  window.earlySocket = socket;
}

/** Opens a socket, or hands over the one opened early: only once, because it carries one conversation. */
export function openSocket(url: string): WebSocket {
  const early = window.earlySocket;
  window.earlySocket = undefined;
  if (early?.url === url && early.readyState <= WebSocket.OPEN) return early;
  early?.close();
  return new WebSocket(url);
}
