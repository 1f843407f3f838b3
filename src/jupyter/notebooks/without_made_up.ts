/** Keeps out of a notebook what the server puts into documents whose file lacks it. */

import type { Edit, Notebook } from "../nbformat/notebook.ts";

/** Metadata that the server puts into documents whose file has none. */
const madeUp = [
  ["language_info", (value: unknown) => JSON.stringify(value) === '{"name":""}'],
  ["kernelspec", (value: unknown) => /^\{("(display_)?name":"",?){2}\}$/.test(JSON.stringify(value) ?? "")],
] as const;

/** The edit, without what the server made up for the file `onDisk`; undefined where that is too large to look at. */
export function withoutMadeUp(edit: Edit, onDisk: Notebook | undefined): Edit {
  return (notebook) => {
    const edited = edit(notebook);
    if (edited === notebook || onDisk === undefined) return edited;
    const made = madeUp.filter(([key, isMadeUp]) =>
      !(key in onDisk.metadata) && isMadeUp(edited.metadata[key])
    ).map(([key]) => key);
    if (made.length === 0) return edited;
    const metadata = Object.fromEntries(
      Object.entries(edited.metadata).filter(([key]) => !made.some((one) => one === key)),
    );
    return { ...edited, metadata };
  };
}
