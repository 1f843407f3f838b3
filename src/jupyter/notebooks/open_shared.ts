/**
 * The backend of a notebook on a server that shares documents.
 *
 * 1. The file is looked at before its room is entered: a room converts old formats without a word, drops what it does
 *    not know, and can hang for ever on what it cannot hold.
 * 2. A notebook of which the room would lose a part is changed as a file while nobody has it open; while somebody has,
 *    it is not changed.
 * 3. A notebook that Jupyter cannot share though it is one is a file to everybody. jupyter-server-documents does not say
 *    that it cannot: whoever enters such a room waits for ever.
 * 4. A document of which the server has lost a part is used only if it is proved whole again: a cell that is named by its
 *    index in a part would be another one in the whole.
 */

import { statGivenPath } from "../rest/stat_named.ts";
import { AppError } from "../../base/errors.ts";
import { FileBackend } from "./file_backend.ts";
import { changeWithin } from "./change_within.ts";
import type { FileSnapshot } from "./file_look.ts";
import type { KnownIds } from "../nbformat/known_ids.ts";
import type { Notebook } from "../nbformat/notebook.ts";
import { partOfDocumentLost } from "./notebook_errors.ts";
import type { NotebookFile } from "./notebook_file.ts";
import type { NotebookBackend } from "./notebook_backend.ts";
import { readIfNotebook } from "./peek_at.ts";
import type { Collaboration } from "../rest/collaboration.ts";
import { canServerRead, getText } from "../rest/contents.ts";
import type { JupyterHttp } from "../rest/http.ts";
import type { GlobalAwareness } from "../rtc/global_awareness.ts";
import type { NotebookRoom } from "../rtc/notebook_room.ts";
import { hasSameCells } from "./same_cells.ts";
import { SharedBackend } from "./shared_backend.ts";
import { type Unshareable, unshareable } from "./unshareable.ts";

export interface OpenSharedOptions {
  readonly http: JupyterHttp;
  readonly file: NotebookFile;
  readonly kind: Exclude<Collaboration, "none">;
  /** Where others see which documents we have open. */
  readonly globalAwareness: () => Promise<GlobalAwareness>;
  /** The ids that cells were given whose files store none. */
  readonly ids: KnownIds;
  readonly signal?: AbortSignal | undefined;
}

/** What a room says of a notebook that it cannot hold. */
const refusals: ReadonlySet<string> = new Set(["not_a_notebook", "notebook_not_found"]);
/** Bytes; a notebook over this was not written by a program of ten years ago. */
const largestChecked = 5_000_000;
/** Milliseconds in which the server has saved what was changed last: it waits for a second without changes. */
const saveLimit = 1_500;
const nextLook = 250;

export async function openShared(options: OpenSharedOptions): Promise<NotebookBackend> {
  const { http, file, signal } = options;
  const onDisk = await lookAt(options);
  const lacks = await whatIsLost(options, onDisk?.notebook);
  if (lacks.kind === "all") return new FileBackend(file, { isPassing: true });
  try {
    const room = await openWhole(options);
    const backend = new SharedBackend(room, {
      http,
      file,
      onDisk,
      globalAwareness: await options.globalAwareness(),
    });
    const isBlank = onDisk?.notebook.cells.length === 0;
    const { hasPerson } = lacks.kind === "some" || isBlank
      ? await backend.presence({ signal })
      : { hasPerson: true };
    if (!hasPerson && isBlank) room.hideBlank();
    if (lacks.kind === "none") return backend;
    if (hasPerson) return unwritable(backend, file.path, lacks.what);
    await backend.close();
    return new FileBackend(file, { isPassing: true });
  } catch (error) {
    // The file is there and a notebook: it was read just now. Names with a backslash, for one, Jupyter does not find.
    const isRefused = error instanceof AppError && refusals.has(error.code);
    if (!isRefused || onDisk === undefined) throw error;
    return new FileBackend(file, { isPassing: true });
  }
}

/**
 * The room with the whole document, as its file proves where the server has lost a part of it.
 *
 * Lost items are put back first, as servers that show all without them need it. Others have noticed the loss when they
 * loaded the document and taken the same from the file: put back, it would be there twice.
 */
async function openWhole({ http, file, kind, ids, signal }: OpenSharedOptions): Promise<NotebookRoom> {
  const { NotebookRoom } = await import("../rtc/notebook_room.ts");
  for (const putsBack of [true, false]) {
    const room = await NotebookRoom.open(http, file.path, { kind, ids, putsBack, signal });
    const { isWhole, hasPutBack } = room;
    if (isWhole && !hasPutBack) return room;
    const isProved = await hasCellsOfFile(room, file, signal).catch(async (error) => {
      await room.close();
      throw error;
    });
    if (isProved) {
      room.sendPutBack();
      return room;
    }
    await room.close();
    if (!hasPutBack) break;
  }
  throw partOfDocumentLost(file.path);
}

/** Whether document and file have the same cells, now or when the server has saved what was changed last. */
async function hasCellsOfFile(
  room: NotebookRoom,
  file: NotebookFile,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const deadline = performance.now() + saveLimit;
  for (;;) {
    const onDisk = await readIfNotebook(file, signal);
    if (onDisk !== undefined && hasSameCells(onDisk, room.read())) return true;
    if (performance.now() > deadline) return false;
    await changeWithin(room, nextLook, signal);
  }
}

/** The notebook in the file; undefined where it is too large to look at. */
async function lookAt({ http, file, signal }: OpenSharedOptions): Promise<FileSnapshot | undefined> {
  const model = await statGivenPath(http, file.path, signal);
  if ((model?.size ?? 0) > largestChecked) return undefined;
  const { notebook, hash } = await file.read(signal);
  file.forget();
  return { notebook, hash, model };
}

async function whatIsLost(
  { http, file, kind, signal }: OpenSharedOptions,
  onDisk: Notebook | undefined,
): Promise<Unshareable> {
  if (onDisk === undefined) return { kind: "none" };
  const isSilent = kind === "jupyter-server-documents";
  if (isSilent && !await canServerRead(http, file.path, signal)) return { kind: "all" };
  return await unshareable(onDisk, async () => (await getText(http, file.path, signal))?.content ?? "");
}

/** The shared document, for reading alone. */
function unwritable(backend: NotebookBackend, path: string, what: string): NotebookBackend {
  const refuse = () =>
    Promise.reject(
      new AppError("unsupported", `Cannot change notebook "${path}": ${what} would be lost`, {
        hint:
          "Jupyter's shared document does not hold it: have the person close the notebook, then call again",
      }),
    );
  return {
    kind: backend.kind,
    get path() {
      return backend.path;
    },
    get isUsable() {
      return false;
    },
    get isReadOnly() {
      return backend.isReadOnly;
    },
    unsaved: [],
    read: (signal) => backend.read(signal),
    ensureThere: (signal) => backend.ensureThere(signal),
    update: refuse,
    write: refuse,
    save: refuse,
    ensureSaved: () => Promise.resolve(),
    follow: (follower, signal) => backend.follow(follower, signal),
    presence: (options) => backend.presence(options),
    close: () => backend.close(),
  };
}
