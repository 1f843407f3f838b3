import { z } from "zod";
import type { SessionModel } from "../../jupyter/rest/sessions.ts";
import { kernelFields } from "../../output/kernel_fields.ts";
import { notebookPathOf } from "../../jupyter/sessions/session_reference.ts";
import { defineTool } from "../../tool.ts";

export const sessionList = defineTool({
  name: "session_list",
  title: "List sessions",
  description:
    "Lists all sessions on the Jupyter server, including the browser's: notebook, and whether the kernel is busy.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({}),
  async run(_args, { services: { sessions, kernels, notebooks }, signal }) {
    const all = await sessions.list({ signal });
    const states = await Promise.all(all.map(({ kernel }) => kernels.stateOf(kernel)));
    const byPath = new Map(all.map((session) => [notebookPathOf(session) ?? "", session]));
    byPath.delete("");
    const open = await notebooks.browsers.openAmong([...byPath.keys()], byPath, signal);
    const openBy = await notebooks.openBy(signal);
    const readers = (path: string) =>
      openBy.has(path) ? { open_by: openBy.get(path) } : open.has(path) ? { open: true } : {};
    return {
      data: {
        sessions: all.map((session, index) => ({
          session_id: session.id,
          ...named(session),
          ...kernelFields(session.kernel, states[index]),
          ...(sessions.isOurs(session) ? { ours: true } : {}),
          ...readers(notebookPathOf(session) ?? ""),
        })),
      },
    };
  },
});

/** Its notebook, and its name if that says more. */
function named(session: SessionModel) {
  const path = notebookPathOf(session);
  const { name } = session;
  const isTelling = name !== "" && name !== path && !path?.endsWith(`/${name}`);
  return { ...(isTelling ? { name } : {}), ...(path === null ? {} : { notebook_path: path }) };
}
