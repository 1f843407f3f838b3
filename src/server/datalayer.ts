/** The program with the face of Datalayer's server: loaded only where `--compat datalayer` asks for it. */

import { greeting } from "../compat/datalayer/greeting.ts";
import type { Caller, Face } from "../compat_api.ts";
import type { Logger } from "../base/log.ts";
import { createFaceFrame } from "../mcp/face_frame.ts";
import type { CreateFrame } from "../mcp/http.ts";
import type { TransportHandle } from "../mcp/transport_handle.ts";
import type { Telemetry } from "./telemetry.ts";
import type { RendererPoolOptions } from "../output/renderer_pool.ts";
import type { DatalayerSettings, JupyterTarget, ServerSettings } from "../base/protocol.ts";
import type { ServicesOptions } from "./services.ts";
import type { Services } from "../tool.ts";

export interface DatalayerProgramOptions extends Pick<ServicesOptions, "askForJupyter" | "takeTurn"> {
  readonly renderer: RendererPoolOptions;
  readonly settings: ServerSettings;
  readonly compat: DatalayerSettings;
  readonly log: Logger;
  readonly secrets: readonly string[];
  readonly observation: Telemetry;
}

export interface DatalayerProgram {
  readonly create: CreateFrame;
  readonly manage: (request: Request) => Promise<Response | undefined>;
  /** Clients are told of changes through this transport from now on. */
  readonly serveOver: (handle: TransportHandle) => void;
  /** What holds state at this moment, by server. */
  readonly services: () => Promise<readonly Services[]>;
  readonly close: () => Promise<void>;
}

export function createDatalayerProgram(options: DatalayerProgramOptions): DatalayerProgram {
  const { log, secrets, settings } = options;
  const listeners: ((uri: string) => void)[] = [];
  const made = new Map<string, Services>();
  let loading: Promise<Face> | undefined;
  const face = () =>
    loading ??= load(options, made).then((loaded) => {
      loaded.onChange((uri) => listeners.forEach((listener) => listener(uri)));
      return loaded;
    });
  /** Stands for all clients that cannot be told apart: of a stateless transport, or the one on stdin. */
  const shared: Caller = {};
  const { onCall, within } = options.observation;
  const frame = { greeting: greeting(settings.version), face, log, secrets, onCall, within };
  const isAlone = settings.transport.kind === "stdio";
  return {
    create: (era, client) => createFaceFrame(frame, era, isAlone || client === "shared" ? shared : {}),
    manage: async (request) => await (await face()).route(request),
    serveOver: (handle) => void listeners.push((uri) => handle.resourceUpdated(uri)),
    services: () => Promise.resolve([...made.values()]),
    close: async () => await (await loading?.catch(() => undefined))?.close(),
  };
}

async function load(options: DatalayerProgramOptions, made: Map<string, Services>): Promise<Face> {
  const [{ createDatalayer }, { createServices, closeServices }, { RendererClient }] = await Promise.all([
    import("../compat/datalayer/mod.ts"),
    import("./services.ts"),
    import("../output/renderer_client.ts"),
  ]);
  const renderer = new RendererClient(options.renderer);
  const link = (jupyter: JupyterTarget) => {
    const key = JSON.stringify([jupyter.url, jupyter.token, jupyter.password]);
    const known = made.get(key);
    if (known !== undefined) return known;
    const services = createServices({
      ...options,
      renderer,
      settings: { ...options.settings, jupyter },
      // The launcher knows of its own Jupyter alone: one that a client names is there or not.
      askForJupyter: jupyter === options.settings.jupyter ? options.askForJupyter : () => Promise.resolve(),
    });
    services.executions.onEnd(options.observation.onRun);
    // Its calls do not say which server they are for.
    services.http.onStarting(() => undefined);
    made.set(key, services);
    return services;
  };
  return createDatalayer({
    settings: options.compat,
    jupyter: options.settings.jupyter,
    link,
    onKernel: options.observation.onKernel,
    close: async () => void await Promise.all([...made.values()].map(closeServices)),
  });
}
