/** Serves a single tool in a form that somebody else has laid down: nothing else is offered or declared. */

import { type CallToolResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { z } from "zod";
import type { LogFields } from "../base/log.ts";
import { type CallObserver, observeCall, type ObservedCall } from "./observe.ts";
import { internalError } from "./results.ts";
import type { Frame, FrameOptions } from "./server.ts";
import { GuardedServer } from "./guarded_server.ts";

type Json = Readonly<Record<string, unknown>>;

export interface SingleTool<Input extends z.ZodType> {
  readonly server: { readonly name: string; readonly version: string; readonly title: string };
  readonly instructions: string;
  readonly tool: {
    readonly name: string;
    readonly description: string;
    readonly inputSchema: Json & { readonly type: "object" };
    readonly outputSchema: Json & { readonly type: "object" };
  };
  readonly input: Input;
  readonly call: (args: z.output<Input>, signal: AbortSignal) => Promise<SingleToolResult>;
}

export interface SingleToolResult {
  readonly content: readonly { readonly type: "image"; readonly data: string; readonly mimeType: string }[];
  readonly structuredContent: Json;
  readonly isError: boolean;
  /** What the log tells of the call: counts and names of ours, nothing that was sent. */
  readonly record?: LogFields;
}

/** Makes a server; whoever calls connects it to a transport. */
export function createSingleToolFrame<Input extends z.ZodType>(
  face: SingleTool<Input>,
  { secrets, ...observer }: CallObserver & Pick<FrameOptions, "secrets">,
): Frame {
  const { server: info, instructions, tool } = face;
  const server = new GuardedServer({ ...info }, {
    secrets,
    instructions,
    capabilities: { tools: { listChanged: false } },
  });
  server.setRequestHandler("tools/list", () => ({
    tools: [{ ...tool, inputSchema: { ...tool.inputSchema }, outputSchema: { ...tool.outputSchema } }],
  }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    if (params.name !== tool.name) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${params.name} not found`);
    }
    const args = face.input.safeParse(params.arguments ?? {});
    if (!args.success) throw new ProtocolError(ProtocolErrorCode.InvalidParams, problems(args.error));
    const observed = observeCall(tool.name, context, observer);
    return await called(face, { args: args.data, signal: context.mcpReq.signal, observed });
  });
  return { server, resourceUpdated: () => undefined };
}

async function called<Input extends z.ZodType>(
  { call }: SingleTool<Input>,
  { args, signal, observed }: {
    readonly args: z.output<Input>;
    readonly signal: AbortSignal;
    readonly observed: ObservedCall;
  },
): Promise<CallToolResult> {
  const { finish } = observed;
  try {
    const { content, structuredContent, isError, record } = await call(args, signal);
    finish(isError ? "failed" : "ok", {}, record);
    return { content: content.map((block) => ({ ...block })), structuredContent, isError };
  } catch (error) {
    finish(signal.aborted ? "cancelled" : "internal");
    if (signal.aborted) throw error;
    throw new ProtocolError(ProtocolErrorCode.InternalError, internalError(error, observed).message);
  }
}

/** Which argument is wrong and why, without its value. */
function problems(error: z.ZodError): string {
  return `Invalid params: ${
    error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ")
  }`;
}
