/** Which MCP client the current code works for, so that what all clients share can be divided between them. */

import { AsyncLocalStorage } from "node:async_hooks";

const scope = new AsyncLocalStorage<string>();

/** Does the work for a client: whatever it starts finds the client with {@linkcode currentClient}. */
export function asClient<T>(client: string, work: () => T): T {
  return scope.run(client, work);
}

/** The client that the current code works for; empty if it works for none. */
export function currentClient(): string {
  return scope.getStore() ?? "";
}
