/** Notebooks state their language, so that other programs can convert them. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { connect } from "../../harness/client.ts";
import { environmentKinds, environmentOf } from "../../harness/environment.ts";
import { code, freshPath, markdown, notebookOf, onDisk, putFile } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";

/** The name of the script that nbconvert makes of a notebook. */
async function scriptOf(folder: string, path: string): Promise<string> {
  const name = path.replace(/\.ipynb$/, "");
  const output = join(folder, `${name}-script`);
  const args = ["-m", "nbconvert", "--to", "script", "--output-dir", output, join(folder, path)];
  const { success, stderr } = await new Deno.Command(environmentOf("plain").python, { args }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  const [made] = await Array.fromAsync(Deno.readDir(output));
  return made?.name.slice(name.length) ?? "";
}

for (const kind of environmentKinds) {
  Deno.test(`the language of a notebook (${kind})`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });

    await t.step("a notebook that never ran becomes a script of its language", async () => {
      const path = freshPath("language");
      await connection.call("notebook_create", { name: path, cells: [{ source: "print(1)" }] });
      assert.equal(await scriptOf(jupyter.root, path), ".py");
    });

    await t.step("a run states the kernel's language as a whole, and renews its version", async () => {
      const metadata = { language_info: { name: "python", version: "2.7.9" } };
      const path = await putFile(jupyter, notebookOf([code("a", "1"), markdown("b", "b")], { metadata }));
      await connection.call("notebook_edit_cell", { notebook_path: path, cell: "b", source: "B" });
      assert.deepEqual((await onDisk(jupyter, path)).metadata, metadata);
      const run = await connection.call("notebook_execute_cell", { notebook_path: path, cell: "a" });
      assert.equal(run.at("saved"), true, run.text);
      await connection.call("session_delete", { session_id: path });
      const { language_info } = (await onDisk(jupyter, path)).metadata;
      const { version, ...rest } = Object(language_info);
      assert.match(version, /^3\./);
      assert.deepEqual(rest, {
        name: "python",
        codemirror_mode: { name: "ipython", version: 3 },
        file_extension: ".py",
        mimetype: "text/x-python",
        nbconvert_exporter: "python",
        pygments_lexer: "ipython3",
      });
      assert.equal(await scriptOf(jupyter.root, path), ".py");
    });
  });
}
