/**
 * Runs a program and speaks MCP with it over its stdin and stdout.
 *
 * Stands in for the SDK's own stdio transport, which keeps timers running after it is closed (the leak
 * sanitizers object), hides the exit code and skips over lines that are not JSON. Here those lines are
 * kept: stdout belongs to MCP alone, and a test client checks that.
 */

import { deserializeMessage, serializeMessage } from "@modelcontextprotocol/client";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment of the program; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A program that goes on for so long after the end of its stdin does not end by itself. */
const exitLimitMs = 30_000;

export class StdioTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: (<T extends JSONRPCMessage>(message: T) => void) | undefined;

  readonly #program: Program;
  readonly #strayLines: string[] = [];
  #stderr = "";
  #running: Running | undefined;
  #overdue = false;

  constructor(program: Program) {
    this.#program = program;
  }

  /** Lines on stdout that are not MCP messages. */
  get strayLines(): readonly string[] {
    return this.#strayLines;
  }

  /** The program had to be killed, because it went on after the end of its stdin. */
  get overdue(): boolean {
    return this.#overdue;
  }

  /** Everything on stderr so far. */
  get stderr(): string {
    return this.#stderr;
  }

  get pid(): number {
    return this.#needRunning().child.pid;
  }

  /** How the program ended, when it has. */
  get status(): Promise<Deno.CommandStatus> {
    return this.#needRunning().child.status;
  }

  kill(signal: Deno.Signal): void {
    this.#needRunning().child.kill(signal);
  }

  start(): Promise<void> {
    const { command, args, env, cwd } = this.#program;
    const child = new Deno.Command(command, {
      args: [...args],
      env: { ...env },
      clearEnv: true,
      ...(cwd === undefined ? {} : { cwd }),
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const read = Promise.all([this.#readStdout(child.stdout), this.#readStderr(child.stderr)]);
    const ended = Promise.all([read, child.status]).then(() => this.onclose?.());
    this.#running = { child, writer: child.stdin.getWriter(), ended };
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#needRunning().writer.write(new TextEncoder().encode(serializeMessage(message)));
  }

  /** Closes stdin and waits until the program has ended; kills it when that takes too long. */
  async close(): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    // A program that has already ended has closed the pipe from its side.
    await running.writer.close().catch(() => {});
    const timer = setTimeout(() => {
      this.#overdue = true;
      running.child.kill("SIGKILL");
    }, exitLimitMs);
    await running.ended;
    clearTimeout(timer);
  }

  async #readStdout(stream: ReadableStream<Uint8Array>): Promise<void> {
    let parts: string[] = [];
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      const [first = "", ...others] = text.split("\n");
      parts.push(first);
      for (const next of others) {
        this.#takeLine(parts.join(""));
        parts = [next];
      }
    }
  }

  #takeLine(line: string): void {
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(line);
    } catch {
      this.#strayLines.push(line);
      return;
    }
    this.onmessage?.(message);
  }

  async #readStderr(stream: ReadableStream<Uint8Array>): Promise<void> {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) this.#stderr += text;
  }

  #needRunning(): Running {
    if (this.#running === undefined) {
      throw new Error(`Cannot use "${this.#program.command}": it is not started`);
    }
    return this.#running;
  }
}

interface Running {
  readonly child: Deno.ChildProcess;
  readonly writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly ended: Promise<void>;
}
