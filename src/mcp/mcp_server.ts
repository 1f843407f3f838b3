/**
 * Builds MCP servers: one per connection, or one per request. What a server offers is an {@linkcode McpApi}: our own
 * tools (`own_api.ts`), or those of another server that we replace (`compat_mcp_api.ts`).
 *
 * Servers hold no state except what their client has subscribed to; everything else is in `Services`.
 */

import {
  type CallToolResult,
  CLIENT_INFO_META_KEY,
  type CompleteRequest,
  type CompleteResult,
  type GetPromptResult,
  type Implementation,
  type InputRequiredResult,
  type ListPromptsResult,
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  type ListToolsResult,
  type ReadResourceResult,
  type Server,
  type ServerCapabilities,
  type ServerContext,
  type ServerOptions,
} from "@modelcontextprotocol/server";
import type { ChannelMessage } from "./claude_channel.ts";
import { addLogging, type ClientLog } from "./client_logging.ts";
import { GuardedServer } from "./guarded_server.ts";
import { addSubscriptions, type Watch } from "./subscriptions.ts";
import { showsViews } from "./mcp_apps.ts";

/** Clients of protocol 2025 begin with `initialize`; those of 2026-07-28 describe themselves in every request. */
export type Era = "legacy" | "modern";

/** A tool call as it was received. */
export interface ToolRequest {
  readonly name: string;
  readonly arguments: unknown;
}

/** The server and request context that a tool call belongs to. */
export interface CallContext {
  readonly server: Server;
  readonly context: ServerContext;
  /** Who makes the call, so that what all clients share can be divided between them. */
  readonly client: string;
  /** Copies log lines of the call to the client. */
  readonly clientLog: ClientLog;
}

/** What a server offers, in the shapes of the protocol. */
export interface McpApi {
  readonly info: Implementation;
  readonly instructions: string;
  readonly cacheHints?: ServerOptions["cacheHints"];
  /** Loads what the handlers need; called when a client has connected, and its failure is ignored. */
  readonly preload?: () => Promise<unknown>;
  /** `calls`: clients receive the log of their calls. `messages`: only what the API itself sends. */
  readonly logging?: "calls" | "messages";
  /** Capabilities beyond the protocol's. */
  readonly experimental?: ServerCapabilities["experimental"];
  /** Extensions of the protocol, such as MCP Apps. */
  readonly extensions?: ServerCapabilities["extensions"] | undefined;
  readonly listTools: (client: ListingClient) => Promise<ListToolsResult>;
  readonly callTool: (
    request: ToolRequest,
    call: CallContext,
  ) => Promise<CallToolResult | InputRequiredResult>;
  readonly prompts?: PromptsApi;
  readonly resources?: ResourcesApi;
  readonly complete?: (params: CompleteRequest["params"]) => Promise<CompleteResult>;
}

/** What a list depends on. */
export interface ListingClient {
  /** Whether it can show views (MCP Apps). */
  readonly showsViews: boolean;
}

export interface PromptsApi {
  readonly list: () => Promise<ListPromptsResult>;
  readonly get: (name: string, args: Readonly<Record<string, string>>) => Promise<GetPromptResult>;
}

export interface ResourcesApi {
  /** Whether the list changes while the program runs. */
  readonly listChanged: boolean;
  readonly list: (client: ListingClient) => Promise<ListResourcesResult>;
  readonly templates: (client: ListingClient) => Promise<ListResourceTemplatesResult>;
  readonly read: (uri: string) => Promise<ReadResourceResult>;
  /** Starts to watch resources that a client subscribes to. */
  readonly watch?: Watch | undefined;
}

interface McpServerOptions {
  readonly era: Era;
  /** Texts that no response may contain, such as tokens. */
  readonly secrets: readonly string[];
}

/** A server, and how to notify its client. */
export interface McpServer {
  readonly server: Server;
  /** Notifies the client that a resource has changed, if it has subscribed to it. */
  readonly resourceUpdated: (uri: string) => void;
}

/** A running transport, and how to notify its clients. */
export interface TransportHandle {
  /** Notifies all clients that the list of resources has changed. */
  resourcesChanged(): void;
  /** Notifies the subscribers of a resource that it has changed. */
  resourceUpdated(uri: string): void;
  /** Sends the model a message, if there is one client and it can take it. */
  sendToChannel(message: ChannelMessage): void;
  close(): Promise<void>;
}

/** Builds a server: for one client (`own`), or for all clients that cannot be told apart (`shared`). */
export type CreateMcpServer = (era: Era, client: "own" | "shared") => McpServer;

/** Builds a server; the caller connects it to a transport. */
export function createMcpServer(api: McpApi, { era, secrets }: McpServerOptions): McpServer {
  const { info, instructions, cacheHints, prompts, resources, complete, preload } = api;
  const server = new GuardedServer(info, {
    secrets,
    instructions,
    capabilities: capabilitiesOf(api),
    ...(cacheHints === undefined ? {} : { cacheHints }),
  });
  if (preload !== undefined) server.oninitialized = () => void preload().catch(() => undefined);
  const clientLog: ClientLog = api.logging === "calls" ? addLogging(server) : (log) => log;
  const listing = (context: ServerContext) => ({ showsViews: showsViews(server, context) });
  server.setRequestHandler("tools/list", (_, context) => api.listTools(listing(context)));
  server.setRequestHandler(
    "tools/call",
    ({ params: { name, arguments: args } }, context) =>
      api.callTool({ name, arguments: args }, { server, context, client: clientOf(context), clientLog }),
  );
  if (prompts !== undefined) {
    server.setRequestHandler("prompts/list", () => prompts.list());
    server.setRequestHandler(
      "prompts/get",
      ({ params: { name, arguments: args = {} } }) => prompts.get(name, args),
    );
  }
  if (complete !== undefined) {
    server.setRequestHandler("completion/complete", ({ params }) => complete(params));
  }
  if (resources === undefined) return { server, resourceUpdated: () => undefined };
  server.setRequestHandler("resources/list", (_, context) => resources.list(listing(context)));
  server.setRequestHandler("resources/templates/list", (_, context) => resources.templates(listing(context)));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => resources.read(uri));
  return { server, resourceUpdated: addSubscriptions(server, era, resources.watch) };
}

/** The client's session. A client without one, as in protocol 2026-07-28, is known only by how it describes itself. */
function clientOf({ sessionId, mcpReq: { envelope } }: ServerContext): string {
  if (sessionId !== undefined) return sessionId;
  return JSON.stringify(envelope === undefined ? null : Reflect.get(envelope, CLIENT_INFO_META_KEY) ?? null);
}

function capabilitiesOf(
  { prompts, resources, complete, logging, experimental, extensions }: McpApi,
): ServerCapabilities {
  return {
    tools: { listChanged: false },
    ...(resources === undefined
      ? {}
      : { resources: { listChanged: resources.listChanged, subscribe: true } }),
    ...(prompts === undefined ? {} : { prompts: { listChanged: false } }),
    ...(complete === undefined ? {} : { completions: {} }),
    ...(logging === undefined ? {} : { logging: {} }),
    ...(experimental === undefined ? {} : { experimental }),
    ...(extensions === undefined ? {} : { extensions }),
  };
}
