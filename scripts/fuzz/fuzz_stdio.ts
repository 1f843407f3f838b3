/**
 * Fuzzes the program over stdio: its stdout must hold messages of the protocol and nothing else, it must end with its
 * stdin, and no byte that it writes may belong to a secret.
 */

import { programOf } from "../../tests/harness/program.ts";
import { type Answer, parseAnswer, Tally } from "./answers.ts";
import { fuzz, type FuzzedProgram, type FuzzOptions, type FuzzReport, patience } from "./fuzz.ts";
import type { Message } from "./messages.ts";
import { watchStream } from "./watched_stream.ts";

class StdioProgram implements FuzzedProgram {
  readonly tally: Tally = new Tally();
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #reading: Promise<unknown>;

  constructor({ program, jupyter, home }: FuzzOptions & { readonly home: string }) {
    const { command, args, env } = programOf({
      program,
      args: ["--jupyter-url", jupyter.url, ...fuzzedArgs(home)],
      env: { JUPYTER_TOKEN: jupyter.token, HOME: home },
    });
    this.#child = new Deno.Command(command, {
      args: [...args],
      env: { ...env },
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    const secrets = [jupyter.token];
    const onSecret = () => this.tally.failures.push("a secret was in what the program wrote");
    this.#reading = Promise.all([
      watchStream(this.#child.stdout, { secrets, onSecret, onLine: (line) => this.#read(line) }),
      watchStream(this.#child.stderr, { secrets, onSecret, onLine: () => undefined }),
    ]);
  }

  #read(line: string): void {
    const parsed = parseAnswer(line);
    if (parsed === undefined) {
      return void this.tally.failures.push(`stdout held no message: ${line.slice(0, 200)}`);
    }
    if (parsed.result === undefined && parsed.error === undefined) return;
    this.tally.count(parsed);
    if (typeof parsed.id === "number") this.#waiting.get(parsed.id)?.(parsed);
  }

  readonly deliver = async ({ bytes, id }: Message): Promise<void> => {
    const waiting = id === undefined ? undefined : this.#answerTo(id, new TextDecoder().decode(bytes));
    await this.#send(bytes).catch(() => this.tally.failures.push("the program closed its stdin"));
    await waiting;
  };

  /** One write a message: several are sent at once, and none may end up inside another. */
  async #send(bytes: Uint8Array): Promise<void> {
    await this.#writer.write(new Uint8Array([...bytes, 10]));
  }

  /** Resolves with the answer to an id, or notes a failure when it does not come in time. */
  async #answerTo(id: number, what: string): Promise<Answer | undefined> {
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
    const timer = setTimeout(() => {
      this.tally.failures.push(`no answer within ${patience / 1000} s to ${what.slice(0, 300)}`);
      resolve(undefined);
    }, patience);
    this.#waiting.set(id, resolve);
    const gone = this.#child.status.then(() => undefined);
    const found = await Promise.race([promise, gone]);
    clearTimeout(timer);
    this.#waiting.delete(id);
    return found;
  }

  readonly ask = async (id: number, method: string, params: unknown): Promise<Answer | undefined> => {
    const waiting = this.#answerTo(id, method);
    await this.#send(new TextEncoder().encode(JSON.stringify({ jsonrpc: "2.0", id, method, params })));
    return await waiting;
  };

  readonly end = async (): Promise<void> => {
    await this.#writer.close().catch(() => undefined);
    const timer = setTimeout(() => {
      this.tally.failures.push("the program did not end with its stdin");
      this.#child.kill("SIGKILL");
    }, 30_000);
    const { code, signal } = await this.#child.status;
    clearTimeout(timer);
    await this.#reading;
    if (code !== 0) this.tally.failures.push(`the program ended with ${signal ?? code}`);
  };
}

/** Every tool, and few kernels. */
export function fuzzedArgs(home: string): readonly string[] {
  return ["--toolsets", "all", "--knowledge-dir", home, "--max-sessions", "3"];
}

/** Sends all messages over stdio; what went wrong is in the report. */
export async function fuzzStdio(options: FuzzOptions): Promise<FuzzReport> {
  const home = await Deno.makeTempDir({ prefix: "jupyter-mcp-fuzz-" });
  try {
    return await fuzz(new StdioProgram({ ...options, home }), options);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}
