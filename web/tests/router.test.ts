import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";

const SOURCE = readFileSync(new URL("../src/core/router.svelte.ts", import.meta.url), "utf-8");
const SERVER = readFileSync(new URL("../../src/tenback/server/static_files.py", import.meta.url), "utf-8");
const WORKER = readFileSync(new URL("../tools/worker.js", import.meta.url), "utf-8");
const [, pattern = ""] = /PAGE_PATH = re\.compile\(\s*r"(.*)"\s*\)/.exec(SERVER) ?? [];
const [, kept = ""] = /^const PAGES = \/(.+)\/;$/m.exec(WORKER) ?? [];

test("the server answers for the paths of the router, and for no others; the service worker keeps them all", async () => {
  vi.stubGlobal("location", { pathname: "/", search: "" });
  vi.stubGlobal("addEventListener", () => undefined);
  const { readRoute } = await import("../src/core/router.svelte");
  const cases = [...SOURCE.matchAll(/case "(\w+)":/g)].map(([, name]) => name ?? "");
  const served = pattern.match(/[a-z]+/g) ?? [];
  expect(cases.length).toBeGreaterThan(5);
  expect(served.length).toBeGreaterThan(5);
  expect(kept).not.toBe("");
  const ways = [...new Set([...cases, ...served, "elsewhere"])].flatMap((first) =>
    ["", "/", "/x", "/x/", "/x/y"].map((rest) => `/${first}${rest}`),
  );
  const isServed = new RegExp(`^(?:${pattern})$`);
  for (const pathname of ["/", ...ways]) {
    const isShown = readRoute({ pathname, search: "" }).page !== "lost";
    expect([pathname, isShown]).toEqual([pathname, isServed.test(pathname)]);
    if (isShown) expect([pathname, new RegExp(kept).test(pathname)]).toEqual([pathname, true]);
  }
});

test("the five letters of a table lead to its big screen, too", async () => {
  const { readRoute } = await import("../src/core/router.svelte");
  expect(readRoute({ pathname: "/screen/abcde", search: "" })).toEqual({ page: "code", code: "ABCDE", isForScreen: true });
  expect(readRoute({ pathname: "/screen/x7Kq2mN9pLw", search: "" })).toEqual({ page: "screen", id: "x7Kq2mN9pLw" });
});
