/**
 * A real MCP client for tests: {@linkcode connect} starts our program and speaks stdio with it,
 * {@linkcode connectHttp} speaks Streamable HTTP with a running one.
 *
 * Both are used with `await using`; disposal ends the program, waits for its exit and fails the test
 * if it did not end by itself or if anything but MCP was on its stdout.
 */

import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type {
  ClientCapabilities,
  ClientOptions,
  ElicitRequest,
  ElicitResult,
  Progress,
} from "@modelcontextprotocol/client";
import { programOf } from "./program.ts";
import type { ProgramOptions } from "./program.ts";
import { StdioTransport } from "./stdio_transport.ts";
import { toToolResult } from "./tool_result.ts";
import type { ToolResult } from "./tool_result.ts";

/** `legacy` opens with `initialize` (2025-11-25 and older), `modern` speaks 2026-07-28. */
export type Era = "legacy" | "modern";

export interface ClientSettings {
  readonly era?: Era;
  /** The only protocol version that a legacy client offers. */
  readonly protocolVersion?: string;
  readonly capabilities?: ClientCapabilities;
  /** Answers elicitations; its presence declares the capability. */
  readonly onElicit?: (params: ElicitRequest["params"]) => ElicitResult | Promise<ElicitResult>;
}

export interface ConnectOptions extends ClientSettings, ProgramOptions {
  /** The Jupyter to use, given as `--jupyter-url` and JUPYTER_TOKEN. */
  readonly jupyter?: { readonly url: string; readonly token: string };
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Milliseconds until the client gives up; two minutes if absent. */
  readonly timeout?: number;
}

export class Connection implements AsyncDisposable {
  readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  async call(
    name: string,
    args: Record<string, unknown> = {},
    options: CallOptions = {},
  ): Promise<ToolResult> {
    const result = await this.client.callTool({ name, arguments: args }, {
      timeout: options.timeout ?? 120_000,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(options.onProgress === undefined ? {} : { onprogress: options.onProgress }),
    });
    return toToolResult(result);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
  }
}

export class StdioConnection extends Connection {
  readonly #transport: StdioTransport;

  constructor(client: Client, transport: StdioTransport) {
    super(client);
    this.#transport = transport;
  }

  /** What the program has logged so far. */
  stderr(): string {
    return this.#transport.stderr;
  }

  get pid(): number {
    return this.#transport.pid;
  }

  /** How the program ended, when it has. */
  get status(): Promise<Deno.CommandStatus> {
    return this.#transport.status;
  }

  kill(signal: Deno.Signal): void {
    this.#transport.kill(signal);
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    await super[Symbol.asyncDispose]();
    // The SDK's close returns at once where the program ended first.
    await this.#transport.close();
    assert.ok(!this.#transport.overdue, "the program ends by itself at the end of its stdin");
    assert.deepEqual(this.#transport.strayLines, [], "stdout carries MCP messages and nothing else");
  }
}

/** Starts the program and connects to it over stdio. */
export async function connect(options: ConnectOptions = {}): Promise<StdioConnection> {
  const transport = new StdioTransport(programOf(withJupyter(options)));
  const client = makeClient(options);
  try {
    await client.connect(transport);
  } catch (error) {
    await transport.close();
    throw new Error(`Cannot connect to the program: it said\n${transport.stderr}`, { cause: error });
  }
  return new StdioConnection(client, transport);
}

/** Connects to a server that listens for Streamable HTTP; `url` is the whole address, with `/mcp`. */
export async function connectHttp(
  options: ClientSettings & {
    readonly url: string;
    readonly token: string;
    /** Instead of the token. */
    readonly headers?: Record<string, string>;
  },
): Promise<Connection> {
  const headers = options.headers ?? { Authorization: `Bearer ${options.token}` };
  const transport = new StreamableHTTPClientTransport(new URL(options.url), { requestInit: { headers } });
  const client = makeClient(options);
  try {
    await client.connect(transport);
  } catch (error) {
    await transport.close();
    throw error;
  }
  return new Connection(client);
}

function withJupyter(options: ConnectOptions): ProgramOptions {
  if (options.jupyter === undefined) return options;
  const { url, token } = options.jupyter;
  return {
    ...options,
    args: ["--jupyter-url", url, ...(options.args ?? [])],
    env: { JUPYTER_TOKEN: token, ...options.env },
  };
}

function makeClient(settings: ClientSettings): Client {
  const { onElicit } = settings;
  const options: ClientOptions = {
    capabilities: {
      ...(onElicit === undefined ? {} : { elicitation: { form: {} } }),
      ...settings.capabilities,
    },
    versionNegotiation: { mode: settings.era === "modern" ? { pin: "2026-07-28" } : "legacy" },
    ...(settings.protocolVersion === undefined
      ? {}
      : { supportedProtocolVersions: [settings.protocolVersion] }),
  };
  const client = new Client({ name: "jupyter-mcp-tests", version: "0" }, options);
  if (onElicit !== undefined) {
    client.setRequestHandler("elicitation/create", (request) => onElicit(request.params));
  }
  return client;
}
