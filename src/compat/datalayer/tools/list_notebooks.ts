import { z } from "zod";
import { AppError } from "../../../base/errors.ts";
import { listKernels } from "../../../jupyter/rest/kernels.ts";
import type { Services } from "../../../services.ts";
import { startAtOnce } from "../backend.ts";
import type { Client, UsedNotebook } from "../client.ts";
import { defineTool } from "../define_tool.ts";
import { tabTable } from "../tables.ts";

export const listNotebooks = defineTool({
  name: "list_notebooks",
  title: "List Notebooks",
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
