import { z } from "zod";
import { listKernels } from "../../../jupyter/rest/kernels.ts";
import { attach } from "../backend.ts";
import type { Backend } from "../client.ts";
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
    const hasKernels = [...client.notebooks.values()].some(({ backend }) => backend !== undefined);
    const running = hasKernels ? await listKernels(client.servers.kernels.http, signal) : [];
    const alive = new Set(running.map(({ id }) => id));
    const rows = [...client.notebooks.values()].toSorted((a, b) => a.name < b.name ? -1 : 1).map((used) => [
      used.name,
      used.path ?? "None",
      used.backend?.kernelId ?? "-",
      statusOf(used.backend, alive),
      used.name === client.current ? "✓" : "",
    ]);
    return { value: tabTable(["Name", "Path", "Kernel_ID", "Kernel_Status", "Activate"], rows) };
  },
});

function statusOf(backend: Backend | undefined, alive: ReadonlySet<string>): string {
  if (backend === undefined) return "not_initialized";
  return alive.has(backend.kernelId) ? "alive" : "dead";
}
