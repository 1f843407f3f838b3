/** Links, pipes and the like among the files: what Jupyter serves is read, and nothing stops the server. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { bytesOnDisk, freshFolder, putBytes } from "../../harness/files.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const csv = `a,b\n${Array.from({ length: 200 }, (_, row) => `${row},${row * 2}\n`).join("")}`;

for (const kind of environmentKinds) {
  Deno.test({
    name: `links and pipes on a ${kind} Jupyter`,
    // Windows has neither without special rights.
    ignore: Deno.build.os === "windows",
    fn: async (t) => {
      const jupyter = sharedJupyter(kind);
      await using connection = await connect({ jupyter });
      await using session = await openSession(connection);
      const folder = freshFolder("links");
      const at = (name: string) => join(jupyter.root, folder, name);
      const call = (tool: string, name: string, more: Record<string, unknown> = {}) =>
        connection.call(tool, { path: `${folder}/${name}`, ...more });
      const outside = await Deno.makeTempDir();
      try {
        await putBytes(jupyter, `${folder}/real.csv`, csv);
        await Deno.writeTextFile(join(outside, "notes.txt"), "one\ntwo\n");
        await Deno.writeTextFile(join(outside, "data.csv"), csv);
        await Deno.symlink("real.csv", at("inside.csv"));
        await Deno.symlink(join(outside, "notes.txt"), at("notes.txt"));
        await Deno.symlink(join(outside, "notes.txt"), at("link"));
        await Deno.symlink(join(outside, "data.csv"), at("data.csv"));
        await Deno.symlink(outside, at("folder"));
        await Deno.symlink(join(outside, "gone.txt"), at("broken.txt"));
        await Deno.symlink("/dev/zero", at("zero.txt"));
        await Deno.symlink("circle", at("circle"));
        assert.ok((await new Deno.Command("mkfifo", { args: [at("pipe")] }).output()).success);

        await t.step("a link to a file under the root is read whole", async () => {
          const preview = await call("data_preview", "inside.csv");
          assert.equal(preview.at("rows"), 200, preview.text);
          assert.equal((await call("file_read", "inside.csv")).at("size"), csv.length);
          const here = await call("data_preview", "inside.csv", { session_id: session.id });
          assert.equal(here.at("rows"), 200);
        });

        await t.step("and written through", async () => {
          const written = await call("file_write", "inside.csv", { content: "new", overwrite: true });
          assert.equal(written.at("size"), 3, written.text);
          assert.equal(
            new TextDecoder().decode(await bytesOnDisk(jupyter, `${folder}/real.csv`)),
            "new",
          );
        });

        await t.step("a text behind a link out of the root is read as Jupyter gives it", async () => {
          const read = await call("file_read", "notes.txt");
          assert.partialDeepStrictEqual(read.json, { content: "one\ntwo\n", size: 8, total_lines: 2 });
          for (const name of ["folder/notes.txt", "link"]) {
            assert.equal((await call("file_read", name)).at("content"), "one\ntwo\n", name);
          }
        });

        await t.step("data behind one is read by the kernel, or the answer says how", async () => {
          const refused = await call("data_preview", "data.csv");
          // Whether such links are served at all is up to the server's version of its web framework.
          if (refused.isError) {
            assert.equal(refused.at("error"), "forbidden", refused.text);
            assert.match(refused.string("hint"), /session_id/);
          } else assert.equal(refused.at("rows"), 200);
          const found = await call("data_preview", "folder/data.csv");
          assert.equal(found.at("rows"), 200, found.text);
        });

        await t.step("what is no file is refused at once", async () => {
          for (const tool of ["file_read", "file_get", "data_preview"]) {
            for (const name of ["pipe", "zero.txt", "broken.txt"]) {
              assert.equal((await call(tool, name)).at("error"), "unsupported", `${tool} ${name}`);
            }
            assert.equal((await call(tool, "circle")).at("error"), "invalid_argument", tool);
          }
        });

        await t.step("and never written into, which would stop the server", async () => {
          for (const name of ["pipe", "zero.txt"]) {
            const refused = await call("file_write", name, { content: "x", overwrite: true });
            assert.match(refused.string("error"), /^(unsupported|forbidden)$/, refused.text);
          }
          assert.ok(!(await connection.call("file_list", { path: folder })).isError);
        });
      } finally {
        await Deno.remove(outside, { recursive: true });
      }
    },
  });
}
