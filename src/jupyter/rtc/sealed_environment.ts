/**
 * Y.js's base library looks at environment variables while it loads, which the sandbox forbids: it finds an empty
 * environment there. Imported for its effect, before Y.js.
 */

import process from "node:process";

if (Deno.permissions.querySync({ name: "env" }).state !== "granted") {
  Object.defineProperty(process, "env", { value: {}, configurable: true });
}
