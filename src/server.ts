/**
 * Entry of the sandboxed server: a Worker that can reach the Jupyter host, the knowledge base if it is on, and nothing
 * else.
 *
 * 1. It waits for `start`, creates the services once, serves one transport, and posts `closed` when that has ended.
 * 2. When a stdio client disconnects, or stops this process by a signal, everything ends except background runs that write
 *    into a notebook. Clients end this process soon after, so these continue in a successor process if the launcher can
 *    start one. `closed` is posted when they have been handed over or have ended; after `stop` that is hurried.
 * 3. What the first response does not need is imported later: clients wait for that response.
 */

import "./server/empty_environment.ts";
import { AppError } from "./base/errors.ts";
import type { ImageStore } from "./base/image_store.ts";
import { createLogger, describeErrorOrigin, type Logger, logUnhandled, redact } from "./base/log.ts";
import type { FromServer, ServerSettings, ToServer } from "./base/protocol.ts";
import type { Span } from "./base/telemetry/spans.ts";
import type { FileLock } from "./jupyter/notebooks/file_lock.ts";
import { type Catalog, ownApi, watchResource } from "./mcp/own_api.ts";
import { createServer, type TransportHandle } from "./mcp/server.ts";
import { serveStdio } from "./mcp/stdio.ts";
import { SharedWatches } from "./mcp/subscriptions.ts";
import { Telemetry } from "./server/telemetry.ts";
import { executionUri } from "./output/run_view.ts";
import { secretsIn } from "./server/secrets.ts";
import type { ServedApi } from "./server/served_api.ts";
import type { Services } from "./tool.ts";

/** What no response or log may contain; the managed Jupyter has another token after each start. */
const secrets: string[] = [];
const jupyterListeners = new Set<(message: ToServer) => void>();
const locks = new Map<number, (lock: Omit<FileLock, "release">) => void>();
let lastLock = 0;
const rendererPorts: ((port: MessagePort) => void)[] = [];
const successors: (() => void)[] = [];
const inheritedRuns = Promise.withResolvers<string>();
let stop: (() => Promise<void>) | undefined;

self.onmessage = ({ data }: MessageEvent<ToServer>) => {
  switch (data.kind) {
    case "start":
      secrets.push(...secretsIn(data.settings));
      stop = data.settings.takeOverKernels === undefined ? start(data.settings) : takeOver(data.settings);
      return;
    case "renderer":
      return rendererPorts.shift()?.(data.port);
    case "successor_ready":
      return successors.shift()?.();
    case "runs":
      return inheritedRuns.resolve(data.json);
    case "lock":
      return locks.get(data.id)?.(data);
    case "stop":
      stop?.().catch(() => undefined).then(() => post({ kind: "closed" }));
      return;
    case "jupyter_ready":
      if (data.token !== undefined && !secrets.includes(data.token)) secrets.push(data.token);
      for (const listener of jupyterListeners) listener(data);
      return;
    case "jupyter_failed":
      for (const listener of jupyterListeners) listener(data);
  }
};

function post(message: FromServer): void {
  self.postMessage(message);
}

const renderer = { connect: askForRenderer };

/** Starts to serve; returns a function that ends it. */
function start(settings: ServerSettings): () => Promise<void> {
  const { logLevel: level, logFormat: format } = settings;
  const log = createLogger({ level, format, secrets });
  logUnhandled(log);
  const telemetry = telemetryOf(settings);
  const api = loadApi(settings, { log, telemetry });
  let ending: Promise<void> | undefined;
  const stopping = new AbortController();
  const leave = async () => {
    const isElsewhere = settings.transport.kind === "stdio" &&
      await (await api).handOver?.(stopping.signal);
    if (!isElsewhere) await close(api, serving);
  };
  const end = () =>
    ending ??= leave().catch((error) =>
      log.error(`internal error: at the end: ${describeErrorOrigin(error)}`)
    );
  const onClose = () => void end().finally(() => post({ kind: "closed" }));
  const serving = api.then((loaded) => serve(loaded, { settings, telemetry, log, onClose }));
  serving.catch((error) =>
    post({ kind: "failed", message: `Cannot serve: ${error instanceof Error ? error.message : error}` })
  );
  return () => {
    stopping.abort();
    return end();
  };
}

async function loadApi(settings: ServerSettings, { log, telemetry }: Observers): Promise<ServedApi> {
  const { compat, maxResultBytes } = settings;
  if (compat?.kind === "chartelier") {
    const { serveChartelier } = await import("./server/chartelier.ts");
    return serveChartelier({ maxResultBytes, log, secrets, onCall: telemetry.onCall, renderer });
  }
  if (compat === undefined) return serveOwn(settings, { log, telemetry });
  const { serveDatalayer } = await import("./server/datalayer.ts");
  return serveDatalayer({
    settings,
    compat,
    log,
    secrets,
    telemetry,
    askForJupyter,
    renderer,
    acquireLock,
  });
}

/** Takes over runs from another process; returns a function that ends this. */
function takeOver(settings: ServerSettings): () => Promise<void> {
  const { takeOverKernels: kernels = [], logLevel: level, logFormat: format } = settings;
  const log = createLogger({ level, format, secrets });
  logUnhandled(log);
  const services = { settings, log, askForJupyter, renderer, acquireLock };
  const onListening = () => post({ kind: "ready_for_runs" });
  void import("./server/finish_runs.ts")
    .then(({ finishRuns }) => finishRuns({ ...services, kernels, onListening, runs: inheritedRuns.promise }))
    .catch((error) => log.warning("runs could not be taken over", { reason: String(error) }))
    .finally(() => post({ kind: "closed" }));
  return () => Promise.resolve();
}

function telemetryOf(settings: ServerSettings): Telemetry {
  const { version, spans = false, logCode } = settings;
  const onSpan = spans ? (span: Span) => post({ kind: "span", span }) : undefined;
  const codeText = logCode ? (text: string) => redact(text, secrets) : undefined;
  return new Telemetry({ version, startedAt: Date.now(), onSpan, codeText });
}

interface Observers {
  readonly log: Logger;
  readonly telemetry: Telemetry;
}

function serveOwn(settings: ServerSettings, { log, telemetry }: Observers): ServedApi {
  const serving = Promise.withResolvers<TransportHandle>();
  let loading: Promise<Catalog> | undefined;
  const catalog = () =>
    loading ??= import("./server/catalog.ts").then(({ createCatalog }) => {
      const loaded = createCatalog({ settings, log, askForJupyter, renderer, acquireLock });
      loaded.services.executions.onEnd(telemetry.onRun);
      void serving.promise.then((handle) => announce(loaded.services, handle));
      return loaded;
    });
  const notify = (uri: string) => void serving.promise.then((handle) => handle.resourceUpdated(uri));
  const watches = new SharedWatches({
    start: (uri, watcher) => watchResource(catalog, uri, watcher),
    notify,
    onError: (uri, error) => log.warning("resource cannot be watched", { uri, error: String(error) }),
  });
  const { version, logCode, maxResultBytes } = settings;
  const { onCall, within } = telemetry;
  const api = ownApi({
    version,
    offered: settings,
    catalog,
    dialogues: new Map(),
    log,
    logCode,
    maxResultBytes,
    watch: watches.watch,
    onCall,
    within,
  });
  const services = async () => (await loading?.catch(() => undefined))?.services;
  return {
    create: (era) => createServer(api, { era, secrets }),
    onServing: serving.resolve,
    watch: watches.watch,
    services: async () => [await services()].filter((one) => one !== undefined),
    async handOver(stopping) {
      const made = await services();
      if (made === undefined) return false;
      const { handOverRuns } = await import("./server/hand_over_runs.ts");
      return await handOverRuns(made, {
        log,
        startSuccessor,
        handOver: (json) => post({ kind: "hand_over", json }),
        stopping,
      });
    },
    async close() {
      watches.close();
      const made = await services();
      if (made !== undefined) await (await import("./server/services.ts")).closeServices(made);
    },
  };
}

/** Resolves when a successor process is ready to continue the runs of these kernels; never if there is none. */
function startSuccessor(kernels: readonly string[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  successors.push(resolve);
  post({ kind: "need_successor", kernels });
  return promise;
}

async function close(
  api: Promise<ServedApi>,
  serving: Promise<TransportHandle | undefined>,
): Promise<void> {
  await (await api).close();
  await (await serving.catch(() => undefined))?.close();
}

interface ServeOptions extends Observers {
  readonly settings: ServerSettings;
  readonly onClose: () => void;
}

/** Serves the transport; undefined if it cannot listen, which is then reported to the launcher. */
async function serve(
  { create, route, onServing, services, watch }: ServedApi,
  { settings: { transport, version, compat }, telemetry: { metrics }, log, onClose }: ServeOptions,
): Promise<TransportHandle | undefined> {
  if (transport.kind === "stdio") {
    const handle = serveStdio((era) => create(era, "own"), { log, watch, onClose });
    onServing(handle);
    return handle;
  }
  const { serveHttp } = await import("./mcp/http.ts");
  try {
    const onListen = (url: string) => post({ kind: "listening", url });
    const compatOptions = route === undefined ? {} : {
      manage: route,
      allowSessionless: true,
      origins: compat?.kind === "datalayer" ? compat.origins : [],
    };
    const gauges = async () => (await import("./server/services.ts")).gaugesOf(await services());
    const health = { version, metrics, gauges };
    const handle = await serveHttp(create, { ...transport, log, onListen, health, watch, ...compatOptions });
    onServing(handle);
    return handle;
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    const state = isTaken ? "the port is in use" : String(error);
    post({ kind: "failed", message: `Cannot listen on ${transport.host}:${transport.port}: ${state}` });
    return undefined;
  }
}

/** Notifies clients of new images and of runs that have ended. */
function announce({ images, executions }: Services, serving: TransportHandle): void {
  announceImages(images, () => serving.resourcesChanged());
  executions.onEnd(({ id }) => serving.resourceUpdated(executionUri(id)));
}

/** A run with many figures changes the list many times; clients are notified once. */
function announceImages(images: ImageStore, notify: () => void): void {
  let waiting = false;
  images.onChange(() => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      notify();
    });
  });
}

/** Asks the launcher for Jupyter, which it may have to start first. */
function askForJupyter(): Promise<string | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  const listener = (message: ToServer) => {
    jupyterListeners.delete(listener);
    if (message.kind === "jupyter_ready") return resolve(message.token);
    if (message.kind !== "jupyter_failed") return;
    const { code, message: text, hint } = message.error;
    reject(new AppError(code, text, hint === undefined ? {} : { hint }));
  };
  jupyterListeners.add(listener);
  post({ kind: "need_jupyter" });
  return promise;
}

/** Waits until no other process of this user works on the file with this name. */
async function acquireLock(name: string): Promise<FileLock> {
  const id = ++lastLock;
  const { promise, resolve } = Promise.withResolvers<Omit<FileLock, "release">>();
  locks.set(id, resolve);
  post({ kind: "need_lock", id, name });
  const { isLocked, record } = await promise;
  locks.delete(id);
  return { isLocked, record, release: (left) => post({ kind: "release_lock", id, record: left }) };
}

function askForRenderer(): Promise<MessagePort> {
  const { promise, resolve } = Promise.withResolvers<MessagePort>();
  rendererPorts.push(resolve);
  post({ kind: "need_renderer" });
  return promise;
}
