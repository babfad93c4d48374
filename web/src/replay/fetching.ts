/** Gets the record of a table from the server. */

import { Refused } from "../core/api";
import { fromJson, type SavedRecord } from "./record";

export async function fetchRecord(table: string): Promise<SavedRecord> {
  const answer = await fetch(`/api/tables/${encodeURIComponent(table)}/record`, {
    credentials: "same-origin",
    headers: { accept: "application/json" },
  });
  const told = (await answer.json().catch(() => null)) as unknown;
  if (answer.ok) return fromJson(told);
  const error = (told as { error?: { code: string; message: string; details?: Record<string, string> } } | null)?.error;
  throw new Refused(answer.status, error?.code ?? "internal", error?.message ?? answer.statusText, error?.details);
}
