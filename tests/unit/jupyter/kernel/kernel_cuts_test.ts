import assert from "node:assert/strict";
import { fakeJupyter, type Request, type Send } from "./fake_jupyter.ts";

/** Under which client ids sockets were opened, and what happens to what comes over them, by the number of the socket. */
function watched(fateOf: (socket: number) => "answered" | "cut" | "lost") {
  const ids: string[] = [];
  const numbers = new Map<WebSocket, number>();
  return {
    ids,
    speaksV1: true,
    refuse: ({ url }: globalThis.Request) => {
      if (url.includes("/channels")) ids.push(new URL(url).searchParams.get("session_id") ?? "");
      return undefined;
    },
    isDeaf: (socket: WebSocket) => {
      const number = numbers.get(socket) ?? numbers.size + 1;
      numbers.set(socket, number);
      if (fateOf(number) === "cut") socket.close();
      return fateOf(number) !== "answered";
    },
  };
}

Deno.test("Kernel is connected though its socket is cut again and again while it opens, as a new client each time", async () => {
  const options = watched((socket) => socket < 3 ? "cut" : "answered");
  await using jupyter = fakeJupyter(options);
  assert.equal((await jupyter.run()).status, "ok");
  assert.equal(options.ids.length, 3);
  assert.equal(new Set(options.ids).size, 3);
});

/** A run that is cut off as it begins, and whose end is told when the main shell is asked. */
function endsWhileCut() {
  let begun: Request | undefined;
  return {
    onExecute: (send: Send, request: Request, socket: WebSocket) => {
      begun = request;
      send("status", { execution_state: "busy" });
      socket.close();
    },
    onMainAsked: (send: Send) => {
      if (begun === undefined) return true;
      send("execute_reply", { status: "ok", execution_count: 1 }, { parent: begun, channel: "shell" });
      send("status", { execution_state: "idle" }, { parent: begun });
      return true;
    },
  };
}

Deno.test("Kernel comes back to a run as the client that it was, through further cuts", async () => {
  const options = watched((socket) => socket === 2 ? "cut" : "answered");
  await using jupyter = fakeJupyter({ ...options, ...endsWhileCut() });
  assert.equal((await jupyter.run()).status, "ok");
  assert.equal(options.ids.length, 3);
  assert.equal(new Set(options.ids).size, 1);
});

Deno.test("Kernel comes to a run as a new client where nobody answers the old one, and says what that may cost", async () => {
  const options = watched((socket) => socket === 2 ? "lost" : "answered");
  await using jupyter = fakeJupyter({ ...options, ...endsWhileCut() });
  const execution = await jupyter.run();
  assert.equal(execution.status, "ok");
  assert.match(execution.notes.join(), /output may be missing/);
  const [first, second, third] = options.ids;
  assert.ok(first === second && second !== third, options.ids.join());
});
