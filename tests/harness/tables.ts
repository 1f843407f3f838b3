/** Files with tables, as the libraries that people use write them. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { environmentOf } from "./environment.ts";
import { freshFolder } from "./files.ts";
import type { JupyterServer } from "./jupyter.ts";

/** Has pandas and pyarrow write one table in every format; returns the folder. */
export async function makeTables(server: JupyterServer): Promise<string> {
  const folder = freshFolder("tables");
  const program = await Deno.readTextFile(
    fileURLToPath(new URL("./python/make_tables.py", import.meta.url)),
  );
  const { python } = environmentOf("collaboration");
  const code = `FOLDER = ${JSON.stringify(join(server.root, folder))}\n${program}`;
  const { success, stderr } = await new Deno.Command(python, { args: ["-c", code] }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return folder;
}
