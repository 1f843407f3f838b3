/**
 * The home of a notebook on a server that shares documents.
 *
 * 1. The file is looked at before its room is entered: a room converts old formats without a word, drops what it does
 *    not know, and can hang for ever on what it cannot hold.
 * 2. A notebook of which the room would lose a part is changed as a file while nobody has it open; while somebody has,
 *    it is not changed.
 * 3. A notebook that Jupyter cannot share though it is one is a file to everybody. jupyter-server-documents does not say
 *    that it cannot: whoever enters such a room waits for ever.
 */

import { statNamed } from "../files/stat_named.ts";
import { AppError } from "../../errors.ts";
import { FileHome } from "./file_home.ts";
import type { FileLook } from "./file_look.ts";
import type { KnownIds } from "../nbformat/known_ids.ts";
import type { Notebook } from "../nbformat/notebook.ts";
import type { NotebookFile } from "./notebook_file.ts";
import type { NotebookHome } from "./notebook_home.ts";
import type { Collaboration } from "../rest/collaboration.ts";
import { canServerRead, getText } from "../rest/contents.ts";
import type { JupyterHttp } from "../rest/http.ts";
import type { Lobby } from "../rtc/lobby.ts";
import { SharedHome } from "./shared_home.ts";
import { type Unshareable, unshareable } from "./unshareable.ts";

export interface OpenSharedOptions {
  readonly http: JupyterHttp;
  readonly file: NotebookFile;
  readonly kind: Exclude<Collaboration, "none">;
  /** Where others see which documents we have open. */
  readonly lobby: () => Promise<Lobby>;
  /** The ids that cells were given whose files store none. */
  readonly ids: KnownIds;
  readonly signal?: AbortSignal | undefined;
}

/** What a room says of a notebook that it cannot hold. */
const refusals: ReadonlySet<string> = new Set(["not_a_notebook", "notebook_not_found"]);
/** Bytes; a notebook over this was not written by a program of ten years ago. */
const largestChecked = 5_000_000;

export async function openShared(options: OpenSharedOptions): Promise<NotebookHome> {
  const { http, file, kind, ids, signal } = options;
  const onDisk = await lookAt(options);
  const lacks = await whatIsLost(options, onDisk?.notebook);
  if (lacks.kind === "all") return new FileHome(file, { isPassing: true });
  const { NotebookRoom } = await import("../rtc/notebook_room.ts");
  try {
    const room = await NotebookRoom.open(http, file.path, { kind, ids, signal });
    const home = new SharedHome(room, { http, file, onDisk, lobby: await options.lobby() });
    const isBlank = onDisk?.notebook.cells.length === 0;
    const { hasPerson } = lacks.kind === "some" || isBlank
      ? await home.presence({ signal })
      : { hasPerson: true };
    if (!hasPerson && isBlank) room.hideBlank();
    if (lacks.kind === "none") return home;
    if (hasPerson) return unwritable(home, file.path, lacks.what);
    await home.close();
    return new FileHome(file, { isPassing: true });
  } catch (error) {
    // The file is there and a notebook: it was read just now. Names with a backslash, for one, Jupyter does not find.
    const isRefused = error instanceof AppError && refusals.has(error.code);
    if (!isRefused || onDisk === undefined) throw error;
    return new FileHome(file, { isPassing: true });
  }
}

/** The notebook in the file; undefined where it is too large to look at. */
async function lookAt({ http, file, signal }: OpenSharedOptions): Promise<FileLook | undefined> {
  const model = await statNamed(http, file.path, signal);
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
function unwritable(home: NotebookHome, path: string, what: string): NotebookHome {
  const refuse = () =>
    Promise.reject(
      new AppError("unsupported", `Cannot change notebook "${path}": ${what} would be lost`, {
        hint:
          "Jupyter's shared document does not hold it: have the person close the notebook, then call again",
      }),
    );
  return {
    kind: home.kind,
    get path() {
      return home.path;
    },
    get isUsable() {
      return false;
    },
    get isReadOnly() {
      return home.isReadOnly;
    },
    unsaved: [],
    read: (signal) => home.read(signal),
    ensureThere: (signal) => home.ensureThere(signal),
    update: refuse,
    write: refuse,
    save: refuse,
    follow: (follower, signal) => home.follow(follower, signal),
    presence: (options) => home.presence(options),
    close: () => home.close(),
  };
}
