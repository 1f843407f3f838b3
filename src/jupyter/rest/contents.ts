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

/** The bytes of a file, all at once; null where there is nothing. */
export async function getBytes(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<Uint8Array | null> {
  const query = { type: "file", format: "base64", content: "1" };
  const found = await orNull(
    http.json(textModel, contentsPath(path), { query, signal, limit: listLimit }),
  );
  return found === null ? null : Uint8Array.fromBase64(found.content);
}

/** Whether the server trusts a notebook: scripts in its outputs may run in the browser. */
export async function isTrustedNotebook(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const options = { query: { type: "notebook", content: "1" }, signal, limit: contentLimit };
  // Outputs may be large, and are of no interest here: what does not say that it is not trusted is not kept.
  if (!await says(await http.open(contentsPath(path), options), /"trusted":\s*false/)) return true;
  const { content } = await http.json(trustModel, contentsPath(path), options);
  return content.cells.every((cell) => cell.metadata?.trusted !== false);
}

/** Whether a text of at most 50 characters is in an answer; true as well where the answer is cut off. */
async function says(response: Response, pattern: RegExp): Promise<boolean> {
  let text = "";
  try {
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text = text.slice(-50) + piece;
      if (pattern.test(text)) return true;
    }
    return false;
  } catch {
    return true;
  }
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
  { content, signal }: { readonly content: unknown; readonly signal?: AbortSignal | undefined },
): Promise<ContentsModel> {
  return http.json(contentsModel, contentsPath(path), {
    method: "PUT",
    text: wellFormed(JSON.stringify({ type: "notebook", format: "json", content })),
    signal,
    limit: contentLimit,
  });
}

export interface FileContent {
  readonly format: "text" | "base64";
  readonly content: string;
  /** 1, 2, … and -1 for the last part; left out where the content is whole. */
  readonly chunk?: number;
}

/** Writes a file, or a part of one; the caller has made sure that nothing is lost by it. */
export function putFile(http: JupyterHttp, path: string, content: FileContent): Promise<ContentsModel> {
  const body = { type: "file", ...content };
  return http.json(contentsModel, contentsPath(path), { method: "PUT", body, limit: contentLimit });
}

/** Makes a folder; one that is there already is left as it is. */
export async function putDirectory(http: JupyterHttp, path: string, signal?: AbortSignal): Promise<void> {
  await http.empty(contentsPath(path), { method: "PUT", body: { type: "directory" }, signal });
}

/** Renames a file; the server refuses with 409 where the new name is taken. */
export async function renamePath(http: JupyterHttp, from: string, to: string): Promise<void> {
  await http.empty(contentsPath(from), { method: "PATCH", body: { path: to }, limit: listLimit });
}

export async function deletePath(http: JupyterHttp, path: string): Promise<void> {
  await http.empty(contentsPath(path), { method: "DELETE", limit: listLimit });
}

/** Half a surrogate pair, which no file can hold, is the only thing that is written as `\\ud800` here. */
function wellFormed(json: string): string {
  if (!json.includes("\\ud")) return json;
  return json.replace(
    /\\(?:u(d[89a-f][0-9a-f]{2})|.)/g,
    (escape, half) => half === undefined ? escape : "\ufffd",
  );
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
  return ["api", "contents", ...segmentsOf(path)];
}

/** The parts of a path for {@linkcode JupyterHttp.address}. */
export function segmentsOf(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "");
}
