/**
 * The layouts that JupyterLab pages store on the server: which notebooks a page had open when its layout last changed.
 *
 * A page writes its layout within a second after a document is opened or closed in it, but not when it is closed itself. A
 * page outlives a restart of its server, so a layout from before the server's start counts too. All servers of a person
 * store their layouts in one place, and nothing in a layout names the server.
 */

import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { type JupyterHttp, StatusError } from "./http.ts";

/** The text editor, too, asks the user which version to keep if the file of an open notebook changes. */
const editorKey = /^(notebook|editor):/;
const openDocument = z.object({ data: z.object({ path: z.string() }) });
const workspaceList = z.object({
  workspaces: z.object({
    values: z.array(z.object({
      data: z.record(z.string(), z.unknown()).default({}),
      metadata: z.object({ last_modified: z.string().optional() }).default({}),
    })),
  }),
});

/** For the path of each notebook that pages have open: when one of them last wrote its layout, in milliseconds. */
export type LayoutTimes = ReadonlyMap<string, number>;

/** Milliseconds for the list. */
const listLimit = 5_000;

/** The notebooks in layouts; `missing` if the server has no list of them, `unknown` if it fails to show it. */
export async function layoutTimes(
  http: JupyterHttp,
  signal?: AbortSignal,
): Promise<LayoutTimes | "missing" | "unknown"> {
  const asked = http.json(workspaceList, ["lab", "api", "workspaces"], { signal, limit: listLimit });
  const found = await asked.catch((error: unknown) => {
    signal?.throwIfAborted();
    if (!(error instanceof AppError)) throw error;
    return error instanceof StatusError && error.status === 404 ? "missing" as const : "unknown" as const;
  });
  if (found === "missing" || found === "unknown") return found;
  const times = new Map<string, number>();
  for (const { data, metadata } of found.workspaces.values) {
    const time = Date.parse(metadata.last_modified ?? "");
    if (Number.isNaN(time)) continue;
    for (const path of openIn(data)) times.set(path, Math.max(time, times.get(path) ?? 0));
  }
  return times;
}

function openIn(layout: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(layout).flatMap(([key, entry]) => {
    const found = editorKey.test(key) ? openDocument.safeParse(entry).data : undefined;
    return found === undefined ? [] : [found.data.path];
  });
}
