/**
 * The sandboxed server: a Worker that reaches the Jupyter host, the knowledge base where it is on, and nothing else.
 *
 * Waits for `start`, builds the services once, serves one transport, and says `closed` when that has ended. A client
 * that leaves over stdio ends all but the runs that were handed over and write into a notebook: those go on, and
 * `closed` comes after the last of them, or at once after `stop`.
 * What the first answer does not need is imported when it is needed: clients wait for that answer.
 */

import { AppError } from "./errors.ts";
import type { ImageStore } from "./images.ts";
import { createLogger, type Logger } from "./log.ts";
import { type App, createFrame, type Era, type FrameOptions } from "./mcp/server.ts";
import { serveStdio } from "./mcp/stdio.ts";
import type { TransportHandle } from "./mcp/transport_handle.ts";
import { executionUri } from "./render/run_view.ts";
import type { FromServer, ServerSettings, ToServer } from "./rooms.ts";
import type { Services } from "./tool.ts";

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
  let loading: Promise<App> | undefined;
  const app = () =>
    loading ??= import("./app.ts").then(async ({ createApp }) => {
      const loaded = createApp({
        settings,
        log,
        askForJupyter,
        renderer: { connect: askForRenderer, end: endRenderer },
      });
      const handle = await serving;
      if (handle !== undefined) announce(loaded.services, handle);
      return loaded;
    });
  const { version, logCode, maxResultBytes } = settings;
  const frame = { version, app, dialogues: new Map(), log, logCode, maxResultBytes };
  let ending: Promise<void> | undefined;
  const end = () => ending ??= close(loading, serving);
  const left = async () => {
    await goOn(loading, log);
    await end();
    say({ kind: "closed" });
  };
  const serving = serve(frame, transport, () => void left());
  serving.catch((error) =>
    say({ kind: "failed", message: `Cannot serve: ${error instanceof Error ? error.message : error}` })
  );
  return end;
}

/** Resolves when no run writes into a notebook by itself any more. */
async function goOn(loading: Promise<App> | undefined, log: Logger): Promise<void> {
  const services = (await loading?.catch(() => undefined))?.services;
  if (services === undefined) return;
  await services.kernels.abandon();
  log.debug("the client has gone; runs that write into notebooks go on");
  await services.notebooks.unattended.settled();
}

async function close(
  loading: Promise<App> | undefined,
  serving: Promise<TransportHandle | undefined>,
): Promise<void> {
  const services = (await loading?.catch(() => undefined))?.services;
  if (services !== undefined) await (await import("./services.ts")).closeServices(services);
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

function endRenderer(): void {
  say({ kind: "end_renderer" });
}
