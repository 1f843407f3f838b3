/**
 * Replaces `process.env` by an empty object: `ws` and Yjs's base library read environment variables while they load,
 * which the sandbox forbids. Imported for its side effect by the worker's entry, because a bundle does not keep the import order of
 * modules that are loaded later.
 */

import process from "node:process";

if (Deno.permissions.querySync({ name: "env" }).state !== "granted") {
  Object.defineProperty(process, "env", { value: {}, configurable: true });
}
