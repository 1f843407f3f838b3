/**
 * A lock between all programs of this user on this machine: Jupyter mixes two saves of one file that overlap.
 *
 * 1. A turn is a lock on a small file, in a folder that nobody else can write; the system ends it with the process.
 * 2. There are only so many files: two names may share one, and then wait for each other without need.
 * 3. Programs may be started with other environments. So the lock is taken in the user's runtime folder and in the
 *    temporary folder, wherever that can be: two programs that have one of them in common wait for each other. Where
 *    neither can be used, such as a folder in `/tmp` that somebody else has made first, it is in the user's data.
 * 4. Nobody waits for ever: after a while, or where no lock can be had, the work is done without one, and that is told.
 */

import { dataFolder, type Machine, nonEmpty, pathsOf } from "./user_folders.ts";

export interface FileLock {
  /** Whether no other program of this user on this machine has the turn. */
  readonly isLocked: boolean;
  /** What whoever had the turn before has left for the next. */
  readonly record: string;
  /** @param record What is left for the next; as it was if absent. */
  release(record?: string): void;
}

export interface FileLocksOptions {
  readonly machine: Machine;
  /** Milliseconds after which somebody else's turn is not waited for any longer. */
  readonly timeoutMs?: number;
  readonly random?: () => number;
}

const slots = 64;
const longestWait = 15_000;
/** Bytes that can be left for the next. */
const mostLeft = 65_536;

export class FileLocks {
  readonly #options: FileLocksOptions;

  constructor(options: FileLocksOptions) {
    this.#options = options;
  }

  /** Waits for the turn of a name. */
  async acquire(name: string): Promise<FileLock> {
    const files = this.#open(name);
    const deadline = performance.now() + (this.#options.timeoutMs ?? longestWait);
    let locked = 0;
    // All in the same order: nobody waits for what somebody has who waits for him.
    for (const file of files) if (await this.#lock(file, deadline)) locked++;
    const isLocked = locked > 0 && locked === files.length;
    return {
      isLocked,
      record: files.map(textIn).find((text) => text !== "") ?? "",
      release(record) {
        for (const file of files) {
          if (isLocked && record !== undefined) leave(file, record);
          file.close();
        }
      },
    };
  }

  async #lock(file: Deno.FsFile, deadline: number): Promise<boolean> {
    const { random = Math.random } = this.#options;
    for (;;) {
      // Not `lock`, which nothing can end. Some file systems have no locks.
      const isLocked = await file.tryLock(true).catch(() => undefined);
      if (isLocked !== false) return isLocked === true;
      if (performance.now() > deadline) return false;
      await new Promise((resolve) => setTimeout(resolve, 3 + 12 * random()));
    }
  }

  #open(name: string): readonly Deno.FsFile[] {
    const { machine } = this.#options;
    const shared = sharedFolders(machine).flatMap((folder) => openSlot(machine, folder, name));
    return shared.length > 0 ? shared : openSlot(machine, dataFolder(machine), name);
  }
}

/** The file of a name in a folder; none where that cannot be had, or is not ours. */
function openSlot(machine: Machine, folder: string, name: string): readonly Deno.FsFile[] {
  try {
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, isDirectory } = Deno.lstatSync(folder);
    // Everybody may make folders in a temporary folder: one of somebody else's may hold links to anywhere.
    if (!isDirectory || uid !== Deno.uid()) return [];
    return [
      Deno.openSync(pathsOf(machine).join(folder, `turn-${slotOf(name)}`), {
        create: true,
        read: true,
        write: true,
      }),
    ];
  } catch {
    return [];
  }
}

/** Not in the user's own folders at first: clients start us with homes of their own. */
function sharedFolders(machine: Machine): readonly string[] {
  const { os, env } = machine;
  const { join } = pathsOf(machine);
  const uid = Deno.uid();
  if (os === "windows") return [join(env.TEMP || "C:\\Windows\\Temp", "jupyter-mcp-turns")];
  const runtime = nonEmpty(env.XDG_RUNTIME_DIR) ?? (os === "linux" ? `/run/user/${uid}` : undefined);
  return [
    // Only where it is there already: the system makes it.
    ...(runtime !== undefined && isFolder(runtime) ? [join(runtime, "jupyter-mcp")] : []),
    join(nonEmpty(env.TMPDIR) ?? "/tmp", `jupyter-mcp-${uid}`),
  ];
}

/** Best effort: without it, writes of others are compared with ours. */
function textIn(file: Deno.FsFile): string {
  try {
    const bytes = new Uint8Array(mostLeft);
    return new TextDecoder().decode(bytes.subarray(0, file.readSync(bytes) ?? 0));
  } catch {
    return "";
  }
}

function leave(file: Deno.FsFile, record: string): void {
  const bytes = new TextEncoder().encode(record);
  if (bytes.length > mostLeft) return;
  try {
    file.truncateSync();
    file.seekSync(0, Deno.SeekMode.Start);
    file.writeSync(bytes);
  } catch {
    // As above.
  }
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

function slotOf(name: string): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % slots;
}
