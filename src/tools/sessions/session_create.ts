import { z } from "zod";
import { notebookPathOf } from "../../jupyter/sessions/session_reference.ts";
import { defineTool } from "../../tool.ts";

export const sessionCreate = defineTool({
  name: "session_create",
  title: "Start a session",
  description:
    "Starts a kernel and returns its session_id for execute_code. With notebook_path the person who opens that " +
    "notebook gets this kernel; a notebook with a session is joined, a missing one is created. See session_list for " +
    "what is running, session_connect to join it. The session lives until session_delete.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  input: z.strictObject({
    name: z.string().min(1).max(200).optional().describe("A name to find the session by"),
    notebook_path: z.string().min(1).optional().describe(
      "Notebook to share the kernel with; created if absent",
    ),
    kernel_name: z.string().min(1).optional().describe(
      "Kernelspec, see kernel_list; default: the server's",
    ),
  }),
  async run({ name, notebook_path, kernel_name }, { services: { sessions }, signal }) {
    const options = { name, notebookPath: notebook_path, kernelName: kernel_name, signal };
    const { session, isNew } = await sessions.start(options);
    const kernel = await sessions.connect(session, { signal });
    return {
      data: {
        session_id: session.id,
        kernel_id: session.kernel.id,
        status: kernel.isBusy ? "busy" : "idle",
        created_at: sessions.createdAt(session)?.toISOString() ?? null,
        name: session.name,
        notebook_path: notebookPathOf(session),
        kernel_name: session.kernel.name,
        joined: !isNew,
      },
    };
  },
});
