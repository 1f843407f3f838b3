/**
 * The assistant of the demo: a real MCP client with our program behind it, over stdio, as clients start it.
 *
 * Every call is shown with what came back; an answer that is not of the expected form fails the step.
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, type Progress } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { z } from "zod";
import { type RunAnswer, runAnswer } from "./answers.ts";
import type { Screen } from "./screen.ts";
import { StepFailure } from "./step.ts";

export interface AssistantOptions {
  readonly screen: Screen;
  readonly jupyter: { readonly url: string; readonly token: string };
}

export interface CallOptions<T> {
  readonly schema: z.ZodType<T>;
  /** One line about the answer. */
  readonly summary: (answer: T) => string;
  /** Show the notifications that the server sends during the call. */
  readonly news?: boolean;
}

/** The arguments of `execute_code`. */
export interface RunOptions {
  readonly code: string;
  readonly timeout?: number;
  readonly on_timeout?: "interrupt" | "continue";
}

/** The root of the repository. */
export const projectRoot: string = fileURLToPath(new URL("../../", import.meta.url));

const callLimitMs = 180_000;

export class Assistant implements AsyncDisposable {
  readonly #screen: Screen;
  readonly #client = new Client({ name: "jupyter-mcp-demo", version: "1.0.0" });
  readonly #transport: StdioClientTransport;
  #log = "";

  constructor({ screen, jupyter }: AssistantOptions) {
    this.#screen = screen;
    this.#transport = new StdioClientTransport({
      command: Deno.execPath(),
      args: [
        ...["run", "--quiet", "--allow-all", join(projectRoot, "main.ts")],
        ...["--jupyter-url", jupyter.url, "--log-level", "warning"],
      ],
      env: { ...Deno.env.toObject(), JUPYTER_TOKEN: jupyter.token },
      stderr: "pipe",
    });
    this.#transport.stderr?.on("data", (chunk) => this.#log += String(chunk));
  }

  /** Starts the program and connects to it; returns the number of tools. */
  async connect(): Promise<number> {
    await this.#client.connect(this.#transport);
    return (await this.#client.listTools()).tools.length;
  }

  get protocol(): string {
    return this.#client.getNegotiatedProtocolVersion() ?? "";
  }

  /** What the program has logged. */
  get log(): string {
    return this.#log;
  }

  /** Calls a tool and shows it. */
  async call<T>(tool: string, args: Record<string, unknown>, options: CallOptions<T>): Promise<T> {
    this.#screen.call(tool, args);
    const { answer, milliseconds } = await this.#ask(tool, args, options);
    this.#screen.back(options.summary(answer), milliseconds);
    return answer;
  }

  /** Runs code in a session and shows it. */
  async run(session: string, options: RunOptions & { readonly news?: boolean }): Promise<RunAnswer> {
    const { news = false, ...rest } = options;
    return await this.#showRun("execute_code", { session_id: session, ...rest }, news);
  }

  /** Waits for the end of a run in progress, and shows what is new since the cursor. */
  async followRun(run: RunAnswer): Promise<RunAnswer> {
    const { execution_id, cursor } = run;
    return await this.#showRun("execution_get", { execution_id, wait: 60, cursor }, true);
  }

  /** The bytes of an image resource. */
  async readImage(uri: string): Promise<Uint8Array> {
    this.#screen.call("resources/read", { uri });
    const started = performance.now();
    const [content] = (await this.#client.readResource({ uri })).contents;
    if (content === undefined || !("blob" in content) || typeof content.blob !== "string") {
      throw new StepFailure(`"${uri}" holds no bytes`);
    }
    const bytes = Uint8Array.fromBase64(content.blob);
    this.#screen.back(`${content.mimeType}, ${kilobytes(bytes.length)}`, performance.now() - started);
    return bytes;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Ends the program too where the conversation was never opened; a second time does nothing.
    await Promise.allSettled([this.#client.close(), this.#transport.close()]);
  }

  async #showRun(tool: string, args: Record<string, unknown>, news: boolean): Promise<RunAnswer> {
    this.#screen.call(tool, args);
    const { answer, milliseconds, pictures } = await this.#ask(tool, args, { schema: runAnswer, news });
    const run = { ...answer, pictures };
    this.#screen.back(runSummary(run), milliseconds, runExcerpt(run));
    return run;
  }

  async #ask<T>(
    tool: string,
    args: Record<string, unknown>,
    { schema, news = false }: Pick<CallOptions<T>, "schema" | "news">,
  ): Promise<Asked<T>> {
    const started = performance.now();
    const onprogress = ({ message }: Progress) => this.#screen.news(message ?? "");
    const result = await this.#client.callTool({ name: tool, arguments: args }, {
      timeout: callLimitMs,
      ...(news ? { onprogress } : {}),
    });
    const milliseconds = performance.now() - started;
    const text = result.content.find((block) => block.type === "text")?.text ?? "";
    const parsed = schema.safeParse(parseJson(text));
    if (!parsed.success) throw new StepFailure(`${tool} answered: ${text.slice(0, 1_000)}`);
    const pictures = result.content.flatMap((block) => block.type === "image" ? [block.mimeType] : []);
    return { answer: parsed.data, milliseconds, pictures };
  }
}

interface Asked<T> {
  readonly answer: T;
  readonly milliseconds: number;
  /** The kinds of the image blocks. */
  readonly pictures: readonly string[];
}

function runSummary({ status, images }: RunAnswer): string {
  const pictures = images.map(({ mime_type, width, height, bytes }) =>
    `${mime_type} ${width}×${height}, ${kilobytes(bytes)}`
  );
  return [`status ${status}`, ...pictures].join(" · ");
}

function runExcerpt({ stdout, result, error_type, error_message }: RunAnswer): string {
  const error = [error_type, error_message].filter((part) => part).join(": ");
  return [stdout.trimEnd(), result ?? "", error].filter((part) => part !== "").join("\n");
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
