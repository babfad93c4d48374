/** Where the WebSocket of a table is. */
export function socketUrl(table: string): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/socket`;
}
