import { z } from "zod";
import type { JupyterTarget } from "../../base/protocol.ts";
import { notebookPathOf } from "../../jupyter/sessions/session_reference.ts";
import { defineTool } from "../../tool.ts";

/** With the first session: how the person gets to a Jupyter that this program has started. */
function wayIn({ origin, rootDir, program }: JupyterTarget) {
  if (origin !== "managed") return {};
  const served = `This Jupyter was started by jupyter-mcp and serves the folder ${rootDir}`;
  // Another Jupyter may be running, so the folder is named.
  const command = `${program} open --jupyter-root "${rootDir}"`;
  return { notes: [`${served}; to see it in a browser, the person runs: ${command}`] };
}

export const sessionCreate = defineTool({
  name: "session_create",
  title: "Start a session",
  description:
    "Starts a kernel that lives until session_delete. With notebook_path the person who opens that notebook gets " +
    "this kernel; a notebook with a session is joined, a missing one is created.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  input: z.strictObject({
    name: z.string().min(1).max(200).optional().describe("Name to refer to the session by"),
    notebook_path: z.string().min(1).optional().describe(
      "Notebook to share it with",
    ),
    kernel_name: z.string().min(1).optional().describe(
      "See kernel_list",
    ),
  }),
  async run({ name, notebook_path, kernel_name }, { services: { sessions, http }, signal }) {
    const options = { name, notebookPath: notebook_path, kernelName: kernel_name, signal };
    const { session, isNew } = await sessions.start(options);
    const kernel = await sessions.connect(session, { signal });
    const createdAt = sessions.createdAt(session);
    const path = notebookPathOf(session);
    return {
      data: {
        session_id: session.id,
        kernel_id: session.kernel.id,
        status: kernel.isBusy ? "busy" : "idle",
        ...(createdAt === undefined ? {} : { created_at: createdAt.toISOString() }),
        ...(path === null || path === notebook_path ? {} : { notebook_path: path }),
        ...(session.kernel.name === kernel_name ? {} : { kernel_name: session.kernel.name }),
        ...(isNew ? {} : { joined: true }),
        ...(isNew && sessions.started === 1 ? wayIn(http.target) : {}),
      },
    };
  },
});
