/**
 * The face of Datalayer's jupyter-mcp-server: its tools, texts, prompt, resources and addresses over our services.
 *
 * The notion of a current notebook is kept in here, for each client apart.
 */

import type { Face, FaceCall, FaceResult } from "../../face.ts";
import { failure } from "./answers.ts";
import { Clients, type ClientsOptions } from "./clients.ts";
import { citeText, jupyterCite } from "./jupyter_cite.ts";
import { readResource, resources, templates } from "./resources.ts";
import { route } from "./routes.ts";
import { offeredTools } from "./tools/mod.ts";

export interface DatalayerOptions extends ClientsOptions {
  readonly close: () => Promise<void>;
}

/** Answers of these kinds tell of a change of a notebook. */
const changes = /^cell\.(insert|overwrite|edit|execute|insert_execute|delete|clear_output|move)$/;

export function createDatalayer(options: DatalayerOptions): Face {
  const clients = new Clients(options);
  const tools = offeredTools({ withSandboxes: options.settings.sandboxVariant !== undefined });
  const listeners: ((uri: string) => void)[] = [];
  const announce = (result: FaceResult, call: FaceCall, args: unknown) => {
    if (!changes.test(String(result.structuredContent?.["kind"]))) return;
    const name = notebookIn(args) ?? clients.of(call.caller).current;
    for (const listener of listeners) {
      if (name !== undefined) listener(`notebook://${encodeURIComponent(name)}`);
    }
  };
  return {
    tools: tools.map(({ face }) => face),
    prompts: [jupyterCite],
    resources,
    templates,
    async call(name, args, call) {
      const tool = tools.find(({ face }) => face.name === name);
      if (tool === undefined) return failure(`Unknown tool: ${name}`);
      const result = await tool.call(args, { ...call, client: clients.of(call.caller) });
      announce(result, call, args);
      return result;
    },
    prompt: (_name, args, caller) => citeText(clients.of(caller), args),
    read: (uri, caller) => readResource(clients.of(caller), uri),
    route: (request) => route(request, clients),
    onChange: (listener) => void listeners.push(listener),
    close: options.close,
  };
}

function notebookIn(args: unknown): string | undefined {
  const name = typeof args === "object" && args !== null ? Reflect.get(args, "notebook_name") : undefined;
  return typeof name === "string" ? name : undefined;
}
