import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { surrogateNotes } from "../../jupyter/nbformat/source_text.ts";
import { newNotebook } from "../../jupyter/nbformat/new_notebook.ts";
import { notebookPath } from "../../jupyter/sessions/session_reference.ts";
import { defineTool, type Services } from "../../tool.ts";

export const notebookCreate = defineTool({
  name: "notebook_create",
  title: "Create a notebook",
  description:
    "Creates a notebook file, with cells if given; never overwrites one (use notebook_add_cell). " +
    "Starts no kernel: use session_create with notebook_path.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  input: z.strictObject({
    name: z.string().min(1).describe("Path from the Jupyter root; .ipynb is added"),
    cells: z.array(z.strictObject({
      cell_type: z.enum(["code", "markdown", "raw"]).default("code").describe("Type"),
      source: z.string().describe("Content"),
    })).max(1_000).optional().describe("First cells"),
    kernel_name: z.string().min(1).optional().describe(
      "Kernelspec, see kernel_list; default: the server's",
    ),
    session_id: z.string().min(1).optional().describe("Session with its kernel, instead"),
  }),
  async run({ name, cells = [], ...args }, { services: { notebooks, sessions }, signal }) {
    const path = notebookPath(name);
    const kernel = await sessions.kernelspec(await kernelNameOf(args, sessions, signal), signal);
    const first = cells.map(({ cell_type, source }) => ({ type: cell_type, source }));
    const mended = surrogateNotes(cells.map(({ source }) => source));
    const { notebook, notes: found } = await notebooks.file(path).create(newNotebook(kernel, first), signal);
    const notes = [...mended, ...found];
    notebooks.seen.shown(path, notebook, { start: 0, end: notebook.cells.length, isWhole: () => true });
    return {
      data: {
        notebook_path: path,
        cell_id: null,
        index: null,
        cells: notebook.cells.map(({ id }, index) => ({ index, cell_id: id })),
        kernel_name: kernel.name,
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
