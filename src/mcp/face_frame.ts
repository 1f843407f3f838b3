/** Serves another face over MCP: makes a server from it, one a connection or one a request. */

import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { AppError } from "../base/errors.ts";
import { type Caller, type Face, FaceError, type FaceResult, type Greeting } from "../compat_api.ts";
import type { Logger } from "../base/log.ts";
import { observeCall } from "./observe.ts";
import { internalError } from "./results.ts";
import { addSubscriptions } from "./resources.ts";
import type { Era, Frame, FrameOptions } from "./server.ts";
import { GuardedServer } from "./guarded_server.ts";
import { legacyAsker, progressOf } from "./tool_calls.ts";

export interface FaceFrameOptions extends Pick<FrameOptions, "log" | "onCall" | "within" | "secrets"> {
  readonly greeting: Greeting;
  /** Loads it on first use: a client is greeted before. */
  readonly face: () => Promise<Face>;
}

/** Makes a server for a caller; whoever calls connects it to a transport. */
export function createFaceFrame(options: FaceFrameOptions, era: Era, caller: Caller): Frame {
  const { name, version, instructions } = options.greeting;
  const server = new GuardedServer({ name, version }, {
    secrets: options.secrets,
    instructions,
    capabilities: {
      logging: {},
      prompts: { listChanged: false },
      resources: { listChanged: false, subscribe: true },
      tools: { listChanged: false },
    },
  });
  addTools(server, options, caller);
  addPrompts(server, options, caller);
  addReading(server, options, caller);
  server.oninitialized = () => void options.face().catch(() => undefined);
  return { server, resourceUpdated: addSubscriptions(server, era) };
}

function addTools(server: Server, options: FaceFrameOptions, caller: Caller): void {
  server.setRequestHandler("tools/list", async () => ({
    tools: (await options.face()).tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      inputSchema: { ...tool.inputSchema, type: "object" as const },
      outputSchema: { ...tool.outputSchema, type: "object" as const },
      annotations: { ...tool.annotations },
    })),
  }));
  server.setRequestHandler(
    "tools/call",
    async ({ params }, context) => await callTool(options, params, { server, context, caller }),
  );
}

interface Surroundings {
  readonly server: Server;
  readonly context: ServerContext;
  readonly caller: Caller;
}

async function callTool(
  { face, log, onCall, within }: FaceFrameOptions,
  { name, arguments: args }: { readonly name: string; readonly arguments?: unknown },
  { server, context, caller }: Surroundings,
): Promise<CallToolResult> {
  const { signal } = context.mcpReq;
  const loaded = await face();
  // What a client makes up is no name for metrics and spans.
  const tool = loaded.tools.some((one) => one.name === name) ? name : "unknown";
  const observed = observeCall(tool, context, { log, onCall });
  const { finish } = observed;
  try {
    const work = () =>
      loaded.call(name, args, {
        caller,
        signal,
        progress: progressOf(context),
        tell: (text) => void context.mcpReq.log("info", text).catch(() => undefined),
        ask: context.mcpReq.envelope === undefined ? legacyAsker(server, context) : undefined,
      });
    const result = await (within === undefined ? work() : within(observed.trace, work));
    finish(result.isError ? "failed" : "ok");
    return wireResult(result);
  } catch (error) {
    finish(signal.aborted ? "cancelled" : "internal");
    if (signal.aborted) throw error;
    const { message } = internalError(error, observed);
    return wireResult({
      content: [{ type: "text", text: `Error executing tool ${name}: ${message}` }],
      isError: true,
    });
  }
}

function wireResult({ content, isError, structuredContent, meta }: FaceResult): CallToolResult {
  return {
    content: content.map((block) => ({ ...block })),
    isError,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(meta === undefined ? {} : { _meta: { ...meta } }),
  };
}

function addPrompts(server: Server, { face, log }: FaceFrameOptions, caller: Caller): void {
  server.setRequestHandler("prompts/list", async () => ({
    prompts: (await face()).prompts.map((prompt) => ({
      ...prompt,
      arguments: prompt.arguments.map((argument) => ({ ...argument })),
    })),
  }));
  server.setRequestHandler("prompts/get", async ({ params: { name, arguments: args = {} } }) => {
    const loaded = await face();
    const prompt = loaded.prompts.find((one) => one.name === name);
    if (prompt === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}`);
    }
    const missing = prompt.arguments.filter((one) => one.required && args[one.name] === undefined);
    if (missing.length > 0) {
      const names = missing.map((one) => `'${one.name}'`).join(", ");
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Missing required arguments: {${names}}`);
    }
    const text = await loaded.prompt(name, args, caller).catch((error) => {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Error rendering prompt ${name}: ${clientMessage(error, log)}`,
      );
    });
    return {
      description: prompt.description,
      messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
    };
  });
}

function addReading(server: Server, { face, log }: FaceFrameOptions, caller: Caller): void {
  server.setRequestHandler("resources/list", async () => ({
    resources: (await face()).resources.map((resource) => ({ ...resource })),
  }));
  server.setRequestHandler("resources/templates/list", async () => ({
    resourceTemplates: (await face()).templates.map(({ audience, ttlMs, ...template }) => ({
      ...template,
      annotations: { audience: [...audience] },
      _meta: { "io.modelcontextprotocol/cache": { ttlMs, cacheScope: "private" } },
    })),
  }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    try {
      const { meta, ...content } = await (await face()).read(uri, caller);
      return { contents: [{ ...content, ...(meta === undefined ? {} : { _meta: { ...meta } }) }] };
    } catch (error) {
      throw new ResourceNotFoundError(uri, clientMessage(error, log));
    }
  });
}

/** What the client is told; the text of a bug stays with us. */
function clientMessage(error: unknown, log: Logger): string {
  return error instanceof FaceError || error instanceof AppError
    ? error.message
    : internalError(error, { log }).message;
}
