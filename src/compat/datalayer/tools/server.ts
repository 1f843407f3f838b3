/** The tools about the Jupyter server: its address and its kernels. */

import { z } from "zod";
import { listKernels as runningKernels } from "../../../jupyter/rest/kernels.ts";
import { getKernelspecs } from "../../../jupyter/rest/kernelspecs.ts";
import { connectTo } from "../connect_to.ts";
import { defineTool } from "../define_tool.ts";
import { tabTable } from "../tables.ts";

export const connectToJupyter = defineTool({
  name: "connect_to_jupyter",
  title: "Connect to Jupyter Server",
  description:
    "Switches to another Jupyter server, which is checked first. Only for servers on this machine or on " +
    "the configured host: others are named when this program is started.",
  effect: "change",
  idempotent: true,
  kind: "jupyter.connect",
  shape: "text",
  input: z.object({
    jupyter_url: z.string().describe("Address of the server, such as http://localhost:8888"),
    jupyter_token: z.string().nullable().default(null).describe("Its token"),
    document_provider: z.string().default("jupyter").describe("Who holds the notebooks: jupyter"),
  }),
  async run({ jupyter_url, jupyter_token, document_provider }, { client, signal }) {
    const request = { url: jupyter_url, token: jupyter_token, provider: document_provider };
    const { shownUrl, hasToken } = await connectTo(client, request, signal);
    return {
      value: [
        `Successfully connected to Jupyter server: ${shownUrl}`,
        `DocumentProvider: ${document_provider}`,
        `Authentication: ${hasToken ? "Token-based" : "None (anonymous)"}`,
      ].join("\n"),
    };
  },
});

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
