import assert from "node:assert/strict";
import { z } from "zod";
import { AppError } from "../../../../src/errors.ts";
import type { Execution } from "../../../../src/jupyter/kernel/execution.ts";
import { Kernel } from "../../../../src/jupyter/kernel/kernel.ts";
import { decode, encode } from "../../../../src/jupyter/kernel/wire.ts";
import { JupyterHttp } from "../../../../src/jupyter/rest/http.ts";
import { createLogger } from "../../../../src/log.ts";

const protocol = "v1.kernel.websocket.jupyter.org";

interface Request {
  readonly msg_id: string;
  readonly msg_type: string;
  readonly session: string;
}

interface Outgoing {
  readonly parent?: Request | Record<never, never>;
  readonly channel?: "iopub" | "shell" | "control";
  readonly session?: string;
}

type Send = (type: string, content: Record<string, unknown>, outgoing?: Outgoing) => void;

interface FakeOptions {
  /** Answers an execute request. */
  readonly onExecute?: (send: Send, request: Request, socket: WebSocket) => void;
  /** Whether a question that waits its turn on the main shell is answered now. */
  readonly onMainAsked?: (send: Send) => boolean;
  readonly speaksV1?: boolean;
  /** Whether what comes over a socket is lost on the way to the kernel. */
  readonly isDeaf?: (socket: WebSocket) => boolean;
  /** Answers everything but the kernel's REST model; undefined lets the socket open. */
  readonly refuse?: (request: globalThis.Request) => Response | undefined;
}

/** Keeps its connections over cuts: those to the server in this process do not die. */
class LastingHttp extends JupyterHttp {
  override renew(): void {}
}

/** A Jupyter server with one kernel that answers as told. */
function fakeJupyter(options: FakeOptions = {}) {
  const { onExecute = finish, onMainAsked = () => true, speaksV1 = false } = options;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => undefined }, (request) => {
    const refused = options.refuse?.(request);
    if (refused !== undefined) return refused;
    if (!request.url.includes("/channels")) {
      return Response.json({ id: "k", name: "python3", execution_state: "idle" });
    }
    const { socket, response } = Deno.upgradeWebSocket(request, speaksV1 ? { protocol } : {});
    socket.binaryType = "arraybuffer";
    socket.onmessage = ({ data }) =>
      options.isDeaf?.(socket) || answer(socket, data, { onExecute, onMainAsked, speaksV1 });
    return response;
  });
  const target = { url: `http://127.0.0.1:${server.addr.port}/`, token: "", origin: "given" } as const;
  const kernel = new Kernel({
    http: new LastingHttp({ target }),
    id: "k",
    log: createLogger({ level: "error" }),
  });
  return {
    kernel,
    run: async (): Promise<Execution> => {
      await kernel.connect();
      const execution = kernel.execute({ sessionId: "s", code: "1" });
      await execution.ended;
      return execution;
    },
    async [Symbol.asyncDispose]() {
      kernel.close();
      await server.shutdown();
    },
  };
}

const requestHeader = z.object({ msg_id: z.string(), msg_type: z.string(), session: z.string() });

function answer(
  socket: WebSocket,
  data: unknown,
  { onExecute, onMainAsked, speaksV1 }: Required<Omit<FakeOptions, "refuse" | "isDeaf">>,
): void {
  const framing = speaksV1 ? "v1" : "json";
  const frame = data instanceof ArrayBuffer ? new Uint8Array(data) : String(data);
  const { header, channel } = decode(frame, framing);
  const request = requestHeader.parse(header);
  const send: Send = (type, content, { parent = request, channel = "iopub", session = "process-1" } = {}) => {
    const own = {
      msg_id: crypto.randomUUID(),
      msg_type: type,
      username: "",
      session,
      date: "",
      version: "5.3",
    };
    const parts = { header: own, parent_header: parent, metadata: {}, content };
    const encoded = encode({ channel, ...parts }, framing);
    socket.send(typeof encoded === "string" ? encoded : new Uint8Array(encoded));
  };
  if (request.msg_type === "kernel_info_request") {
    if (channel === "shell" && !onMainAsked(send)) return;
    send("status", { execution_state: "busy" });
    send("kernel_info_reply", { implementation: "fake" }, {
      channel: channel === "control" ? "control" : "shell",
    });
    send("status", { execution_state: "idle" });
  } else if (request.msg_type === "execute_request") onExecute(send, request, socket);
}

function finish(send: Send): void {
  send("status", { execution_state: "busy" });
  send("stream", { name: "stdout", text: "hello\n" });
  send("execute_reply", { status: "ok", execution_count: 1 }, { channel: "shell" });
  send("status", { execution_state: "idle" });
}

function texts(execution: Execution): string[] {
  return execution.outputs.outputs().map((output) => output.output_type === "stream" ? output.text : "");
}

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

Deno.test("Kernel ends a run that its main shell has left behind without a word", async () => {
  await using jupyter = fakeJupyter({
    onExecute: (send, _, socket) => {
      send("status", { execution_state: "busy" });
      send("stream", { name: "stdout", text: "before\n" });
      socket.close();
    },
  });
  const execution = await jupyter.run();
  assert.equal(execution.status, "interrupted");
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

Deno.test("Kernel connects again before a call where somebody has taken our place", async () => {
  await using jupyter = withNewcomer();
  assert.equal((await jupyter.run()).status, "ok");
  const second = await jupyter.run();
  assert.deepEqual([second.status, texts(second)], ["ok", ["hello\n"]]);
});

Deno.test("Kernel connects again for a run that waited in line while somebody took our place", async () => {
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

Deno.test("Kernel restarted by somebody else ends our run", async () => {
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

Deno.test("Kernel names a refused token where only the socket is refused", async () => {
  await using jupyter = fakeJupyter({
    refuse: (request) => request.url.includes("/channels") ? new Response("", { status: 403 }) : undefined,
  });
  await assert.rejects(jupyter.kernel.connect(), (error) => {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, "auth_failed");
    return true;
  });
});
