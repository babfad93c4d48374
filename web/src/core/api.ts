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
  RulesView,
  SessionView,
  StatisticsView,
  TablesPage,
  TableSummary,
  TriedMoves,
  TryMoves,
} from "../protocol";

/** Something was refused: `code` says why, `details` with what. */
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

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(path, {
    method,
    credentials: "same-origin",
    headers: { accept: "application/json", ...(body === undefined ? {} : { "content-type": "application/json" }) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as T;
  const told = await answer.json().catch(() => null);
  const error = told?.error ?? { code: "internal", message: answer.statusText };
  throw new ApiError(answer.status, error.code, error.message, error.details);
}

export const api = {
  session: () => call<SessionView>("GET", "/api/session"),
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
  open: (table: OpenTable) => call<OpenedTable>("POST", "/api/tables", table),
  table: (id: string) => call<TableSummary>("GET", `/api/tables/${encodeURIComponent(id)}`),
  record: (id: string) => call<unknown>("GET", `/api/tables/${encodeURIComponent(id)}/record`),
  analyse: (id: string) => call<AnalysisView>("POST", `/api/tables/${encodeURIComponent(id)}/analysis`),
  analysis: (id: string) => call<AnalysisView>("GET", `/api/tables/${encodeURIComponent(id)}/analysis`),
  tryMoves: (id: string, tried: TryMoves) => call<TriedMoves>("POST", `/api/tables/${encodeURIComponent(id)}/analysis/tries`, tried),
  puzzleOfToday: () => call<PuzzleView>("GET", "/api/puzzles/today"),
  nextPuzzle: (edition: string | null, near: number, seen: readonly string[]) =>
    call<PuzzleView>("GET", `/api/puzzles/next?${new URLSearchParams({ ...(edition === null ? {} : { edition }), near: String(near), seen: seen.join(",") })}`),
  continuePuzzle: (id: string, moves: string[]) => call<PuzzleProgress>("POST", `/api/puzzles/${encodeURIComponent(id)}/moves`, { moves }),
  answerPuzzle: (id: string, answer: PuzzleAnswer) => call<PuzzleVerdict>("POST", `/api/puzzles/${encodeURIComponent(id)}/answer`, answer),
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
