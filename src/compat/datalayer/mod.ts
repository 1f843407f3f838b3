/**
 * The API of Datalayer's jupyter-mcp-server: its tools, texts, prompt, resources and addresses over our services.
 *
 * The notion of a current notebook stays in this folder, separately for each client.
 */

import type { CompatApi, CompatResult } from "../../compat_api.ts";
import { cellIdKey, cellIdsKey, failure } from "./answers.ts";
import type { Client } from "./client.ts";
import { Clients, type ClientsOptions, endUnattachedKernels } from "./clients.ts";
import { citeText, jupyterCite } from "./jupyter_cite.ts";
import { NotebookChanges } from "./notebook_changes.ts";
import { readResource, resources, templates } from "./resources.ts";
import { route } from "./routes.ts";
import { offeredTools } from "./tools/mod.ts";

export interface DatalayerOptions extends ClientsOptions {
  readonly close: () => Promise<void>;
}

/** Kinds of results after which a notebook is open, or has changed. */
const opened = /^(cell\.|notebook\.(use|read)$)/;
const changed = /^cell\.(insert|overwrite|edit|execute|insert_execute|delete|clear_output|move)$/;

export function createDatalayer(options: DatalayerOptions): CompatApi {
  const clients = new Clients(options);
  const tools = offeredTools({
    withSandboxes: options.settings.sandboxVariant !== undefined,
    withConnect: !options.settings.isInsideJupyter,
  });
  const listeners: ((uri: string) => void)[] = [];
  const news = new NotebookChanges({
    inUse: () => clients.all.flatMap(({ notebooks }) => [...notebooks.values()]),
    listens: options.settings.watchNotebooks,
    notify: (uri) => listeners.forEach((listener) => listener(uri)),
  });
  const report = ({ structuredContent, meta }: CompatResult, client: Client, args: unknown) => {
    const kind = String(structuredContent?.["kind"]);
    const used = client.notebooks.get(notebookIn(args) ?? client.current ?? "");
    if (used !== undefined && opened.test(kind)) news.listen(used);
    if (used !== undefined && changed.test(kind)) news.changed(used, cellsIn(meta));
    news.tidy();
  };
  return {
    tools: tools.map(({ info }) => info),
    prompts: [jupyterCite],
    resources,
    templates,
    async call(name, args, call) {
      const tool = tools.find(({ info }) => info.name === name);
      if (tool === undefined) return failure(`Unknown tool: ${name}`);
      const client = clients.of(call.caller);
      const result = await tool.call(args, { ...call, client });
      report(result, client, args);
      return result;
    },
    prompt: (_name, args, caller) => citeText(clients.of(caller), args),
    read: (uri, caller) => readResource(clients.of(caller), uri),
    async route(request) {
      const response = await route(request, clients);
      news.tidy();
      return response;
    },
    onChange: (listener) => void listeners.push(listener),
    async close() {
      news.close();
      for (const { notebooks } of clients.all) notebooks.forEach(({ lateSave }) => lateSave.hurry());
      await endUnattachedKernels(clients.all);
      await options.close();
    },
  };
}

function notebookIn(args: unknown): string | undefined {
  const name = typeof args === "object" && args !== null ? Reflect.get(args, "notebook_name") : undefined;
  return typeof name === "string" ? name : undefined;
}

/** The cells that a result says it acted on. */
function cellsIn(meta: CompatResult["meta"] = {}): readonly string[] {
  return [meta[cellIdKey], meta[cellIdsKey]].flat().filter((id) => typeof id === "string");
}
