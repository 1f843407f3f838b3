/**
 * Tells other processes of this user whether one of them is still there: each holds the lock of a file of its own, which the
 * system releases with the process, however it ends.
 */

const suffix = ".lock";
/** Milliseconds: a process that has just made its file may not have locked it yet. */
const lockGrace = 60_000;

export class ProcessLock {
  readonly #folder: string;
  #held: { readonly id: string; readonly file: Deno.FsFile } | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The id of this process; its file is made when it is first asked for. */
  id(): string {
    return (this.#held ??= this.#hold()).id;
  }

  isOwn(id: string | undefined): boolean {
    return id !== undefined && id === this.#held?.id;
  }

  /** Whether the process of an id is still there; one on a file system without locks counts as gone. */
  isThere(id: string): boolean {
    return this.isOwn(id) || isLocked(this.#path(id));
  }

  close(): void {
    const held = this.#held;
    this.#held = undefined;
    if (held === undefined) return;
    held.file.close();
    remove(this.#path(held.id));
  }

  #hold() {
    this.#removeLeft();
    const id = crypto.getRandomValues(new Uint8Array(8)).toHex();
    const file = Deno.openSync(this.#path(id), { createNew: true, read: true, write: true, mode: 0o600 });
    try {
      file.tryLockSync(true);
    } catch {
      // The file system has no locks.
    }
    return { id, file };
  }

  /** Removes the files of processes that were killed. */
  #removeLeft(): void {
    for (const { name } of Deno.readDirSync(this.#folder)) {
      const path = `${this.#folder}/${name}`;
      if (name.endsWith(suffix) && ageOf(path) > lockGrace && !isLocked(path)) remove(path);
    }
  }

  #path(id: string): string {
    return `${this.#folder}/${id}${suffix}`;
  }
}

function isLocked(path: string): boolean {
  let file: Deno.FsFile | undefined;
  try {
    file = Deno.openSync(path, { read: true, write: true });
    return !file.tryLockSync(true);
  } catch {
    return false;
  } finally {
    file?.close();
  }
}

function ageOf(path: string): number {
  const made = Deno.statSync(path).mtime?.getTime() ?? 0;
  return Date.now() - made;
}

/** Best effort: a file that stays is removed by a later process. */
function remove(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // It may be gone already.
  }
}
