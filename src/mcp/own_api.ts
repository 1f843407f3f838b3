/** Our own tools, resources and prompts as an MCP API. */

import {
  type CompleteRequest,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import { AppError } from "../base/errors.ts";
import type { Prompt, PromptValues } from "../prompt.ts";
import type { Resource, Watcher } from "../resource.ts";
import type { Services } from "../services.ts";
import type { Tool } from "../tool.ts";
import { channelCapability } from "./claude_channel.ts";
import { instructionsFor, type Offered } from "./instructions.ts";
import { resourceContents } from "./results.ts";
import type { ListingClient, McpApi, PromptsApi, ResourcesApi } from "./mcp_server.ts";
import type { Watch } from "./subscriptions.ts";
import { findTool } from "./run_tool.ts";
import { type CallOptions, callTool } from "./tool_calls.ts";
import { viewMeta, viewsExtension } from "./mcp_apps.ts";

/** Everything the API gives access to. */
export interface Catalog {
  readonly tools: readonly Tool[];
  /** Those of them that are listed. */
  readonly listed: readonly Tool[];
  /** Tools that exist but are hidden because they change something. */
  readonly hiddenTools: readonly Tool[];
  readonly resources: readonly Resource[];
  readonly prompts: readonly Prompt[];
  readonly services: Services;
}

type LoadCatalog = () => Promise<Catalog>;

interface OwnApiOptions extends Omit<CallOptions, "find"> {
  readonly version: string;
  readonly offered: Offered;
  /** Loads on first use: a client receives the instructions before that. */
  readonly catalog: LoadCatalog;
  /** Starts to watch resources that a client subscribes to. */
  readonly watch?: Watch;
}

/** Ten minutes; the lists stay the same as long as the program runs. */
const unchanging = { ttlMs: 600_000, cacheScope: "public" } as const;
/** The list of tools depends on whether the client can show views. */
const unchangingForClient = { ...unchanging, cacheScope: "private" } as const;

export function ownApi({ catalog, watch, version, offered, ...calls }: OwnApiOptions): McpApi {
  const find = async (name: string) => {
    const loaded = await catalog();
    return { tool: findTool(loaded, name), services: loaded.services };
  };
  return {
    info: { name: "jupyter-mcp", title: "Jupyter", version },
    instructions: instructionsFor(offered),
    cacheHints: { "tools/list": unchangingForClient, "prompts/list": unchanging },
    // Clients list the tools next: loading them in the meantime saves time.
    preload: catalog,
    logging: "calls",
    experimental: channelCapability,
    extensions: offered.toolsets.includes("views") ? { [viewsExtension]: {} } : undefined,
    listTools: async (client) => ({
      tools: (await catalog()).listed.filter((tool) => isListedTo(client, tool)).map((tool) => ({
        ...listedTool(tool),
        ...viewMeta(tool, version),
      })),
    }),
    callTool: (request, { clientLog, ...call }) =>
      callTool({ ...calls, find, log: clientLog(calls.log, call.context) }, request, call),
    prompts: promptsApi(catalog),
    resources: resourcesApi(catalog, watch),
    complete: async (params) => {
      const all = await completions(await catalog(), params);
      const values = all.slice(0, maxCompletions);
      return { completion: { values, total: all.length, hasMore: all.length > values.length } };
    },
  };
}

/** Views, and what serves only them, are of no use to other clients, whose models would pay for the descriptions. */
function isListedTo(
  { showsViews }: ListingClient,
  { view, isForViews }: Pick<Tool, "view" | "isForViews">,
): boolean {
  return showsViews || (view === undefined && isForViews !== true);
}

function listedTool({ name, title, description, inputSchema, outputSchema, annotations }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: { ...inputSchema, type: "object" as const },
    ...(outputSchema === undefined ? {} : { outputSchema: { ...outputSchema, type: "object" as const } }),
    annotations: { ...annotations },
  };
}

function promptsApi(catalog: LoadCatalog): PromptsApi {
  return {
    list: async () => ({ prompts: (await catalog()).prompts.map(listedPrompt) }),
    async get(name, args) {
      const { prompts } = await catalog();
      const prompt = prompts.find((one) => one.name === name);
      if (prompt === undefined) {
        const known = prompts.map((one) => one.name).join(", ");
        throw invalid(`Prompt "${name}" not found: there are ${known === "" ? "none" : known}`);
      }
      const text = prompt.text(checkedValues(prompt, args));
      return {
        description: prompt.description,
        messages: [{ role: "user", content: { type: "text", text } }],
      };
    },
  };
}

function listedPrompt({ name, title, description, arguments: args }: Prompt) {
  return {
    name,
    title,
    description,
    arguments: args.map(({ name, description, required }) => ({ name, description, required })),
  };
}

/** Clients send an empty text for an argument that the person left blank. */
function checkedValues({ name, arguments: known }: Prompt, given: PromptValues): PromptValues {
  const unknown = Object.keys(given).find((key) => !known.some((one) => one.name === key));
  if (unknown !== undefined) {
    const names = known.map((one) => one.name).join(", ");
    throw invalid(`Cannot use prompt "${name}" with argument "${unknown}": it takes ${names}`);
  }
  const missing = known.find((one) => one.required && !given[one.name]?.trim());
  if (missing !== undefined) {
    throw invalid(`Cannot use prompt "${name}": its argument "${missing.name}" is missing`);
  }
  return Object.fromEntries(known.map((one) => [one.name, given[one.name]?.trim() || undefined]));
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

function resourcesApi(catalog: LoadCatalog, watch: Watch | undefined): ResourcesApi {
  return {
    listChanged: true,
    watch,
    async list() {
      const { resources, services } = await catalog();
      return {
        resources: resources.flatMap((resource) => resource.list(services).map((listed) => ({ ...listed }))),
      };
    },
    templates: async (client) => ({
      resourceTemplates: (await catalog()).resources.filter((resource) => isListedTo(client, resource)).map((
        { name, title, description, template, mimeType },
      ) => ({
        name,
        title,
        description,
        uriTemplate: template,
        ...(mimeType === undefined ? {} : { mimeType }),
      })),
    }),
    read: async (uri) => await readResource(await catalog(), uri),
  };
}

async function readResource({ resources, services }: Catalog, uri: string): Promise<ReadResourceResult> {
  const resource = resources.find((one) => one.matches(uri));
  if (resource === undefined) throw new ResourceNotFoundError(uri, `No resource has the URI ${uri}`);
  const end = services.http.onStarting(() => undefined);
  try {
    const contents = [resourceContents(await resource.read(uri, services))];
    return { contents, ...(resource.isForViews ? unchanging : {}) };
  } catch (error) {
    if (error instanceof AppError && error.code === "too_large") {
      throw invalid(error.hint === undefined ? error.message : `${error.message}: ${error.hint}`);
    }
    if (error instanceof AppError) throw new ResourceNotFoundError(uri, error.message);
    throw error;
  } finally {
    end();
  }
}

/** Watches the resource with this URI, if it can change. */
export async function watchResource(catalog: LoadCatalog, uri: string, watcher: Watcher): Promise<void> {
  const { resources, services } = await catalog();
  if (!watcher.signal.aborted) {
    await resources.find((one) => one.matches(uri))?.watch?.(uri, services, watcher);
  }
}

/** The protocol's own limit. */
const maxCompletions = 100;

/** None for an unknown name: while a person is typing there is nothing to correct. */
async function completions(
  { resources, prompts, services }: Catalog,
  { ref, argument }: CompleteRequest["params"],
): Promise<readonly string[]> {
  if (ref.type === "ref/resource") {
    const resource = resources.find((one) => one.template === ref.uri);
    return await resource?.complete(argument.name, argument.value, services) ?? [];
  }
  const prompt = prompts.find((one) => one.name === ref.name);
  const known = prompt?.arguments.find((one) => one.name === argument.name);
  return await known?.complete?.(argument.value, services) ?? [];
}
