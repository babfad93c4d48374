import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";

const SOURCE = readFileSync(new URL("../src/core/router.svelte.ts", import.meta.url), "utf-8");
const SERVER = readFileSync(new URL("../../src/tenback/server/static_files.py", import.meta.url), "utf-8");
const [, pattern = ""] = /PAGE_PATH = re\.compile\(r"(.*)"\)/.exec(SERVER) ?? [];

test("the server answers for the paths of the router, and for no others", async () => {
  vi.stubGlobal("location", { pathname: "/", search: "" });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("$state", <T>(value: T) => value);
  const { readRoute } = await import("../src/core/router.svelte");
  const cases = [...SOURCE.matchAll(/case "(\w+)":/g)].map(([, name]) => name ?? "");
  const served = pattern.match(/[a-z]+/g) ?? [];
  expect(cases.length).toBeGreaterThan(5);
  expect(served.length).toBeGreaterThan(5);
  const ways = [...new Set([...cases, ...served, "elsewhere"])].flatMap((first) =>
    ["", "/", "/x", "/x/", "/x/y"].map((rest) => `/${first}${rest}`),
  );
  const isServed = new RegExp(`^(?:${pattern})$`);
  for (const pathname of ["/", ...ways]) {
    const isShown = readRoute({ pathname, search: "" }).page !== "lost";
    expect([pathname, isShown]).toEqual([pathname, isServed.test(pathname)]);
  }
});
