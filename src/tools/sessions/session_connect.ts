import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { notebookPath, notebookPathOf } from "../../jupyter/sessions/session_reference.ts";
import { type Call, defineTool } from "../../tool.ts";

export const sessionConnect = defineTool({
  name: "session_connect",
  title: "Join a session",
  description:
    "Joins a running kernel, such as that of a notebook open in the browser. Give exactly one argument.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    notebook_path: z.string().min(1).optional().describe("Its notebook"),
    kernel_id: z.string().min(1).optional().describe("See kernel_list"),
    session_id: z.string().min(1).optional().describe("Id, prefix or name"),
  }),
  async run(args, call) {
    const { services: { sessions }, signal } = call;
    const session = await wanted(args, call);
    const kernel = await sessions.connect(session, { signal });
    const path = notebookPathOf(session);
    return {
      data: {
        session_id: session.id,
        kernel_id: session.kernel.id,
        ...(path === null || path === args.notebook_path ? {} : { notebook_path: path }),
        kernel_name: session.kernel.name,
        status: kernel.isBusy ? "busy" : "idle",
      },
    };
  },
});

interface Wanted {
  readonly notebook_path?: string | undefined;
  readonly kernel_id?: string | undefined;
  readonly session_id?: string | undefined;
}

function wanted({ notebook_path, kernel_id, session_id }: Wanted, { services: { sessions }, signal }: Call) {
  const given = [notebook_path, kernel_id, session_id].filter((one) => one !== undefined);
  const [only] = given;
  if (only === undefined || given.length > 1) {
    const state = given.length === 0 ? "none was given" : `${given.length} were given`;
    throw new AppError(
      "invalid_argument",
      `Cannot join a session: exactly one of notebook_path, kernel_id, session_id is needed, ${state}`,
      { hint: "Call session_list to see what is running" },
    );
  }
  if (kernel_id !== undefined) return sessions.joinKernel(kernel_id, signal);
  return sessions.find(notebook_path === undefined ? only : notebookPath(notebook_path), signal);
}
