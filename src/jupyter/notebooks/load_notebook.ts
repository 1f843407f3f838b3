/** Reads a notebook file, patiently: Jupyter empties a file before it writes it, so a reader may find it empty or cut off. */

import { delay } from "../../base/async.ts";
import { AppError } from "../../base/errors.ts";
import { KnownIds, withoutId } from "../nbformat/cell_ids.ts";
import { type FileForm, formOf, wholeForm } from "../nbformat/for_disk.ts";
import type { Notebook } from "../nbformat/notebook.ts";
import { type ParsedFile, parseNotebookStream } from "../nbformat/stream_notebook.ts";
import { notebookJson, notebookTooLarge, parseNotebook } from "../nbformat/parse_notebook.ts";
import {
  type ContentsModel,
  getConverted,
  getText,
  statPath,
  statWithHash,
  type TextModel,
} from "../rest/contents.ts";
import { openWhole } from "../rest/files.ts";
import { type JupyterHttp, StatusError } from "../rest/http.ts";
import { statGivenPath } from "../rest/stat.ts";
import { notebookMissing, notReadable } from "./notebook_errors.ts";

export interface FileState {
  readonly notebook: Notebook;
  /** Tells this content of the file from any other: its hash, or its time and size on older servers. */
  readonly hash: string;
  /** What the file holds of the fields that every cell has in memory. */
  readonly form: FileForm;
}

/** Bytes. Larger files are taken to be format 4 without being read. */
export const largestChecked = 5_000_000;
/** Bytes; what is larger is read as it is on disk. */
const large = 4_000_000;
/** Bytes; what is larger would be in memory several times over. */
const largest = 100_000_000;
/** Milliseconds until a file that cannot be read is read again. */
const retryDelay = 100;
/** Milliseconds that a file which was written just now may stay unreadable; an empty one has yet to be written. */
const patience = { part: 1_500, empty: 4_000 } as const;
/** Milliseconds within which a file counts as written just now. */
const justNow = 5_000;
/** Codes of errors about a file that no longer exists. */
const missing: ReadonlySet<string> = new Set(["file_not_found", "notebook_not_found"]);

export interface LoadOptions {
  /** The file as it was found just now; looked up if it was not. */
  readonly there?: ContentsModel | undefined;
  /** The ids that cells were given before. */
  readonly ids?: KnownIds | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The notebook in a file, with an id on every cell; null if there is no file. */
async function loadNotebook(
  http: JupyterHttp,
  path: string,
  { there, ids = new KnownIds(), signal }: LoadOptions = {},
): Promise<FileState | null> {
  const began = performance.now();
  /** The hash of what could not be read. */
  let last = "";
  for (;;) {
    const file = await readFile(http, path, last === "" ? { there, signal } : { signal });
    if (file === null) return null;
    const hash = hashOf(file.model);
    if (!(file.parsed instanceof AppError)) {
      const { notebook, json } = file.parsed;
      if (notebook === null) {
        return { notebook: ids.name(path, await converted(http, path, signal)), hash, form: wholeForm };
      }
      const named = ids.name(path, notebook);
      return { notebook: named, hash, form: formOf(json, named) };
    }
    // Someone else may be writing it: a file that stays like this is not a notebook.
    if (last === hash && !isUnderWay(file, performance.now() - began)) throw file.parsed;
    last = hash;
    await delay(retryDelay * (0.5 + Math.random()), signal);
  }
}

/** The same; throws if there is no file. */
export async function loadExisting(
  http: JupyterHttp,
  path: string,
  options: LoadOptions = {},
): Promise<FileState> {
  const state = await loadNotebook(http, path, options);
  if (state === null) throw await notebookMissing(http, path, options.signal);
  return state;
}

/** The notebook in a file; undefined while the server is writing it, which it empties first. */
export async function loadIfNotebook(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<Notebook | undefined> {
  try {
    return (await loadExisting(http, path, { signal })).notebook;
  } catch (error) {
    if (!isNotANotebook(error)) throw error;
    return undefined;
  }
}

interface ReadFile {
  readonly model: ContentsModel;
  /** The notebook, or why there is none in the file. */
  readonly parsed: ParsedFile | AppError;
  /** Undefined if the file is too large to be held. */
  readonly content: string | undefined;
}

/** Reads the file once, in parts if it is large; null if there is none. */
async function readFile(
  http: JupyterHttp,
  path: string,
  { signal, ...known }: LoadOptions,
): Promise<ReadFile | null> {
  const there = known.there ?? await statGivenPath(http, path, signal);
  if (there === null) return null;
  if ((there.size ?? 0) > largest) {
    throw notebookTooLarge(path, `it has ${there.size} bytes, over ${largest}`, "outputs");
  }
  const isLarge = there.type !== "directory" && (there.size ?? 0) > large;
  const inParts = isLarge ? await readLarge(http, path, { there, signal }) : undefined;
  if (inParts !== undefined) return inParts;
  const model = await textOf(http, path, { there, signal });
  if (model === null) return null;
  const { content } = model;
  const parsed = await orNotANotebook(parseNotebookStream([content], path));
  return { model, content, parsed: parsed instanceof AppError ? withPlace(content, path, parsed) : parsed };
}

async function orNotANotebook<T>(parsed: Promise<T>): Promise<T | AppError> {
  try {
    return await parsed;
  } catch (error) {
    if (isNotANotebook(error)) return error;
    throw error;
  }
}

/** A notebook of an older format as Jupyter offers it: in format 4, with ids that are new at every reading. */
async function converted(
  http: JupyterHttp,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Notebook> {
  try {
    const { cells, ...rest } = parseNotebook(await getConverted(http, path, signal), path);
    return { ...rest, cells: cells.map(withoutId) };
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    throw notReadable(path, null, error);
  }
}

/**
 * Whether a file must be written again after a write that failed with this error. Two simultaneous saves may leave a
 * corrupted file, which is written again; any other content belongs to someone and is left alone. And if someone opens
 * the notebook during a write, Jupyter renames the incomplete file and may have no earlier version to restore.
 */
export async function mustWriteAgain(http: JupyterHttp, path: string, error: unknown): Promise<boolean> {
  if (isNotANotebook(error)) return isCorrupted((await textOf(http, path))?.content ?? "");
  if (!(error instanceof AppError) || !missing.has(error.code)) return false;
  return await statPath(http, path) === null && await statPath(http, `${path}.invalid`) !== null;
}

function isCorrupted(text: string): boolean {
  return text.trimStart().startsWith("{") && !isJson(text);
}

export function hashOf(model: ContentsModel): string {
  return model.hash ?? `${model.last_modified} ${model.size}`;
}

export function isNotANotebook(error: unknown): error is AppError {
  return error instanceof AppError && error.code === "not_a_notebook";
}

/** Whether someone may yet finish writing the file. */
function isUnderWay({ model, content }: ReadFile, waited: number): boolean {
  const age = Math.abs(Date.now() - Date.parse(model.last_modified ?? ""));
  const limit = content === "" ? patience.empty : patience.part;
  return age < justNow && waited < limit && (content === undefined || !isJson(content));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function textOf(
  http: JupyterHttp,
  path: string,
  { there, signal }: Pick<LoadOptions, "there" | "signal"> = {},
): Promise<TextModel | null> {
  try {
    return await getText(http, path, signal);
  } catch (error) {
    if (!(error instanceof StatusError) || error.status !== 400) throw error;
    throw notReadable(path, there ?? null, error);
  }
}

/**
 * The same as bytes, which takes the server a fifth of the time. Undefined if it is not available like this, or someone
 * wrote the file meanwhile.
 */
async function readLarge(
  http: JupyterHttp,
  path: string,
  { there, signal }: LoadOptions & { readonly there: ContentsModel },
): Promise<ReadFile | undefined> {
  const read = await parseBytes(http, path, { most: there.size ?? 0, signal });
  if (read === undefined) return undefined;
  const { parsed, size } = read;
  const model = await statWithHash(http, path, signal);
  // A text that is not JSON is not read to its end.
  const isRead = parsed instanceof AppError || size === model?.size;
  return model !== null && stampOf(model) === stampOf(there) && isRead
    ? { model, parsed, content: undefined }
    : undefined;
}

interface BytesOptions {
  /** Bytes that the file has. */
  readonly most?: number;
  readonly skipsBinary?: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Parses a file while its bytes arrive; undefined if they are not available, not text, or too many: someone is writing it. */
async function parseBytes(
  http: JupyterHttp,
  path: string,
  { most = Infinity, skipsBinary = false, signal }: BytesOptions,
): Promise<{ readonly parsed: ParsedFile | AppError; readonly size: number } | undefined> {
  const bytes = await openWhole(http, path, { signal });
  if (bytes === null) return undefined;
  let size = 0;
  const text = async function* () {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    for await (const part of bytes) {
      size += part.length;
      if (size > most) return;
      yield decoder.decode(part, { stream: true });
    }
    yield decoder.decode();
  };
  try {
    const parsed = await orNotANotebook(parseNotebookStream(text(), path, { skipsBinary }));
    return size > most ? undefined : { parsed, size };
  } catch (error) {
    // The bytes are not text.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** The error for a text that is not a notebook, with the place where it stops being JSON. */
function withPlace(content: string, path: string, error: AppError): AppError {
  try {
    notebookJson(content, path);
  } catch (placed) {
    if (isNotANotebook(placed)) return placed;
  }
  return error;
}

/** Bytes; what is smaller is read at once. */
const largeToSkim = 2_000_000;

interface SkimOptions {
  /** The ids that cells were given before. */
  readonly ids: KnownIds;
  readonly signal?: AbortSignal | undefined;
}

/** Reads the text of a notebook file. Images and other binary data of a large file are never held in memory. */
export async function skimNotebook(
  http: JupyterHttp,
  path: string,
  { ids, signal }: SkimOptions,
): Promise<Notebook> {
  const size = (await statPath(http, path, signal))?.size ?? 0;
  const read = size > largeToSkim ? await parseBytes(http, path, { skipsBinary: true, signal }) : undefined;
  // What is not a notebook may be one that someone is writing.
  const notebook = read === undefined || read.parsed instanceof AppError ? null : read.parsed.notebook;
  if (notebook !== null) return ids.name(path, notebook);
  return (await loadExisting(http, path, { ids, signal })).notebook;
}

/** A notebook file as it was at some moment. */
export interface FileSnapshot {
  readonly notebook: Notebook;
  readonly hash: string;
  /** As it was when the reading began. */
  readonly model: ContentsModel | null;
}

/** Differs if the file has been written in between, as far as can be seen without reading it. */
export function stampOf({ last_modified, size }: ContentsModel): string {
  return `${last_modified} ${size}`;
}
