/** Processes of this machine, as the tests of packages look for them. */

import { run } from "./run.ts";

/** Lines of those that have this among their arguments, each with its id first. */
export async function processesWith(argument: string): Promise<readonly string[]> {
  const listing = await run(["ps", "-eo", "pid=,args="]);
  return listing.split("\n").filter((line) => line.includes(argument));
}

/** Whether the system knows a process, be it one that has only not been buried yet. */
export function isThere(pid: number): boolean {
  try {
    Deno.kill(pid, 0);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
