/**
 * Another face of the program: the tools, prompts and resources of a different server, in the shapes of MCP but
 * without its SDK. `compat/` implements it, `mcp/face_frame.ts` serves it.
 */

import type { InputProvider } from "./jupyter/kernel/input_requests.ts";
import type { Progress } from "./tool.ts";

/** Who calls, where the transport tells: the same object for every call of one client. */
export type Caller = object;

export type FaceBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: string };

export interface FaceResult {
  readonly content: readonly FaceBlock[];
  readonly isError: boolean;
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** One call of a tool. */
export interface FaceCall {
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly progress: ((progress: Progress) => void) | undefined;
  /** Tells the client something as a log message of the protocol. */
  readonly tell: (text: string) => void;
  readonly ask: InputProvider | undefined;
}

export interface FaceTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: Readonly<Record<string, string | boolean>>;
}

export interface FacePrompt {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
  }[];
}

export interface FaceResource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

export interface FaceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
  readonly audience: readonly ("assistant" | "user")[];
  readonly ttlMs: number;
}

export type FaceContent =
  & { readonly uri: string; readonly mimeType: string; readonly meta?: Readonly<Record<string, unknown>> }
  & ({ readonly text: string } | { readonly blob: string });

/** Something that is not there, or cannot be used as asked; the message is for the client. */
export class FaceError extends Error {
  override readonly name = "FaceError";
}

export interface Face {
  readonly tools: readonly FaceTool[];
  readonly prompts: readonly FacePrompt[];
  readonly resources: readonly FaceResource[];
  readonly templates: readonly FaceTemplate[];
  readonly call: (name: string, args: unknown, call: FaceCall) => Promise<FaceResult>;
  /** The text of a prompt; throws {@linkcode FaceError}. */
  readonly prompt: (name: string, args: Readonly<Record<string, string>>, caller: Caller) => Promise<string>;
  /** Throws {@linkcode FaceError} where there is no such resource. */
  readonly read: (uri: string, caller: Caller) => Promise<FaceContent>;
  /** Answers requests outside MCP over HTTP that have passed the checks; undefined where it has none. */
  readonly route: (request: Request) => Promise<Response | undefined>;
  /** Calls back with the URI of every resource that has changed. */
  readonly onChange: (listener: (uri: string) => void) => void;
  readonly close: () => Promise<void>;
}

/** What a client is told on connecting, known before the face itself is loaded. */
export interface Greeting {
  readonly name: string;
  readonly version: string;
  readonly instructions: string;
}
