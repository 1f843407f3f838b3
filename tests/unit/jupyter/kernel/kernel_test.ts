import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import { fakeJupyter, type FakeOptions, finish, type Request, type Send, texts } from "./fake_jupyter.ts";

Deno.test("Kernel runs code on a server that speaks v1", async () => {
  await using jupyter = fakeJupyter({ speaksV1: true });
  const execution = await jupyter.run();
  assert.equal(execution.status, "ok");
  assert.deepEqual(texts(execution), ["hello\n"]);
});

Deno.test("Kernel runs code on a server that knows no subprotocol", async () => {
  await using jupyter = fakeJupyter();
  const execution = await jupyter.run();
  assert.equal(execution.status, "ok");
  assert.deepEqual(texts(execution), ["hello\n"]);
});

Deno.test("Kernel survives whatever cannot be read, and says that something may be missing", async () => {
  const odd: ((send: Send, socket: WebSocket) => void)[] = [
    (_, socket) => socket.send("garbage {{{"),
    (_, socket) => socket.send(new Uint8Array([1, 2, 3])),
    (send) => send("stream", { name: "stdout", text: null }),
    (send) => send("status", {}),
    (send) => send("status", {}, { parent: {} }),
  ];
  for (const disturb of odd) {
    await using jupyter = fakeJupyter({
      onExecute: (send, _, socket) => {
        disturb(send, socket);
        finish(send);
      },
    });
    const execution = await jupyter.run();
    assert.equal(execution.status, "ok");
    assert.deepEqual(texts(execution), ["hello\n"]);
    assert.match(execution.notes.join(), /could not be read/);
  }
});

Deno.test("Kernel keeps what others run out of our runs", async () => {
  await using jupyter = fakeJupyter({
    onExecute: (send, request) => {
      const theirs = { msg_id: "their-cell", msg_type: "execute_request", session: "browser" };
      send("stream", { name: "stdout", text: "theirs\n" }, { parent: theirs });
      send("stream", { name: "stdout", text: "nobody's\n" }, { parent: {} });
      send("error", { ename: "E", evalue: "", traceback: [] }, { parent: theirs });
      finish(send);
      assert.notEqual(request.session, theirs.session);
    },
  });
  assert.deepEqual(texts(await jupyter.run()), ["hello\n"]);
});

Deno.test("Kernel keeps a run over a cut until its main shell has answered, whatever the server says", async () => {
  let run: Request | undefined;
  let asked = 0;
  await using jupyter = fakeJupyter({
    onExecute: (send, request, socket) => {
      run = request;
      send("status", { execution_state: "busy" });
      send("stream", { name: "stdout", text: "before\n" });
      socket.close();
    },
    onMainAsked: (send) => {
      // The first question after the cut belongs to the opening. The server calls the kernel idle all the while.
      if (run === undefined) return true;
      if (++asked === 1) return false;
      send("stream", { name: "stdout", text: "after\n" }, { parent: run });
      send("execute_reply", { status: "ok", execution_count: 1 }, { parent: run, channel: "shell" });
      send("status", { execution_state: "idle" }, { parent: run });
      return true;
    },
  });
  const execution = await jupyter.run();
  assert.equal(execution.status, "ok", execution.notes.join());
  assert.deepEqual(texts(execution), ["before\nafter\n"]);
});

Deno.test("Kernel ends a run that its main shell has left behind silently", async () => {
  await using jupyter = fakeJupyter({
    onExecute: (send, _, socket) => {
      send("status", { execution_state: "busy" });
      send("stream", { name: "stdout", text: "before\n" });
      socket.close();
    },
  });
  const execution = await jupyter.run();
  assert.equal(execution.status, "error");
  assert.deepEqual(texts(execution), ["before\n"]);
  assert.match(execution.notes.join(), /the run ended before it was restored/);
});

/** A server with jupyter-server-documents, on which a page takes our place during the first run. */
function withNewcomer(onExecute: NonNullable<FakeOptions["onExecute"]> = finish) {
  let deaf: WebSocket | undefined;
  return fakeJupyter({
    refuse: (request) => {
      if (request.url.includes("/api/collaboration/")) return new Response(null, { status: 404 });
      return request.url.includes("/api/fileid/") ? new Response(null, { status: 405 }) : undefined;
    },
    isDeaf: (socket) => socket === deaf,
    onExecute: (send, request, socket) => {
      if (deaf === undefined) {
        deaf = socket;
        const theirs = { msg_id: "hello", msg_type: "kernel_info_request", session: "page" };
        send("status", { execution_state: "busy" }, { parent: theirs });
      }
      onExecute(send, request, socket);
    },
  });
}

Deno.test("Kernel connects again before a call if someone has taken our place", async () => {
  await using jupyter = withNewcomer();
  assert.equal((await jupyter.run()).status, "ok");
  const second = await jupyter.run();
  assert.deepEqual([second.status, texts(second)], ["ok", ["hello\n"]]);
});

Deno.test("Kernel connects again for a run that waited in line while someone took our place", async () => {
  await using jupyter = withNewcomer();
  await jupyter.kernel.connect();
  const runs = ["1", "2"].map((code) => jupyter.kernel.execute({ sessionId: "s", code }));
  await Promise.all(runs.map((run) => run.ended));
  assert.deepEqual(runs.map(({ status }) => status), ["ok", "ok"]);
});

Deno.test("Kernel that dies ends the run with its output, and the next run says what is gone", async () => {
  let runs = 0;
  await using jupyter = fakeJupyter({
    onExecute: (send) => {
      if (++runs > 1) return finish(send);
      send("status", { execution_state: "busy" });
      send("stream", { name: "stdout", text: "partial\n" });
      send("status", { execution_state: "restarting" }, { parent: {} });
    },
  });
  const dead = await jupyter.run();
  assert.equal(dead.status, "kernel_died");
  assert.deepEqual(texts(dead), ["partial\n"]);
  const next = await jupyter.run();
  assert.equal(next.status, "ok");
  assert.match(next.notes.join(), /all variables, imports and definitions are gone/);
  assert.deepEqual((await jupyter.run()).notes, []);
});

Deno.test("Kernel restarted by someone else ends our run", async () => {
  await using jupyter = fakeJupyter({
    onExecute: (send) => {
      send("status", { execution_state: "busy" });
      send("status", { execution_state: "starting" }, { parent: {}, session: "process-2" });
    },
  });
  const execution = await jupyter.run();
  assert.equal(execution.status, "kernel_died");
  assert.match(execution.notes.join(), /restarted by somebody else/);
});

Deno.test("Kernel that is not there is not found", async () => {
  await using jupyter = fakeJupyter({ refuse: () => Response.json({ message: "gone" }, { status: 404 }) });
  await assert.rejects(jupyter.kernel.connect(), { code: "kernel_not_found" });
});

Deno.test("Kernel names a refused token if only the socket is refused", async () => {
  await using jupyter = fakeJupyter({
    refuse: (request) => request.url.includes("/channels") ? new Response("", { status: 403 }) : undefined,
  });
  await assert.rejects(jupyter.kernel.connect(), (error) => {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, "auth_failed");
    return true;
  });
});

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

Deno.test("Kernel comes to a run as a new client if nobody answers the old one, and says what that may cost", async () => {
  const options = watched((socket) => socket === 2 ? "lost" : "answered");
  await using jupyter = fakeJupyter({ ...options, ...endsWhileCut() });
  const execution = await jupyter.run();
  assert.equal(execution.status, "ok");
  assert.match(execution.notes.join(), /output may be missing/);
  const [first, second, third] = options.ids;
  assert.ok(first === second && second !== third, options.ids.join());
});
