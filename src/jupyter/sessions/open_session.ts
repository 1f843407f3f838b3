/**
 * Requests a session from Jupyter, which creates two sessions for two concurrent requests for one notebook: if another
 * program has requested one as well, all of them use the session that is listed first.
 */

import { AppError, orIfAppError } from "../../base/errors.ts";
import { type JupyterHttp, StatusError, type WaitOptions } from "../rest/http.ts";
import { listKernels } from "../rest/kernels.ts";
import { getKernelspecs } from "../rest/kernelspecs.ts";
import { createSession, deleteSession, listSessions, type SessionModel } from "../rest/sessions.ts";
import { findKernelspec } from "./find_kernelspec.ts";
import { notebookPathOf, sessionNotFound } from "./session_reference.ts";

interface OpenSessionOptions extends WaitOptions {
  /** The notebook that it belongs to. */
  readonly path: string | undefined;
  readonly name?: string | undefined;
  readonly kernelName: string | undefined;
}

export interface OpenedSession {
  readonly session: SessionModel;
  /** False if it is another program's. */
  readonly isNew: boolean;
  /** A second one that we have created and could not end. */
  readonly surplus?: SessionModel;
}

export async function openSession(http: JupyterHttp, options: OpenSessionOptions): Promise<OpenedSession> {
  const { path } = options;
  // If one exists, Jupyter returns it without saying so: it must not be mistaken for ours.
  const theirs = path === undefined ? undefined : await sessionOfNotebook(http, path, options);
  if (theirs !== undefined) return { session: theirs, isNew: false };
  // A caller who leaves now must not leave an unknown kernel behind: what follows is not cancelled.
  const session = await create(http, options);
  const first = path === undefined ? undefined : await ignoreRefusal(sessionOfNotebook(http, path));
  if (first === undefined || first.id === session.id) return { session, isNew: true };
  const isEnded = await ignoreRefusal(deleteSession(http, session.id).then(() => true));
  return { session: first, isNew: false, ...(isEnded ? {} : { surplus: session }) };
}

/**
 * The session of a notebook, such as that of a person who has it open. Jupyter lists sessions in order of creation: a program
 * that comes second sees the first.
 */
export async function sessionOfNotebook(
  http: JupyterHttp,
  path: string,
  options?: WaitOptions,
): Promise<SessionModel | undefined> {
  return (await listSessions(http, options)).find((session) => notebookPathOf(session) === path);
}

async function create(http: JupyterHttp, options: OpenSessionOptions): Promise<SessionModel> {
  const { path, name, kernelName, signal } = options;
  const unique = `jupyter-mcp-${crypto.randomUUID().slice(0, 8)}`;
  try {
    return await createSession(http, {
      path: path ?? unique,
      name: name ?? path?.split("/").at(-1) ?? unique,
      type: path === undefined ? "console" : "notebook",
      kernel: kernelName === undefined ? {} : { name: kernelName },
    });
  } catch (error) {
    if (!(error instanceof StatusError) || error.status < 500) throw error;
    throw await kernelNotStarted(http, { kernelName, cause: error, signal });
  }
}

interface RefusedStart {
  /** Undefined for the default kernel. */
  readonly kernelName: string | undefined;
  readonly cause: StatusError;
  readonly signal?: AbortSignal | undefined;
}

/** The error for a session that the server could not create: there is no such kernel, or it does not start. */
async function kernelNotStarted(
  http: JupyterHttp,
  { kernelName, cause, signal }: RefusedStart,
): Promise<AppError> {
  const specs = await getKernelspecs(http, signal);
  const { name } = findKernelspec(specs, kernelName ?? specs.default);
  return new AppError(
    "kernel_died",
    `Cannot start kernel "${name}": the Jupyter server failed to start it (${cause.reason})`,
    {
      hint:
        "The log of the Jupyter server says why: often the program that the kernelspec names is missing. Try another of kernel_list",
      cause,
    },
  );
}

interface JoinOptions {
  /** All existing sessions. */
  readonly sessions: readonly SessionModel[];
  readonly signal?: AbortSignal | undefined;
}

/** The session of a running kernel; one is created if it has none. */
export async function joinKernel(
  http: JupyterHttp,
  kernelId: string,
  { sessions, signal }: JoinOptions,
): Promise<SessionModel> {
  const session = sessions.find((one) => one.kernel.id === kernelId);
  if (session !== undefined) return session;
  // Jupyter would start a fresh kernel under an id it does not know.
  const kernels = await listKernels(http, signal);
  if (!kernels.some((kernel) => kernel.id === kernelId)) {
    throw sessionNotFound(kernelId, sessions, "no running kernel has this id");
  }
  const path = `jupyter-mcp-${crypto.randomUUID()}`;
  return await createSession(http, { path, name: path, type: "console", kernel: { id: kernelId } }, {
    signal,
  });
}

/** For requests whose failure does not matter: undefined if Jupyter refuses or cannot be reached. */
export function ignoreRefusal<T>(request: Promise<T>): Promise<T | undefined> {
  return request.catch(orIfAppError(undefined));
}

/** Returns the session; throws `conflict` if it runs another kernel than the requested one. */
export function assertSameKernel(session: SessionModel, kernelName: string | undefined): SessionModel {
  if (kernelName === undefined || kernelName === session.kernel.name) return session;
  throw new AppError(
    "conflict",
    `Cannot start kernel "${kernelName}": the notebook "${session.path}" runs kernel "${session.kernel.name}"`,
    { hint: "Leave kernel_name out to join that kernel, or end it first with session_delete" },
  );
}
