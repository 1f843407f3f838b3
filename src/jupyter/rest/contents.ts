/** Files, folders and notebooks of a Jupyter server: its contents API. */

import { z } from "zod";
import type { DiskNotebook } from "../nbformat/for_disk.ts";
import { contentResponse, discard } from "./body.ts";
import { type JupyterHttp, type RequestOptions, StatusError } from "./http.ts";

const contentsModel = z.object({
  name: z.string(),
  path: z.string(),
  type: z.string(),
  last_modified: z.string().nullish(),
  size: z.number().nullish(),
  writable: z.boolean().nullish(),
  mimetype: z.string().nullish(),
  /** SHA-256 of the file, if requested and supported by the server (2.11 and later). */
  hash: z.string().nullish(),
  /** What is invalid in a notebook that was read or written anyway. */
  message: z.string().nullish(),
});

const textModel = contentsModel.extend({ content: z.string() });
const convertedModel = z.object({ content: z.unknown() });
const directoryModel = contentsModel.extend({ content: z.array(contentsModel) });

/** The server marks all code cells the same: it signs notebooks, not cells. */
const trustModel = z.object({
  content: z.object({
    cells: z.array(z.object({ metadata: z.object({ trusted: z.boolean().optional() }).optional() })),
  }),
});

export type ContentsModel = z.infer<typeof contentsModel>;
export type TextModel = z.infer<typeof textModel>;

/** Notebooks can be large, and servers validate them as a whole. */
const contentLimit = 120_000;
const listLimit = 30_000;
/** The server reads, validates and converts the notebook. */
const asNotebook = { type: "notebook", content: "1" };
/** Maximum characters of the trust mark, including white space. */
const longestMark = 50;

/** What is at a path, without its content; null if there is nothing. */
export function statPath(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<ContentsModel | null> {
  return find(http, path, { schema: contentsModel, query: { content: "0" }, signal });
}

/** What is at a path, with the hash of its content. */
export function statWithHash(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<ContentsModel | null> {
  const query = { content: "0", hash: "1" };
  return find(http, path, { schema: contentsModel, query, signal, limit: listLimit });
}

/** The text of a file or notebook, exactly as it is on disk; null if there is nothing. */
export function getText(http: JupyterHttp, path: string, signal?: AbortSignal): Promise<TextModel | null> {
  const query = { type: "file", format: "text", content: "1", hash: "1" };
  return find(http, path, {
    schema: textModel,
    query,
    signal,
    limit: contentLimit,
    maxResponse: contentResponse,
  });
}

/** The bytes of a file, all at once; null if there is nothing. */
export async function getBytes(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<Uint8Array | null> {
  const query = { type: "file", format: "base64", content: "1" };
  const options = { schema: textModel, query, signal, limit: listLimit, maxResponse: contentResponse };
  const found = await find(http, path, options);
  return found === null ? null : Uint8Array.fromBase64(found.content);
}

/** Whether the server trusts a notebook: scripts in its outputs may run in the browser. */
export async function isTrustedNotebook(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const options = { query: asNotebook, signal, limit: contentLimit };
  // Outputs may be large and do not matter here: only what is needed is kept.
  const marks = await trustMarks(await http.open(contentsPath(path), options));
  if (marks !== "both") return marks !== "distrusted";
  const { content } = await http.json(trustModel, contentsPath(path), {
    ...options,
    maxResponse: contentResponse,
  });
  return content.cells.every((cell) => cell.metadata?.trusted !== false);
}

/** A notebook as the server reads it, converted to format 4; null if there is nothing. */
export async function getConverted(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<unknown> {
  const options = { schema: convertedModel, query: asNotebook, signal, limit: contentLimit };
  const found = await find(http, path, options);
  return found?.content ?? null;
}

/** What the server considers invalid in a notebook; undefined if nothing, or if the notebook is gone. */
export async function validationMessage(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const options = { schema: contentsModel, query: asNotebook, signal, limit: contentLimit };
  const found = await find(http, path, options);
  return found?.message || undefined;
}

/** Whether the server itself can read a notebook: it cannot read one without metadata, for instance. */
export async function canServerRead(http: JupyterHttp, path: string, signal?: AbortSignal): Promise<boolean> {
  const options = { query: asNotebook, expected: [400], signal, limit: contentLimit };
  const response = await http.open(contentsPath(path), options);
  await discard(response);
  return response.ok;
}

type TrustMarks = "trusted" | "distrusted" | "none" | "both";

/** What a response says about trust; also `both` if it is cut off. Outputs may contain such fields, texts cannot. */
async function trustMarks(response: Response): Promise<TrustMarks> {
  let text = "";
  let [isTrusted, isDistrusted] = [false, false];
  try {
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text = text.slice(-longestMark) + piece;
      isTrusted ||= /"trusted":\s*true/.test(text);
      isDistrusted ||= /"trusted":\s*false/.test(text);
    }
  } catch {
    return "both";
  }
  if (isTrusted && isDistrusted) return "both";
  return isTrusted ? "trusted" : isDistrusted ? "distrusted" : "none";
}

/** The entries of a folder; null if there is no such folder. */
export async function listDirectory(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<readonly ContentsModel[] | null> {
  const query = { type: "directory", content: "1" };
  const options = { schema: directoryModel, query, signal, limit: listLimit, maxResponse: contentResponse };
  const found = await find(http, path, options);
  return found?.content ?? null;
}

/** A request that writes a notebook, prepared in advance: it must be sent right after hashes were compared. */
export type NotebookBody = Pick<RequestOptions, "text" | "parts">;

export function notebookBody(content: DiskNotebook): NotebookBody {
  const parts = () => notebookParts(content);
  return isLarge(parts()) ? { parts } : { text: [...parts()].join("") };
}

export interface PutNotebook extends ContentsModel {
  /** Whether there was no file of this name. */
  readonly isNew: boolean;
}

/** Writes a notebook; the caller has made sure that this loses nothing. */
export async function putNotebook(
  http: JupyterHttp,
  path: string,
  { signal, ...body }: NotebookBody & { readonly signal?: AbortSignal | undefined },
): Promise<PutNotebook> {
  const put = async (sent: NotebookBody) => {
    const options = { method: "PUT" as const, ...sent, signal, limit: contentLimit };
    const answer = await http.answer(contentsModel, contentsPath(path), options);
    return { ...answer.body, isNew: answer.status === 201 };
  };
  try {
    return await put(body);
  } catch (error) {
    // A proxy may require the length in advance.
    if (!(error instanceof StatusError) || error.status !== 411 || body.parts === undefined) throw error;
    return await put({ text: [...body.parts()].join("") });
  }
}

/**
 * Writes a new notebook, under a temporary name at first: the server refuses the rename with 409 if the name is taken, even
 * by a file that its listings leave out.
 */
export async function createNotebook(
  http: JupyterHttp,
  path: string,
  body: NotebookBody,
): Promise<PutNotebook> {
  const folder = segmentsOf(path).slice(0, -1);
  const temporary = [...folder, `new-${crypto.randomUUID().slice(0, 8)}.ipynb`].join("/");
  try {
    const written = await putNotebook(http, temporary, body);
    await renamePath(http, temporary, path);
    return written;
  } catch (error) {
    await removeTemporary(http, temporary);
    throw error;
  }
}

export interface FileContent {
  readonly format: "text" | "base64";
  readonly content: string;
  /** 1, 2, … and -1 for the last part; left out if the content is whole. */
  readonly chunk?: number;
}

/** Writes a file, or a part of one; the caller has made sure that this loses nothing. */
export function putFile(http: JupyterHttp, path: string, content: FileContent): Promise<ContentsModel> {
  const body = { type: "file", ...content };
  return http.json(contentsModel, contentsPath(path), { method: "PUT", body, limit: contentLimit });
}

/** Creates a folder unless it exists. */
export async function putDirectory(http: JupyterHttp, path: string, signal?: AbortSignal): Promise<void> {
  await http.empty(contentsPath(path), { method: "PUT", body: { type: "directory" }, signal });
}

/** Renames a file; the server answers 409 if the new name is taken. */
export async function renamePath(http: JupyterHttp, from: string, to: string): Promise<void> {
  await http.empty(contentsPath(from), { method: "PATCH", body: { path: to }, limit: listLimit });
}

export async function deletePath(http: JupyterHttp, path: string): Promise<void> {
  await http.empty(contentsPath(path), { method: "DELETE", limit: listLimit });
}

/** Milliseconds until a temporary file is deleted that could not be at once, at first and at most, and how often that is tried. */
const removal = { firstPause: 5_000, longestPause: 60_000, attempts: 15 };

/**
 * Deletes a temporary file of ours. If that fails, it is tried again for some minutes, for which nobody waits: Jupyter moves
 * what it deletes to the trash, which is impossible on a full disk.
 */
export async function removeTemporary(http: JupyterHttp, path: string, limits = removal): Promise<void> {
  if (await isDeleted(http, path)) return;
  const again = (attempt: number, pause: number) => {
    const timer = setTimeout(async () => {
      if (attempt < limits.attempts && !await isDeleted(http, path)) {
        again(attempt + 1, Math.min(pause * 2, limits.longestPause));
      }
    }, pause);
    // It keeps no process from ending.
    Deno.unrefTimer(timer);
  };
  again(1, limits.firstPause);
}

async function isDeleted(http: JupyterHttp, path: string): Promise<boolean> {
  try {
    await deletePath(http, path);
    return true;
  } catch (error) {
    return error instanceof StatusError && error.status === 404;
  }
}

/** What the contents API says of a path; null if there is nothing. */
async function find<S extends z.ZodType>(
  http: JupyterHttp,
  path: string,
  { schema, ...options }: RequestOptions & { readonly schema: S },
): Promise<z.infer<S> | null> {
  try {
    return await http.json(schema, contentsPath(path), options);
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

/** Characters; smaller notebooks are sent as one text. */
const largestText = 4_000_000;

/**
 * The request body that writes a notebook, cell by cell: as one string, a notebook full of figures would be in memory several
 * times over until it is sent.
 */
export function* notebookParts({ cells, ...rest }: DiskNotebook): Generator<string> {
  yield '{"type":"notebook","format":"json","content":{';
  for (const [name, value] of Object.entries(rest)) {
    if (value !== undefined) yield `${partOf(name)}:${partOf(value)},`;
  }
  yield '"cells":[';
  for (const [index, cell] of cells.entries()) yield `${index === 0 ? "" : ","}${partOf(cell)}`;
  yield "]}}";
}

export function isLarge(parts: Iterable<string>): boolean {
  let length = 0;
  for (const part of parts) {
    length += part.length;
    if (length > largestText) return true;
  }
  return false;
}

function partOf(value: unknown): string {
  return wellFormed(JSON.stringify(value));
}

/** Replaces lone surrogates, which no file can contain; only those are written as `\\ud800` here. */
function wellFormed(json: string): string {
  if (!json.includes("\\ud")) return json;
  return json.replace(
    /\\(?:u(d[89a-f][0-9a-f]{2})|.)/g,
    (escape, half) => half === undefined ? escape : "\ufffd",
  );
}

/** The entries; null if the folder does not exist or is hidden. */
export async function folderEntries(
  http: JupyterHttp,
  folder: string,
  signal?: AbortSignal,
): Promise<readonly ContentsModel[] | null> {
  try {
    return await listDirectory(http, folder, signal);
  } catch (error) {
    if (error instanceof StatusError) return null;
    throw error;
  }
}
