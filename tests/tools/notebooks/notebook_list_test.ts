import assert from "node:assert/strict";
import { join } from "node:path";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { KernelClient } from "../../harness/kernel_client.ts";
import { putCells, putFile } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

for (const kind of environmentKinds) {
  Deno.test(`notebook_list on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const folder = `list ${crypto.randomUUID()}`;
    for (const name of ["b.ipynb", "a #1.ipynb", "deep/er/売上.ipynb", "node_modules/x.ipynb"]) {
      await putCells(jupyter, [], `${folder}/${name}`);
    }
    await putFile(jupyter, "no", `${folder}/notes.txt`);
    const list = (args: Record<string, unknown> = {}) =>
      connection.call("notebook_list", { path: folder, ...args });

    await t.step("finds notebooks in folders below, and nothing else", async () => {
      const { at, json } = await list();
      const found = json["notebooks"];
      assert.ok(Array.isArray(found));
      assert.deepEqual(found.map(({ path }) => path), [
        `${folder}/a #1.ipynb`,
        `${folder}/b.ipynb`,
        `${folder}/deep/er/売上.ipynb`,
      ]);
      assert.equal(at("truncated"), undefined);
      assert.equal(at("notebooks.0.session_id"), undefined);
      assert.equal(at("notebooks.0.open"), undefined);
      assert.ok(Number(at("notebooks.0.size")) > 10);
      assert.ok(!Number.isNaN(Date.parse(String(at("notebooks.0.last_modified")))));
    });

    await t.step("understands a dot in a path, and leaves the root by none", async () => {
      for (const path of [`./${folder}`, `${folder}/.`, `./${folder}/./deep/`]) {
        assert.match(String((await list({ path })).at("notebooks.0.path")), new RegExp(`^${folder}/`));
      }
      assert.ok(Array.isArray((await list({ path: ".", recursive: false })).at("notebooks")));
      const outside = await list({ path: `${folder}/../..` });
      assert.equal(outside.at("error"), "invalid_argument");
      assert.match(outside.string("message"), /contains "\.\."/);
    });

    await t.step("follows no link to a folder above", async () => {
      const link = join(jupyter.root, folder, "deep", "above");
      await Deno.symlink(join(jupyter.root, folder), link);
      const { at } = await list();
      await Deno.remove(link);
      assert.equal(at("notebooks.2.path"), `${folder}/deep/er/売上.ipynb`);
      assert.equal(at("notebooks.3"), undefined);
    });

    await t.step("stays in the folder, and within the limit, when told", async () => {
      assert.equal((await list({ recursive: false })).at("notebooks.2"), undefined);
      const few = await list({ limit: 1 });
      assert.equal(few.at("notebooks.1"), undefined);
      assert.equal(few.at("truncated"), true);
      assert.equal((await list({ limit: 3 })).at("truncated"), undefined);
    });

    await t.step("marks what runs, and what somebody else has open", async () => {
      await using session = await openSession(connection, { notebook_path: `${folder}/b` });
      const alone = (await list()).at("notebooks.1");
      assert.partialDeepStrictEqual(alone, { session_id: session.id, status: "idle" });
      await using _other = await KernelClient.open(jupyter, session.kernelId);
      assert.partialDeepStrictEqual((await list()).at("notebooks.1"), { session_id: session.id, open: true });
    });

    await t.step("says that a path is no folder, and which tool takes it", async () => {
      for (
        const [path, hint] of [[`${folder}/b.ipynb`, /notebook_get/], [`${folder}/notes.txt`, /file_list/]]
      ) {
        const { at, string } = await connection.call("notebook_list", { path });
        assert.equal(at("error"), "invalid_argument");
        assert.ok(hint instanceof RegExp);
        assert.match(string("hint"), hint);
      }
      const search = { path: `${folder}/notes.txt`, query: "no" };
      assert.equal((await connection.call("notebook_search", search)).at("error"), "invalid_argument");
    });

    await t.step("says that a folder is not there", async () => {
      const { isError, at } = await connection.call("notebook_list", { path: "no/such" });
      assert.equal(isError, true);
      assert.equal(at("error"), "file_not_found");
    });
  });
}
