/** Where the knowledge base lies: the folder of `--knowledge-dir`, else one in the user's data folder. */

import { dataFolder, type Machine, pathsOf } from "./user_folders.ts";

export function knowledgeFolder(machine: Machine, given: string | undefined): string {
  const { join, resolve } = pathsOf(machine);
  return given === undefined ? join(dataFolder(machine), "knowledge") : resolve(given);
}

/**
 * Makes the folder and gives its real path, as permissions know it. Where it cannot be made, the tools of the
 * knowledge base say so when they are used: all others work without it.
 */
export function makeKnowledgeFolder(machine: Machine, given: string | undefined): string {
  const folder = knowledgeFolder(machine, given);
  try {
    // What is written there is nobody else's business.
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    return Deno.realPathSync(folder);
  } catch {
    return folder;
  }
}
