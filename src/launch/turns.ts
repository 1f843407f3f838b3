/**
 * Turns between all programs of this user on this machine: Jupyter mixes two saves of one file that overlap.
 *
 * 1. A turn is a lock on an empty file in the temporary folder; the system ends it with the process.
 * 2. There are only so many files: two names may share one, and then wait for each other without need.
 * 3. Nobody waits for ever: after a while, or where no lock can be had, the work is done without one.
 */

import { type Machine, pathsOf } from "./user_folders.ts";

/** Ends a turn. */
export type EndTurn = () => void;

export interface TurnsOptions {
  readonly machine: Machine;
  /** Milliseconds after which somebody else's turn is not waited for any longer. */
  readonly patience?: number;
  readonly random?: () => number;
}

const slots = 64;
const longestWait = 15_000;

export class Turns {
  readonly #options: TurnsOptions;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** Waits for the turn of a name. */
  async take(name: string): Promise<EndTurn> {
    const { patience = longestWait, random = Math.random } = this.#options;
    const file = this.#open(name);
    if (file === undefined) return () => {};
    const deadline = performance.now() + patience;
    // Not `lock`, which nothing can end.
    while (!await file.tryLock(true).catch(() => true)) {
      if (performance.now() > deadline) break;
      await new Promise((resolve) => setTimeout(resolve, 3 + 12 * random()));
    }
    return () => file.close();
  }

  #open(name: string): Deno.FsFile | undefined {
    const { machine } = this.#options;
    try {
      const folder = turnsFolder(machine);
      Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
      const { uid, isDirectory } = Deno.lstatSync(folder);
      // Everybody may make folders there: one of somebody else's may hold links to anywhere.
      if (!isDirectory || uid !== Deno.uid()) return undefined;
      const path = pathsOf(machine).join(folder, `turn-${slotOf(name)}`);
      return Deno.openSync(path, { create: true, write: true });
    } catch {
      return undefined;
    }
  }
}

/** Not in the user's own folders: clients start us with homes of their own. */
function turnsFolder(machine: Machine): string {
  const { os, env } = machine;
  const temporary = os === "windows" ? env.TEMP || "C:\\Windows\\Temp" : env.TMPDIR || "/tmp";
  return pathsOf(machine).join(temporary, `jupyter-mcp-${Deno.uid() ?? "turns"}`);
}

function slotOf(name: string): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % slots;
}
