import { z } from "zod";
import { listKernels as runningKernels } from "../../../jupyter/rest/kernels.ts";
import { getKernelspecs } from "../../../jupyter/rest/kernelspecs.ts";
import { defineTool } from "../define_tool.ts";
import { tabTable } from "../tables.ts";

const header = [
  "ID",
  "Name",
  "Display_Name",
  "Language",
  "State",
  "Connections",
  "Last_Activity",
  "Environment",
];

export const listKernels = defineTool({
  name: "list_kernels",
  title: "List Kernels",
  description: "Lists the kernels that run on the Jupyter server, with their state and last activity.",
  effect: "read",
  idempotent: true,
  kind: "kernels.list",
  shape: "table",
  ttlMs: 10_000,
  input: z.object({}),
  async run(_args, { client, signal }) {
    const { http } = client.servers.kernels;
    const running = await runningKernels(http, signal);
    if (running.length === 0) return { value: "No kernels found on the Jupyter server." };
    // Not at once: a wrong token is tried in one request.
    const { kernelspecs } = await getKernelspecs(http, signal);
    const rows = running.map((kernel) => {
      const spec = kernelspecs[kernel.name]?.spec;
      return [
        kernel.id,
        kernel.name,
        spec?.display_name || "unknown",
        spec?.language || "unknown",
        kernel.execution_state ?? "unknown",
        String(kernel.connections ?? "unknown"),
        kernel.last_activity?.slice(0, 19).replace("T", " ") ?? "unknown",
        // The variables of a kernelspec may hold secrets.
        "unknown",
      ];
    });
    return { value: tabTable(header, rows) };
  },
});
