/**
 * Sends malformed messages to the compiled program over stdio, with a real Jupyter behind it.
 *
 * Every request with a proper id must be answered in time, the program must still answer a ping and end by itself,
 * its stdout must hold messages of the protocol and nothing else, and no byte that it writes may belong to a secret.
 */

import { z } from "zod";
import type { JupyterServer } from "../../tests/harness/jupyter.ts";
import { programOf } from "../../tests/harness/program.ts";
import type { ProgramKind } from "../../tests/harness/program.ts";
import { type Known, makeMessage } from "./messages.ts";
import { Random } from "./random.ts";
import { watchStream } from "./watched_stream.ts";

export interface FuzzOptions {
  readonly program: ProgramKind;
  readonly jupyter: JupyterServer;
  readonly seed: number;
  readonly messages: number;
  /** Called now and then with the number of messages sent. */
  readonly onProgress?: (sent: number) => void;
}

export interface FuzzReport {
  readonly sent: number;
  readonly answered: number;
  /** Results and errors by their code. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** What must not be: each is a failure. */
  readonly failures: readonly string[];
}

/** Messages under way at once. */
const window = 40;
const patience = 120_000;
/** Ids of our own requests, out of the way of the fuzzed ones. */
const ownIds = 1_000_000_000;

const answer = z.looseObject({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.number(), z.string(), z.null()]).optional(),
  method: z.string().optional(),
  result: z.looseObject({}).optional(),
  error: z.looseObject({ code: z.number() }).optional(),
});
type Answer = z.infer<typeof answer>;

class FuzzedProgram {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #reading: Promise<unknown>;
  readonly failures: string[] = [];
  readonly outcomes = new Map<string, number>();
  answered = 0;

  constructor({ program, jupyter, home }: FuzzOptions & { readonly home: string }) {
    const { command, args, env } = programOf({
      program,
      args: [
        "--jupyter-url",
        jupyter.url,
        "--toolsets",
        "all",
        "--knowledge-dir",
        home,
        "--max-sessions",
        "3",
      ],
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
    const onSecret = () => this.failures.push("a secret was in what the program wrote");
    this.#reading = Promise.all([
      watchStream(this.#child.stdout, { secrets, onSecret, onLine: (line) => this.#read(line) }),
      watchStream(this.#child.stderr, { secrets, onSecret, onLine: () => undefined }),
    ]);
  }

  #read(line: string): void {
    const parsed = parse(line);
    if (parsed === undefined) return void this.failures.push(`stdout held no message: ${line.slice(0, 200)}`);
    if (parsed.result === undefined && parsed.error === undefined) return;
    this.answered += 1;
    const outcome = outcomeOf(parsed);
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    if (outcome === "internal" || outcome === "-32603") {
      this.failures.push(`a bug showed: ${line.slice(0, 300)}`);
    }
    if (typeof parsed.id === "number") this.#waiting.get(parsed.id)?.(parsed);
  }

  async send(bytes: Uint8Array): Promise<void> {
    await this.#writer.write(bytes);
    await this.#writer.write(new Uint8Array([10]));
  }

  /** Resolves with the answer to an id, or notes a failure when it does not come in time. */
  async answerTo(id: number, what: string): Promise<Answer | undefined> {
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
    const timer = setTimeout(() => {
      this.failures.push(`no answer within ${patience / 1000} s to ${what.slice(0, 300)}`);
      resolve(undefined);
    }, patience);
    this.#waiting.set(id, resolve);
    const gone = this.#child.status.then(() => undefined);
    const found = await Promise.race([promise, gone]);
    clearTimeout(timer);
    this.#waiting.delete(id);
    return found;
  }

  async ask(id: number, method: string, params: unknown): Promise<Answer | undefined> {
    const waiting = this.answerTo(id, method);
    await this.send(new TextEncoder().encode(JSON.stringify({ jsonrpc: "2.0", id, method, params })));
    return await waiting;
  }

  /** Ends stdin; the program must end by itself. */
  async end(): Promise<void> {
    await this.#writer.close().catch(() => undefined);
    const timer = setTimeout(() => {
      this.failures.push("the program did not end with its stdin");
      this.#child.kill("SIGKILL");
    }, 30_000);
    const { code, signal } = await this.#child.status;
    clearTimeout(timer);
    await this.#reading;
    if (code !== 0) this.failures.push(`the program ended with ${signal ?? code}`);
  }
}

/** Sends all messages; what went wrong is in the report. */
export async function fuzzStdio(options: FuzzOptions): Promise<FuzzReport> {
  const home = await Deno.makeTempDir({ prefix: "jupyter-mcp-fuzz-" });
  const program = new FuzzedProgram({ ...options, home });
  let sent = 0;
  try {
    const known = await prepare(program);
    const random = new Random(options.seed);
    const running = new Set<Promise<unknown>>();
    for (; sent < options.messages && program.failures.length < 20; sent++) {
      const { bytes, id } = makeMessage(random, sent + 1, known);
      if (id !== undefined) {
        const waiting = program.answerTo(id, new TextDecoder().decode(bytes));
        running.add(waiting);
        void waiting.finally(() => running.delete(waiting));
      }
      await program.send(bytes).catch(() => program.failures.push("the program closed its stdin"));
      while (running.size >= window) await Promise.race(running);
      if (sent % 500 === 0) options.onProgress?.(sent);
    }
    await Promise.all(running);
    if (await program.ask(ownIds + 9, "ping", {}) === undefined) {
      program.failures.push("a last ping was not answered");
    }
  } finally {
    await program.end();
    await Deno.remove(home, { recursive: true });
  }
  const { failures, answered, outcomes } = program;
  return { sent, answered, outcomes, failures };
}

const listed = z.object({
  tools: z.array(z.looseObject({
    name: z.string(),
    inputSchema: z.looseObject({ properties: z.record(z.string(), z.unknown()).default({}) }),
  })),
});

/** Greets the program, and makes the things that some messages name rightly. */
async function prepare(program: FuzzedProgram): Promise<Known> {
  await program.ask(ownIds, "initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "fuzz", version: "0" },
  });
  const { tools } = listed.parse((await program.ask(ownIds + 1, "tools/list", {}))?.result);
  const call = async (id: number, name: string, args: unknown) => {
    const made = await program.ask(ownIds + id, "tools/call", { name, arguments: args });
    return z.looseObject({}).parse(JSON.parse(firstText(made)));
  };
  const session = await call(2, "session_create", { notebook_path: "fuzz.ipynb" });
  if (session["session_id"] === undefined) {
    throw new Error(`Cannot fuzz: session_create answered ${JSON.stringify(session)}`);
  }
  await call(3, "file_write", { path: "fuzz.csv", content: "a,b\n1,2\n3,4\n" });
  await call(4, "notebook_add_cell", { notebook_path: "fuzz.ipynb", cell_type: "code", source: "1 + 1" });
  return {
    tools: tools.map(({ name, inputSchema }) => ({ name, arguments: Object.keys(inputSchema.properties) })),
    values: {
      session_id: [session["session_id"]],
      kernel_id: [session["kernel_id"]],
      code: ["1 + 1", "x = 1", "1 / 0", "print('out')"],
      timeout: [5],
      notebook_path: ["fuzz.ipynb"],
      notebook_name: ["fuzz.ipynb"],
      path: ["fuzz.csv", "", "."],
      variable_name: ["x"],
      cell: [0, -1],
      cell_type: ["code", "markdown"],
      source: ["2 + 2"],
      content: ["text"],
      data: ["a,b\n1,2\n"],
      query: ["trend of b", "x"],
    },
  };
}

function firstText(made: Answer | undefined): string {
  const content = z.array(z.looseObject({ text: z.string() })).safeParse(made?.result?.["content"]);
  return content.data?.[0]?.text ?? "{}";
}

function parse(line: string): Answer | undefined {
  try {
    return answer.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

function outcomeOf({ result, error }: Answer): string {
  // The SDK says so of parameters that its own schema refuses; any other such error is a bug.
  if (error?.code === -32603) {
    return String(error["message"]).startsWith("[") ? "refused by the SDK" : "internal";
  }
  if (error !== undefined) return String(error.code);
  if (result?.["isError"] !== true) return "ok";
  const told = z.looseObject({ error: z.string() }).safeParse(jsonOf(firstText({ jsonrpc: "2.0", result })));
  return told.data?.error ?? "error";
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
