/** The tables of this browser, in its database: steps as on a server, and a line about each table. */

import type { OfflineTable } from "../protocol";

const NAME = "tenback-offline";
const VERSION = 1;

type StoredStep = { table: string; number: number; step: unknown };
type Change = { about: OfflineTable; steps: { number: number }[] };

let opening: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("tables", { keyPath: "id" });
      request.result.createObjectStore("steps", { keyPath: ["table", "number"] });
    };
    request.onsuccess = () => {
      // Another page may have a newer version of this database, and browsers close databases when they like.
      request.result.onversionchange = () => {
        request.result.close();
        opening = null;
      };
      request.result.onclose = () => (opening = null);
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error("no database"));
  });
  opening.catch(() => (opening = null));
  return opening;
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("no answer"));
  });
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("not stored"));
  });
}

function stepsOf(table: string): IDBKeyRange {
  return IDBKeyRange.bound([table, 0], [table, Infinity]);
}

/** Returns the tables that are kept here, the most recently changed first. */
export async function listTables(): Promise<OfflineTable[]> {
  const found = await answer<OfflineTable[]>((await database()).transaction("tables").objectStore("tables").getAll());
  return found.toSorted((one, other) => other.changed_at - one.changed_at);
}

export async function removeTables(ids: readonly string[]): Promise<void> {
  const transaction = (await database()).transaction(["tables", "steps"], "readwrite");
  for (const id of ids) {
    transaction.objectStore("tables").delete(id);
    transaction.objectStore("steps").delete(stepsOf(id));
  }
  await done(transaction);
}

/** Records that a finished game is among the results on the server. */
export async function noteSent(id: string): Promise<void> {
  const transaction = (await database()).transaction("tables", "readwrite");
  const tables = transaction.objectStore("tables");
  const about = await answer<OfflineTable | undefined>(tables.get(id));
  if (about !== undefined) tables.put({ ...about, is_sent: true });
  await done(transaction);
}

/** Stores a table's entry; only this database knows whether the game was sent. */
function put(tables: IDBObjectStore, about: OfflineTable): void {
  const before: IDBRequest<OfflineTable | undefined> = tables.get(about.id);
  before.onsuccess = () => tables.put({ ...about, is_sent: before.result?.is_sent ?? false });
}

/** The functions that `tenback.offline.storage` calls in the browser, with texts. */
export const storage = {
  async read(table: string): Promise<string> {
    const transaction = (await database()).transaction(["tables", "steps"]);
    const about = answer<OfflineTable | undefined>(transaction.objectStore("tables").get(table));
    const steps = answer<StoredStep[]>(transaction.objectStore("steps").getAll(stepsOf(table)));
    return JSON.stringify({ about: (await about) ?? null, steps: (await steps).map(({ step }) => step) });
  },
  async tables(): Promise<string> {
    return JSON.stringify(await listTables());
  },
  async write(text: string): Promise<boolean> {
    const transaction = (await database()).transaction(["tables", "steps"], "readwrite", { durability: "strict" });
    for (const { about, steps } of JSON.parse(text) as Change[]) {
      put(transaction.objectStore("tables"), about);
      for (const step of steps) transaction.objectStore("steps").add({ table: about.id, number: step.number, step });
    }
    try {
      await done(transaction);
      return true;
    } catch (error) {
      if (error instanceof DOMException && error.name === "ConstraintError") return false;
      throw error;
    }
  },
  remove: (text: string): Promise<void> => removeTables(JSON.parse(text) as string[]),
};
