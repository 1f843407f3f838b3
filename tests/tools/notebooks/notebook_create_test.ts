import assert from "node:assert/strict";
import { z } from "zod";
import { join } from "node:path";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { code, freshPath, onDisk, putCells, putFile, sourcesOnDisk } from "../../harness/notebook.ts";
import { startJupyter } from "../../harness/jupyter.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

for (const kind of environmentKinds) {
  Deno.test(`notebook_create on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const create = (args: Record<string, unknown>) => connection.call("notebook_create", args);

    await t.step("makes a notebook that Jupyter takes, with its kernel and without cells", async () => {
      const path = freshPath();
      const { json, isError } = await create({ name: path.replace(".ipynb", "") });
      assert.equal(isError, false);
      assert.deepEqual(json, {
        notebook_path: path,
        kernel_name: "python3",
        visible: "no_browser",
        saved: true,
      });
      const written = await onDisk(jupyter, path);
      assert.deepEqual(written.cells, []);
      assert.partialDeepStrictEqual(written, {
        nbformat: 4,
        nbformat_minor: 5,
        metadata: { kernelspec: { name: "python3" }, language_info: { name: "python" } },
      });
    });

    await t.step("with cells, and names each by the id it has on disk", async () => {
      const name = freshPath();
      const cells = [
        { cell_type: "markdown", source: "# Title" },
        { source: "x = 1\nx" },
        { cell_type: "raw", source: "" },
      ];
      const { at } = await create({ name, cells });
      const { cells: stored } = await onDisk(jupyter, name);
      assert.deepEqual(stored.map(({ cell_type }) => cell_type), ["markdown", "code", "raw"]);
      assert.deepEqual(stored.map(({ source }) => source), ["# Title", "x = 1\nx", ""]);
      assert.deepEqual(at("cell_ids"), stored.map(({ id }) => id));
    });

    await t.step("in folders and under names that addresses would trip over", async () => {
      await Deno.mkdir(join(jupyter.root, "a folder"), { recursive: true });
      for (const begin of ["with space", "number#1", "50%25 done?", "emoji 🚀", "売上分析", "a folder/in"]) {
        const name = freshPath(begin);
        assert.equal((await create({ name, cells: [{ source: begin }] })).at("notebook_path"), name);
        assert.deepEqual(await sourcesOnDisk(jupyter, name), [begin]);
        const { at } = await connection.call("notebook_get", { notebook_path: name, detail: "source" });
        assert.equal(at("cells.0.source"), begin);
      }
    });

    await t.step("never writes over what is there", async () => {
      for (const content of ["not a notebook", { cells: [], metadata: {}, nbformat: 4, nbformat_minor: 5 }]) {
        const name = await putFile(jupyter, content);
        const before = await Deno.readTextFile(join(jupyter.root, name));
        const { json, isError } = await create({ name, cells: [{ source: "mine" }] });
        assert.equal(isError, true);
        assert.equal(json["error"], "conflict");
        assert.match(String(json["hint"]), /notebook_add_cell/);
        assert.equal(await Deno.readTextFile(join(jupyter.root, name)), before);
      }
    });

    await t.step("for the kernel of a session, which must be there", async () => {
      await using session = await openSession(connection, { kernel_name: "python3" });
      const made = await create({ name: freshPath(), session_id: session.id });
      assert.equal(made.at("kernel_name"), "python3", made.text);
      const other = await create({ name: freshPath(), session_id: session.id, kernel_name: "cobol" });
      assert.equal(other.at("error"), "invalid_argument", other.text);
      const name = freshPath();
      const none = await create({ name, session_id: "no-such-session" });
      assert.equal(none.at("error"), "session_not_found", none.text);
      await assert.rejects(Deno.stat(join(jupyter.root, name)), Deno.errors.NotFound);
    });

    await t.step("refuses a folder that is not there, and a kernel that is not installed", async () => {
      const { json } = await create({ name: "no/such/folder/a" });
      assert.equal(json["error"], "file_not_found");
      const other = await create({ name: freshPath(), kernel_name: "cobol" });
      assert.equal(other.at("error"), "kernelspec_not_found");
      assert.ok(z.array(z.string()).parse(other.at("available")).includes("python3"));
    });
  });
}

for (const environment of environmentKinds) {
  Deno.test(`a notebook that listings leave out is never overwritten, on a ${environment} Jupyter`, async () => {
    const extraArgs = ["--ContentsManager.hide_globs=secret*"];
    await using jupyter = await startJupyter({ environment, extraArgs });
    const path = await putCells(jupyter, [code("a", "'mine'")], "secret.ipynb");
    await using connection = await connect({ jupyter });
    const created = await connection.call("notebook_create", { name: path, cells: [{ source: "'new'" }] });
    assert.equal(created.at("error"), "conflict", created.text);
    await using _session = await openSession(connection, { notebook_path: path });
    assert.deepEqual(await sourcesOnDisk(jupyter, path), ["'mine'"]);
    const names = Array.from(Deno.readDirSync(jupyter.root), ({ name }) => name);
    assert.deepEqual(names.filter((name) => name.endsWith(".ipynb")), [path]);
  });
}
