import assert from "node:assert/strict";
import { join } from "node:path";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { bytesOnDisk, freshFolder, oddNames, putBytes } from "../../harness/files.ts";
import { code, makeReadOnly, notebookOf, openRoom } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";

async function namesIn(folder: string): Promise<string[]> {
  const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
  // Jupyter makes a folder for checkpoints whenever a file gets another name.
  return names.filter((name) => name !== ".ipynb_checkpoints").toSorted();
}

for (const kind of environmentKinds) {
  Deno.test(`file_write on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const folder = freshFolder("write");
    await Deno.mkdir(join(jupyter.root, folder));
    const write = (path: string, content: string, args: Record<string, unknown> = {}) =>
      connection.call("file_write", { path: `${folder}/${path}`, content, ...args });
    const text = async (path: string) =>
      new TextDecoder().decode(await bytesOnDisk(jupyter, `${folder}/${path}`));

    await t.step("writes a text as it is, and leaves nothing beside it", async () => {
      const { isError, json } = await write("a.txt", "売上\r\nno end");
      assert.equal(isError, false);
      assert.partialDeepStrictEqual(json, { path: `${folder}/a.txt`, size: 14, created: true, saved: true });
      assert.equal(await text("a.txt"), "売上\r\nno end");
      assert.deepEqual(await namesIn(join(jupyter.root, folder)), ["a.txt"]);
      assert.equal((await write("empty.txt", "")).at("size"), 0);
      assert.equal(await text("empty.txt"), "");
    });

    await t.step("leaves a file that exists alone unless told", async () => {
      const refused = await write("a.txt", "new");
      assert.equal(refused.at("error"), "conflict");
      assert.match(refused.string("hint"), /overwrite/);
      assert.equal(await text("a.txt"), "売上\r\nno end");
      const replaced = await write("a.txt", "new", { overwrite: true });
      assert.equal(replaced.at("created"), false);
      assert.equal(replaced.at("visible"), "no_browser");
      assert.equal(await text("a.txt"), "new");
    });

    await t.step("writes bytes given as base64", async () => {
      const bytes = new Uint8Array(3_000).map((_, n) => n * 31);
      await write("b.bin", bytes.toBase64(), { format: "base64" });
      assert.deepEqual(await bytesOnDisk(jupyter, `${folder}/b.bin`), bytes);
      assert.equal(
        (await write("c.bin", "not base64!", { format: "base64" })).at("error"),
        "invalid_argument",
      );
      assert.equal((await write("c.txt", "half \ud83d")).at("error"), "invalid_argument");
    });

    await t.step("makes folders only where told", async () => {
      const refused = await write("new/er/x.txt", "x");
      assert.equal(refused.at("error"), "file_not_found");
      assert.match(refused.string("hint"), /create_folders/);
      const made = await write("new/er/x.txt", "x", { create_folders: true });
      assert.deepEqual(made.at("folders_created"), [`${folder}/new`, `${folder}/new/er`]);
      assert.equal(await text("new/er/x.txt"), "x");
      assert.equal((await write("a.txt/x.txt", "x", { create_folders: true })).isError, true);
      assert.equal((await write("new", "x", { overwrite: true })).at("error"), "conflict");
    });

    await t.step("writes large files in parts; they appear whole", async () => {
      const content = "0123456789abcdef".repeat(600_000);
      const target = join(jupyter.root, folder, "large.txt");
      const writing = write("large.txt", content);
      const seen = new Set<number>();
      let isDone = false;
      void writing.finally(() => isDone = true);
      while (!isDone) {
        const found = await Deno.stat(target).catch(() => null);
        if (found !== null) seen.add(found.size);
      }
      assert.equal((await writing).at("size"), content.length);
      assert.deepEqual([...seen].filter((size) => size !== content.length), []);
      assert.equal(await text("large.txt") === content, true);
      assert.deepEqual(
        (await namesIn(join(jupyter.root, folder))).filter((name) => name.endsWith(".tmp")),
        [],
      );
      const again = await write("large.txt", `${content}!`, { overwrite: true });
      assert.equal(again.at("size"), content.length + 1);
    });

    await t.step("takes odd names, and no way out", async () => {
      for (const name of oddNames) {
        assert.equal((await write(name, name)).isError, false, name);
        assert.equal(await text(name), name);
      }
      for (const path of ["../x", "..\\x", "%2e%2e/x", "a/../../../x", "/..", "~/x", "x\0y", "C:\\x"]) {
        const { at } = await connection.call("file_write", { path, content: "x", create_folders: true });
        assert.equal(at("error"), "invalid_argument", path);
      }
      assert.equal((await write(".hidden", "x")).at("error"), "forbidden");
      assert.equal((await write("x".repeat(300), "x")).at("error"), "invalid_argument");
    });

    await t.step("says that a file cannot be written", async () => {
      await putBytes(jupyter, `${folder}/locked.txt`, "mine");
      await using _locked = await makeReadOnly(jupyter, `${folder}/locked.txt`);
      const { at, text: said } = await write("locked.txt", "x", { overwrite: true });
      assert.equal(at("error"), "read_only", said);
      assert.equal(await text("locked.txt"), "mine");
      assert.ok(!said.includes(jupyter.root));
    });

    await t.step("writes no notebook that is none", async () => {
      for (const content of ["evil", "", "{}", "[1]", '{"nbformat": 4}']) {
        const { at, string } = await write("broken.ipynb", content);
        assert.equal(at("error"), "invalid_argument", content);
        assert.match(string("hint"), /notebook_create/);
      }
      assert.ok(!(await namesIn(join(jupyter.root, folder))).includes("broken.ipynb"));
    });

    await t.step("replaces a notebook only if nobody can have it open", async () => {
      const notebook = JSON.stringify(notebookOf([code("a", "1")]));
      assert.equal((await write("n.ipynb", notebook)).at("created"), true);
      const replaced = await write("n.ipynb", notebook, { overwrite: true });
      if (kind === "plain") return assert.equal(replaced.isError, false);
      assert.equal(replaced.at("error"), "conflict");
      assert.match(replaced.string("hint"), /notebook_edit_cell/);
      await using room = await openRoom(jupyter, `${folder}/n.ipynb`);
      assert.equal((await write("n.ipynb", notebook, { overwrite: true })).at("error"), "conflict");
      assert.equal(room.read().cells.length, 1);
    });
  });
}

Deno.test("file_write is not offered with --read-only", async () => {
  await using connection = await connect({ jupyter: sharedJupyter("plain"), args: ["--read-only"] });
  const { at } = await connection.call("file_write", { path: "x.txt", content: "x" });
  assert.equal(at("error"), "read_only");
});
