import { z } from "zod";
import { notebookPathOf } from "../../jupyter/sessions/session_reference.ts";
import { defineTool } from "../../tool.ts";

const longestLine = 120;
const longestNote = 500;

export const executionList = defineTool({
  name: "execution_list",
  title: "List runs",
  description:
    "Lists runs started by these tools, newest first: running, done, failed, with the first line of their code.",
  isRare: true,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    session_id: z.string().min(1).optional().describe("Only of this session"),
    limit: z.number().int().min(1).max(500).default(20).describe("Max. results"),
  }),
  async run({ session_id, limit }, { services: { runs, sessions }, signal }) {
    const only = session_id === undefined ? undefined : await sessions.find(session_id, signal);
    const listed = runs.list().filter(({ sessionId }) => only === undefined || sessionId === only.id)
      .toReversed();
    const notes = runs.unrun.filter(({ path }) => only === undefined || path === notebookPathOf(only))
      .map(({ note }) => note.slice(0, longestNote)).toReversed();
    return {
      data: {
        executions: listed.slice(0, limit).map((run) => ({
          execution_id: run.id,
          session_id: run.sessionId,
          status: run.status,
          code: (run.code.trim().split("\n")[0] ?? "").slice(0, longestLine),
          started_at: run.createdAt.toISOString(),
          execution_time_ms: run.elapsed,
          ...(run.notes.length === 0 ? {} : { notes: run.notes.map((note) => note.slice(0, longestNote)) }),
        })),
        total: listed.length,
        ...(notes.length === 0 ? {} : { notes }),
      },
    };
  },
});
