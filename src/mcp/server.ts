/**
 * The frame around tools, resources and prompts: makes MCP servers from them, one a connection or one a request.
 *
 * Servers hold no state but what their client has subscribed to; everything else is in `Services`.
 */

import type { Server } from "@modelcontextprotocol/server";
import type { Prompt } from "../prompt.ts";
import type { Resource } from "../resource.ts";
import type { Services, Tool } from "../tool.ts";
import type { TraceContext } from "../base/telemetry/trace_context.ts";
import { addLogging } from "./client_logging.ts";
import { addCompletion } from "./completion.ts";
import { instructionsFor, type Offered } from "./instructions.ts";
import type { CallObserver } from "./observe.ts";
import { addPrompts } from "./prompts.ts";
import { addResources } from "./resources.ts";
import { GuardedServer } from "./guarded_server.ts";
import { callTool, type Dialogues } from "./tool_calls.ts";
import type { Watch } from "./subscriptions.ts";

/** Clients of 2025 open with `initialize`; those of 2026-07-28 send all they have to say with every request. */
export type Era = "legacy" | "modern";

/** What the protocol gives access to. */
export interface App {
  readonly tools: readonly Tool[];
  /** Tools that exist but are hidden because they change something. */
  readonly hiddenTools: readonly Tool[];
  readonly resources: readonly Resource[];
  readonly prompts: readonly Prompt[];
  readonly services: Services;
}

export interface FrameOptions extends CallObserver {
  readonly version: string;
  readonly offered: Offered;
  /** Loads it on first use: a client is greeted before. */
  readonly app: () => Promise<App>;
  readonly dialogues: Dialogues;
  /** Texts that no answer may hold, such as tokens. */
  readonly secrets: readonly string[];
  readonly logCode: boolean;
  readonly maxResultBytes: number;
  /** Has resources watched that a client wants to hear of. */
  readonly watch?: Watch;
  /** Has whatever a call starts find the trace that it belongs to. */
  readonly within?: (<T>(trace: TraceContext, work: () => Promise<T>) => Promise<T>) | undefined;
}

/** A server, and the way to tell its client of changes it cares about. */
export interface Frame {
  readonly server: Server;
  /** Tells the client that a resource has changed, where it has subscribed to it. */
  readonly resourceUpdated: (uri: string) => void;
}

/** Ten minutes: the same for everybody as long as the program runs. */
const unchanging = { ttlMs: 600_000, cacheScope: "public" } as const;

/** Makes a server; the caller connects it to a transport. */
export function createFrame(options: FrameOptions, era: Era): Frame {
  const server = new GuardedServer(
    { name: "jupyter-mcp", title: "Jupyter", version: options.version },
    {
      secrets: options.secrets,
      instructions: instructionsFor(options.offered),
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: true, subscribe: true },
        prompts: { listChanged: false },
        completions: {},
        logging: {},
      },
      cacheHints: { "tools/list": unchanging, "prompts/list": unchanging },
    },
  );
  server.setRequestHandler("tools/list", async () => ({ tools: (await options.app()).tools.map(toolFace) }));
  // Clients go on to list the tools: loading them meanwhile costs nobody anything.
  server.oninitialized = () => void options.app().catch(() => undefined);
  const heard = addLogging(server);
  server.setRequestHandler("tools/call", ({ params }, context) => {
    const request = { name: params.name, arguments: params.arguments };
    return callTool({ ...options, log: heard(options.log, context) }, request, { server, context });
  });
  addPrompts(server, options);
  addCompletion(server, options);
  return { server, resourceUpdated: addResources(server, options, era) };
}

function toolFace({ name, title, description, inputSchema, outputSchema, annotations }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: { ...inputSchema, type: "object" as const },
    ...(outputSchema === undefined ? {} : { outputSchema: { ...outputSchema, type: "object" as const } }),
    annotations: { ...annotations },
  };
}
