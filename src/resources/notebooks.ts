/** Notebooks in their format on disk, complete if they fit into a response. */

import { completePath } from "../jupyter/files/complete_path.ts";
import { watchNotebook } from "../jupyter/notebooks/watch_notebook.ts";
import { notebookJson } from "../output/notebook/notebook_json.ts";
import type { Resource } from "../resource.ts";

const pattern = /^jupyter:\/\/notebooks\/(.+)$/i;

export const notebooks: Resource = {
  name: "notebooks",
  title: "Notebooks",
  description:
    "A notebook as JSON with its outputs, without the largest ones if it exceeds --max-result-bytes; " +
    "unsaved changes of a shared document included",
  template: "jupyter://notebooks/{+path}",
  mimeType: "application/x-ipynb+json",
  matches: (uri) => pattern.test(uri),
  // Listing would walk through all folders; notebook_list does that on request.
  list: () => [],
  async read(uri, { notebooks, presenter }) {
    const path = pathOf(uri);
    const notebook = await notebooks.use(path, (backend) => backend.read());
    const text = notebookJson(notebook, presenter.maxBytes);
    notebooks.seenCells.shown(path, notebook, {
      start: 0,
      end: notebook.cells.length,
      isWhole: () => true,
    });
    return { uri, mimeType: "application/x-ipynb+json", body: { kind: "text", text } };
  },
  watch: (uri, services, { onReady, onChange, signal }) =>
    watchNotebook(services, { path: pathOf(uri), begun: onReady, tell: onChange, signal }),
  complete: (_variable, value, { http }) => completePath(http, value, { ending: ".ipynb" }),
};

function pathOf(uri: string): string {
  const path = pattern.exec(uri)?.[1] ?? "";
  try {
    return decodeURIComponent(path);
  } catch {
    // A literal percent sign.
    return path;
  }
}
