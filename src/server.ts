/**
 * Entry of the sandboxed server: a Worker that can reach the Jupyter host, the folders of the journal and the knowledge
 * base if these are on, and nothing else.
 *
 * 1. It waits for `start`, then serves MCP clients, answers calls of the launcher, or takes over runs of another process.
 * 2. `closed` is posted when that has ended, or at once after `stop`.
 * 3. What the first response does not need is imported later: clients wait for that response.
 */

import "./server/empty_environment.ts";
import { createLogger, logUnhandled } from "./base/log.ts";
import type { JupyterTarget, ServerSettings, ToServer } from "./base/protocol.ts";
import type { LauncherCalls } from "./server/launcher_calls.ts";
import { LauncherLink } from "./server/launcher_link.ts";

const link = new LauncherLink((message) => self.postMessage(message));
let stop: Promise<() => Promise<void>> | undefined;
const calls = Promise.withResolvers<LauncherCalls>();

self.onmessage = ({ data }: MessageEvent<ToServer>) => {
  switch (data.kind) {
    case "start":
      link.secrets.push(...secretsIn(data.settings));
      stop = start(data.settings);
      return;
    case "call":
      return void calls.promise.then((ready) => ready.call(data));
    case "cancel":
      return void calls.promise.then((ready) => ready.cancel(data.id));
    case "disconnect":
      return void calls.promise.then((ready) => ready.disconnect());
    case "stop":
      stop?.then((end) => end()).catch(() => undefined).then(() => link.post({ kind: "closed" }));
      return;
    default:
      link.receive(data);
  }
};

/** What no response or log may contain. */
function secretsIn({ jupyter, transport, compat }: ServerSettings): readonly string[] {
  const secretsOf = ({ token, password = "" }: JupyterTarget) => [token, password];
  return [
    ...secretsOf(jupyter),
    ...(compat?.kind === "datalayer" && compat.documents !== undefined ? secretsOf(compat.documents) : []),
    ...(transport.kind === "http" ? [transport.token ?? ""] : []),
  ];
}

/** Returns a function that ends what it has started. */
async function start(settings: ServerSettings): Promise<() => Promise<void>> {
  const { logLevel: level, logFormat: format, transport, takeOverKernels: kernels } = settings;
  const log = createLogger({ level, format, secrets: link.secrets });
  logUnhandled(log);
  if (kernels !== undefined) {
    const { askForJupyter, renderer, acquireLock, inheritedRuns: runs } = link;
    const { finishRuns } = await import("./server/finish_runs.ts");
    const onListening = () => link.post({ kind: "ready_for_runs" });
    finishRuns({ settings, log, askForJupyter, renderer, acquireLock, kernels, onListening, runs })
      .catch((error) => log.warning("runs could not be taken over", { reason: String(error) }))
      .finally(() => link.post({ kind: "closed" }));
    return () => Promise.resolve();
  }
  if (transport.kind === "launcher") {
    const { LauncherCalls } = await import("./server/launcher_calls.ts");
    const answering = new LauncherCalls({ settings, log, link });
    calls.resolve(answering);
    return () => answering.close();
  }
  const { serveClients } = await import("./server/serve_clients.ts");
  return serveClients(settings, { transport, log, link });
}
