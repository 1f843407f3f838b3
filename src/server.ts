/**
 * The sandboxed server: a Worker that reaches the Jupyter host and nothing else.
 *
 * Waits for `start`, builds the services once, serves one transport, and says `closed` when that has ended.
 * What the first answer does not need is imported when it is needed: clients wait for that answer.
 */

import { AppError } from "./errors.ts";
import { ImageStore } from "./images.ts";
import { Executions } from "./jupyter/kernel/executions.ts";
import { KernelPool } from "./jupyter/kernel/pool.ts";
import { JupyterHttp } from "./jupyter/rest/http.ts";
import { Notebooks } from "./jupyter/notebooks.ts";
import { Sessions } from "./jupyter/sessions.ts";
import { createLogger, type Logger } from "./log.ts";
import { createFrame, type Era, type FrameOptions } from "./mcp/server.ts";
import { serveStdio } from "./mcp/stdio.ts";
import type { TransportHandle } from "./mcp/transport_handle.ts";
import { executionUri } from "./render/run_view.ts";
import { resources } from "./resources/mod.ts";
import type { FromServer, ServerSettings, ToServer } from "./rooms.ts";
import type { Presenter, Services } from "./tool.ts";
import { toolsets } from "./tools/mod.ts";

const jupyterListeners = new Set<(message: ToServer) => void>();
const rendererPorts: ((port: MessagePort) => void)[] = [];
let stop: (() => Promise<void>) | undefined;

self.onmessage = ({ data }: MessageEvent<ToServer>) => {
  switch (data.kind) {
    case "start":
      stop = start(data.settings);
      return;
    case "renderer":
      return rendererPorts.shift()?.(data.port);
    case "stop":
      return void stop?.().then(() => say({ kind: "closed" }));
    case "jupyter_ready":
    case "jupyter_failed":
      for (const listener of jupyterListeners) listener(data);
  }
};

function say(message: FromServer): void {
  self.postMessage(message);
}

/** Starts serving; returns the way to end it. */
function start(settings: ServerSettings): () => Promise<void> {
  const { jupyter, transport } = settings;
  const secrets = [jupyter.token, ...(transport.kind === "http" ? [transport.token] : [])];
  const log = createLogger({ level: settings.logLevel, secrets });
  const services = createServices(settings, log);
  const frame = frameOptions(settings, services, log);
  let ending: Promise<void> | undefined;
  const end = () => ending ??= close(services, serving);
  const serving = serve(frame, transport, () => void end().then(() => say({ kind: "closed" })));
  serving.then(
    (handle) => handle && announce(services, handle),
    (error) =>
      say({ kind: "failed", message: `Cannot serve: ${error instanceof Error ? error.message : error}` }),
  );
  return end;
}

async function close(services: Services, serving: Promise<TransportHandle | undefined>): Promise<void> {
  await services.kernels.close();
  await services.notebooks.close();
  services.http.close();
  await (await serving.catch(() => undefined))?.close();
}

/** Serves the transport; undefined where it cannot listen, which has then been said. */
async function serve(
  frame: FrameOptions,
  transport: ServerSettings["transport"],
  onClose: () => void,
): Promise<TransportHandle | undefined> {
  const create = (era: Era) => createFrame(frame, era);
  if (transport.kind === "stdio") return serveStdio(create, { log: frame.log, onClose });
  const { serveHttp } = await import("./mcp/http.ts");
  try {
    const onListen = (url: string) => say({ kind: "listening", url });
    return serveHttp(create, { ...transport, log: frame.log, onListen });
  } catch (error) {
    const state = error instanceof Deno.errors.AddrInUse ? "the port is in use" : String(error);
    say({ kind: "failed", message: `Cannot listen on ${transport.host}:${transport.port}: ${state}` });
    return undefined;
  }
}

/** Tells clients of new images and of runs that have ended. */
function announce({ images, executions }: Services, serving: TransportHandle): void {
  tellOfImages(images, () => serving.resourcesChanged());
  executions.onEnd(({ id }) => serving.resourceUpdated(executionUri(id)));
}

/** A run with many figures changes the list many times; clients are told once. */
function tellOfImages(images: ImageStore, tell: () => void): void {
  let waiting = false;
  images.onChange(() => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      tell();
    });
  });
}

function createServices(settings: ServerSettings, log: Logger): Services {
  // A Jupyter of our own may have to be started again; any other is there or not, whatever the launcher does.
  const ready = settings.jupyter.origin === "managed" ? askForJupyter : once(askForJupyter);
  const http = new JupyterHttp({ target: settings.jupyter, ready });
  const kernels = new KernelPool(http, log);
  const images = new ImageStore();
  return {
    http,
    kernels,
    images,
    executions: new Executions(),
    sessions: new Sessions({ http, kernels, maxSessions: settings.maxSessions }),
    notebooks: new Notebooks(http, kernels),
    presenter: lazyPresenter(images, settings.maxResultBytes),
  };
}

function lazyPresenter(images: ImageStore, maxResultBytes: number): Presenter {
  let loading: Promise<Presenter> | undefined;
  const presenter = () =>
    loading ??= Promise.all([import("./render/presenter.ts"), import("./render/renderer_client.ts")])
      .then(([{ createPresenter }, { RendererClient }]) =>
        createPresenter({ images, renderer: new RendererClient(askForRenderer), maxResultBytes })
      );
  return {
    maxBytes: maxResultBytes,
    notebook: async (...view) => (await presenter()).notebook(...view),
    run: async (...run) => (await presenter()).run(...run),
    text: async (execution) => (await presenter()).text(execution),
    image: async (...image) => (await presenter()).image(...image),
  };
}

function frameOptions(settings: ServerSettings, services: Services, log: Logger): FrameOptions {
  const offered = toolsets.filter(({ name }) => settings.toolsets.includes(name)).flatMap(({ tools }) =>
    tools
  );
  const allowed = offered.filter((tool) => !settings.readOnly || tool.annotations.readOnlyHint);
  return {
    version: settings.version,
    tools: allowed,
    hiddenTools: new Set(offered.filter((tool) => !allowed.includes(tool)).map((tool) => tool.name)),
    resources,
    services,
    dialogues: new Map(),
    log,
    logCode: settings.logCode,
    maxResultBytes: settings.maxResultBytes,
  };
}

/** Remembers a success; a failure is tried again at the next call. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work().catch((error) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}

/** Asks the launcher for Jupyter, which it may have to start first. */
function askForJupyter(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const listener = (message: ToServer) => {
    jupyterListeners.delete(listener);
    if (message.kind !== "jupyter_failed") return resolve();
    const { code, message: text, hint } = message.error;
    reject(new AppError(code, text, hint === undefined ? {} : { hint }));
  };
  jupyterListeners.add(listener);
  say({ kind: "need_jupyter" });
  return promise;
}

function askForRenderer(): Promise<MessagePort> {
  const { promise, resolve } = Promise.withResolvers<MessagePort>();
  rendererPorts.push(resolve);
  say({ kind: "need_renderer" });
  return promise;
}
