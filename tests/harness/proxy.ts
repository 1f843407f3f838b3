/**
 * A TCP proxy between our program and a Jupyter server, that does to connections what networks do.
 *
 * 1. It listens on loopback only, on one port for its whole life.
 * 2. Left alone it changes no byte.
 * 3. Disposal closes every connection and waits for all of its own work.
 */

import { CannedAnswers } from "./canned_answers.ts";
import type { CannedAnswer } from "./canned_answers.ts";
import type { JupyterServer } from "./jupyter.ts";

export type Direction = "to_server" | "to_client";

/** Bytes are passed on in pieces of this share of a second when they trickle. */
const trickleStep = 100;

interface Pipe {
  readonly client: Deno.TcpConn;
  readonly server: Deno.TcpConn;
  /** Nothing passes any more, and neither side is told. */
  lost: boolean;
}

/** Starts to listen; connections go to the target one by one. */
export function startProxy(target: JupyterServer): Proxy {
  return new Proxy(target);
}

export class Proxy implements AsyncDisposable {
  /** The server as our program is to see it. */
  readonly server: JupyterServer;
  readonly #target: { readonly hostname: string; readonly port: number };
  readonly #port: number;
  readonly #pipes = new Set<Pipe>();
  readonly #work = new Set<Promise<void>>();
  readonly #ended = new AbortController();
  readonly #answers = new CannedAnswers();
  readonly #requests: string[] = [];
  readonly #errands: { readonly to: RegExp; readonly work: () => Promise<unknown>; left: number }[] = [];
  #connections = 0;
  #listener: Deno.TcpListener | undefined;
  #delay = 0;
  #rate: number | undefined;
  #dropped: Direction | undefined;
  #stalled: PromiseWithResolvers<void> | undefined;

  constructor(target: JupyterServer) {
    const { hostname, port, pathname } = new URL(target.url);
    this.#target = { hostname, port: Number(port) };
    this.#listener = this.#listen(0);
    this.#port = this.#listener.addr.port;
    this.server = { ...target, url: `http://127.0.0.1:${this.#port}${pathname}` };
  }

  /** Connections accepted so far. */
  get connections(): number {
    return this.#connections;
  }

  /** Connections open now. */
  get open(): number {
    return this.#pipes.size;
  }

  /** Request lines seen so far, such as `GET /api/kernels HTTP/1.1`, WebSocket handshakes among them. */
  get requests(): readonly string[] {
    return this.#requests;
  }

  /** How often the channels of a kernel were asked for. */
  get channelRequests(): number {
    return this.#requests.filter((line) => line.includes("/channels?")).length;
  }

  /** Tells the server that its clients have gone; what it has sent by then still arrives, then the clients are told. */
  hangUp(): void {
    for (const pipe of this.#pipes) void pipe.server.closeWrite().catch(() => this.#close(pipe));
  }

  /** Closes every connection now; what is on its way is lost. */
  cut(): void {
    for (const pipe of [...this.#pipes]) this.#close(pipe);
  }

  /** Refuses new connections, or takes them again; those that are open stay. */
  refuse(on: boolean): void {
    if (on) this.#listener?.close();
    this.#listener = on ? undefined : this.#listener ?? this.#listen(this.#port);
  }

  /** From now on the open connections lose every byte and no side is told; new ones work. */
  halfOpen(): void {
    for (const pipe of this.#pipes) pipe.lost = true;
  }

  /** Holds every byte back, on new connections as well, or lets them flow again. */
  stall(on: boolean): void {
    if (!on) this.#stalled?.resolve();
    this.#stalled = on ? this.#stalled ?? Promise.withResolvers() : undefined;
  }

  /** Every piece of data is late by so many milliseconds. */
  delay(milliseconds: number): void {
    this.#delay = milliseconds;
  }

  /** Passes on no more than this in either direction; undefined lifts it. */
  trickle(bytesPerSecond: number | undefined): void {
    this.#rate = bytesPerSecond;
  }

  /** Throws away what goes in one direction; undefined ends that. */
  drop(direction: Direction | undefined): void {
    this.#dropped = direction;
  }

  /** Answers the next requests in the server's place. */
  answer(answer: CannedAnswer): void {
    this.#answers.add(answer);
  }

  /** Does something right before the request of this number, from one, whose line matches is passed on. */
  before(to: RegExp, number: number, work: () => Promise<unknown>): void {
    this.#errands.push({ to, work, left: number });
  }

  /** Passes requests on again. */
  answerNothing(): void {
    this.#answers.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended.abort();
    this.#listener?.close();
    this.stall(false);
    this.cut();
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  #listen(port: number): Deno.TcpListener {
    const listener = Deno.listen({ hostname: "127.0.0.1", port });
    this.#track(this.#accept(listener));
    return listener;
  }

  #track(work: Promise<void>): void {
    const tracked = work.finally(() => this.#work.delete(tracked));
    this.#work.add(tracked);
  }

  async #accept(listener: Deno.TcpListener): Promise<void> {
    for await (const client of listener) {
      this.#connections++;
      this.#track(this.#join(client));
    }
  }

  async #join(client: Deno.TcpConn): Promise<void> {
    let server: Deno.TcpConn;
    try {
      server = await Deno.connect(this.#target);
    } catch {
      return client.close();
    }
    const pipe: Pipe = { client, server, lost: false };
    this.#pipes.add(pipe);
    if (this.#ended.signal.aborted) this.#close(pipe);
    await Promise.all([this.#pump(pipe, "to_server"), this.#pump(pipe, "to_client")]);
    if (!pipe.lost) this.#close(pipe);
  }

  async #pump(pipe: Pipe, direction: Direction): Promise<void> {
    const [from, to] = direction === "to_server" ? [pipe.client, pipe.server] : [pipe.server, pipe.client];
    const buffer = new Uint8Array(65_536);
    try {
      for (let size = await from.read(buffer); size !== null; size = await from.read(buffer)) {
        const bytes = buffer.slice(0, size);
        if (direction === "to_server" && await this.#isAnswered(pipe, bytes)) return;
        await this.#pass(pipe, direction, bytes);
      }
      if (!pipe.lost) await to.closeWrite();
    } catch {
      // One side has gone: so has the other, unless the point is that it does not know.
      if (!pipe.lost) this.#close(pipe);
    }
  }

  async #pass(pipe: Pipe, direction: Direction, bytes: Uint8Array): Promise<void> {
    await this.#stalled?.promise;
    await this.#pause(this.#delay);
    if (pipe.lost || this.#dropped === direction) return;
    const to = direction === "to_server" ? pipe.server : pipe.client;
    const step = this.#rate === undefined ? bytes.length : Math.max(1, this.#rate * trickleStep / 1_000);
    for (let start = 0; start < bytes.length; start += step) {
      if (this.#rate !== undefined) await this.#pause(trickleStep);
      await writeAll(to, bytes.subarray(start, start + step));
    }
  }

  /** Notes a request, and answers it where a test wants that. */
  async #isAnswered(pipe: Pipe, bytes: Uint8Array): Promise<boolean> {
    const line = /^[A-Z]+ \S+ HTTP\/1\.1(?=\r\n)/.exec(new TextDecoder().decode(bytes.subarray(0, 4_000)))
      ?.[0];
    if (line === undefined) return false;
    this.#requests.push(line);
    for (const errand of this.#errands) {
      if (errand.to.test(line) && --errand.left === 0) await errand.work();
    }
    const answer = this.#answers.next(line);
    if (answer === undefined) return false;
    await writeAll(pipe.client, answer);
    this.#close(pipe);
    return true;
  }

  #close(pipe: Pipe): void {
    if (!this.#pipes.delete(pipe)) return;
    pipe.client.close();
    pipe.server.close();
  }

  #pause(milliseconds: number): Promise<void> | undefined {
    const { signal } = this.#ended;
    if (milliseconds === 0 || signal.aborted) return undefined;
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      signal.addEventListener("abort", end);
    });
  }
}

async function writeAll(to: Deno.TcpConn, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length;) written += await to.write(bytes.subarray(written));
}
