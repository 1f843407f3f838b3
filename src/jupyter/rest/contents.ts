/** Files and notebooks of a Jupyter server, as its contents API gives them. */

import { z } from "zod";
import { type JupyterHttp, StatusError } from "./http.ts";

const contentsModel = z.object({
  name: z.string(),
  path: z.string(),
  type: z.string(),
});

export type ContentsModel = z.infer<typeof contentsModel>;

/** What is at a path, without its content; null where there is nothing. */
export async function statPath(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<ContentsModel | null> {
  try {
    return await http.json(contentsModel, contentsPath(path), { query: { content: "0" }, signal });
  } catch (error) {
    if (error instanceof StatusError && error.status === 404) return null;
    throw error;
  }
}

/** Writes a new notebook; the caller has made sure that nothing is there. */
export async function putNotebook(
  http: JupyterHttp,
  path: string,
  content: unknown,
  signal?: AbortSignal,
): Promise<void> {
  await http.empty(contentsPath(path), {
    method: "PUT",
    body: { type: "notebook", format: "json", content },
    signal,
  });
}

function contentsPath(path: string): string[] {
  return ["api", "contents", ...path.split("/").filter((segment) => segment !== "")];
}
