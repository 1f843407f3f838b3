import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { copyIntoMemory } from "../../../src/knowledge/memory_copy.ts";
import { openDatabase } from "../../../src/knowledge/open_database.ts";
import { Folder, insert, next } from "./database_file.ts";

const connect = (name: string) => new DatabaseSync(name);

Deno.test("copyIntoMemory reads a database without a file beside it, and none whose log has more", async () => {
  await using folder = new Folder();
  const database = await openDatabase({ path: folder.file });
  await database.write((db) => db.run(insert));
  assert.throws(() => copyIntoMemory({ path: folder.file, connect }), /log beside it \(-wal\) has changes/);
  database.close();
  using copy = copyIntoMemory({ path: folder.file, connect })?.connection;
  assert.deepEqual(copy?.prepare("SELECT title FROM items").all().map((row) => ({ ...row })), [{
    title: "kept",
  }]);
  assert.deepEqual(folder.names(), ["knowledge.db"]);
});

Deno.test("a file that changes while it is copied is not taken for what it was, nor for what it is", async () => {
  await using folder = new Folder();
  (await openDatabase({ path: folder.file })).close();
  const read = (path: string) => {
    const bytes = Deno.readFileSync(path);
    Deno.writeFileSync(path, new Uint8Array(1), { append: true });
    return bytes;
  };
  assert.equal(copyIntoMemory({ path: folder.file, connect, read }), undefined);
});

Deno.test({
  name: "a new database is its owner's alone, and so is the copy before a new schema",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await using folder = new Folder();
    Deno.chmodSync(folder.path, 0o755);
    const database = await openDatabase({ path: folder.file });
    await database.write((db) => db.run(insert));
    const modes = () =>
      folder.names().map((name) => (Deno.statSync(`${folder.path}/${name}`).mode ?? 0) & 0o777);
    assert.deepEqual(modes(), [0o600, 0o600, 0o600]);
    database.close();
    (await openDatabase({ path: folder.file, steps: next })).close();
    assert.deepEqual(modes(), [0o600, 0o600]);
  },
});
