/**
 * The contract of a compatibility API: the tools, prompts and resources of another server that we stand in for, in the
 * shapes of MCP but without its SDK. `compat/` implements it, `mcp/compat_mcp_api.ts` serves it.
 */

import type { LogFields } from "./base/log.ts";
import type { InputProvider } from "./jupyter/kernel/input_requests.ts";
import type { Progress } from "./tool.ts";

/** Identifies the client, if the transport can tell: the same object for every call of one client. */
export type Caller = object;

export type CompatBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: string };

export interface CompatResult {
  readonly content: readonly CompatBlock[];
  readonly isError: boolean;
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Fields for the log: counts and names of our own, nothing that was sent. */
  readonly record?: LogFields;
}

/** One call of a tool. */
export interface CompatCall {
  readonly caller: Caller;
  /** The MCP client, so that what all clients share can be divided between them. */
  readonly clientId: string;
  readonly signal: AbortSignal;
  readonly progress: ((progress: Progress) => void) | undefined;
  /** Sends the client a log message of the protocol. */
  readonly notify: (text: string) => void;
  readonly ask: InputProvider | undefined;
}

export interface CompatTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, string | boolean>>;
}

export interface CompatPrompt {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
  }[];
}

export interface CompatResource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

export interface CompatTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
  readonly audience: readonly ("assistant" | "user")[];
  readonly ttlMs: number;
}

export type CompatContent =
  & { readonly uri: string; readonly mimeType: string; readonly meta?: Readonly<Record<string, unknown>> }
  & ({ readonly text: string } | { readonly blob: string });

/** Something that does not exist or cannot be used as requested; the message is for the client. */
export class CompatError extends Error {
  override readonly name = "CompatError";
}

export interface CompatApi {
  readonly tools: readonly CompatTool[];
  readonly prompts: readonly CompatPrompt[];
  readonly resources: readonly CompatResource[];
  readonly templates: readonly CompatTemplate[];
  /** Throws {@linkcode CompatError} for what is a protocol error rather than a failed call. */
  readonly call: (name: string, args: unknown, call: CompatCall) => Promise<CompatResult>;
  /** The text of a prompt; throws {@linkcode CompatError}. */
  readonly prompt: (name: string, args: Readonly<Record<string, string>>, caller: Caller) => Promise<string>;
  /** Throws {@linkcode CompatError} if there is no such resource. */
  readonly read: (uri: string, caller: Caller) => Promise<CompatContent>;
  /** Answers HTTP requests outside MCP that have passed the access checks; undefined if there is nothing at the address. */
  readonly route: (request: Request) => Promise<Response | undefined>;
  /** Calls back with the URI of every resource that has changed. */
  readonly onChange: (listener: (uri: string) => void) => void;
  readonly close: () => Promise<void>;
}

/** What a client receives on connecting, known before the API itself is loaded. */
export interface Greeting {
  readonly name: string;
  readonly title?: string;
  readonly version: string;
  readonly instructions: string;
  /** Whether there are no prompts, resources or log messages; they are then not declared. */
  readonly toolsOnly?: boolean;
}
