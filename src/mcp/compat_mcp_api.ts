/** The API of another server that we stand in for, served over MCP. */

import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import { AppError } from "../base/errors.ts";
import type { Logger } from "../base/log.ts";
import { type Caller, type CompatApi, CompatError, type CompatResult, type Greeting } from "../compat_api.ts";
import { observeCall } from "./observe.ts";
import { internalError } from "./results.ts";
import type { CallContext, McpApi, PromptsApi, ResourcesApi, ToolRequest } from "./mcp_server.ts";
import { type CallOptions, legacyAsker, progressOf } from "./tool_calls.ts";

interface CompatApiOptions extends Pick<CallOptions, "log" | "onCall" | "within"> {
  readonly greeting: Greeting;
  /** Loads on first use: a client receives the greeting before that. */
  readonly load: () => Promise<CompatApi>;
  /** The result of a call that failed by a bug; without it, the call gets a protocol error. */
  readonly failedCall?: (tool: string, message: string) => CompatResult;
}

/** The API as one caller sees it. */
export function compatMcpApi(options: CompatApiOptions, caller: Caller): McpApi {
  const { greeting: { instructions, toolsOnly = false, ...info }, load } = options;
  return {
    info,
    instructions,
    preload: load,
    listTools: async () => ({
      tools: (await load()).tools.map(({ name, description, inputSchema, outputSchema, annotations }) => ({
        name,
        description,
        inputSchema: { ...inputSchema, type: "object" as const },
        outputSchema: { ...outputSchema, type: "object" as const },
        ...(annotations === undefined ? {} : { annotations: { ...annotations } }),
      })),
    }),
    callTool: (request, call) => callTool(options, request, { ...call, caller }),
    ...(toolsOnly ? {} : {
      logging: "messages",
      prompts: promptsApi(options, caller),
      resources: resourcesApi(options, caller),
    }),
  };
}

async function callTool(
  { load, log, onCall, within, failedCall }: CompatApiOptions,
  { name, arguments: args }: ToolRequest,
  { server, context, client, caller }: CallContext & { readonly caller: Caller },
): Promise<CallToolResult> {
  const { signal } = context.mcpReq;
  const api = await load();
  // A name that a client made up must not become a name in metrics and spans.
  const tool = api.tools.some((one) => one.name === name) ? name : "unknown";
  const observed = observeCall(tool, context, { log, onCall });
  const { finish } = observed;
  try {
    const work = () =>
      api.call(name, args, {
        caller,
        clientId: client,
        signal,
        progress: progressOf(context),
        notify: (text) => void context.mcpReq.log("info", text).catch(() => undefined),
        ask: context.mcpReq.envelope === undefined ? legacyAsker(server, context) : undefined,
      });
    const result = await (within === undefined ? work() : within(observed.trace, work));
    finish(result.isError ? "failed" : "ok", {}, result.record);
    return wireResult(result);
  } catch (error) {
    if (error instanceof CompatError) throw invalid(error.message);
    finish(signal.aborted ? "cancelled" : "internal");
    if (signal.aborted) throw error;
    const { message } = internalError(error, observed);
    if (failedCall === undefined) throw new ProtocolError(ProtocolErrorCode.InternalError, message);
    return wireResult(failedCall(name, message));
  }
}

function wireResult({ content, isError, structuredContent, meta }: CompatResult): CallToolResult {
  return {
    content: content.map((block) => ({ ...block })),
    isError,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(meta === undefined ? {} : { _meta: { ...meta } }),
  };
}

function promptsApi({ load, log }: CompatApiOptions, caller: Caller): PromptsApi {
  return {
    list: async () => ({
      prompts: (await load()).prompts.map((prompt) => ({
        ...prompt,
        arguments: prompt.arguments.map((argument) => ({ ...argument })),
      })),
    }),
    async get(name, args) {
      const api = await load();
      const prompt = api.prompts.find((one) => one.name === name);
      if (prompt === undefined) throw invalid(`Unknown prompt: ${name}`);
      const missing = prompt.arguments.filter((one) => one.required && args[one.name] === undefined);
      if (missing.length > 0) {
        const names = missing.map((one) => `'${one.name}'`).join(", ");
        throw invalid(`Missing required arguments: {${names}}`);
      }
      const text = await api.prompt(name, args, caller).catch((error) => {
        throw invalid(`Error rendering prompt ${name}: ${clientMessage(error, log)}`);
      });
      return {
        description: prompt.description,
        messages: [{ role: "user", content: { type: "text", text } }],
      };
    },
  };
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

function resourcesApi({ load, log }: CompatApiOptions, caller: Caller): ResourcesApi {
  return {
    listChanged: false,
    list: async () => ({ resources: (await load()).resources.map((resource) => ({ ...resource })) }),
    templates: async () => ({
      resourceTemplates: (await load()).templates.map(({ audience, ttlMs, ...template }) => ({
        ...template,
        annotations: { audience: [...audience] },
        _meta: { "io.modelcontextprotocol/cache": { ttlMs, cacheScope: "private" } },
      })),
    }),
    async read(uri) {
      try {
        const { meta, ...content } = await (await load()).read(uri, caller);
        return { contents: [{ ...content, ...(meta === undefined ? {} : { _meta: { ...meta } }) }] };
      } catch (error) {
        throw new ResourceNotFoundError(uri, clientMessage(error, log));
      }
    },
  };
}

/** The message for the client; that of a bug is not shown. */
function clientMessage(error: unknown, log: Logger): string {
  return error instanceof CompatError || error instanceof AppError
    ? error.message
    : internalError(error, { log }).message;
}
