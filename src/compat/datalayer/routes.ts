/** HTTP addresses beside MCP: health, connecting to another Jupyter, releasing the current notebook. */

import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { CompatError } from "../../compat_api.ts";
import { isRunning, release, startAtOnce } from "./notebook_kernel.ts";
import type { Client } from "./client.ts";
import type { Clients } from "./clients.ts";
import { servicesAt } from "./connect_to.ts";

const healthLimit = 3_000;
const connectLimit = 30_000;

const text = z.string().nullish();

const connection = z.looseObject({
  document_provider: text,
  provider: text,
  document_url: text,
  document_id: text,
  document_token: text,
  code_sandbox_url: z.string(),
  code_sandbox_id: text,
  code_sandbox_token: text,
});

/** Answers a request that has passed the access checks; undefined if there is no such address. */
export async function route(request: Request, clients: Clients): Promise<Response | undefined> {
  const path = new URL(request.url).pathname.replace(/\/+$/, "");
  switch (path) {
    case "/api/healthz":
      return request.method === "GET" ? await health(clients.last) : wrongMethod("GET");
    case "/api/connect":
      return request.method === "PUT" ? await connect(request, clients) : wrongMethod("PUT");
    case "/api/stop":
      return request.method === "DELETE" ? await stop(clients) : wrongMethod("DELETE");
    default:
      return undefined;
  }
}

function wrongMethod(allowed: string): Response {
  return new Response("Method Not Allowed", { status: 405, headers: { Allow: allowed } });
}

async function health(client: Client): Promise<Response> {
  return Response.json({
    success: true,
    service: "jupyter-mcp-server",
    message: "Jupyter MCP Server is running.",
    status: "healthy",
    kernel_status: await kernelStatus(client),
  });
}

async function kernelStatus(client: Client): Promise<string> {
  try {
    await startAtOnce(client, AbortSignal.timeout(connectLimit));
    const used = client.notebooks.get(client.current ?? "");
    if (used?.backend === undefined) return "not_initialized";
    const { kernelId } = used.backend;
    const isAlive = await isRunning(used.servers.kernels, kernelId, AbortSignal.timeout(healthLimit));
    return isAlive ? "alive" : "dead";
  } catch {
    return "error";
  }
}

async function connect(request: Request, clients: Clients): Promise<Response> {
  const parsed = connection.safeParse(await request.json().catch(() => undefined));
  if (!parsed.success) return refused("The body must be JSON with code_sandbox_url and its token", 400);
  const { code_sandbox_url, document_url, document_id, ...given } = parsed.data;
  const provider = given.document_provider ?? given.provider ?? "jupyter";
  const signal = AbortSignal.timeout(connectLimit);
  try {
    const client = clients.last;
    const token = given.code_sandbox_token || null;
    const kernels = await servicesAt(client, { url: code_sandbox_url, token, provider }, signal);
    const url = document_url || code_sandbox_url;
    const documents = url === code_sandbox_url
      ? kernels
      : await servicesAt(client, { url, token: given.document_token || token, provider }, signal);
    clients.move({ kernels, documents }, document_id || undefined);
    return Response.json({ success: true });
  } catch (error) {
    if (error instanceof CompatError || error instanceof AppError) return refused(error.message, 500);
    throw error;
  }
}

function refused(error: string, status: number): Response {
  return Response.json({ success: false, error }, { status });
}

async function stop(clients: Clients): Promise<Response> {
  clients.forgetDocument();
  try {
    for (const client of clients.all) {
      const used = client.notebooks.get(client.current ?? "");
      if (used === undefined) continue;
      client.drop(used.name);
      await release(used);
    }
    return Response.json({ success: true });
  } catch (error) {
    if (error instanceof AppError) return refused(error.message, 500);
    throw error;
  }
}
