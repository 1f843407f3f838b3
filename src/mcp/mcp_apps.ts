/** MCP Apps: which clients can show views, and what the list of tools contains for them. */

import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { viewMimeType } from "../base/view_messages.ts";
import type { Tool } from "../tool.ts";

/** Declared by clients that can show views, and by us. */
export const viewsExtension = "io.modelcontextprotocol/ui";

const capabilitiesSchema = z.object({
  extensions: z.object({ [viewsExtension]: z.object({ mimeTypes: z.array(z.string()).optional() }) }),
});

const infoSchema = z.object({ name: z.string() });

/** Clients that show views without declaring it. */
const undeclared: ReadonlySet<string> = new Set(["claude-ai", "Anthropic/ClaudeAI"]);

/** Whether the client of a request can show views: it says so once, or in 2026-07-28 with every request. */
export function showsViews(server: Server, { mcpReq: { envelope } }: ServerContext): boolean {
  const said = (key: string): unknown => envelope === undefined ? undefined : Reflect.get(envelope, key);
  const capabilities = envelope === undefined
    ? server.getClientCapabilities()
    : said(CLIENT_CAPABILITIES_META_KEY);
  const info = envelope === undefined ? server.getClientVersion() : said(CLIENT_INFO_META_KEY);
  const declared = capabilitiesSchema.safeParse(capabilities).data?.extensions[viewsExtension];
  if (declared !== undefined) return declared.mimeTypes?.includes(viewMimeType) ?? true;
  return undeclared.has(infoSchema.safeParse(info).data?.name ?? "");
}

/**
 * What the list of tools says about a tool's view; the flat key is for clients of the first drafts. Clients cache views
 * by their URI, which is therefore different in every version.
 */
export function viewMeta({ view, isForViews }: Tool, version: string) {
  if (isForViews) return { _meta: { ui: { visibility: ["app"] } } };
  if (view === undefined) return {};
  const resourceUri = `ui://jupyter-mcp/${version}/${view}.html`;
  return { _meta: { ui: { resourceUri }, "ui/resourceUri": resourceUri } };
}
