import type { JupyterServer } from "./jupyter.ts";
import { jupyterJson } from "./rest.ts";

/** Keeps a layout with the notebook on the server, as a page of JupyterLab does. */
export async function putLayout(jupyter: JupyterServer, path: string): Promise<AsyncDisposable> {
  const id = `test-${crypto.randomUUID()}`;
  const data = { [`notebook:${path}`]: { data: { path, factory: "Notebook" } } };
  const body = JSON.stringify({ data, metadata: { id } });
  await jupyterJson(jupyter, `lab/api/workspaces/${id}`, { method: "PUT", body });
  return {
    [Symbol.asyncDispose]: async () => {
      await jupyterJson(jupyter, `lab/api/workspaces/${id}`, { method: "DELETE" });
    },
  };
}
