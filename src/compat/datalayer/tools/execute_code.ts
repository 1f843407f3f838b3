import { z } from "zod";
import { isRunning, placeOf, type RunPlace } from "../backend.ts";
import { defineTool, type ToolContext } from "../define_tool.ts";
import { progressInterval } from "../fields.ts";
import { followRun, timeoutOf } from "../follow_run.ts";

export const executeCode = defineTool({
  name: "execute_code",
  title: "Execute Code",
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
    context.client.servers.kernels.executions.add(execution);
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
