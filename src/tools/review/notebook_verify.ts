import { z } from "zod";
import { resolveNotebookPath } from "../../jupyter/notebooks/notebook_session.ts";
import { verifyNotebook } from "../../jupyter/notebooks/verify_notebook.ts";
import { verifyReply } from "../../output/notebook/verify_reply.ts";
import { watchCells } from "../../output/progress.ts";
import { defineTool } from "../../tool.ts";
import { whichNotebook } from "../arguments.ts";

export const notebookVerify = defineTool({
  name: "notebook_verify",
  title: "Verify a notebook",
  description:
    "Runs a copy of a notebook in a fresh kernel; reports errors, outputs that differ, cells out of " +
    "order or stale, undefined names. The notebook stays unchanged; the code may write files.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    ...whichNotebook,
    static: z.boolean().default(false).describe("Run nothing, only read the code"),
    exact: z.boolean().default(false).describe("Compare times, addresses and ids too").meta({ hidden: true }),
    image_tolerance: z.number().min(0).max(1).default(0.005).describe("Share of pixels that may differ")
      .meta({ hidden: true }),
    timeout: z.number().positive().default(300).describe("Seconds for all cells"),
  }),
  async run(args, { services, signal, progress, ask }) {
    const { notebooks, sessions, charts } = services;
    const path = await resolveNotebookPath(sessions, args, signal);
    const notebook = await notebooks.use(path, (backend) => backend.read(signal), signal);
    const total = notebook.cells.filter(({ cell_type, source }) =>
      cell_type === "code" && source.trim() !== ""
    ).length;
    const verification = await verifyNotebook(services, {
      path,
      notebook,
      isStatic: args.static,
      timeout: args.timeout,
      signal,
      onCell: watchCells({ progress, ask }, total),
    });
    const data = await verifyReply(verification, {
      notebook,
      stateOf: await notebooks.states(path, notebook, signal),
      isStatic: args.static,
      exact: args.exact,
      imageTolerance: args.image_tolerance,
      charts,
      signal,
    });
    return { data: { notebook_path: path, ...data } };
  },
});
