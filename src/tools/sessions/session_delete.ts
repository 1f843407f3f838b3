import { z } from "zod";
import { defineTool } from "../../tool.ts";
import { oneSession } from "../arguments.ts";

export const sessionDelete = defineTool({
  name: "session_delete",
  title: "End a session",
  description:
    "Ends a session and its kernel, also for a person who uses it: variables and images are lost, files are kept.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input: z.strictObject({
    session_id: oneSession,
  }),
  question: async ({ session_id }, { services: { sessions, notebooks }, signal }) =>
    notebooks.isUsedByOthers(await sessions.find(session_id, signal))
      ? `End the session "${session_id}", whose kernel someone else uses too? All variables are lost.`
      : undefined,
  async run({ session_id }, { services: { sessions, notebooks, images }, signal }) {
    const session = await sessions.find(session_id, signal);
    await notebooks.browsers.note(session, signal);
    await sessions.end(session.id, signal);
    return {
      data: {
        session_id: session.id,
        kernel_id: session.kernel.id,
        deleted: true,
        images_freed: images.deleteSession(session.id),
      },
    };
  },
});
