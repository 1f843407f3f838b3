/** The tools that take notebooks into use and out of it, and show what they are. */

import { z } from "zod";
import { AppError } from "../../../base/errors.ts";
import type { Notebook } from "../../../jupyter/nbformat/notebook.ts";
import { listKernels } from "../../../jupyter/rest/kernels.ts";
import type { Services } from "../../../services.ts";
import { attach, isRunning, placeOf, release, startAtOnce } from "../notebook_kernel.ts";
import { readNotebook as read } from "../cells.ts";
import type { Client, UsedNotebook } from "../client.ts";
import { defineTool, type ToolContext } from "../define_tool.ts";
import { notebookName } from "../fields.ts";
import { alreadyUsed, asksForNew, checkPath, createNotebook, openNotebook } from "../open_notebook.ts";
import { briefCells, detailedCells, tabTable } from "../tables.ts";

const useNotebook = defineTool({
  name: "use_notebook",
  description:
    "Opens or creates a notebook under a name of your choice and makes it the current one. Call it once " +
    "for each notebook before its cells are read, changed or run, and again to switch back to one.",
  effect: "change",
  idempotent: true,
  kind: "notebook.use",
  shape: "text",
  input: z.object({
    notebook_name: z.string().describe("Name by which the other tools will know it"),
    notebook_path: z.string().describe("Path relative to the Jupyter root, such as work/a.ipynb"),
    mode: z.enum(["connect", "create"]).default("connect").describe("Open one that exists, or create it"),
    kernel_id: z.string().nullable().default(null)
      .describe(
        "Running kernel to use; NEW for one that nothing else uses; that of the notebook if left out",
      ),
  }),
  async run({ notebook_name: name, notebook_path: given, mode, kernel_id: kernelId }, context) {
    const { client, signal } = context;
    const wrong = await checkPath(client, { given, mode }, signal);
    if (wrong !== undefined) return { value: wrong };
    const known = client.notebooks.get(name);
    if (known !== undefined) {
      const refused = alreadyUsed(client, known, { given, mode, kernelId });
      if (refused !== undefined) return { value: refused };
      const line = `[INFO] Reactivating notebook '${name}' and deactivating '${client.current}'.`;
      client.current = name;
      return { value: withPreview([line], await read(context, name)) };
    }
    if (
      kernelId !== null && !asksForNew(kernelId) && !await isRunning(client.servers.kernels, kernelId, signal)
    ) {
      return {
        value: `Kernel '${kernelId}' not found in jupyter server, please check whether the kernel already ` +
          "exists using 'list_kernels' tool.",
      };
    }
    return { value: await useNew(context, { name, given, mode, kernelId }) };
  },
});

interface Asked {
  readonly name: string;
  readonly given: string;
  readonly mode: "connect" | "create";
  readonly kernelId: string | null;
}

async function useNew(
  { client, signal }: ToolContext,
  { name, given, mode, kernelId }: Asked,
): Promise<string> {
  if (mode === "create") await createNotebook(client, given, signal);
  const { backend, lines, notebook } = await openNotebook(client, { given, kernelId }, signal);
  const used = client.use(name, given);
  used.backend = backend;
  client.tellKernel("started", used);
  return withPreview([...lines, `[INFO] Successfully activate notebook '${name}'.`], notebook);
}

function withPreview(lines: readonly string[], notebook: Notebook): string {
  const count = notebook.cells.length;
  return [
    ...lines,
    `\nNotebook has ${count} cells.`,
    `Showing first ${Math.min(20, count)} cells:\n`,
    briefCells(notebook, { start: 0, limit: 20 }),
  ].join("\n");
}

const unuseNotebook = defineTool({
  name: "unuse_notebook",
  description:
    "Takes a notebook out of use. Its kernel ends if use_notebook started it and nobody else is on it.",
  effect: "change",
  idempotent: true,
  kind: "notebook.unuse",
  shape: "text",
  input: z.object({ notebook_name: notebookName }),
  async run({ notebook_name: name }, { client }) {
    const used = client.notebooks.get(name);
    if (used === undefined) return { value: client.notConnected(name) };
    const wasCurrent = client.current === name;
    client.drop(name);
    await release(used);
    client.tellKernel("stopped", used);
    const now = client.current === undefined
      ? " No notebooks remaining."
      : ` Current notebook switched to '${client.current}'.`;
    return { value: `Notebook '${name}' unused successfully.${wasCurrent ? now : ""}` };
  },
});

const cleared = "Memory state and imported packages have been cleared.";

const restartNotebook = defineTool({
  name: "restart_notebook",
  description: "Restarts the kernel of a notebook in use: all its variables and imports are lost.",
  effect: "change",
  kind: "notebook.restart",
  shape: "text",
  input: z.object({ notebook_name: notebookName }),
  async run({ notebook_name: name }, { client, signal }) {
    const used = client.notebooks.get(name);
    if (used === undefined) return { value: client.notConnected(name) };
    try {
      const before = used.backend?.kernelId;
      // A kernel that starts only now has nothing to clear.
      if (before === undefined) await attach(client, used, signal);
      const { kernel } = await placeOf(client, used, signal);
      if (before !== undefined && kernel.id !== before) {
        client.tellKernel("restarted", used);
        return {
          value: `Notebook '${name}' kernel restarted successfully. No usable kernel remained, so it was ` +
            `reprovisioned (new kernel '${kernel.id}'). ${cleared}`,
        };
      }
      if (before !== undefined) await kernel.restart({ signal, resolvesBeforeReady: true });
      client.tellKernel("restarted", used);
      return { value: `Notebook '${name}' kernel restarted successfully. ${cleared}` };
    } catch (error) {
      if (!(error instanceof AppError) || signal.aborted) throw error;
      return { value: `Failed to restart notebook '${name}'. ${error.message}` };
    }
  },
});

const readNotebook = defineTool({
  name: "read_notebook",
  description:
    "Lists the cells of a notebook in use: one line each, or with their whole sources. Outputs are left " +
    "out; read_cell shows them.",
  effect: "read",
  idempotent: true,
  kind: "notebook.read",
  shape: "text",
  ttlMs: 5_000,
  etag: true,
  input: z.object({
    notebook_name: notebookName,
    response_format: z.enum(["brief", "detailed"]).default("brief").describe("First lines, or whole sources"),
    start_index: z.int().min(0).default(0).describe("First cell to show"),
    limit: z.int().min(0).default(20).describe("Most cells; 0 for all"),
  }),
  async run({ notebook_name: name, response_format, start_index: start, limit }, context) {
    if (!context.client.notebooks.has(name)) return { value: context.client.notConnected(name) };
    const notebook = await read(context, name);
    const count = notebook.cells.length;
    if (start >= count && start > 0) {
      return { value: `Start index ${start} is out of range. Notebook has ${count} cells.` };
    }
    const format = response_format === "brief" ? briefCells : detailedCells;
    return { value: `Notebook ${name} has ${count} cells.\n\n${format(notebook, { start, limit })}` };
  },
});

const listNotebooks = defineTool({
  name: "list_notebooks",
  description: "Lists the notebooks in use (see use_notebook), with their kernels; ✓ marks the current one.",
  effect: "read",
  idempotent: true,
  kind: "notebooks.list",
  shape: "table",
  ttlMs: 30_000,
  input: z.object({}),
  async run(_args, { client, signal }) {
    await startAtOnce(client, signal);
    if (client.notebooks.size === 0) {
      return { value: "No managed notebooks. Use the use_notebook tool to manage notebooks first." };
    }
    const kernels = await kernelsOf(client, signal);
    const rows = [...client.notebooks.values()].toSorted((a, b) => a.name < b.name ? -1 : 1).map((used) => [
      used.name,
      used.shownPath ?? "None",
      used.backend?.kernelId ?? "-",
      statusOf(used, kernels),
      used.name === client.current ? "✓" : "",
    ]);
    return { value: tabTable(["Name", "Path", "Kernel_ID", "Kernel_Status", "Activate"], rows) };
  },
});

/** The ids of the kernels on a server; undefined if it does not answer. */
type Kernels = ReadonlyMap<Services, ReadonlySet<string> | undefined>;

/** The kernels on every server that has one of a notebook in use, not only on the current one. */
async function kernelsOf(client: Client, signal: AbortSignal): Promise<Kernels> {
  const withKernel = [...client.notebooks.values()].filter(({ backend }) => backend !== undefined);
  const servers = [...new Set(withKernel.map(({ servers }) => servers.kernels))];
  const lists = await Promise.all(servers.map(async (server) => {
    try {
      return [server, new Set((await listKernels(server.http, signal)).map(({ id }) => id))] as const;
    } catch (error) {
      if (!(error instanceof AppError) || signal.aborted) throw error;
      // The names are known here. A previous server may be down by now, and its kernels are dead then.
      return [server, server === client.servers.kernels ? undefined : new Set<string>()] as const;
    }
  }));
  return new Map(lists);
}

function statusOf({ backend, servers }: UsedNotebook, kernels: Kernels): string {
  if (backend === undefined) return "not_initialized";
  const running = kernels.get(servers.kernels);
  if (running === undefined) return "error";
  return running.has(backend.kernelId) ? "alive" : "dead";
}

export const notebookTools = [useNotebook, unuseNotebook, restartNotebook, readNotebook, listNotebooks];
