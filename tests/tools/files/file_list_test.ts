import assert from "node:assert/strict";
import { join } from "node:path";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { freshFolder, oddNames, putBytes } from "../../harness/files.ts";
import { sharedJupyter } from "../../harness/servers.ts";

function names(entries: unknown): string[] {
  assert.ok(Array.isArray(entries));
  return entries.map(({ name }) => String(name));
}

for (const kind of environmentKinds) {
  Deno.test(`file_list on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const folder = freshFolder("list");
    for (
      const path of ["b.txt", "a.csv", "deep/er/c.csv", "deep/d.parquet", ".hidden", "node_modules/x.csv"]
    ) {
      await putBytes(jupyter, `${folder}/${path}`, path);
    }
    const list = (args: Record<string, unknown> = {}) =>
      connection.call("file_list", { path: folder, ...args });

    await t.step("shows name, path, type, size and time; hidden ones are left out", async () => {
      const { at, json } = await list();
      assert.deepEqual(names(json["entries"]), ["a.csv", "b.txt", "deep", "node_modules"]);
      assert.partialDeepStrictEqual(at("entries.1"), { path: `${folder}/b.txt`, type: "file", size: 5 });
      assert.equal(at("entries.2.type"), "directory");
      assert.equal(at("entries.2.size"), undefined);
      assert.ok(!Number.isNaN(Date.parse(String(at("entries.0.last_modified")))));
      assert.equal(at("truncated"), undefined);
      assert.equal(at("path"), folder);
    });

    await t.step("takes the seed's arguments: a session and no path is the root", async () => {
      const { isError, json } = await connection.call("file_list", { session_id: "any" });
      assert.equal(isError, false);
      assert.ok(names(json["entries"]).includes(folder));
    });

    await t.step("goes into folders below, and picks by a pattern", async () => {
      const all = await list({ recursive: true });
      assert.deepEqual(names(all.json["entries"]), [
        "a.csv",
        "b.txt",
        "deep",
        "d.parquet",
        "er",
        "c.csv",
        "node_modules",
      ]);
      assert.match(JSON.stringify(all.json["notes"]), /node_modules/);
      assert.deepEqual(names((await list({ recursive: true, glob: "*.csv" })).json["entries"]), [
        "a.csv",
        "c.csv",
      ]);
      assert.deepEqual(names((await list({ glob: "*.csv" })).json["entries"]), ["a.csv"]);
      assert.deepEqual(names((await list({ glob: "deep/**/*.{csv,parquet}" })).json["entries"]), [
        "d.parquet",
        "c.csv",
      ]);
    });

    await t.step("pages, each entry once", async () => {
      const seen: string[] = [];
      let cursor: unknown;
      while (seen.length < 20) {
        const page = await list({ recursive: true, limit: 3, ...(cursor === undefined ? {} : { cursor }) });
        seen.push(...names(page.json["entries"]));
        cursor = page.json["next_cursor"];
        assert.equal(page.json["truncated"] ?? false, cursor !== undefined);
        if (cursor === undefined) break;
      }
      assert.equal(seen.length, 7);
      assert.equal(new Set(seen).size, 7);
    });

    await t.step("refuses a cursor that it did not give", async () => {
      for (const cursor of ["garbage", "after:", "after:elsewhere/x", ""]) {
        assert.equal((await list({ cursor })).at("error"), "invalid_argument", cursor);
      }
    });

    await t.step("does not follow a link to a folder above", async () => {
      const looped = freshFolder("looped");
      await putBytes(jupyter, `${looped}/deep/a.txt`, "a");
      await Deno.symlink(join(jupyter.root, looped), join(jupyter.root, looped, "deep/up"));
      const { json } = await connection.call("file_list", { path: looped, recursive: true });
      assert.ok(names(json["entries"]).length < 8, JSON.stringify(json["entries"]));
      assert.match(JSON.stringify(json["notes"]), /not followed/);
    });

    await t.step("shows odd names as they are", async () => {
      const odd = freshFolder("odd");
      for (const name of oddNames) await putBytes(jupyter, `${odd}/${name}`, name);
      const { json } = await connection.call("file_list", { path: odd });
      assert.deepEqual(names(json["entries"]), oddNames.toSorted());
    });

    await t.step("says what is not there and what is no folder", async () => {
      const missing = await list({ path: `${folder}/depe` });
      assert.equal(missing.at("error"), "file_not_found");
      assert.equal(missing.at("available.0"), `${folder}/deep`);
      const file = await list({ path: `${folder}/b.txt` });
      assert.equal(file.at("error"), "invalid_argument");
      assert.match(file.string("hint"), /file_read/);
    });

    await t.step("never leaves the root", async () => {
      for (const path of ["..", "/..", "../..", "a/../..", "%2e%2e", "..\\..", "~", "a\0"]) {
        const { isError, at } = await connection.call("file_list", { path });
        assert.equal(isError, true, path);
        assert.equal(at("error"), "invalid_argument", path);
      }
      const etc = await connection.call("file_list", { path: "/etc" });
      assert.equal(etc.at("error"), "file_not_found");
    });
  });
}
