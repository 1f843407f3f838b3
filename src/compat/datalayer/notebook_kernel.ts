/**
 * Finds or starts the kernel for a notebook in use.
 *
 * 1. A notebook gets a Jupyter session of its own, so that the person who opens it gets the same kernel.
 * 2. Nobody waits for a kernel to start until code runs on it.
 * 3. A dead kernel is replaced by a new one, and the next result says that the variables are lost.
 */

import { AppError } from "../../base/errors.ts";
import type { Kernel } from "../../jupyter/kernel/kernel.ts";
import { notebookMissing } from "../../jupyter/notebooks/notebook_errors.ts";
import { listKernels } from "../../jupyter/rest/kernels.ts";
import { createSession, type SessionModel } from "../../jupyter/rest/sessions.ts";
import { statByListing } from "../../jupyter/rest/stat.ts";
import type { Services } from "../../services.ts";
import type { Client, KernelBinding, RunTarget, Servers } from "./client.ts";
import { sessionOfNotebook } from "../../jupyter/sessions/open_session.ts";

/** A connected kernel, and the session under which runs on it are filed. */
export interface RunPlace {
  readonly kernel: Kernel;
  readonly sessionId: string;
}

/** The connected kernel of a notebook; started if there is none. */
export async function placeOf(client: Client, used: RunTarget, signal: AbortSignal): Promise<RunPlace> {
  const before = used.backend;
  if (before === undefined) return await connect(used, await attach(client, used, signal), signal);
  try {
    return await connect(used, before, signal);
  } catch (error) {
    if (!isGone(error)) throw error;
    const place = await connect(used, await attach(client, used, signal), signal);
    place.kernel.noteStateLost("The kernel was gone and a new one was started");
    return place;
  }
}

/** Gives a notebook its backend: the active sandbox, the configured kernel, or its session's. */
export async function attach(client: Client, used: RunTarget, signal: AbortSignal): Promise<KernelBinding> {
  const { kernels } = used.servers;
  const { kernelId } = client.settings;
  const sandbox = client.activeSandbox === undefined ? undefined : client.sandboxes.get(client.activeSandbox);
  const backend = sandbox !== undefined
    ? { ...sandbox.backend, isOurs: false }
    : kernelId !== undefined && await isRunning(kernels, kernelId, signal)
    ? { kernelId, sessionId: undefined, isOurs: false }
    : await startFor(used, signal);
  used.backend = backend;
  return backend;
}

/**
 * Starts the kernel of the current notebook if one was requested at startup: the first request about kernels
 * starts it. Best effort: a failure is reported by the first run.
 */
export async function startAtOnce(client: Client, signal: AbortSignal): Promise<void> {
  const current = client.notebooks.get(client.current ?? "");
  if (client.settings.startKernel !== "at_once" || current === undefined || current.backend !== undefined) {
    return;
  }
  client.starting ??= attach(client, current, signal).catch((error) => {
    if (!(error instanceof AppError)) throw error;
  }).finally(() => client.starting = undefined);
  await client.starting;
}

/** A kernel that no notebook shares. */
export async function startIsolated({ kernels }: Servers, signal: AbortSignal): Promise<KernelBinding> {
  const { session } = await kernels.sessions.start({ resolvesBeforeReady: true, signal });
  return { kernelId: session.kernel.id, sessionId: session.id, isOurs: true };
}

/** A new kernel for a notebook: that of its session, if it has none yet. */
export async function startNew(target: RunTarget, signal: AbortSignal): Promise<KernelBinding> {
  const isBound = await sessionOf(target, signal) !== undefined;
  const started = isBound ? undefined : await startFor(target, signal).catch((error) => {
    // The kernelspec of the notebook may not be installed: Datalayer's server then requests any kernel.
    if (!(error instanceof AppError) || error.code !== "kernelspec_not_found") throw error;
  });
  // Someone else may have been first; their kernel is used then.
  return started?.isOurs ? started : await startIsolated(target.servers, signal);
}

/** What has come of the session of a notebook that borrows a kernel; none where the kernels know no notebooks. */
export type Binding =
  | { readonly kind: "none" }
  | { readonly kind: "created" | "found"; readonly session: SessionModel };

/** The backend on a running kernel; the notebook gets a session with it if it has none. */
export async function borrow(
  { path, servers }: RunTarget,
  kernelId: string,
  signal: AbortSignal,
): Promise<{ readonly backend: KernelBinding; readonly binding: Binding }> {
  const backend = { kernelId, sessionId: undefined, isOurs: false };
  if (path === null || isSplit(servers)) return { backend, binding: { kind: "none" } };
  const found = await sessionOf({ path, servers }, signal);
  if (found !== undefined) return { backend, binding: { kind: "found", session: found } };
  const name = path.split("/").at(-1) ?? path;
  const session = await createSession(
    servers.kernels.http,
    { path, name, type: "notebook", kernel: { id: kernelId } },
    { signal },
  );
  return { backend, binding: { kind: "created", session } };
}

/** The Jupyter session of a notebook, such as that of a person who has it open. */
export async function sessionOf(
  { path, servers }: Pick<RunTarget, "path" | "servers">,
  signal: AbortSignal,
): Promise<SessionModel | undefined> {
  if (isSplit(servers)) return undefined;
  return path === null ? undefined : await sessionOfNotebook(servers.kernels.http, path, { signal });
}

/** Ends a kernel that we started, unless someone else uses it by now. */
export async function release(
  { servers, backend }: Pick<RunTarget, "servers" | "backend">,
): Promise<void> {
  if (backend?.sessionId === undefined || !backend.isOurs) return;
  const { sessions, notebooks } = servers.kernels;
  const session = await sessions.find(backend.sessionId).catch((error) => {
    if (!isGone(error)) throw error;
  });
  if (session === undefined || notebooks.isUsedByOthers(session)) return;
  await sessions.end(session.id);
}

export async function isRunning(
  services: Services,
  kernelId: string,
  signal?: AbortSignal,
): Promise<boolean> {
  return (await listKernels(services.http, signal)).some(({ id }) => id === kernelId);
}

async function startFor({ path, servers }: RunTarget, signal: AbortSignal): Promise<KernelBinding> {
  if (path === null || isSplit(servers)) return await startIsolated(servers, signal);
  const { http, sessions } = servers.kernels;
  // The notebook that was named at startup may not exist, and each request for it would leave a warning in Jupyter's log.
  if (await statByListing(http, path, { signal }) === null) throw await notebookMissing(http, path, signal);
  const { session, isNew } = await sessions.start({
    notebookPath: path,
    mustExist: true,
    resolvesBeforeReady: true,
    signal,
  });
  return { kernelId: session.kernel.id, sessionId: session.id, isOurs: isNew };
}

async function connect(used: RunTarget, backend: KernelBinding, signal: AbortSignal): Promise<RunPlace> {
  const { sessions, kernels } = used.servers.kernels;
  if (backend.sessionId === undefined) {
    const kernel = kernels.get(backend.kernelId);
    await kernel.connect({ signal });
    return { kernel, sessionId: backend.kernelId };
  }
  const { kernel, sessionId } = await sessions.kernelOf(backend.sessionId, { signal });
  if (kernel.id !== backend.kernelId || sessionId !== backend.sessionId) {
    used.backend = { ...backend, kernelId: kernel.id, sessionId };
  }
  return { kernel, sessionId };
}

/** Whether the notebooks are on another server than the kernels, which then know nothing of their paths. */
function isSplit({ documents, kernels }: Servers): boolean {
  return documents !== kernels;
}

function isGone(error: unknown): boolean {
  return error instanceof AppError &&
    (error.code === "session_not_found" || error.code === "kernel_not_found");
}
