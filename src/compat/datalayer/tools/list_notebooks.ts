import { z } from "zod";
import { listKernels } from "../../../jupyter/rest/kernels.ts";
import { attach } from "../backend.ts";
import type { Backend, Client } from "../client.ts";
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
    if (client.settings.startKernel === "at_once" && client.current === undefined) {
      await attach(client, client.currentOrDefault(), signal);
    }
    if (client.notebooks.size === 0) {
      return { value: "No managed notebooks. Use the use_notebook tool to manage notebooks first." };
    }
    const alive = await runningKernels(client, signal);
    const rows = [...client.notebooks.values()].toSorted((a, b) => a.name < b.name ? -1 : 1).map((used) => [
      used.name,
      used.shownPath ?? "None",
      used.backend?.kernelId ?? "-",
      statusOf(used.backend, alive),
      used.name === client.current ? "✓" : "",
    ]);
    return { value: tabTable(["Name", "Path", "Kernel_ID", "Kernel_Status", "Activate"], rows) };
  },
});

/** The kernels on every server that has one of a notebook in use, which need not be the one connected to now. */
async function runningKernels(client: Client, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const withKernel = [...client.notebooks.values()].filter(({ backend }) => backend !== undefined);
  const services = [...new Set(withKernel.map(({ servers }) => servers.kernels))];
  const lists = await Promise.all(services.map(async (place) => {
    const kernels = listKernels(place.http, signal);
    // A server that was left may have gone since; what ran there is dead then.
    return await (place === client.servers.kernels ? kernels : kernels.catch(() => []));
  }));
  return new Set(lists.flat().map(({ id }) => id));
}

function statusOf(backend: Backend | undefined, alive: ReadonlySet<string>): string {
  if (backend === undefined) return "not_initialized";
  return alive.has(backend.kernelId) ? "alive" : "dead";
}
