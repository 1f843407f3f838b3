/** Files and notebooks of a Jupyter server, as its contents API gives them. */

import { z } from "zod";
import { type JupyterHttp, StatusError } from "./http.ts";

const contentsModel = z.object({
  name: z.string(),
  path: z.string(),
  type: z.string(),
  last_modified: z.string().nullish(),
  size: z.number().nullish(),
  writable: z.boolean().nullish(),
  mimetype: z.string().nullish(),
  /** SHA-256 of the file, where it was asked for and the server (2.11 and later) knows it. */
  hash: z.string().nullish(),
  /** What is wrong with a notebook that was read or written nevertheless. */
  message: z.string().nullish(),
});

const textModel = contentsModel.extend({ content: z.string() });
const directoryModel = contentsModel.extend({ content: z.array(contentsModel) });

/** The server marks every code cell alike: it signs notebooks, not cells. */
const trustModel = z.object({
  content: z.object({
    cells: z.array(z.object({ metadata: z.object({ trusted: z.boolean().optional() }).optional() })),
  }),
});

export type ContentsModel = z.infer<typeof contentsModel>;
export type TextModel = z.infer<typeof textModel>;

/** Notebooks can be large, and servers validate them in one go. */
const contentLimit = 120_000;
const listLimit = 30_000;

/** What is at a path, without its content; null where there is nothing. */
export function statPath(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<ContentsModel | null> {
  return orNull(http.json(contentsModel, contentsPath(path), { query: { content: "0" }, signal }));
}

/** What is at a path, with the hash of its content. */
export function statWithHash(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<ContentsModel | null> {
  const query = { content: "0", hash: "1" };
  return orNull(http.json(contentsModel, contentsPath(path), { query, signal, limit: listLimit }));
}

/** The text of a file, also of a notebook, exactly as it is on disk; null where there is nothing. */
export function getText(http: JupyterHttp, path: string, signal?: AbortSignal): Promise<TextModel | null> {
  const query = { type: "file", format: "text", content: "1", hash: "1" };
  return orNull(http.json(textModel, contentsPath(path), { query, signal, limit: contentLimit }));
}

/** Whether the server trusts a notebook: scripts in its outputs may run in the browser. */
export async function isTrustedNotebook(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const query = { type: "notebook", content: "1" };
  const { content } = await http.json(trustModel, contentsPath(path), { query, signal, limit: contentLimit });
  return content.cells.every((cell) => cell.metadata?.trusted !== false);
}

/** What a folder holds; null where there is no such folder. */
export async function listDirectory(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<readonly ContentsModel[] | null> {
  const query = { type: "directory", content: "1" };
  const found = await orNull(
    http.json(directoryModel, contentsPath(path), { query, signal, limit: listLimit }),
  );
  return found?.content ?? null;
}

/** Writes a notebook; the caller has made sure that nothing is lost by it. */
export function putNotebook(
  http: JupyterHttp,
  path: string,
  content: unknown,
  signal?: AbortSignal,
): Promise<ContentsModel> {
  return http.json(contentsModel, contentsPath(path), {
    method: "PUT",
    body: { type: "notebook", format: "json", content },
    signal,
    limit: contentLimit,
  });
}

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof StatusError && error.status === 404) return null;
    throw error;
  }
}

function contentsPath(path: string): string[] {
  return ["api", "contents", ...path.split("/").filter((segment) => segment !== "")];
}
