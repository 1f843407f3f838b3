import { z } from "zod";
import { notebookPathOf } from "../../jupyter/sessions/session_reference.ts";
import { defineTool } from "../../tool.ts";

export const sessionList = defineTool({
  name: "session_list",
  title: "List sessions",
  description:
    "Lists every session of the Jupyter server, ours or the browser's, with its notebook and whether its " +
    "kernel is idle or busy. See kernel_list for what can be started.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({}),
  async run(_args, { services: { sessions, kernels }, signal }) {
    const all = await sessions.list({ signal });
    const states = await Promise.all(all.map(({ kernel }) => kernels.stateOf(kernel)));
    return {
      data: {
        sessions: all.map((session, index) => ({
          session_id: session.id,
          name: session.name,
          notebook_path: notebookPathOf(session),
          kernel_id: session.kernel.id,
          kernel_name: session.kernel.name,
          status: states[index],
          last_activity: session.kernel.last_activity ?? null,
          connections: session.kernel.connections ?? 0,
          ours: sessions.isOurs(session),
        })),
      },
    };
  },
});
