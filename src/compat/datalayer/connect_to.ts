/** Connects a client to another Jupyter server, if the permissions of this process allow it. */

import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { CompatError } from "../../compat_api.ts";
import { StatusError } from "../../jupyter/rest/http.ts";
import type { JupyterTarget } from "../../base/protocol.ts";
import type { Services } from "../../services.ts";
import type { Client } from "./client.ts";

interface ConnectRequest {
  readonly url: string;
  readonly token: string | null;
  readonly provider: string;
}

/**
 * Checks the server, switches to it and returns its label; throws {@linkcode CompatError} and changes nothing if it
 * cannot be used.
 */
export async function connectTo(
  client: Client,
  request: ConnectRequest,
  signal: AbortSignal,
): Promise<{ readonly shownUrl: string; readonly hasToken: boolean }> {
  const services = await servicesAt(client, request, signal);
  client.moveTo({ documents: services, kernels: services });
  return { shownUrl: shown(request.url), hasToken: services.http.target.token !== "" };
}

/** The services of a server that has answered. */
export async function servicesAt(
  client: Client,
  { url, token, provider }: ConnectRequest,
  signal: AbortSignal,
): Promise<Services> {
  const fail = (reason: string) =>
    new CompatError(
      `Failed to connect to Jupyter server ${shown(url)}: ${reason}. The previous connection is unchanged.`,
    );
  if (provider !== "jupyter") throw fail(`there is no document provider "${provider}" here, only jupyter`);
  const target = targetOf(url, token);
  if (target === undefined) throw fail("it is not an http address");
  if (!isWithinReach(target)) {
    throw fail("it is not on this machine; start this program with its address as --jupyter-url");
  }
  const services = client.servicesFor(target);
  try {
    await services.http.json(z.looseObject({}), ["api", "status"], { signal });
    return services;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw fail(
      error.code === "auth_failed" || error.code === "forbidden"
        ? `the server rejected the token (GET /api/status${returned(error)})`
        : error.message,
    );
  }
}

/** The HTTP status; that of a login page means nothing. */
function returned({ cause }: AppError): string {
  return cause instanceof StatusError ? ` returned ${cause.status}` : "";
}

function targetOf(text: string, token: string | null): JupyterTarget | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  const path = url.pathname.replace(/\/(lab|tree|notebooks)(\/.*)?$/, "/").replace(/\/*$/, "/");
  return {
    url: `${url.origin}${path}`,
    token: token || url.searchParams.get("token") || "",
    origin: "given",
  };
}

function isWithinReach({ url }: JupyterTarget): boolean {
  const { hostname, port, protocol } = new URL(url);
  const host = `${hostname}:${port === "" ? (protocol === "https:" ? 443 : 80) : port}`;
  return Deno.permissions.querySync({ name: "net", host }).state === "granted";
}

function shown(url: string): string {
  return url.replace(/([?&]token=)[^&]*/, "$1…");
}
