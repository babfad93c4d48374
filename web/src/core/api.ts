/** The REST interface of the server (/api/schema/openapi.json). */

import type {
  AnalysisView,
  DayView,
  HomeNetwork,
  OpenedTable,
  OpenTable,
  OwnSession,
  PersonView,
  PuzzleAnswer,
  PuzzleProgress,
  PuzzleVerdict,
  PuzzleView,
  RankingView,
  RatingView,
  ResultsPage,
  ResultView,
  RulesView,
  SendSitting,
  SessionView,
  StatisticsView,
  TablesPage,
  TableSummary,
  TriedMoves,
  TryMoves,
} from "../protocol";
import { askHost, isHere } from "../offline/host";
import { lookForKit } from "../offline/kit.svelte";
import { isServerReachable, noteReach } from "./reach.svelte";

/** Something was refused: `code` says why, `details` give the particulars. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: Record<string, string> = {},
  ) {
    super(message);
  }
}

/** Whether an error says that nothing came from the server, or nothing in time. */
export function isUnreachable(trouble: unknown): boolean {
  return trouble instanceof TypeError || (trouble instanceof DOMException && trouble.name === "TimeoutError");
}

/** The statuses that a proxy sends when the server is gone. */
const GONE = [502, 503, 504];
/** Milliseconds after which a server that does not answer counts as gone: for what is only read, and for what should not be done twice. */
const READING = 20_000;
const WRITING = 60_000;
/** The same where this browser can go on without the server; the same as in the service worker (tools/worker.js). */
const PATIENCE = 4_000;

async function call<T>(method: string, path: string, body?: unknown, limit = method === "GET" ? READING : WRITING): Promise<T> {
  try {
    const answer = await fetch(path, {
      method,
      credentials: "same-origin",
      headers: { accept: "application/json", ...(body === undefined ? {} : { "content-type": "application/json" }) },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(limit),
    });
    noteReach(!GONE.includes(answer.status));
    if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as T;
    throw errorOf(answer.status, answer.statusText, await answer.json().catch(() => null));
  } catch (trouble) {
    if (!(trouble instanceof ApiError)) noteReach(false);
    throw trouble;
  }
}

/** Sends a request to the host in this browser, as if to a server. */
async function callHost<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await askHost(method, path, body);
  if (answer.status === 200) return answer.body as T;
  throw errorOf(answer.status, "", answer.body);
}

/** Whether a result is of a game that was played offline; the same as in `tenback.server.store.ids`. */
function isSent(id: string): boolean {
  return id.startsWith("sent-");
}

/** Whether a game is on the server, where others may see it too. */
export function isShared(id: string): boolean {
  return !isHere(id) && !isSent(id);
}

/** Sends a request to the host that has the table. */
function callAt<T>(table: string, method: string, rest = "", body?: unknown): Promise<T> {
  const ask = isHere(table) ? callHost<T> : call<T>;
  return ask(method, `/api/tables/${encodeURIComponent(table)}${rest}`, body);
}

/** Sends a request to the server, or if that is gone, to the host in this browser, if the kit is installed. */
async function callSomewhere<T>(method: string, path: string, body?: unknown, bodyHere = async () => body, limit = PATIENCE): Promise<T> {
  if (!(await lookForKit())) return call(method, path, body);
  if (isServerReachable()) {
    try {
      return await call(method, path, body, limit);
    } catch (trouble) {
      if (isServerReachable()) throw trouble;
    }
  }
  return callHost(method, path, await bodyHere());
}

async function session(): Promise<SessionView> {
  return call("GET", "/api/session", undefined, (await lookForKit()) ? PATIENCE : READING);
}

/** A slow server may open a table that nobody waits for anymore, so where the kit is installed, it must first answer in time. */
async function open(table: OpenTable, here: () => Promise<OpenTable>): Promise<OpenedTable> {
  if (isServerReachable() && (await lookForKit())) await session().catch(() => null);
  return callSomewhere("POST", "/api/tables", table, here, WRITING);
}

function errorOf(status: number, text: string, told: unknown): ApiError {
  const { error } = (told ?? {}) as { error?: { code: string; message: string; details?: Record<string, string> } };
  return new ApiError(status, error?.code ?? "internal", error?.message ?? text, error?.details);
}

export const api = {
  session,
  enter: (name: string) => call<{ person: PersonView }>("POST", "/api/me", { name }),
  rename: (name: string) => call<PersonView>("PATCH", "/api/me", { name }),
  claim: (account: string, password: string) =>
    call<PersonView>("POST", "/api/me/account", { account, password }),
  login: (account: string, password: string) =>
    call<{ person: PersonView }>("POST", "/api/login", { account, password }),
  logout: () => call<void>("POST", "/api/logout"),
  changePassword: (password: string, newPassword: string) =>
    call<{ person: PersonView }>("POST", "/api/me/password", { password, new_password: newPassword }),
  sessions: () => call<OwnSession[]>("GET", "/api/me/sessions"),
  endSession: (id: string) => call<void>("DELETE", `/api/me/sessions/${encodeURIComponent(id)}`),
  endSessions: (isThisKept: boolean) => call<void>("DELETE", `/api/me/sessions?others_only=${isThisKept}`),
  deletePerson: (password: string | null) => call<void>("POST", "/api/me/deletion", { password }),
  rules: () => call<RulesView>("GET", "/api/rules"),
  homeNetwork: () => call<HomeNetwork>("GET", "/api/lan"),
  /** `here` makes the request to use if the table is opened in this browser. */
  open,
  table: (id: string) => callAt<TableSummary>(id, "GET"),
  record: (id: string) => (isSent(id) ? call<unknown>("GET", `/api/me/offline/${encodeURIComponent(id)}/record`) : callAt<unknown>(id, "GET", "/record")),
  /** Sends a finished game from this browser to the results on the server. */
  sendHere: async (id: string) => call<ResultView>("POST", "/api/me/offline", await callAt<SendSitting>(id, "GET", "/sending")),
  analyse: (id: string) => callAt<AnalysisView>(id, "POST", "/analysis"),
  analysis: (id: string) => callAt<AnalysisView>(id, "GET", "/analysis"),
  tryMoves: (id: string, tried: TryMoves) => callAt<TriedMoves>(id, "POST", "/analysis/tries", tried),
  puzzleOfToday: () => callSomewhere<PuzzleView>("GET", "/api/puzzles/today"),
  nextPuzzle: (edition: string | null, near: number, seen: readonly string[]) =>
    callSomewhere<PuzzleView>("GET", `/api/puzzles/next?${new URLSearchParams({ ...(edition === null ? {} : { edition }), near: String(near), seen: seen.join(",") })}`),
  continuePuzzle: (id: string, moves: string[]) => callSomewhere<PuzzleProgress>("POST", `/api/puzzles/${encodeURIComponent(id)}/moves`, { moves }),
  answerPuzzle: (id: string, answer: PuzzleAnswer) => callSomewhere<PuzzleVerdict>("POST", `/api/puzzles/${encodeURIComponent(id)}/answer`, answer),
  byCode: (code: string) => call<TableSummary>("GET", `/api/codes/${encodeURIComponent(code)}`),
  publicTables: () => call<TablesPage>("GET", "/api/tables"),
  myTables: () => call<TablesPage>("GET", "/api/me/tables"),
  results: (before?: string) =>
    call<ResultsPage>("GET", `/api/me/results${before ? `?before=${before}` : ""}`),
  statistics: () => call<StatisticsView[]>("GET", "/api/me/statistics"),
  rating: () => call<RatingView>("GET", "/api/me/rating"),
  ranking: (skip = 0, limit = 10) => call<RankingView>("GET", `/api/ratings?skip=${skip}&limit=${limit}`),
  day: (day: string, edition: string, seats: number, skip = 0) =>
    call<DayView>("GET", `/api/days/${day}/${encodeURIComponent(edition)}/${seats}?skip=${skip}`),
};
