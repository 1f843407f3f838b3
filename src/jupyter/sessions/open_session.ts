/**
 * Asks Jupyter for a session. Of two requests for one notebook at the same time it makes two sessions: where another
 * program has asked as well, all of them use the session that is listed first.
 */

import { type JupyterHttp, StatusError } from "../rest/http.ts";
import { createSession, deleteSession, listSessions, type SessionModel } from "../rest/sessions.ts";
import { kernelNotStarted } from "./kernelspecs.ts";
import { notebookPathOf, sessionNotFound } from "./session_reference.ts";
import { listKernels } from "../rest/kernels.ts";
import { AppError } from "../../base/errors.ts";

export interface OpenSessionOptions {
  /** The notebook that it belongs to. */
  readonly path: string | undefined;
  readonly name?: string | undefined;
  readonly kernelName: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface OpenedSession {
  readonly session: SessionModel;
  /** False where it is another program's. */
  readonly isNew: boolean;
  /** One that we have made besides and could not end. */
  readonly surplus?: SessionModel;
}

export async function openSession(http: JupyterHttp, options: OpenSessionOptions): Promise<OpenedSession> {
  const { path, signal } = options;
  // Asked for one that is there, Jupyter gives that one and does not tell: it must not be taken for ours.
  const theirs = path === undefined ? undefined : await firstSessionFor(http, path, signal);
  if (theirs !== undefined) return { session: theirs, isNew: false };
  // A caller who goes now must not leave a kernel behind that nobody knows of: what follows is not cut short.
  const session = await create(http, options);
  const first = path === undefined ? undefined : await ignoreRefusal(firstSessionFor(http, path));
  if (first === undefined || first.id === session.id) return { session, isNew: true };
  const isEnded = await ignoreRefusal(deleteSession(http, session.id).then(() => true));
  return { session: first, isNew: false, ...(isEnded ? {} : { surplus: session }) };
}

/** Jupyter lists sessions in the order in which they came: whoever comes second sees the first. */
async function firstSessionFor(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<SessionModel | undefined> {
  return (await listSessions(http, signal)).find((session) => notebookPathOf(session) === path);
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

/** The session of a running kernel; one is made where it has none. */

interface JoinOptions {
  /** All that there are. */
  readonly sessions: readonly SessionModel[];
  readonly signal?: AbortSignal | undefined;
}

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
  return await createSession(http, { path, name: path, type: "console", kernel: { id: kernelId } }, signal);
}

/** Requests whose failure changes nothing for the caller. */

/** Undefined where Jupyter refuses or cannot be reached. */
export function ignoreRefusal<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
}

/** Whether a session that is there will do for somebody who wants a certain kernel. */

/** The session itself; throws `conflict` where it runs another kernel than the one that was asked for. */
export function assertSameKernel(session: SessionModel, kernelName: string | undefined): SessionModel {
  if (kernelName === undefined || kernelName === session.kernel.name) return session;
  throw new AppError(
    "conflict",
    `Cannot start kernel "${kernelName}": the notebook "${session.path}" runs kernel "${session.kernel.name}"`,
    { hint: "Leave kernel_name out to join that kernel, or end it first with session_delete" },
  );
}
