import { expect, test, vi } from "vitest";
import type { FromWorker, ToWorker } from "../src/offline/messages";

class FakeWorker {
  static made: FakeWorker[] = [];
  heard: ToWorker[] = [];
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;

  constructor() {
    FakeWorker.made.push(this);
  }

  postMessage(message: ToWorker): void {
    this.heard.push(message);
  }

  terminate(): void {}

  tell(data: FromWorker): void {
    this.onmessage?.({ data });
  }
}

class FakeClose extends Event {}

vi.stubGlobal("Worker", FakeWorker);
vi.stubGlobal("CloseEvent", FakeClose);
vi.spyOn(console, "error").mockImplementation(() => undefined);
const { askHost, HostSocket } = await import("../src/offline/host");

function socket(): { heard: string[]; isClosed: () => boolean; socket: InstanceType<typeof HostSocket> } {
  const made = new HostSocket("offline-1");
  const heard: string[] = [];
  let isClosed = false;
  made.onmessage = ({ data }) => heard.push(String(data));
  made.onclose = () => (isClosed = true);
  return { heard, isClosed: () => isClosed, socket: made };
}

test("when Python breaks down, requests fail, open sockets close, and the next request starts it again", async () => {
  const open = socket();
  const [first] = FakeWorker.made;
  first!.tell({ kind: "opened", socket: 1 });
  const coming = socket();
  const request = askHost("POST", "/api/tables", {});
  first!.tell({ kind: "failed", reason: "out of memory" });
  await expect(request).rejects.toThrow("out of memory");
  expect([open.isClosed(), open.heard]).toEqual([true, []]);
  expect([coming.isClosed(), coming.heard.map((text) => JSON.parse(text).code)]).toEqual([true, ["no-kit"]]);

  const again = askHost("POST", "/api/tables", {});
  const [, second] = FakeWorker.made;
  first!.tell({ kind: "failed", reason: "late" });
  const [asked] = second!.heard;
  second!.tell({ kind: "answer", request: asked!.kind === "request" ? asked!.request : 0, text: '{"status": 200, "body": 1}' });
  expect(await again).toEqual({ status: 200, body: 1 });
});
