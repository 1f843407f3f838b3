/** Notebooks, whole, in the form they have on disk. */

import { withoutStates } from "../jupyter/nbformat/for_disk.ts";
import type { Resource } from "../resource.ts";

const pattern = /^jupyter:\/\/notebooks\/(.+)$/i;

export const notebooks: Resource = {
  name: "notebooks",
  title: "Notebooks",
  description: "A notebook as JSON, with all its outputs; unsaved changes of a shared document included",
  template: "jupyter://notebooks/{+path}",
  mimeType: "application/x-ipynb+json",
  matches: (uri) => pattern.test(uri),
  // A list would be a walk through all folders: notebook_list makes it when it is wanted.
  list: () => [],
  async read(uri, { notebooks }) {
    const notebook = await notebooks.use(pathOf(uri), (home) => home.read());
    const text = JSON.stringify(withoutStates(notebook), undefined, 1);
    return { uri, mimeType: "application/x-ipynb+json", body: { kind: "text", text } };
  },
  complete: () => [],
};

function pathOf(uri: string): string {
  const path = pattern.exec(uri)?.[1] ?? "";
  try {
    return decodeURIComponent(path);
  } catch {
    // A percent sign that is just one.
    return path;
  }
}
