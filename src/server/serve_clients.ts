/**
 * Serves MCP clients over one transport: our own tools, or the API of another server that we replace.
 *
 * When a stdio client disconnects, or stops this process by a signal, everything ends except background runs that write
 * into a notebook. Clients end this process soon after, so these continue in a successor process if the launcher can start
 * one. `closed` is posted when they have been handed over or have ended; after `stop` that is hurried.
 */

import { messageOf } from "../base/errors.ts";
import type { ImageStore } from "../base/image_store.ts";
import { describeErrorOrigin, type Logger, redact } from "../base/log.ts";
import type { ServerSettings } from "../base/protocol.ts";
import type { Span } from "../base/telemetry/spans.ts";
import { ownApi, watchResource } from "../mcp/own_api.ts";
import { endedMessage } from "../mcp/run_tool.ts";
import { createMcpServer, type TransportHandle } from "../mcp/mcp_server.ts";
import { serveStdio } from "../mcp/stdio.ts";
import { SharedWatches } from "../mcp/subscriptions.ts";
import { executionUri } from "../output/presented_run.ts";
import type { Services } from "../services.ts";
import type { LauncherLink } from "./launcher_link.ts";
import { LazyCatalog } from "./lazy_catalog.ts";
import type { ServedApi } from "./served_api.ts";
import { Telemetry } from "./telemetry.ts";

type Transport = Exclude<ServerSettings["transport"], { kind: "launcher" }>;

interface ServeOptions {
  readonly transport: Transport;
  readonly log: Logger;
  readonly link: LauncherLink;
}

/** Starts to serve; returns a function that ends it. */
export function serveClients(
  settings: ServerSettings,
  { transport, log, link }: ServeOptions,
): () => Promise<void> {
  const telemetry = telemetryOf(settings, link);
  const observed = { log, link, telemetry };
  const api = loadApi(settings, observed);
  let ending: Promise<void> | undefined;
  const stopping = new AbortController();
  const leave = async () => {
    const isElsewhere = transport.kind === "stdio" && await (await api).handOver?.(stopping.signal);
    if (!isElsewhere) await close(api, serving);
  };
  const end = () =>
    ending ??= leave().catch((error) =>
      log.error(`internal error: at the end: ${describeErrorOrigin(error)}`)
    );
  const onClose = () => void end().finally(() => link.post({ kind: "closed" }));
  const serving = api.then((loaded) => serve(loaded, { ...observed, settings, transport, onClose }));
  serving.catch((error) => {
    link.post({ kind: "failed", message: `Cannot serve: ${messageOf(error)}` });
  });
  return () => {
    stopping.abort();
    return end();
  };
}

interface Observers {
  readonly log: Logger;
  readonly link: LauncherLink;
  readonly telemetry: Telemetry;
}

async function loadApi(settings: ServerSettings, observers: Observers): Promise<ServedApi> {
  const { compat, maxResultBytes } = settings;
  const { log, telemetry, link: { secrets, renderer, askForJupyter, acquireLock } } = observers;
  if (compat?.kind === "chartelier") {
    const { serveChartelier } = await import("./chartelier.ts");
    return serveChartelier({ maxResultBytes, log, secrets, onCall: telemetry.onCall, renderer });
  }
  if (compat === undefined) return serveOwn(settings, observers);
  const { serveDatalayer } = await import("./datalayer.ts");
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

function telemetryOf(settings: ServerSettings, { post, secrets }: LauncherLink): Telemetry {
  const { version, spans = false, logCode } = settings;
  const onSpan = spans ? (span: Span) => post({ kind: "span", span }) : undefined;
  const codeText = logCode ? (text: string) => redact(text, secrets) : undefined;
  return new Telemetry({ version, startedAt: Date.now(), onSpan, codeText });
}

function serveOwn(settings: ServerSettings, { log, link, telemetry }: Observers): ServedApi {
  const serving = Promise.withResolvers<TransportHandle>();
  const catalog = new LazyCatalog({
    settings,
    log,
    link,
    onCreated: (services) => {
      services.runs.onEnd(telemetry.onRun);
      void serving.promise.then((handle) => announce(services, handle));
    },
  });
  const notify = (uri: string) => void serving.promise.then((handle) => handle.resourceUpdated(uri));
  const watches = new SharedWatches({
    start: (uri, watcher) => watchResource(catalog.load, uri, watcher),
    notify,
    onError: (uri, error) => log.warning("resource cannot be watched", { uri, error: String(error) }),
  });
  const { version, logCode, maxResultBytes } = settings;
  const { onCall, within } = telemetry;
  const api = ownApi({
    version,
    offered: settings,
    catalog: catalog.load,
    dialogues: new Map(),
    log,
    logCode,
    maxResultBytes,
    watch: watches.watch,
    onCall,
    within,
  });
  return {
    create: (era) => createMcpServer(api, { era, secrets: link.secrets }),
    onServing: serving.resolve,
    watch: watches.watch,
    services: async () => [await catalog.services()].filter((one) => one !== undefined),
    handOver: (stopping) => catalog.handOver(stopping),
    async close() {
      watches.close();
      await catalog.close();
    },
  };
}

async function close(
  api: Promise<ServedApi>,
  serving: Promise<TransportHandle | undefined>,
): Promise<void> {
  await (await api).close();
  await (await serving.catch(() => undefined))?.close();
}

interface TransportOptions extends Observers {
  readonly settings: ServerSettings;
  readonly transport: Transport;
  readonly onClose: () => void;
}

/** Serves the transport; undefined if it cannot listen, which is then reported to the launcher. */
async function serve(
  { create, route, onServing, services, watch }: ServedApi,
  { settings: { version, compat }, transport, telemetry: { metrics }, log, link, onClose }: TransportOptions,
): Promise<TransportHandle | undefined> {
  if (transport.kind === "stdio") {
    const handle = serveStdio((era) => create(era, "own"), { log, watch, onClose });
    onServing(handle);
    return handle;
  }
  const { serveHttp } = await import("../mcp/streamable_http.ts");
  try {
    const onListen = (url: string) => link.post({ kind: "listening", url });
    const compatOptions = route === undefined ? {} : {
      manage: route,
      allowSessionless: true,
      origins: compat?.kind === "datalayer" ? compat.origins : [],
    };
    const gauges = async () => (await import("./create_services.ts")).gaugesOf(await services());
    const health = { version, metrics, gauges };
    const handle = await serveHttp(create, { ...transport, log, onListen, health, watch, ...compatOptions });
    onServing(handle);
    return handle;
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    const state = isTaken ? "the port is in use" : String(error);
    link.post({ kind: "failed", message: `Cannot listen on ${transport.host}:${transport.port}: ${state}` });
    return undefined;
  }
}

/** A call that waits for a run replies within this time of the run's end. */
const replyTime = 1_000;

/** Notifies clients of new images and of runs that have ended. */
function announce({ images, runs }: Services, serving: TransportHandle): void {
  announceImages(images, () => serving.resourcesChanged());
  runs.onEnd((run) => serving.resourceUpdated(executionUri(run.id)));
  runs.onBackgroundEnd((run) => {
    if (run.following !== undefined) serving.resourceUpdated(executionUri(run.execution.id));
    setTimeout(() => {
      if (runs.isUnreported(run)) serving.sendToChannel(endedMessage(run));
    }, replyTime);
  });
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
