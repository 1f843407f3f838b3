/** A notebook that a person has, put where a Jupyter server serves it. */

import { join } from "node:path";
import type { JupyterServer } from "../harness/jupyter.ts";

/** Writes a Python notebook with these code cells and returns its path. */
export async function writeNotebook(server: JupyterServer, sources: readonly string[]): Promise<string> {
  const path = `mine-${crypto.randomUUID()}.ipynb`;
  const kernelspec = { display_name: "Python 3 (ipykernel)", language: "python", name: "python3" };
  const cells = sources.map((source, index) => ({
    cell_type: "code",
    id: `cell-${index}`,
    metadata: {},
    execution_count: null,
    outputs: [],
    source,
  }));
  const notebook = { cells, metadata: { kernelspec }, nbformat: 4, nbformat_minor: 5 };
  await Deno.writeTextFile(join(server.root, path), JSON.stringify(notebook));
  return path;
}
