/**
 * The frame around tools and resources: makes MCP servers from them, one a connection or one a request.
 * Errors, logging and encoding happen here, once.
 *
 * 1. Servers hold no state: all of it is in `Services`.
 * 2. What a tool throws becomes an `isError` result with a stable code; a bug becomes `internal`, and only its
 *    place in the code is logged, for its message may hold data.
 */

import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { AppError } from "../errors.ts";
import type { Logger } from "../log.ts";
import type { Resource } from "../resource.ts";
import type { Call, Services, Tool } from "../tool.ts";
import { errorResult, internalError, replyResult } from "./results.ts";
import { instructions } from "./instructions.ts";
import { resourceContents } from "./resource_contents.ts";

export interface FrameOptions {
  readonly version: string;
  readonly tools: readonly Tool[];
  /** Tools that exist but are hidden because they change something. */
  readonly hiddenTools: ReadonlySet<string>;
  readonly resources: readonly Resource[];
  readonly services: Services;
  readonly log: Logger;
  readonly logCode: boolean;
  readonly maxResultBytes: number;
}

const tenMinutes = 600_000;

/** Makes a server; the caller connects it to a transport. */
export function createServer(options: FrameOptions): Server {
  const server = new Server(
    { name: "jupyter-mcp", title: "Jupyter", version: options.version },
    {
      instructions,
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: true },
        completions: {},
      },
      cacheHints: { "tools/list": { ttlMs: tenMinutes, cacheScope: "public" } },
    },
  );
  server.setRequestHandler("tools/list", () => ({ tools: options.tools.map(toolFace) }));
  server.setRequestHandler(
    "tools/call",
    ({ params }, context) => callTool(options, params.name, params.arguments, context),
  );
  addResources(server, options);
  return server;
}

function toolFace({ name, title, description, inputSchema, annotations }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: { ...inputSchema, type: "object" as const },
    annotations: { ...annotations },
  };
}

async function callTool(
  options: FrameOptions,
  name: string,
  args: unknown,
  context: ServerContext,
): Promise<CallToolResult> {
  const started = performance.now();
  const finish = (outcome: string) =>
    options.log.info(`tool ${name} ${outcome}`, {
      ms: Math.round(performance.now() - started),
      code: options.logCode ? codeOf(args) : undefined,
    });
  try {
    const tool = findTool(options, name);
    const result = replyResult(await tool.call(args, callOf(options, context)), options.maxResultBytes);
    finish("ok");
    return result;
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    if (context.mcpReq.signal.aborted) finish("cancelled");
    else finish(error instanceof AppError ? error.code : "internal");
    return errorResult(error instanceof AppError ? error : internalError(error, options.log));
  }
}

function findTool(options: FrameOptions, name: string): Tool {
  const tool = options.tools.find((one) => one.name === name);
  if (tool !== undefined) return tool;
  if (options.hiddenTools.has(name)) {
    throw new AppError("read_only", `Cannot call ${name}: this server runs with --read-only`, {
      hint: "Start jupyter-mcp without --read-only to let it change things",
    });
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${name} not found`);
}

function callOf(options: FrameOptions, context: ServerContext): Call {
  const token = context.mcpReq._meta?.progressToken;
  return {
    services: options.services,
    signal: context.mcpReq.signal,
    progress: token === undefined ? undefined : ({ done, total, message }) => {
      const params = {
        progressToken: token,
        progress: done,
        message,
        ...(total === undefined ? {} : { total }),
      };
      // A client that has gone cannot be told, and its cancel ends the call anyway.
      void context.mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
    },
  };
}

function codeOf(args: unknown): string | undefined {
  const code = typeof args === "object" && args !== null ? Reflect.get(args, "code") : undefined;
  return typeof code === "string" ? code : undefined;
}

function addResources(server: Server, { resources, services }: FrameOptions): void {
  server.setRequestHandler("resources/list", () => ({
    resources: resources.flatMap((resource) => resource.list(services).map((listed) => ({ ...listed }))),
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: resources.map(({ name, title, description, template, mimeType }) => ({
      name,
      title,
      description,
      uriTemplate: template,
      ...(mimeType === undefined ? {} : { mimeType }),
    })),
  }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    const resource = resources.find((one) => one.matches(uri));
    if (resource === undefined) throw new ResourceNotFoundError(uri, `No resource has the URI ${uri}`);
    try {
      return { contents: [resourceContents(await resource.read(uri, services))] };
    } catch (error) {
      if (error instanceof AppError) throw new ResourceNotFoundError(uri, error.message);
      throw error;
    }
  });
  server.setRequestHandler("completion/complete", ({ params: { ref, argument } }) => {
    const resource = ref.type === "ref/resource"
      ? resources.find((one) => one.template === ref.uri)
      : undefined;
    const values = resource?.complete(argument.name, argument.value, services) ?? [];
    return {
      completion: { values: values.slice(0, 100), total: values.length, hasMore: values.length > 100 },
    };
  });
}
