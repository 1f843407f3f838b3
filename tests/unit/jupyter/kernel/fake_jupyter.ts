/** A Jupyter server in this process, with one kernel that answers as a test tells it. */

import { z } from "zod";
import type { Execution } from "../../../../src/jupyter/kernel/execution.ts";
import { Kernel } from "../../../../src/jupyter/kernel/kernel.ts";
import { decode, encode } from "../../../../src/jupyter/kernel/wire.ts";
import { JupyterHttp } from "../../../../src/jupyter/rest/http.ts";
import { createLogger } from "../../../../src/base/log.ts";

const protocol = "v1.kernel.websocket.jupyter.org";

export interface Request {
  readonly msg_id: string;
  readonly msg_type: string;
  readonly session: string;
}

export interface Outgoing {
  readonly parent?: Request | Record<never, never>;
  readonly channel?: "iopub" | "shell" | "control";
  readonly session?: string;
}

export type Send = (type: string, content: Record<string, unknown>, outgoing?: Outgoing) => void;

export interface FakeOptions {
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
export function fakeJupyter(options: FakeOptions = {}) {
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
      kernel.disconnect();
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

export function finish(send: Send): void {
  send("status", { execution_state: "busy" });
  send("stream", { name: "stdout", text: "hello\n" });
  send("execute_reply", { status: "ok", execution_count: 1 }, { channel: "shell" });
  send("status", { execution_state: "idle" });
}

export function texts(execution: Execution): string[] {
  return execution.outputs.outputs().map((output) => output.output_type === "stream" ? output.text : "");
}
