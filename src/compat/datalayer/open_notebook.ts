/** The preparations of use_notebook: checks whether the notebook exists, creates it, finds its kernel. */

import { AppError } from "../../base/errors.ts";
import { folderOf } from "../../jupyter/rest/file_path.ts";
import { newNotebook } from "../../jupyter/nbformat/new_notebook.ts";
import type { Notebook } from "../../jupyter/nbformat/notebook.ts";
import { statPath } from "../../jupyter/rest/contents.ts";
import { attach, type Binding, borrow, release, sessionOf, startNew } from "./notebook_kernel.ts";
import type { Client, KernelBinding, RunTarget, UsedNotebook } from "./client.ts";
import { outsideRoot, plainPath } from "./plain_path.ts";

interface Asked {
  /** The path as it was given. */
  readonly given: string;
  readonly mode: "connect" | "create";
}

/** What is wrong with the path; undefined if nothing is. */
export async function checkPath(
  client: Client,
  { given, mode }: Asked,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { http } = client.servers.documents;
  const path = plainPath(given);
  const outside = outsideRoot(path);
  if (outside !== undefined) return `Failed to check the path '${given}': ${outside}`;
  const folder = folderOf(path);
  try {
    const found = await statPath(http, path, signal);
    if (found?.type === "notebook" && mode === "connect") return undefined;
    if (found !== null && mode === "create") {
      return `'${given}' already exists in jupyter server, please use a different path or use_mode='connect' to open it.`;
    }
    if (found === null && (await statPath(http, folder, signal))?.type !== "directory") {
      return `'${
        folder || "root directory"
      }' not found in jupyter server, please check the directory path already exists.`;
    }
    return mode === "create"
      ? undefined
      : `'${given}' not found in jupyter server, please check the notebook already exists.`;
  } catch (error) {
    if (!(error instanceof AppError) || signal.aborted) throw error;
    return `Failed to connect the Jupyter server: ${error.message}`;
  }
}

/** Why a name that is in use cannot be used this way; undefined if it can. */
export function alreadyUsed(
  client: Client,
  known: UsedNotebook,
  { given, mode, kernelId }: Asked & { readonly kernelId: string | null },
): string | undefined {
  const { name, shownPath } = known;
  const isSame = known.path === plainPath(given);
  if (mode === "create") {
    return isSame
      ? `Notebook '${name}'(path: ${given}) is already created. DO NOT CREATE AGAIN.`
      : `Notebook '${name}' is already used. Use different notebook_name to create a new notebook on ${given}.`;
  }
  if (!isSame) {
    return `The path '${given}' is not the correct path for notebook '${name}'. Do you mean connect to '${
      shownPath ?? "None"
    }'?`;
  }
  if (name !== client.current) return undefined;
  const state = known.backend === undefined
    ? "No execution backend is attached yet; the first execution attaches one (the active sandbox, if one is " +
      "selected with 'use_sandbox')."
    : `It runs on execution backend '${known.backend.kernelId}'.`;
  const ignored = kernelId === null
    ? ""
    : ` The kernel_id '${kernelId}' you passed was not applied — a connected notebook keeps its backend. To run on a ` +
      "specific sandbox, select it with 'use_sandbox' instead; re-attaching is not required.";
  return `Notebook '${name}' is already connected — no need to call use_notebook again. ${state}${ignored}`;
}

export async function createNotebook(client: Client, given: string, signal: AbortSignal): Promise<void> {
  const { notebooks, sessions } = client.servers.documents;
  const kernel = await sessions.kernelspec(undefined, signal);
  const first = { type: "markdown", source: "New Notebook Created by Jupyter MCP Server" } as const;
  await notebooks.file(plainPath(given)).create(newNotebook(kernel, [first]), signal);
}

interface Opened {
  readonly backend: KernelBinding | undefined;
  readonly lines: readonly string[];
}

/** Reads the notebook while its kernel starts; if it cannot be read, the kernel is ended again. */
export async function openNotebook(
  client: Client,
  { given, kernelId }: { readonly given: string; readonly kernelId: string | null },
  signal: AbortSignal,
): Promise<Opened & { readonly notebook: Notebook }> {
  const { servers } = client;
  const path = plainPath(given);
  const target: RunTarget = { path, servers, backend: undefined };
  const [opened, read] = await Promise.allSettled([
    openBackend(client, { target, kernelId, given }, signal),
    servers.documents.notebooks.use(path, (backend) => backend.read(signal), signal),
  ]);
  if (opened.status === "rejected") throw opened.reason;
  if (read.status === "fulfilled") return { ...opened.value, notebook: read.value };
  await release({ servers, backend: opened.value.backend }).catch(() => undefined);
  throw read.reason;
}

/** Whether the kernel id argument asks for a new kernel. */
export function asksForNew(kernelId: string | null): boolean {
  return kernelId?.trim().toUpperCase() === "NEW";
}

interface WantedBackend {
  readonly target: RunTarget;
  readonly kernelId: string | null;
  readonly given: string;
}

/** The kernel of a notebook that is about to be used, and the text about it. */
async function openBackend(
  client: Client,
  { target, kernelId, given }: WantedBackend,
  signal: AbortSignal,
): Promise<Opened> {
  if (asksForNew(kernelId)) {
    const backend = await startNew(target, signal);
    return { backend, lines: [`[INFO] Started a new isolated kernel '${backend.kernelId}'.`] };
  }
  if (kernelId !== null) {
    const { backend, binding } = await borrow(target, kernelId, signal);
    return {
      backend,
      lines: [`[INFO] Connected to kernel '${kernelId}'.`, ...bindingLines(binding, { kernelId, given })],
    };
  }
  const waits = client.settings.startKernel === "on_run" && client.activeSandbox === undefined;
  if (waits && await sessionOf(target, signal) === undefined) {
    return { backend: undefined, lines: ["[INFO] Notebook opened. A kernel starts on the first execution."] };
  }
  const backend = await attach(client, target, signal);
  return { backend, lines: [attachedTo(client, backend)] };
}

function bindingLines(
  binding: Binding,
  { kernelId, given }: { readonly kernelId: string; readonly given: string },
): readonly string[] {
  if (binding.kind === "none") return [];
  const { kind, session } = binding;
  if (kind === "created") return [`[INFO] Created Jupyter session '${session.id}' for notebook '${given}'.`];
  return [
    session.kernel.id === kernelId
      ? `[INFO] Existing Jupyter session already binds '${given}' to kernel '${kernelId}'.`
      : `[WARNING] Existing Jupyter session for '${given}' uses kernel '${session.kernel.id}', not requested ` +
        `kernel '${kernelId}'.`,
  ];
}

function attachedTo({ activeSandbox }: Client, { kernelId, sessionId, isOurs }: KernelBinding): string {
  if (activeSandbox !== undefined) {
    return `[INFO] Notebook execution will use the active code sandbox '${kernelId}' selected with 'use_sandbox'.`;
  }
  return sessionId === undefined || isOurs
    ? `[INFO] Connected to kernel '${kernelId}'.`
    : "[INFO] Triggered 'use_sandbox' for the existing Jupyter session; notebook execution will use kernel " +
      `'${kernelId}'.`;
}
