/** Our program as a Streamable HTTP server of its own, ended with the test. */

import assert from "node:assert/strict";
import { type ClientSettings, connectHttp, type Connection } from "./client.ts";
import { programOf } from "./program.ts";
import type { ProgramOptions } from "./program.ts";

export interface HttpProgramOptions extends ProgramOptions {
  readonly jupyter: { readonly url: string; readonly token: string };
}

const startLimit = 30_000;
const stopLimit = 5_000;

export class HttpProgram implements AsyncDisposable {
  readonly url: string;
  readonly token: string;
  readonly #child: Deno.ChildProcess;
  readonly #log: Log;

  constructor(started: { url: string; token: string; child: Deno.ChildProcess; log: Log }) {
    this.url = started.url;
    this.token = started.token;
    this.#child = started.child;
    this.#log = started.log;
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** What it has logged so far. */
  stderr(): string {
    return this.#log.text;
  }

  /** A client of its own connection. */
  connect(settings: ClientSettings = {}): Promise<Connection> {
    return connectHttp({ ...settings, url: this.url, token: this.token });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    assert.ok(await this.stop(stopLimit), "the program ends by itself on SIGTERM");
  }

  /** Ends it, and tells whether it did so by itself within so many milliseconds. */
  async stop(milliseconds: number): Promise<boolean> {
    this.#child.kill("SIGTERM");
    let killed = false;
    const timer = setTimeout(() => {
      killed = true;
      this.#child.kill("SIGKILL");
    }, milliseconds);
    await Promise.all([this.#child.status, this.#log.done]);
    clearTimeout(timer);
    return !killed;
  }
}

/** Starts the program on a free loopback port and returns when it listens. */
export async function startHttpProgram(options: HttpProgramOptions): Promise<HttpProgram> {
  const token = crypto.randomUUID();
  const { command, args, env, cwd } = programOf({
    ...options,
    args: [
      "--transport",
      "http",
      "--port",
      "0",
      "--jupyter-url",
      options.jupyter.url,
      ...(options.args ?? []),
    ],
    env: { JUPYTER_TOKEN: options.jupyter.token, MCP_TOKEN: token, ...options.env },
  });
  const child = new Deno.Command(command, {
    args: [...args],
    env: { ...env },
    clearEnv: true,
    ...(cwd === undefined ? {} : { cwd }),
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const log = new Log(child.stderr);
  const url = await log.find(/listens on (\S+)/, startLimit);
  if (url !== undefined) return new HttpProgram({ url, token, child, log });
  child.kill("SIGKILL");
  await Promise.all([child.status, log.done]);
  throw new Error(`Cannot start the program: it said\n${log.text}`);
}

/** What a process writes, kept and watched. */
class Log {
  readonly done: Promise<void>;
  #text = "";
  #onText: (() => void) | undefined;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.done = this.#read(stream);
  }

  get text(): string {
    return this.#text;
  }

  /** The first group of a pattern, as soon as it is there; undefined at the end or after so long. */
  async find(pattern: RegExp, milliseconds: number): Promise<string | undefined> {
    const found = Promise.withResolvers<string | undefined>();
    const timer = setTimeout(() => found.resolve(undefined), milliseconds);
    this.#onText = () => {
      const match = pattern.exec(this.#text)?.[1];
      if (match !== undefined) found.resolve(match);
    };
    this.#onText();
    void this.done.then(() => found.resolve(undefined));
    const result = await found.promise;
    clearTimeout(timer);
    this.#onText = undefined;
    return result;
  }

  async #read(stream: ReadableStream<Uint8Array>): Promise<void> {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      this.#text += text;
      this.#onText?.();
    }
  }
}
