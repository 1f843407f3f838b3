/**
 * The sandboxed server: a Worker that reaches the Jupyter host, the knowledge base where it is on, and nothing else.
 *
 * Waits for `start`, builds the services once, serves one transport, and says `closed` when that has ended. A client
 * that leaves over stdio ends all but the runs that were handed over and write into a notebook: those go on, in another
 * process where the launcher can start one, since clients end this one soon. `closed` comes when they are given away or
 * over, or at once after `stop`.
 * What the first answer does not need is imported when it is needed: clients wait for that answer.
 */

import "./server/sealed_environment.ts";
import { AppError } from "./base/errors.ts";
import type { ImageStore } from "./base/image_store.ts";
import type { FileLock } from "./jupyter/notebooks/file_lock.ts";
import { createLogger, type Logger } from "./base/log.ts";
import type { CreateFrame } from "./mcp/http.ts";
import { type App, createFrame } from "./mcp/server.ts";
import { serveStdio } from "./mcp/stdio.ts";
import type { TransportHandle } from "./mcp/transport_handle.ts";
import { type Watch, Watches, watchResource } from "./mcp/watches.ts";
import { Observation } from "./server/observation.ts";
import { executionUri } from "./output/run_view.ts";
import type { FromServer, ServerSettings, ToServer } from "./base/protocol.ts";
import { secretsIn } from "./server/secrets.ts";
import type { Span } from "./base/telemetry/spans.ts";
import type { Services } from "./tool.ts";
import { logUnhandled, placeOf } from "./base/unhandled.ts";

const jupyterListeners = new Set<(message: ToServer) => void>();
const turns = new Map<number, (turn: Omit<FileLock, "release">) => void>();
let lastTurn = 0;
const rendererPorts: ((port: MessagePort) => void)[] = [];
const heirs: (() => void)[] = [];
const inherited = Promise.withResolvers<string>();
let stop: (() => Promise<void>) | undefined;

self.onmessage = ({ data }: MessageEvent<ToServer>) => {
  switch (data.kind) {
    case "start":
      stop = data.settings.takesOver === undefined ? start(data.settings) : inherit(data.settings);
      return;
    case "renderer":
      return rendererPorts.shift()?.(data.port);
    case "heir_ready":
      return heirs.shift()?.();
    case "runs":
      return inherited.resolve(data.json);
    case "turn":
      return turns.get(data.id)?.(data);
    case "stop":
      stop?.().catch(() => undefined).then(() => say({ kind: "closed" }));
      return;
    case "jupyter_ready":
    case "jupyter_failed":
      for (const listener of jupyterListeners) listener(data);
  }
};

function say(message: FromServer): void {
  self.postMessage(message);
}

const renderer = { connect: askForRenderer };

/** Starts serving; returns the way to end it. */
function start(settings: ServerSettings): () => Promise<void> {
  const { logLevel: level, logFormat: format } = settings;
  const log = createLogger({ level, format, secrets: secretsIn(settings) });
  logUnhandled(log);
  const observation = observationOf(settings);
  const program = loadProgram(settings, { log, observation });
  let ending: Promise<void> | undefined;
  const end = () => ending ??= close(program, serving);
  const left = async () => {
    if (await (await program).goOn?.()) ending = Promise.resolve();
    await end();
  };
  const onClose = () => {
    left().catch((error) => log.error(`internal error: at the end: ${placeOf(error)}`))
      .finally(() => say({ kind: "closed" }));
  };
  const serving = program.then((loaded) => serve(loaded, { settings, observation, log, onClose }));
  serving.catch((error) =>
    say({ kind: "failed", message: `Cannot serve: ${error instanceof Error ? error.message : error}` })
  );
  return end;
}

async function loadProgram(settings: ServerSettings, { log, observation }: Surroundings): Promise<Program> {
  const { compat, face, maxResultBytes } = settings;
  const secrets = secretsIn(settings);
  if (face === "chartelier") {
    const { createChartelierProgram } = await import("./server/chartelier.ts");
    return createChartelierProgram({ maxResultBytes, log, secrets, onCall: observation.onCall, renderer });
  }
  if (compat === undefined) return ownProgram(settings, { log, observation });
  const { createDatalayerProgram } = await import("./server/datalayer.ts");
  return createDatalayerProgram({
    settings,
    compat,
    log,
    secrets,
    observation,
    askForJupyter,
    renderer,
    takeTurn,
  });
}

/** Takes runs over from another process; returns the way to end that. */
function inherit(settings: ServerSettings): () => Promise<void> {
  const { takesOver: kernels = [], logLevel: level, logFormat: format } = settings;
  const log = createLogger({ level, format, secrets: secretsIn(settings) });
  logUnhandled(log);
  const services = { settings, log, askForJupyter, renderer, takeTurn };
  const onListening = () => say({ kind: "listens" });
  void import("./server/successor.ts")
    .then(({ finishRuns }) => finishRuns({ ...services, kernels, onListening, runs: inherited.promise }))
    .catch((error) => log.warning("runs could not be taken over", { reason: String(error) }))
    .finally(() => say({ kind: "closed" }));
  return () => Promise.resolve();
}

function observationOf({ version, spans = false }: ServerSettings): Observation {
  const onSpan = spans ? (span: Span) => say({ kind: "span", span }) : undefined;
  return new Observation({ version, startedAt: Date.now(), onSpan });
}

/** What is served: the program's own tools, or another face of it. */
interface Program {
  readonly create: CreateFrame;
  readonly manage?: (request: Request) => Promise<Response | undefined>;
  readonly serveOver: (handle: TransportHandle) => void;
  /** Has resources watched that clients want to hear of. */
  readonly watch?: Watch;
  /** What holds state at this moment. */
  readonly services: () => Promise<readonly Services[]>;
  /** Resolves when nothing that a client has started goes on without it here; true where it goes on elsewhere. */
  readonly goOn?: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

interface Surroundings {
  readonly log: Logger;
  readonly observation: Observation;
}

function ownProgram(settings: ServerSettings, { log, observation }: Surroundings): Program {
  const serving = Promise.withResolvers<TransportHandle>();
  let loading: Promise<App> | undefined;
  const app = () =>
    loading ??= import("./server/app.ts").then(({ createApp }) => {
      const loaded = createApp({ settings, log, askForJupyter, renderer, takeTurn });
      loaded.services.executions.onEnd(observation.onRun);
      void serving.promise.then((handle) => announce(loaded.services, handle));
      return loaded;
    });
  const tell = (uri: string) => void serving.promise.then((handle) => handle.resourceUpdated(uri));
  const watches = new Watches({
    begin: (uri, watcher) => watchResource(app, uri, watcher),
    tell,
    fail: (uri, error) => log.warning("resource cannot be watched", { uri, error: String(error) }),
  });
  const { version, logCode, maxResultBytes } = settings;
  const { onCall, within } = observation;
  const frame = {
    version,
    offered: settings,
    app,
    dialogues: new Map(),
    log,
    secrets: secretsIn(settings),
    logCode,
    maxResultBytes,
    watch: watches.watch,
    onCall,
    within,
  };
  const services = async () => (await loading?.catch(() => undefined))?.services;
  return {
    create: (era) => createFrame(frame, era),
    serveOver: serving.resolve,
    watch: watches.watch,
    services: async () => [await services()].filter((one) => one !== undefined),
    async goOn() {
      const made = await services();
      if (made === undefined) return false;
      const { outlive } = await import("./server/handover.ts");
      return await outlive(made, { log, findHeir, handOver: (json) => say({ kind: "hand_over", json }) });
    },
    async close() {
      watches.close();
      const made = await services();
      if (made !== undefined) await (await import("./server/services.ts")).closeServices(made);
    },
  };
}

/** Resolves when another process can go on with the runs of these kernels; never where none can. */
function findHeir(kernels: readonly string[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  heirs.push(resolve);
  say({ kind: "need_heir", kernels });
  return promise;
}

async function close(
  program: Promise<Program>,
  serving: Promise<TransportHandle | undefined>,
): Promise<void> {
  await (await program).close();
  await (await serving.catch(() => undefined))?.close();
}

interface ServeOptions extends Surroundings {
  readonly settings: ServerSettings;
  readonly onClose: () => void;
}

/** Serves the transport; undefined where it cannot listen, which has then been said. */
async function serve(
  { create, manage, serveOver, services, watch }: Program,
  { settings: { transport, version, compat }, observation: { metrics }, log, onClose }: ServeOptions,
): Promise<TransportHandle | undefined> {
  if (transport.kind === "stdio") {
    const handle = serveStdio((era) => create(era, "own"), { log, watch, onClose });
    serveOver(handle);
    return handle;
  }
  const { serveHttp } = await import("./mcp/http.ts");
  try {
    const onListen = (url: string) => say({ kind: "listening", url });
    const face = manage === undefined
      ? {}
      : { manage, allowSessionless: true, origins: compat?.origins ?? [] };
    const gauges = async () => (await import("./server/services.ts")).gaugesOf(await services());
    const health = { version, metrics, gauges };
    const handle = await serveHttp(create, { ...transport, log, onListen, health, watch, ...face });
    serveOver(handle);
    return handle;
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    const state = isTaken ? "the port is in use" : String(error);
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

/** Waits until no other process of this user works on what has this name. */
async function takeTurn(name: string): Promise<FileLock> {
  const id = ++lastTurn;
  const { promise, resolve } = Promise.withResolvers<Omit<FileLock, "release">>();
  turns.set(id, resolve);
  say({ kind: "need_turn", id, name });
  const { isLocked, record } = await promise;
  turns.delete(id);
  return { isLocked, record, release: (left) => say({ kind: "end_turn", id, record: left }) };
}

function askForRenderer(): Promise<MessagePort> {
  const { promise, resolve } = Promise.withResolvers<MessagePort>();
  rendererPorts.push(resolve);
  say({ kind: "need_renderer" });
  return promise;
}
