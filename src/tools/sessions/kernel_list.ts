import { z } from "zod";
import { listKernels } from "../../jupyter/rest/kernels.ts";
import { getKernelspecs } from "../../jupyter/rest/kernelspecs.ts";
import { kernelFields } from "../../output/kernel_fields.ts";
import { defineTool } from "../../tool.ts";

export const kernelList = defineTool({
  name: "kernel_list",
  title: "List kernels",
  description: "Lists the running kernels, and the kernelspecs that can be started (any language).",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({}),
  async run(_args, { services: { http, kernels: pool }, signal }) {
    // Not at once: a wrong token is tried in one request.
    const kernels = await listKernels(http, signal);
    const states = await Promise.all(kernels.map((kernel) => pool.stateOf(kernel)));
    const specs = await getKernelspecs(http, signal);
    return {
      data: {
        kernels: kernels.map((kernel, index) => kernelFields(kernel, states[index])),
        kernelspecs: Object.entries(specs.kernelspecs).map(([name, { spec }]) => ({
          name,
          display_name: spec.display_name,
          language: spec.language,
        })),
        default: specs.default,
      },
    };
  },
});
