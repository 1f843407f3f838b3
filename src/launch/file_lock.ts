/**
 * File locks between all programs of this user on this machine, because Jupyter mixes up overlapping saves of one file.
 *
 * 1. A small file is locked, in a folder that only this user can write; the system releases the lock with the process.
 * 2. The number of files is limited: two names may share one, and then wait for each other needlessly.
 * 3. Programs may be started with different environments, so the lock is taken both in the user's runtime folder and in
 *    the temporary folder, if possible: two programs that share one of them exclude each other. If neither can be used,
 *    such as a folder in `/tmp` that another user has created first, it is taken in the user's data folder.
 * 4. Waiting is limited: after a timeout, or if no lock is available, the work is done without one, which is reported.
 */

import { delay } from "../base/async.ts";
import { dataFolder, isFolder, joinPath, type Machine, nonEmpty } from "./user_folders.ts";

export interface FileLock {
  /** Whether the lock is held, so that no other program of this user on this machine has it. */
  readonly isLocked: boolean;
  /** The record that the previous holder has left. */
  readonly record: string;
  /** @param record The record for the next holder; unchanged if absent. */
  release(record?: string): void;
}

interface FileLockOptions {
  readonly machine: Machine;
  /** Milliseconds after which waiting ends. */
  readonly timeoutMs?: number;
  readonly random?: () => number;
}

const slots = 64;
/** Maximum size of a record in bytes. */
const maxRecordBytes = 65_536;

/** Waits for the lock of a name. */
export async function acquireFileLock(
  name: string,
  { machine, timeoutMs = 15_000, random = Math.random }: FileLockOptions,
): Promise<FileLock> {
  const files = openSlots(machine, name);
  const deadline = performance.now() + timeoutMs;
  let locked = 0;
  // Always in the same order, so that there is no deadlock.
  for (const file of files) if (await lock(file, { deadline, random })) locked++;
  const isLocked = locked > 0 && locked === files.length;
  return {
    isLocked,
    record: files.map(readRecord).find((text) => text !== "") ?? "",
    release(record) {
      for (const file of files) {
        if (isLocked && record !== undefined) writeRecord(file, record);
        file.close();
      }
    },
  };
}

async function lock(
  file: Deno.FsFile,
  { deadline, random }: { readonly deadline: number; readonly random: () => number },
): Promise<boolean> {
  for (;;) {
    // Not `lock`, which cannot be aborted. Some file systems do not support locks.
    const isLocked = await file.tryLock(true).catch(() => undefined);
    if (isLocked !== false) return isLocked === true;
    if (performance.now() > deadline) return false;
    await delay(3 + 12 * random());
  }
}

function openSlots(machine: Machine, name: string): readonly Deno.FsFile[] {
  const shared = sharedFolders(machine).flatMap((folder) => openSlot(machine, folder, name));
  return shared.length > 0 ? shared : openSlot(machine, dataFolder(machine), name);
}

/** The file of a name in a folder; none if it cannot be opened, or the folder belongs to another user. */
function openSlot(machine: Machine, folder: string, name: string): readonly Deno.FsFile[] {
  try {
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, isDirectory } = Deno.lstatSync(folder);
    // Any user can create folders in a temporary folder, and another user's may contain links to anywhere.
    if (!isDirectory || uid !== Deno.uid()) return [];
    return [
      Deno.openSync(joinPath(machine, folder, `turn-${slotOf(name)}`), {
        create: true,
        read: true,
        write: true,
      }),
    ];
  } catch {
    return [];
  }
}

/** The user's own folders come last, because clients may start us with different home folders. */
function sharedFolders(machine: Machine): readonly string[] {
  const { os, env } = machine;
  const join = (folder: string, name: string) => joinPath(machine, folder, name);
  const uid = Deno.uid();
  if (os === "windows") return [join(env.TEMP || "C:\\Windows\\Temp", "jupyter-mcp-turns")];
  const runtime = nonEmpty(env.XDG_RUNTIME_DIR) ?? (os === "linux" ? `/run/user/${uid}` : undefined);
  return [
    // Only if it exists: the system creates it.
    ...(runtime !== undefined && isFolder(runtime) ? [join(runtime, "jupyter-mcp")] : []),
    join(nonEmpty(env.TMPDIR) ?? "/tmp", `jupyter-mcp-${uid}`),
  ];
}

/** Best effort: without it, the writes of others are compared with ours. */
function readRecord(file: Deno.FsFile): string {
  try {
    const bytes = new Uint8Array(maxRecordBytes);
    return new TextDecoder().decode(bytes.subarray(0, file.readSync(bytes) ?? 0));
  } catch {
    return "";
  }
}

function writeRecord(file: Deno.FsFile, record: string): void {
  const bytes = new TextEncoder().encode(record);
  if (bytes.length > maxRecordBytes) return;
  try {
    file.truncateSync();
    file.seekSync(0, Deno.SeekMode.Start);
    file.writeSync(bytes);
  } catch {
    // As above.
  }
}

function slotOf(name: string): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % slots;
}
