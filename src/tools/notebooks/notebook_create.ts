import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { surrogateNotes } from "../../jupyter/nbformat/source_text.ts";
import { newNotebook } from "../../jupyter/nbformat/new_notebook.ts";
import { resolveNotebookPath } from "../../jupyter/notebooks/notebook_session.ts";
import type { Services } from "../../services.ts";
import { defineTool } from "../../tool.ts";
import { newCells } from "../arguments.ts";

export const notebookCreate = defineTool({
  name: "notebook_create",
  title: "Create a notebook",
  description: "Creates a notebook file, with cells if given; never overwrites one. Starts no kernel.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  input: z.strictObject({
    notebook_path: z.string().min(1).optional().describe("From the Jupyter root"),
    name: z.string().min(1).optional().describe("Same as notebook_path"),
    cells: newCells.optional().describe("[{source, cell_type}], code by default"),
    kernel_name: z.string().min(1).optional().describe(
      "Kernelspec; default: the server's",
    ),
    session_id: z.string().min(1).optional().describe("Session with its kernel").meta({ hidden: true }),
  }),
  async run({ name, cells = [], ...args }, { services: { notebooks, sessions }, signal }) {
    const path = await resolveNotebookPath(sessions, {
      notebook_path: args.notebook_path,
      notebook_name: name,
    }, signal);
    const kernel = await sessions.kernelspec(await kernelNameOf(args, sessions, signal), signal);
    const first = cells.map(({ cell_type, source }) => ({ type: cell_type, source }));
    const mended = surrogateNotes(cells.map(({ source }) => source));
    const marked = notebooks.mark(() => newNotebook(kernel, first))(newNotebook(kernel, []));
    const { notebook, notes: found } = await notebooks.file(path).create(marked, signal);
    const notes = [...mended, ...found];
    notebooks.seenCells.shown(path, notebook, {
      start: 0,
      end: notebook.cells.length,
      isWhole: () => true,
    });
    return {
      data: {
        notebook_path: path,
        ...(cells.length === 0 ? {} : { cell_ids: notebook.cells.map(({ id }) => id) }),
        ...(kernel.name === args.kernel_name ? {} : { kernel_name: kernel.name }),
        visible: "no_browser",
        saved: true,
        ...(notes.length === 0 ? {} : { notes }),
      },
    };
  },
});

interface KernelArguments {
  readonly kernel_name?: string | undefined;
  readonly session_id?: string | undefined;
}

async function kernelNameOf(
  { kernel_name, session_id }: KernelArguments,
  sessions: Services["sessions"],
  signal: AbortSignal,
): Promise<string | undefined> {
  if (session_id === undefined) return kernel_name;
  const { name } = (await sessions.find(session_id, signal)).kernel;
  if (kernel_name === undefined || kernel_name === name) return name;
  throw new AppError(
    "invalid_argument",
    `Cannot tell which kernel is meant: session "${session_id}" runs "${name}", kernel_name is "${kernel_name}"`,
    { hint: "Give one of session_id and kernel_name" },
  );
}
