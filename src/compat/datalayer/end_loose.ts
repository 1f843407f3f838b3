/**
 * At the end of the program: ends the kernels that it started and that belong to no notebook. Nobody would find them
 * again, while the kernel of a notebook waits for the person who opens it.
 */

import { delay } from "../../base/async.ts";
import { release } from "./backend.ts";
import type { Client } from "./client.ts";

/** Milliseconds; a request that was sent is met without us. */
const patience = 500;

export async function endLoose(clients: readonly Client[]): Promise<void> {
  const loose = clients.flatMap(({ notebooks, sandboxes }) => [
    ...[...notebooks.values()].filter(({ path }) => path === null),
    ...sandboxes.values(),
  ]);
  if (loose.length === 0) return;
  // A Jupyter that is gone has no kernels to end.
  await Promise.race([Promise.allSettled(loose.map(release)), delay(patience)]);
}
