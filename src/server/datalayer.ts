/** Datalayer's API: loaded only for `--compat datalayer`. */

import { greeting } from "../compat/datalayer/greeting.ts";
import type { Caller, CompatApi, CompatResult } from "../compat_api.ts";
import type { Logger } from "../base/log.ts";
import { compatMcpApi } from "../mcp/compat_mcp_api.ts";
import { createMcpServer } from "../mcp/mcp_server.ts";
import type { ServedApi } from "./served_api.ts";
import type { Telemetry } from "./telemetry.ts";
import type { RendererPoolOptions } from "../output/renderer_pool.ts";
import type { DatalayerSettings, JupyterTarget, ServerSettings } from "../base/protocol.ts";
import type { ServicesOptions } from "./create_services.ts";
import type { Services } from "../services.ts";

export interface DatalayerOptions extends Pick<ServicesOptions, "askForJupyter" | "acquireLock"> {
  readonly renderer: RendererPoolOptions;
  readonly settings: ServerSettings;
  readonly compat: DatalayerSettings;
  readonly log: Logger;
  readonly secrets: readonly string[];
  readonly telemetry: Telemetry;
}

export function serveDatalayer(options: DatalayerOptions): ServedApi {
  const { log, secrets, settings } = options;
  const listeners: ((uri: string) => void)[] = [];
  const services = new Map<string, Services>();
  let loading: Promise<CompatApi> | undefined;
  const loadOnce = () =>
    loading ??= load(options, services).then((loaded) => {
      loaded.onChange((uri) => listeners.forEach((listener) => listener(uri)));
      return loaded;
    });
  /** Stands for all clients that cannot be told apart: those of a stateless transport, or the one on stdin. */
  const shared: Caller = {};
  const { onCall, within } = options.telemetry;
  const api = { greeting: greeting(settings.version), load: loadOnce, failedCall, log, onCall, within };
  const isStdio = settings.transport.kind === "stdio";
  return {
    create: (era, client) =>
      createMcpServer(compatMcpApi(api, isStdio || client === "shared" ? shared : {}), { era, secrets }),
    route: async (request) => await (await loadOnce()).route(request),
    onServing: (handle) => void listeners.push((uri) => handle.resourceUpdated(uri)),
    services: () => Promise.resolve([...services.values()]),
    close: async () => await (await loading?.catch(() => undefined))?.close(),
  };
}

function failedCall(tool: string, message: string): CompatResult {
  return { content: [{ type: "text", text: `Error executing tool ${tool}: ${message}` }], isError: true };
}

async function load(options: DatalayerOptions, all: Map<string, Services>): Promise<CompatApi> {
  const [{ createDatalayer }, { createServices, closeServices }, { RendererClient }] = await Promise.all([
    import("../compat/datalayer/mod.ts"),
    import("./create_services.ts"),
    import("../output/renderer_client.ts"),
  ]);
  const renderer = new RendererClient(options.renderer);
  const servicesFor = (jupyter: JupyterTarget) => {
    const key = JSON.stringify([jupyter.url, jupyter.token, jupyter.password]);
    const known = all.get(key);
    if (known !== undefined) return known;
    const services = createServices({
      ...options,
      renderer,
      settings: { ...options.settings, jupyter },
      // The launcher can only start the configured Jupyter; one that a client names is running or not.
      askForJupyter: jupyter === options.settings.jupyter ? options.askForJupyter : () => Promise.resolve(),
    });
    services.runs.onEnd(options.telemetry.onRun);
    // Calls of this API do not say which server they are for, so none of them reports the progress of its start.
    services.http.onStarting(() => undefined);
    all.set(key, services);
    return services;
  };
  return createDatalayer({
    settings: options.compat,
    jupyter: options.settings.jupyter,
    servicesFor,
    onKernel: options.telemetry.onKernel,
    close: async () => void await Promise.all([...all.values()].map(closeServices)),
  });
}
