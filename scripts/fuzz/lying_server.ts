/**
 * A server at Jupyter's address that is not Jupyter: it speaks enough HTTP and WebSocket to be believed, then sends what no
 * Jupyter sends. Each of its kernels misbehaves in one way.
 */

import { createHash } from "node:crypto";
import { repeatableRandom } from "../../tests/harness/repeatable_random.ts";

/** Writes to a client until it disconnects or nothing is left to send. */
type Lie = (say: (bytes: Uint8Array) => Promise<void>) => Promise<void>;

const encoder = new TextEncoder();
const megabyte = 1_000_000;
const endless = Number.MAX_SAFE_INTEGER;

const head = (type: string, ...more: string[]) =>
  encoder.encode(
    ["HTTP/1.1 200 OK", `Content-Type: ${type}`, "Connection: close", ...more, "", ""].join("\r\n"),
  );

const repeated = (start: Uint8Array, part: Uint8Array): Lie => async (say) => {
  await say(start);
  for (;;) await say(part);
};

/** A megabyte of blanks is a kilobyte of gzip; members of it may follow each other for ever. */
async function gzipped(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const interim = encoder.encode("HTTP/1.1 100 Continue\r\n\r\n".repeat(10_000));

/** Answers to any request. */
export const answers: Readonly<Record<string, Lie>> = {
  "gzip that decompresses without end": async (say) => {
    const compressed = new CompressionStream("gzip");
    const blanks = encoder.encode(" ".repeat(megabyte));
    const feeding = feed(compressed.writable.getWriter(), blanks);
    await say(head("application/json", "Content-Encoding: gzip"));
    try {
      for await (const part of compressed.readable) await say(part);
    } finally {
      await feeding;
    }
  },
  "many members of gzip": async (say) => {
    const member = await gzipped(" ".repeat(megabyte));
    await repeated(head("application/json", "Content-Encoding: gzip"), member)(say);
  },
  "JSON without end": repeated(head("application/json"), encoder.encode("[0,".repeat(100_000))),
  "a page without end": repeated(head("text/html"), encoder.encode("<p>starting</p>".repeat(10_000))),
  "a length that is never reached": async (say) => {
    await say(head("application/json", `Content-Length: ${endless}`));
    for (;;) await say(encoder.encode(" ".repeat(100_000)));
  },
  "as many objects as an answer has room for": async (say) => {
    await say(head("application/json"));
    for (let part = 0; part < 25; part++) {
      await say(encoder.encode((part === 0 ? "[{}" : "") + ",{}".repeat(100_000)));
    }
    await say(encoder.encode("]"));
  },
  "an encoding that it is not in": async (say) => {
    await say(head("text/html", "Content-Encoding: br"));
    await say(encoder.encode("this is not Brotli ".repeat(1_000)));
  },
  "interim responses without end": async (say) => {
    for (;;) await say(interim);
  },
  "headers without end": repeated(
    encoder.encode("HTTP/1.1 200 OK\r\n"),
    encoder.encode("X-More: and more\r\n".repeat(10_000)),
  ),
  "a chunk whose extension has no end": repeated(
    head("application/json", "Transfer-Encoding: chunked"),
    encoder.encode("1;more=".repeat(10_000)),
  ),
  "trailers without end": async (say) => {
    await say(head("application/json", "Transfer-Encoding: chunked"));
    await say(encoder.encode("0\r\n"));
    for (;;) await say(encoder.encode("X-More: and more\r\n".repeat(10_000)));
  },
  "chunks of a byte without end": repeated(
    head("application/json", "Transfer-Encoding: chunked"),
    encoder.encode("1\r\n \r\n".repeat(10_000)),
  ),
  "a refusal without end": async (say) => {
    await say(encoder.encode("HTTP/1.1 500 Oh\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n"));
    for (;;) await say(encoder.encode("no ".repeat(100_000)));
  },
};

async function feed(
  writer: WritableStreamDefaultWriter<BufferSource>,
  part: Uint8Array<ArrayBuffer>,
): Promise<void> {
  try {
    for (;;) await writer.write(part);
  } catch {
    // The reader has gone.
  }
}

/** The beginning of a frame of a server. */
function frame(first: number, length: number): Uint8Array {
  const bytes = new Uint8Array(10);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, first);
  view.setUint8(1, 127);
  view.setBigUint64(2, BigInt(length));
  return bytes;
}

function whole(payload: Uint8Array): Uint8Array {
  return new Uint8Array([...frame(0x82, payload.length), ...payload]);
}

const fragments = (opcode: number, size: number, times = 1): Lie => async (say) => {
  const part = new Uint8Array(times * (10 + size));
  for (let place = 0; place < part.length; place += 10 + size) part.set(frame(0x00, size), place);
  await say(new Uint8Array([...frame(opcode, 1), 0]));
  for (;;) await say(part);
};

/** The same frame, as many times as fit into some 60 kB, without end. */
function floodOf(frame: Iterable<number>): Lie {
  const once = [...frame];
  const part = new Uint8Array(Math.ceil(60_000 / once.length) * once.length);
  for (let place = 0; place < part.length; place += once.length) part.set(once, place);
  return async (say) => {
    for (;;) await say(part);
  };
}

/** A message as kernels send it, about the request of somebody else. */
function statusMessage(): Uint8Array {
  const header = { msg_id: "1", session: "s", username: "u", date: "", msg_type: "status", version: "5.3" };
  const parent = { ...header, msg_id: "0", session: "else", msg_type: "execute_request" };
  const parts = [
    "iopub",
    ...[header, parent, {}, { execution_state: "busy" }].map((part) => JSON.stringify(part)),
  ];
  const texts = parts.map((part) => encoder.encode(part));
  const offsets = [8 * (texts.length + 2)];
  for (const text of texts) offsets.push((offsets.at(-1) ?? 0) + text.length);
  const bytes = new BigUint64Array([offsets.length, ...offsets].map(BigInt));
  return new Uint8Array([...new Uint8Array(bytes.buffer), ...texts.flatMap((text) => [...text])]);
}

/** What follows the handshake of a kernel's channels. */
export const frames: Readonly<Record<string, Lie>> = {
  "a binary message in fragments without end": fragments(0x02, megabyte),
  "a text in fragments without end": fragments(0x01, megabyte),
  "fragments of a byte without end": fragments(0x02, 1, 10_000),
  "empty fragments without end": fragments(0x02, 0, 10_000),
  "a frame of petabytes": async (say) => {
    await say(frame(0x82, 2 ** 50));
    for (;;) await say(new Uint8Array(megabyte));
  },
  "a text of petabytes": async (say) => {
    await say(frame(0x81, 2 ** 50));
    for (;;) await say(new Uint8Array(megabyte).fill(0x20));
  },
  "messages that are none": async (say) => {
    const random = repeatableRandom(21);
    for (let number = 0; number < 3_000; number++) await say(whole(malformed(random)));
  },
  "JSON nested deeply": async (say) => {
    const nested = encoder.encode(`{"header":${"[".repeat(megabyte)}`);
    for (let number = 0; number < 20; number++) await say(whole(nested));
  },
  "pings without end": floodOf([0x89, 0]),
  "pongs without end": floodOf([0x8a, 0]),
  "closes without end": floodOf([0x88, 0]),
  "closes with a reason without end": floodOf([0x88, 4, 0x03, 0xe8, 0x6e, 0x6f]),
  "empty messages without end": floodOf([0x82, 0]),
  "empty texts without end": floodOf([0x81, 0]),
  "messages of a byte without end": floodOf([0x82, 1, 0]),
  "short messages that are none, without end": floodOf([0x82, 24, ...new Uint8Array(24)]),
  "texts that are none, without end": floodOf([0x81, 2, 0x7b, 0x7d]),
  "statuses without end": floodOf(whole(statusMessage())),
  "an opcode that does not exist, without end": floodOf([0x83, 0]),
  "full pings without end": async (say) => {
    const pings = new Uint8Array(127 * 1_000).fill(0x20);
    for (let place = 0; place < pings.length; place += 127) pings.set([0x89, 125], place);
    for (;;) await say(pings);
  },
};

/** Frames that begin like messages of a kernel: offsets that lead nowhere, parts that are no JSON, bytes of chance. */
function malformed(random: () => number): Uint8Array {
  const bytes = new Uint8Array(8 * Math.floor(random() * 20) + Math.floor(random() * 200));
  for (let place = 0; place < bytes.length; place++) bytes[place] = Math.floor(random() * 256);
  if (bytes.length < 64) return bytes;
  const view = new DataView(bytes.buffer);
  const count = Math.floor(random() * 12);
  view.setBigUint64(0, BigInt(count), true);
  for (let place = 0; place < Math.min(count, 7); place++) {
    view.setBigUint64(8 * (1 + place), random() < 0.3 ? 2n ** 63n : BigInt(Math.floor(random() * 300)), true);
  }
  return bytes;
}

/** A kernel whose handshake is never answered. */
export const hanging = "a handshake that hangs";

/** Answers to the handshake of a kernel's channels. */
const handshakes: Readonly<Record<string, Lie>> = {
  [hanging]: () => Promise.resolve(),
  "interim responses to a handshake without end": async (say) => {
    for (;;) await say(interim);
  },
  "early hints to a handshake without end": async (say) => {
    const hints = encoder.encode("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(2_000));
    for (;;) await say(hints);
  },
  "headers of a handshake without end": repeated(
    encoder.encode("HTTP/1.1 101 Switching Protocols\r\n"),
    encoder.encode("X-More: and more\r\n".repeat(10_000)),
  ),
  "a header of a handshake without end": repeated(
    encoder.encode("HTTP/1.1 101 Switching Protocols\r\nX-More: "),
    encoder.encode("and more ".repeat(10_000)),
  ),
  "a refused handshake without end": repeated(
    encoder.encode("HTTP/1.1 500 No\r\nContent-Length: 100000000000\r\n\r\n"),
    encoder.encode("no ".repeat(30_000)),
  ),
};

export const lyingKernels: readonly string[] = [...Object.keys(frames), ...Object.keys(handshakes)];

export class LyingServer implements AsyncDisposable {
  /** How requests are answered; undefined for correct answers. */
  lie: Lie | undefined;
  /** The address with wrong answers; undefined for all. */
  liesAt: string | undefined;
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #clients = new Set<Deno.TcpConn>();
  readonly #work = new Set<Promise<void>>();
  readonly #accepting: Promise<void>;

  constructor() {
    this.#accepting = this.#accept();
  }

  get url(): string {
    return `http://127.0.0.1:${this.#listener.addr.port}/`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    for (const client of this.#clients) client.close();
    await this.#accepting;
    await Promise.all(this.#work);
  }

  async #accept(): Promise<void> {
    for await (const client of this.#listener) {
      this.#clients.add(client);
      const work = this.#serve(client).catch(() => undefined).finally(() => {
        this.#work.delete(work);
        if (this.#clients.delete(client)) client.close();
      });
      this.#work.add(work);
    }
  }

  async #serve(client: Deno.TcpConn): Promise<void> {
    const request = await requestOf(client);
    const say = async (bytes: Uint8Array) => {
      for (let at = 0; at < bytes.length;) at += await client.write(bytes.subarray(at));
    };
    const kernel = /\/api\/kernels\/k(\d+)\/channels/.exec(request)?.[1];
    if (kernel !== undefined) return await this.#channels(client, { request, say, kernel: Number(kernel) });
    const isLie = this.liesAt === undefined || pathOf(request) === this.liesAt;
    if (this.lie !== undefined && isLie) return await this.lie(say);
    const found = honest(request);
    const body = encoder.encode(JSON.stringify(found ?? { message: "no such thing" }));
    const status = found === undefined ? "404 Not Found" : "200 OK";
    await say(encoder.encode(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
        "Connection: close\r\n\r\n",
    ));
    await say(body);
  }

  async #channels(
    client: Deno.TcpConn,
    { request, say, kernel }: {
      readonly request: string;
      readonly say: (bytes: Uint8Array) => Promise<void>;
      readonly kernel: number;
    },
  ): Promise<void> {
    const name = lyingKernels[kernel] ?? "";
    const lie = frames[name];
    // What the client says is read and forgotten, until it goes.
    const heard = drain(client);
    if (lie !== undefined) {
      const key = /sec-websocket-key: (.+)\r\n/i.exec(request)?.[1] ?? "";
      const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
      await say(encoder.encode(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
          `Sec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: v1.kernel.websocket.jupyter.org\r\n\r\n`,
      ));
      return await lie(say);
    }
    await handshakes[name]?.(say);
    await heard;
  }
}

async function requestOf(client: Deno.TcpConn): Promise<string> {
  const buffer = new Uint8Array(65_536);
  let text = "";
  while (!text.includes("\r\n\r\n")) {
    const size = await client.read(buffer);
    if (size === null) throw new Error("The client has gone");
    text += new TextDecoder().decode(buffer.subarray(0, size));
  }
  return text;
}

async function drain(client: Deno.TcpConn): Promise<void> {
  const buffer = new Uint8Array(65_536);
  while (await client.read(buffer).catch(() => null) !== null);
}

function pathOf(request: string): string {
  return /^\S+ ([^? ]+)/.exec(request)?.[1] ?? "";
}

/** What Jupyter says of a session for every lying kernel, and of a notebook. */
function honest(request: string): unknown {
  const path = pathOf(request);
  const sessions = lyingKernels.map((name, number) => ({
    id: `lying-${number}`,
    path: `console-${number}`,
    name,
    type: "console",
    kernel: kernelModel(number),
  }));
  if (path === "/api/sessions") return sessions;
  if (path === "/api/contents/lie.ipynb") {
    return { name: "lie.ipynb", path: "lie.ipynb", type: "notebook", writable: true };
  }
  if (path === "/api/kernels") return sessions.map(({ kernel }) => kernel);
  const number = /^\/api\/kernels\/k(\d+)$/.exec(path)?.[1];
  return number === undefined ? undefined : kernelModel(Number(number));
}

function kernelModel(number: number) {
  return { id: `k${number}`, name: "python3", execution_state: "idle", connections: 0 };
}
