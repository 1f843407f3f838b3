/** Where the knowledge base lies: the folder of `--knowledge-dir`, else one in the user's data folder. */

import { dataFolder, homeFolder, type Machine, pathsOf } from "./user_folders.ts";

export function knowledgeFolder(machine: Machine, given: string | undefined): string {
  const { join, resolve } = pathsOf(machine);
  if (given === undefined) return join(dataFolder(machine), "knowledge");
  // No shell has expanded it in a client's configuration.
  return /^~([/\\]|$)/.test(given) ? join(homeFolder(machine), given.slice(1)) : resolve(given);
}

/**
 * Makes the folder, unless nothing may be changed, and gives its real path, as permissions know it. Where it cannot
 * be made, the tools of the knowledge base say so when they are used: all others work without it.
 */
export function makeKnowledgeFolder(
  machine: Machine,
  given: string | undefined,
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): string {
  const folder = knowledgeFolder(machine, given);
  try {
    // What is written there is nobody else's business.
    if (!readOnly) Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    return Deno.realPathSync(folder);
  } catch {
    return folder;
  }
}
