/**
 * The contract between a tool and everything else. A tool is a value made by {@linkcode defineTool}: what the model
 * sees of it, and a handler. It knows the services, not the protocol: `mcp/` logs, encodes and turns thrown errors into
 * results.
 */

import { z } from "zod";
import type { ErrorNumbers } from "./base/errors.ts";
import type { InputProvider } from "./jupyter/kernel/input_requests.ts";
import type { ViewName } from "./base/view_messages.ts";
import type { Reply } from "./reply.ts";
import type { Services } from "./services.ts";
import { checkArguments, schemaOf, unlistedArguments } from "./tool_arguments.ts";

/** One call of a tool. */
export interface Call {
  readonly services: Services;
  /** Aborted when the client cancels the call or disconnects. */
  readonly signal: AbortSignal;
  /** Reports progress; undefined if the client did not ask for it. */
  readonly progress: ((progress: Progress) => void) | undefined;
  /** Asks the user; undefined if the client cannot. */
  readonly ask: InputProvider | undefined;
}

export interface Progress {
  readonly done: number;
  readonly total?: number;
  readonly message: string;
}

/** All four hints are stated for every tool, so that a client never has to guess. */
export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

interface ToolInfo {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Annotations;
  /** Works, but is left out of the list of the default toolsets, which every user pays for. */
  readonly isRare?: boolean;
  /** The view that shows its result: it is listed only to clients that can show views. */
  readonly view?: ViewName;
  /** Called by views, never by the model: listed only to clients that can show views, and hidden from the model. */
  readonly isForViews?: boolean;
  /** Numbers that errors of this tool carry as `code`, with the invalid argument as `field`. */
  readonly errorNumbers?: ErrorNumbers;
}

export interface ToolDefinition<Input extends z.ZodObject> extends ToolInfo {
  /** A strict object: an unknown argument is an error, not ignored. */
  readonly input: Input;
  /** Schema of the reply, which is then also returned as structured content. Never for tools that return images. */
  readonly output?: z.ZodObject;
  /** Checks the raw arguments before their types are validated; throws an AppError that says what is wrong. */
  readonly precheck?: (args: unknown) => void;
  /** With `--confirm`: what the person is asked before a call that destroys something; undefined if it does not. */
  readonly question?: (args: z.output<Input>, call: Call) => Promise<string | undefined>;
  /** With `--confirm writes`: what a call would change, as the person is shown it; always the same for the same state. */
  readonly preview?: (args: z.output<Input>, call: Call) => Promise<string>;
  readonly run: (args: z.output<Input>, call: Call) => Promise<Reply>;
}

/** A tool with its argument types erased: `call` validates them itself. */
export interface Tool extends ToolInfo {
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Schemas of the arguments that are accepted but left out of `inputSchema`, by name. */
  readonly unlistedArguments: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>> | undefined;
  readonly question: (args: unknown, call: Call) => Promise<string | undefined>;
  /** Undefined if the tool has none. */
  readonly preview: (args: unknown, call: Call) => Promise<string | undefined>;
  readonly call: (args: unknown, call: Call) => Promise<Reply>;
}

export interface Toolset {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly Tool[];
}

export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const { input, output, precheck, question, preview, run, ...info } = definition;
  // Created on first use, which the start does not need, and only once: it takes longer than many calls.
  const schemas: { input?: Record<string, unknown>; output?: Record<string, unknown> } = {};
  return {
    ...info,
    get inputSchema() {
      return schemas.input ??= schemaOf(input, "input");
    },
    get unlistedArguments() {
      return unlistedArguments(input);
    },
    get outputSchema() {
      return output === undefined ? undefined : schemas.output ??= schemaOf(output, "output");
    },
    question: async (args, call) => await question?.(checkArguments(info, input, args), call),
    preview: async (args, call) => await preview?.(checkArguments(info, input, args), call),
    call: async (args, call) => {
      precheck?.(args);
      return await run(checkArguments(info, input, args), call);
    },
  };
}
