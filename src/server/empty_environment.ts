/**
 * Y.js's base library looks at environment variables while it loads, which the sandbox forbids: it finds an empty
 * environment there. Imported for its effect by the room itself: the parts of a bundle do not keep the order in which
 * a module that is loaded later lists its imports.
 */

import process from "node:process";

if (Deno.permissions.querySync({ name: "env" }).state !== "granted") {
  Object.defineProperty(process, "env", { value: {}, configurable: true });
}
