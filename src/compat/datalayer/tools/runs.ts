/** The tools that run code: cells of a notebook in use, or code beside it. */

import { z } from "zod";
import { isRunning, placeOf, type RunPlace } from "../notebook_kernel.ts";
import { insertAt, insertInto, pickCell } from "../cells.ts";
import { defineTool, type ToolContext } from "../define_tool.ts";
import {
  cellId,
  cellIndex,
  cellSource,
  insertIndex,
  optionalNotebook,
  progressInterval,
  runTimeout,
  stream,
} from "../fields.ts";
import { followRun, timeoutOf } from "../follow_run.ts";
import { runCell } from "../run_cell.ts";

const executeCell = defineTool({
  name: "execute_cell",
  description:
    "Runs a code cell of the current notebook, writes its outputs into the notebook and returns them. At " +
    "the timeout the kernel is interrupted and the output so far is kept.",
  effect: "change",
  openWorld: true,
  kind: "cell.execute",
  shape: "outputs",
  input: z.object({
    cell_index: cellIndex,
    timeout: runTimeout,
    stream,
    progress_interval: progressInterval,
    cell_id: cellId,
    notebook_name: optionalNotebook,
  }),
  async run({ cell_index, cell_id, ...run }, context) {
    const { blocks, cellId } = await runCell(context, {
      ...run,
      cell: async (backend) =>
        pickCell(
          await backend.read(context.signal),
          { cell_index, cell_id },
          (index, count) => `Cell index ${index} out of range (notebook has ${count} cells)`,
        ),
    });
    return { value: blocks, cellId };
  },
});

const insertExecuteCodeCell = defineTool({
  name: "insert_execute_code_cell",
  title: "Insert and Execute Code Cell",
  description:
    "Inserts a code cell into the current notebook, runs it, writes its outputs there and returns them.",
  effect: "change",
  openWorld: true,
  kind: "cell.insert_execute",
  shape: "outputs",
  input: z.object({
    cell_index: insertIndex,
    cell_source: cellSource,
    timeout: runTimeout,
    stream,
    progress_interval: progressInterval,
    notebook_name: optionalNotebook,
  }),
  async run({ cell_index, cell_source: source, ...run }, context) {
    const { blocks } = await runCell(context, {
      ...run,
      cell: (backend, options) =>
        insertInto(backend, insertAt(cell_index, { type: "code", source }), options),
    });
    return { value: blocks };
  },
});

const executeCode = defineTool({
  name: "execute_code",
  description:
    "Runs code in the kernel of the current notebook, or in another kernel, without putting it into a " +
    "notebook; magics (%) and shell commands (!) work. For looks in passing: code worth keeping belongs in a cell.",
  effect: "change",
  openWorld: true,
  kind: "code.execute",
  shape: "outputs",
  input: z.object({
    code: z.string().describe("Code to run"),
    timeout: z.int().default(30).describe("Seconds for the run; 0 for the configured default"),
    kernel_id: z.string().nullable().default(null).describe("Kernel to run in, from list_kernels"),
    progress_interval: progressInterval,
  }),
  async run({ code, timeout: asked, kernel_id, progress_interval }, context) {
    const place = await placeFor(context, kernel_id);
    if (typeof place === "string") return { value: [place] };
    const { kernel, sessionId } = place;
    const timeout = timeoutOf(context, asked);
    const timeoutLine = `[TIMEOUT ERROR: IPython execution exceeded ${timeout} seconds and was interrupted]`;
    if (timeout < 0) return { value: [timeoutLine] };
    const execution = kernel.execute({ sessionId, code });
    context.client.servers.kernels.runs.add(execution);
    const blocks = await followRun(kernel, execution, {
      context,
      timeout,
      interval: progress_interval,
      timeline: false,
      hidesInterrupt: true,
      timeoutLine,
    });
    return { value: blocks.length === 0 ? ["[No output generated]"] : blocks };
  },
});

/** Where the code runs; an error text if there is no such kernel. */
async function placeFor(
  { client, signal }: ToolContext,
  kernelId: string | null,
): Promise<RunPlace | string> {
  const { kernels } = client.servers;
  const sandbox = client.sandboxes.get(client.activeSandbox ?? "");
  if (kernelId === null) {
    if (sandbox === undefined) return await placeOf(client, client.currentOrDefault(), signal);
    return await placeOf(client, { ...sandbox, path: null }, signal);
  }
  if (!await isRunning(kernels, kernelId, signal)) {
    return `[ERROR: Kernel '${kernelId}' not found in jupyter server, please check whether the kernel already ` +
      "exists using 'list_kernels' tool.]";
  }
  const kernel = kernels.kernels.get(kernelId);
  await kernel.connect({ signal });
  return { kernel, sessionId: kernelId };
}

export const runTools = [executeCell, insertExecuteCodeCell, executeCode];
