/** The router: every page has a path, so that it can be linked to. */

export type Route =
  | { page: "start" }
  | { page: "table"; id: string }
  | { page: "screen"; id: string }
  | { page: "code"; code: string; isForScreen: boolean }
  | { page: "replay"; id: string | null; turn: number | null }
  | { page: "learn"; lesson: string | null }
  | { page: "rules" }
  | { page: "me" }
  | { page: "day" }
  | { page: "puzzle" }
  | { page: "lost" };

/** The ids of tables are longer. */
const TABLE_CODE = /^[a-z]{5}$/i;

let shown = $state<Route>(readRoute(location));

export function route(): Route {
  return shown;
}

/** Goes to a path of the page; `isInstead` replaces the current entry in the history. */
export function go(path: string, { isInstead = false } = {}): void {
  if (isInstead) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  shown = readRoute(location);
  scrollTo(0, 0);
}

addEventListener("popstate", () => {
  shown = readRoute(location);
});

/** Follows plain links within the page without reloading it. */
addEventListener("click", (event) => {
  const link = (event.target as Element).closest?.("a[href]");
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!(link instanceof HTMLAnchorElement) || !isPlain || event.defaultPrevented) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (/^\/(?:api|docs)\//.test(link.pathname)) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});

export function readRoute(at: { pathname: string; search: string }): Route {
  const [, first = "", second = "", third = ""] = at.pathname.split("/").map(decodePart);
  if (third) return { page: "lost" };
  switch (first) {
    case "":
      return second ? { page: "lost" } : { page: "start" };
    case "t":
      return second ? { page: "table", id: second } : { page: "lost" };
    case "screen":
      if (TABLE_CODE.test(second)) return { page: "code", code: second.toUpperCase(), isForScreen: true };
      return second ? { page: "screen", id: second } : { page: "lost" };
    case "c":
      return second ? { page: "code", code: second, isForScreen: false } : { page: "lost" };
    case "replay": {
      const turn = Number(new URLSearchParams(at.search).get("turn") ?? NaN);
      return { page: "replay", id: second || null, turn: Number.isInteger(turn) ? turn : null };
    }
    case "learn":
      return { page: "learn", lesson: second || null };
    case "rules":
    case "me":
    case "day":
    case "puzzle":
      return second ? { page: "lost" } : { page: first };
    default:
      return { page: "lost" };
  }
}

/** Decodes part of a path; an unreadable part leads to the page for wrong addresses. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
