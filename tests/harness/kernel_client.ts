/**
 * A second client on a kernel, as small as one can be: it stands beside our program in tests of shared
 * kernels, and is the bare client of the benchmark.
 *
 * It shares no code with `src/`. It is as quick as a client gets: v1 binary framing, no validation, and a
 * pong after every frame (Jupyter leaves Nagle's algorithm on, and the pong carries the acknowledgement
 * that the next frame waits for).
 */

import WebSocket from "ws";
import { z } from "zod";
import type { JupyterServer } from "./jupyter.ts";

const headerSchema = z.looseObject({ msg_id: z.string(), msg_type: z.string() });
const partsSchema = z.record(z.string(), z.unknown());

export interface KernelMessage {
  readonly channel: string;
  readonly type: string;
  /** The message this one answers. */
  readonly parentId: string | undefined;
  readonly content: Readonly<Record<string, unknown>>;
}

export interface Executed {
  /** Content of the `execute_reply`. */
  readonly reply: Readonly<Record<string, unknown>>;
  /** Every message on iopub whose parent is this request, in order. */
  readonly iopub: readonly KernelMessage[];
}

interface Pending {
  readonly iopub: KernelMessage[];
  readonly resolve: (executed: Executed) => void;
  reply: Readonly<Record<string, unknown>> | undefined;
  idle: boolean;
}

/** What was printed with these messages; a single `print` may come as several of them. */
export function printed(messages: readonly KernelMessage[]): string {
  return messages.filter(({ type }) => type === "stream").map(({ content }) => content["text"]).join("");
}

const protocol = "v1.kernel.websocket.jupyter.org";

/** Milliseconds between questions of a client that has just connected. */
const greetingInterval = 200;

export class KernelClient implements AsyncDisposable {
  readonly #socket: WebSocket;
  readonly #session = crypto.randomUUID();
  readonly #pending = new Map<string, Pending>();
  #messages: KernelMessage[] = [];

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data) => {
      socket.pong();
      if (data instanceof ArrayBuffer) this.#take(decode(new Uint8Array(data)));
    });
  }

  static async open(server: JupyterServer, kernelId: string): Promise<KernelClient> {
    const url = new URL(`api/kernels/${kernelId}/channels`, server.url.replace(/^http/, "ws"));
    const socket = new WebSocket(url, [protocol], {
      headers: { Authorization: `token ${server.token}` },
      perMessageDeflate: false,
    });
    socket.binaryType = "arraybuffer";
    const client = new KernelClient(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once("open", resolve);
      socket.once("error", reject);
    });
    await client.#greet();
    return client;
  }

  /** Asks until the kernel is heard on iopub: what others print before that may pass this client by. */
  async #greet(): Promise<void> {
    const id = crypto.randomUUID();
    const ask = () => {
      for (const channel of ["control", "shell"]) {
        this.#send(channel, { id, type: "kernel_info_request", content: {} });
      }
    };
    const heard = Promise.withResolvers<void>();
    const listen = () => {
      if (this.#messages.some(({ channel, parentId }) => channel === "iopub" && parentId === id)) {
        heard.resolve();
      }
    };
    this.#socket.on("message", listen);
    const asking = setInterval(ask, greetingInterval);
    ask();
    await heard.promise;
    clearInterval(asking);
    this.#socket.off("message", listen);
    this.#messages = [];
  }

  /** Every message seen, whoever caused it. */
  get messages(): readonly KernelMessage[] {
    return this.#messages;
  }

  /** Runs code and resolves when both its reply and its idle status have come. By default a failure drops what is queued. */
  execute(
    code: string,
    options: { readonly id?: string; readonly stopsOthers?: boolean } = {},
  ): Promise<Executed> {
    const { id = crypto.randomUUID(), stopsOthers = true } = options;
    return new Promise((resolve) => {
      this.#pending.set(id, { iopub: [], resolve, reply: undefined, idle: false });
      const content = {
        code,
        silent: false,
        store_history: true,
        user_expressions: {},
        allow_stdin: false,
        stop_on_error: stopsOthers,
      };
      this.#send("shell", { id, type: "execute_request", content });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#socket.once("close", resolve));
    this.#socket.close();
    await closed;
  }

  #send(channel: string, message: { id: string; type: string; content: Record<string, unknown> }): void {
    const header = {
      msg_id: message.id,
      msg_type: message.type,
      session: this.#session,
      username: "tests",
      date: new Date().toISOString(),
      version: "5.3",
    };
    this.#socket.send(encode(channel, [header, {}, {}, message.content]));
  }

  #take(message: KernelMessage): void {
    this.#messages.push(message);
    const pending = message.parentId === undefined ? undefined : this.#pending.get(message.parentId);
    if (pending === undefined || message.parentId === undefined) return;
    if (message.channel === "iopub") pending.iopub.push(message);
    if (message.type === "execute_reply") pending.reply = message.content;
    if (message.type === "status" && message.content["execution_state"] === "idle") pending.idle = true;
    if (pending.reply === undefined || !pending.idle) return;
    this.#pending.delete(message.parentId);
    pending.resolve({ reply: pending.reply, iopub: pending.iopub });
  }
}

/** v1 framing: a count, that many offsets (64 bit, little endian), then channel, header, parent, metadata, content. */
function encode(channel: string, parts: readonly unknown[]): Uint8Array {
  const encoder = new TextEncoder();
  const chunks = [encoder.encode(channel), ...parts.map((part) => encoder.encode(JSON.stringify(part)))];
  const count = chunks.length + 1;
  let offset = 8 * (count + 1);
  const frame = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, offset));
  const view = new DataView(frame.buffer);
  view.setBigUint64(0, BigInt(count), true);
  chunks.forEach((chunk, index) => {
    view.setBigUint64(8 * (index + 1), BigInt(offset), true);
    frame.set(chunk, offset);
    offset += chunk.length;
  });
  view.setBigUint64(8 * count, BigInt(offset), true);
  return frame;
}

function decode(frame: Uint8Array): KernelMessage {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const offsets = Array.from(
    { length: Number(view.getBigUint64(0, true)) },
    (_, index) => Number(view.getBigUint64(8 * (index + 1), true)),
  );
  const decoder = new TextDecoder();
  const text = (index: number) => decoder.decode(frame.subarray(offsets[index], offsets[index + 1]));
  const header = headerSchema.parse(JSON.parse(text(1)));
  const parent = headerSchema.partial().parse(JSON.parse(text(2)));
  const content = partsSchema.parse(JSON.parse(text(4)));
  return { channel: text(0), type: header.msg_type, parentId: parent.msg_id, content };
}
