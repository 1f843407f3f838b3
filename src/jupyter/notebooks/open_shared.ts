/**
 * Opens a notebook on a server that shares documents.
 *
 * 1. The file is inspected before its room is entered: a room silently converts old formats, drops what it does not know,
 *    and can hang forever on what it cannot hold.
 * 2. A notebook of which the room would lose a part is changed as a file while nobody has it open; while someone has, it is
 *    not changed.
 * 3. A notebook that Jupyter cannot share is used as a file. jupyter-server-documents does not report that it cannot: anyone
 *    who enters such a room waits forever.
 * 4. A document of which the server has lost a part is used only if it is proved whole again: a cell named by its index in a
 *    part could be a different one in the whole.
 */

import { statGivenPath } from "../rest/stat.ts";
import { AppError } from "../../base/errors.ts";
import { FileBackend } from "./file_backend.ts";
import { changeWithin } from "./shared_file.ts";
import { type FileSnapshot, largestChecked, loadExisting, loadIfNotebook } from "./load_notebook.ts";
import type { KnownIds } from "../nbformat/cell_ids.ts";
import type { Notebook } from "../nbformat/notebook.ts";
import { notebookMissing, partOfDocumentLost } from "./notebook_errors.ts";
import type { NotebookFile } from "./notebook_file.ts";
import type { NotebookBackend } from "./notebook_backend.ts";
import type { Collaboration } from "../rest/collaboration.ts";
import { canServerRead, getText } from "../rest/contents.ts";
import type { JupyterHttp } from "../rest/http.ts";
import type { GlobalAwareness } from "../rtc/global_awareness.ts";
import type { NotebookRoom } from "../rtc/notebook_room.ts";
import { notebookTooLarge } from "../nbformat/parse_notebook.ts";
import { hasSameCells } from "../nbformat/compare_notebooks.ts";
import { SharedBackend } from "./shared_backend.ts";
import { exactText } from "../nbformat/exact_json.ts";
import { isWellFormed } from "../nbformat/source_text.ts";

interface OpenSharedOptions {
  readonly http: JupyterHttp;
  readonly file: NotebookFile;
  readonly kind: Exclude<Collaboration, "none">;
  /** Asked after a restart of the server: whether its pages still share documents. */
  readonly isStillShared: () => Promise<boolean>;
  /** Whether all pages are known to share documents. */
  readonly isCertain: () => boolean;
  /** Shows others which documents we have open. */
  readonly globalAwareness: () => Promise<GlobalAwareness>;
  /** The ids that cells were given whose files store none. */
  readonly ids: KnownIds;
  /** Milliseconds for the room to answer; undefined for the usual limits. */
  readonly answerLimit?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What a room says of a notebook that it cannot hold. */
const refusals: ReadonlySet<string> = new Set(["not_a_notebook", "notebook_not_found"]);
/** Cells of a shared document. */
const mostCells = 10_000;
/** Milliseconds in which the server has saved what was changed last: it waits for a second without changes. */
const saveLimit = 1_500;
const nextLook = 250;

export async function openShared(options: OpenSharedOptions): Promise<NotebookBackend> {
  const { http, file, signal } = options;
  const onDisk = await readFile(options);
  const { notebook: { cells } = { cells: [] } } = onDisk ?? {};
  // Not asked for: Jupyter itself would be busy with it for half a minute.
  if (cells.length > mostCells) {
    throw notebookTooLarge(
      file.path,
      `${cells.length} cells are too many for a shared document, over ${mostCells}`,
      "shared",
    );
  }
  const lacks = await whatIsLost(options, onDisk);
  if (lacks.kind === "all") return new FileBackend(file, { isSingleUse: true });
  try {
    const room = await openWhole(options);
    const backend = new SharedBackend(room, {
      http,
      path: file.path,
      onDisk,
      isCertain: options.isCertain,
      globalAwareness: await options.globalAwareness(),
    });
    const isBlank = onDisk?.notebook.cells.length === 0;
    const { hasPerson } = lacks.kind === "some" || isBlank
      ? await backend.presence({ signal })
      : { hasPerson: true };
    if (!hasPerson && isBlank) room.hideBlank();
    if (lacks.kind === "none") return backend;
    if (hasPerson) {
      backend.refuseChanges(lacks.what);
      return backend;
    }
    await backend.close();
    return new FileBackend(file, { isSingleUse: true });
  } catch (error) {
    // The file is there and a notebook: it was read just now. Names with a backslash, for one, Jupyter does not find.
    const isRefused = error instanceof AppError && refusals.has(error.code);
    if (!isRefused || onDisk === undefined) throw error;
    return new FileBackend(file, { isSingleUse: true });
  }
}

/**
 * The room with the whole document, proved by its file if the server has lost a part of it.
 *
 * Lost items are put back first, as servers that show all without them need it. Others have noticed the loss when they
 * loaded the document and taken the same from the file: put back, it would be there twice.
 */
async function openWhole(options: OpenSharedOptions): Promise<NotebookRoom> {
  const { http, file, kind, ids, isStillShared, answerLimit, signal } = options;
  const { NotebookRoom } = await import("../rtc/notebook_room.ts");
  for (const restoresItems of [true, false]) {
    const room = await NotebookRoom.open(http, file.path, {
      kind,
      ids,
      isStillShared,
      restoresItems,
      answerLimit,
      signal,
    });
    const { isWhole, hasRestoredItems } = room;
    if (isWhole && !hasRestoredItems) return room;
    const isProved = await hasCellsOfFile(room, options).catch(async (error) => {
      await room.close();
      throw error;
    });
    if (isProved) {
      room.sendRestoredItems();
      return room;
    }
    await room.close();
    if (!hasRestoredItems) break;
  }
  throw partOfDocumentLost(file.path);
}

/** Whether document and file have the same cells, now or when the server has saved what was changed last. */
async function hasCellsOfFile(
  room: NotebookRoom,
  { http, file, signal }: OpenSharedOptions,
): Promise<boolean> {
  const deadline = performance.now() + saveLimit;
  for (;;) {
    const onDisk = await loadIfNotebook(http, file.path, signal);
    if (onDisk !== undefined && hasSameCells(onDisk, room.read())) return true;
    if (performance.now() > deadline) return false;
    await changeWithin(room, nextLook, signal);
  }
}

interface FoundFile extends FileSnapshot {
  readonly isShareable: boolean;
}

/** The notebook in the file; undefined if it is too large to read. */
async function readFile({ http, file, ids, signal }: OpenSharedOptions): Promise<FoundFile | undefined> {
  const model = await statGivenPath(http, file.path, signal);
  // Each question about a missing file leaves warnings in Jupyter's log.
  if (model === null) throw await notebookMissing(http, file.path, signal);
  if ((model.size ?? 0) > largestChecked) return undefined;
  const { notebook, hash, form: { isShareable } } = await loadExisting(http, file.path, { ids, signal });
  return { notebook, hash, model, isShareable };
}

async function whatIsLost(
  { http, file, kind, signal }: OpenSharedOptions,
  onDisk: FoundFile | undefined,
): Promise<Unshareable> {
  if (onDisk === undefined) return { kind: "none" };
  // Every attempt to enter its room is an exception in Jupyter's log.
  if (!onDisk.isShareable) return { kind: "all" };
  const isSilent = kind === "jupyter-server-documents";
  if (isSilent && !await canServerRead(http, file.path, signal)) return { kind: "all" };
  return await unshareable(
    onDisk.notebook,
    async () => (await getText(http, file.path, signal))?.content ?? "",
  );
}

/** `none`: all of it can be shared; `some`: a part would be lost; `all`: the document must not be opened. */
type Unshareable =
  | { readonly kind: "none" }
  | { readonly kind: "some"; readonly what: string }
  | { readonly kind: "all" };

const shared = new Set(["cells", "metadata", "nbformat", "nbformat_minor"]);

/**
 * What a notebook file holds that Jupyter's shared documents cannot: fields beside cells and metadata are dropped, long
 * integers are rounded; integers over 64 bits and lone surrogates keep the document from ever opening.
 *
 * @param text The file as it is on disk; read only if numbers are in question.
 */
export async function unshareable(notebook: Notebook, text: () => Promise<string>): Promise<Unshareable> {
  if (!isWellFormed(notebook)) return { kind: "all" };
  const fields = Object.keys(notebook).filter((key) => !shared.has(key));
  const isLong = hasLongInteger(notebook);
  const digits = isLong ? longestInteger(await text()) : 0n;
  if (digits >= 2n ** 63n) return { kind: "all" };
  if (fields.length > 0) return { kind: "some", what: `the field "${fields.join('", "')}"` };
  const isRounded = digits > 0n && hasLongInteger(notebook.metadata);
  return isRounded ? { kind: "some", what: "the last digits of long integers" } : { kind: "none" };
}

function hasLongInteger(value: unknown): boolean {
  const exact = exactText(value);
  if (exact !== undefined) return /^-?\d+$/.test(exact) && !Number.isSafeInteger(Number(exact));
  if (typeof value === "number") return Number.isInteger(value) && !Number.isSafeInteger(value);
  if (Array.isArray(value)) return value.some(hasLongInteger);
  return typeof value === "object" && value !== null && Object.values(value).some(hasLongInteger);
}

/** The integer of the most digits in a JSON text, without its sign; numbers with a point or an exponent are none. */
function longestInteger(json: string): bigint {
  const withoutTexts = json.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const integers = withoutTexts.match(/(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g) ?? [];
  return integers.reduce((most, one) => {
    const size = BigInt(one.replace("-", ""));
    return size > most ? size : most;
  }, 0n);
}
