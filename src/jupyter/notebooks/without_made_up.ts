/** Keeps out of a notebook what the server puts into documents, and no file holds. */

import type { Edit, Notebook } from "../nbformat/notebook.ts";

/** Metadata that the server puts into documents whose file has none. */
const madeUp = [
  ["language_info", (value: unknown) => JSON.stringify(value) === '{"name":""}'],
  ["kernelspec", (value: unknown) => /^\{("(display_)?name":"",?){2}\}$/.test(JSON.stringify(value) ?? "")],
] as const;

/** What nbformat notes of a notebook that it has converted; it never writes them. */
const transient = ["orig_nbformat", "orig_nbformat_minor"] as const;

/** The edit, without what the server made up for the file `onDisk`; undefined where that is too large to look at. */
export function stripServerDefaults(edit: Edit, onDisk: Notebook | undefined): Edit {
  return (notebook) => {
    const edited = edit(notebook);
    if (edited === notebook) return edited;
    const made = madeUp.filter(([key, isMadeUp]) =>
      onDisk !== undefined && !(key in onDisk.metadata) && isMadeUp(edited.metadata[key])
    ).map(([key]) => key);
    const gone = new Set<string>([...made, ...transient.filter((key) => key in edited.metadata)]);
    if (gone.size === 0) return edited;
    const metadata = Object.fromEntries(Object.entries(edited.metadata).filter(([key]) => !gone.has(key)));
    return { ...edited, metadata };
  };
}
