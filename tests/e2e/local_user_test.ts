/** What another user of the same machine can do to the compiled program: nothing. */

import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { connect } from "../harness/client.ts";
import { binaryPath } from "../harness/program.ts";

Deno.test("the binary neither reads nor writes V8's code cache in the temp folder", async () => {
  const folder = await Deno.makeTempDir();
  // Where `deno compile` looks for it; it replaces what it has read and cannot use.
  const planted = join(folder, `deno-compile-${basename(binaryPath())}.cache`);
  await Deno.writeTextFile(planted, "planted");
  {
    await using connection = await connect({
      program: "compiled",
      jupyter: { url: "http://127.0.0.1:9/", token: "none" },
      env: { TMPDIR: folder, TEMP: folder, TMP: folder },
    });
    await connection.client.listTools();
  }
  assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), [basename(planted)]);
  assert.equal((await Deno.stat(planted)).size, "planted".length);
  await Deno.remove(folder, { recursive: true });
});
