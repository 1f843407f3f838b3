import { z } from "zod";
import { connectTo } from "../connect_to.ts";
import { defineTool } from "../define_tool.ts";

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
