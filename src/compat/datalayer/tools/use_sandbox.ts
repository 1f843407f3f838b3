import { z } from "zod";
import { CompatError } from "../../../compat_api.ts";
import { defineTool } from "../define_tool.ts";

export const useSandbox = defineTool({
  name: "use_sandbox",
  title: "Use Sandbox",
  description:
    "Selects the sandbox that code runs in; without a name, code runs in the notebooks' kernels again.",
  effect: "change",
  idempotent: true,
  kind: "sandbox.use",
  shape: "text",
  input: z.object({
    sandbox_name: z.string().nullable().default(null).describe("Name given in launch_sandbox"),
  }),
  run({ sandbox_name: name }, { client }) {
    if (name === null || name === "") {
      client.activeSandbox = undefined;
      return Promise.resolve({
        value:
          "Sandbox routing disabled. 'execute_code' now uses Jupyter kernels again based on the active " +
          "notebook/kernel context.",
      });
    }
    if (!client.sandboxes.has(name)) {
      throw new CompatError(
        `Sandbox '${name}' not found. Use launch_sandbox to start one, or list_sandboxes to see the names you may use.`,
      );
    }
    client.activeSandbox = name;
    return Promise.resolve({
      value:
        `Sandbox '${name}' is now active. 'execute_code' runs on it, and the first 'execute_cell' on a notebook ` +
        "without a backend attaches it to that notebook — outputs are written into the notebook as usual. Switch or " +
        "clear with 'use_sandbox' again.",
    });
  },
});
