/**
 * Tools as plain HTTP, at the addresses of Datalayer's Jupyter extension: `GET /mcp/tools/list`, and
 * `POST /mcp/tools/call` with `{"tool_name": …, "arguments": {…}}`. Internally each is one MCP request.
 */

import { z } from "zod";
import { tryParseJson } from "../base/json.ts";

const listPath = "/mcp/tools/list";
const callPath = "/mcp/tools/call";

export function isRestToolCall({ url }: Request): boolean {
  const { pathname } = new URL(url);
  return pathname === listPath || pathname === callPath;
}

/** Answers one JSON-RPC request with a JSON-RPC response. */
type Ask = (request: Request) => Promise<Response>;

/** Answers a request that has passed all access checks. */
export async function answerRestToolCall(request: Request, ask: Ask): Promise<Response> {
  const isList = new URL(request.url).pathname === listPath;
  const method = isList ? "GET" : "POST";
  if (request.method !== method) {
    return new Response("Method Not Allowed", { status: 405, headers: { Allow: method } });
  }
  return isList ? await list(request, ask) : await call(request, ask);
}

const toolList = z.object({
  tools: z.array(z.looseObject({
    name: z.string(),
    description: z.string().optional(),
    inputSchema: z.looseObject({ properties: z.record(z.string(), z.unknown()).default({}) }),
  })),
});

async function list(request: Request, ask: Ask): Promise<Response> {
  const reply = await asked(request, ask, { method: "tools/list", params: {} });
  const { tools } = toolList.parse(reply.result);
  const listed = tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    parameters: Object.keys(inputSchema.properties),
    inputSchema,
  }));
  return Response.json({ tools: listed, count: listed.length });
}

const callBody = z.object({ tool_name: z.string().min(1), arguments: z.unknown().optional() });
const failedCall = z.object({
  isError: z.literal(true),
  content: z.array(z.object({ text: z.string() })).min(1),
});

async function call(request: Request, ask: Ask): Promise<Response> {
  const body = callBody.safeParse(tryParseJson(await request.text())).data;
  if (body === undefined) return Response.json({ error: "tool_name is required" }, { status: 400 });
  const params = { name: body.tool_name, arguments: body.arguments };
  const { result, error } = await asked(request, ask, { method: "tools/call", params });
  const reason = error?.message ?? failedCall.safeParse(result).data?.content[0]?.text;
  if (reason !== undefined) return Response.json({ success: false, error: reason }, { status: 500 });
  return Response.json({ success: true, result });
}

const rpcReply = z.object({
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

async function asked(
  { url, headers }: Request,
  ask: Ask,
  message: { readonly method: string; readonly params: Readonly<Record<string, unknown>> },
): Promise<z.infer<typeof rpcReply>> {
  const forwarded = new Headers(headers);
  forwarded.delete("content-length");
  forwarded.set("content-type", "application/json");
  forwarded.set("accept", "application/json, text/event-stream");
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, ...message });
  const response = await ask(new Request(url, { method: "POST", headers: forwarded, body }));
  return rpcReply.parse(await response.json());
}
