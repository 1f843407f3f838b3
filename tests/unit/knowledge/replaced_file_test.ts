/** What becomes of a file that somebody puts in the place of a knowledge base, and of the one that was there. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Database } from "../../../src/knowledge/database.ts";
import { openDatabase } from "../../../src/knowledge/open_database.ts";
import { steps } from "../../../src/knowledge/schema.ts";
import { isStray, type Last, type Look } from "../../../src/knowledge/stray_log.ts";
import { add, fails, Folder, titleRow } from "./database_file.ts";
import { OtherProgram } from "./other_program.ts";

/** The titles in a file, which must be whole. */
async function titlesIn(path: string, told: string[] = []): Promise<string[]> {
  const database = await openDatabase({ path, tell: (message) => told.push(message) });
  const titles = database.rows(titleRow, "SELECT title FROM items ORDER BY id").map(({ title }) => title);
  database.close();
  using file = new DatabaseSync(path);
  assert.deepEqual({ ...file.prepare("PRAGMA integrity_check").get() }, { integrity_check: "ok" });
  return titles;
}

const many = Array.from({ length: 300 }, (_, n) => `${n} ${"x".repeat(500)}`);

Deno.test("a file that is replaced while in use is told, and neither it nor the old one loses anything", async (t) => {
  for (const how of ["moved away first", "renamed over"]) {
    await t.step(how, async () => {
      await using folder = new Folder();
      const backup = join(folder.path, "backup.db");
      const database = await openDatabase({ path: folder.file });
      await add(database, "old");
      database.rows(titleRow, "SELECT title FROM items");
      const other = await openDatabase({ path: backup });
      await add(other, "restored", ...many);
      other.close();
      const old = join(folder.path, "old.db");
      if (how === "moved away first") Deno.renameSync(folder.file, old);
      Deno.renameSync(backup, folder.file);
      await fails(add(database, "lost"), /its file was replaced by another while in use$/);
      await fails(database.read(() => 1), /replaced by another/);
      assert.equal(database.isReplaced, true);
      assert.deepEqual(await titlesIn(folder.file), ["restored", ...many]);
      if (how === "moved away first") assert.deepEqual(await titlesIn(old), ["old"]);
    });
  }
});

Deno.test({
  name: "a log that somebody deletes while in use is told at the next call, and what was in it is kept",
  // There nobody can delete what is open.
  ignore: Deno.build.os === "windows",
  fn: async () => {
    for (const names of [["-wal"], ["-shm"], ["-wal", "-shm"]]) {
      await using folder = new Folder();
      const database = await openDatabase({ path: folder.file });
      await add(database, "first");
      await add(database, "second");
      for (const name of names) Deno.removeSync(`${folder.file}${name}`);
      await fails(add(database, "lost"), /its log \(-wal or -shm\) was deleted or replaced while in use$/);
      assert.equal(database.isReplaced, true);
      assert.deepEqual(await titlesIn(folder.file), ["first", "second"], names.join());
    }
  },
});

Deno.test("a log that SQLite itself empties, or that another program has used meanwhile, is no other log", async () => {
  await using folder = new Folder();
  const database = await openDatabase({ path: folder.file });
  const other = await openDatabase({ path: folder.file });
  await add(database, "first");
  await add(other, "second");
  other.close();
  await add(database, "third");
  const file = new DatabaseSync(folder.file);
  file.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  file.close();
  await add(database, "fourth");
  database.close();
  assert.deepEqual(await titlesIn(folder.file), ["first", "second", "third", "fourth"]);
});

Deno.test("a program that opens the new file before the old one is left loses nothing, nor does the old file", async (t) => {
  /** @param restored What is put in the place of a file with "first". */
  const replace = async (written: readonly string[], restored: (folder: Folder) => Promise<unknown>) => {
    await using folder = new Folder();
    const [backup, old] = ["backup.db", "old.db"].map((name) => join(folder.path, name));
    assert.ok(backup !== undefined && old !== undefined);
    const first = await openDatabase({ path: folder.file });
    await add(first, "first");
    first.close();
    await restored(folder);
    const database = await openDatabase({ path: folder.file });
    if (written.length > 0) await add(database, ...written);
    await database.read((db) => db.rows(titleRow, "SELECT title FROM items"));
    Deno.renameSync(folder.file, old);
    Deno.renameSync(backup, folder.file);
    const titles: (readonly string[])[] = [];
    {
      await using other = await OtherProgram.start(folder.file);
      titles.push(await other.write({ titles: ["theirs"], times: 1 }));
      await fails(database.read(() => 1), /replaced by another/);
      titles.push(await other.write({ titles: ["later"], times: 1 }));
    }
    return { titles, after: await titlesIn(folder.file), old: await titlesIn(old) };
  };
  const another = async (folder: Folder) => {
    const database = await openDatabase({ path: join(folder.path, "backup.db") });
    await add(database, "restored");
    database.close();
  };
  const copy = (folder: Folder) => Deno.copyFile(folder.file, join(folder.path, "backup.db"));

  await t.step("another base, while the log is empty", async () => {
    assert.deepEqual(await replace([], another), {
      titles: [["restored", "theirs"], ["restored", "theirs", "later"]],
      after: ["restored", "theirs", "later"],
      old: ["first"],
    });
  });
  await t.step("a copy of the same base, to which its log fits", async () => {
    assert.deepEqual(await replace([], copy), {
      titles: [["first", "theirs"], ["first", "theirs", "later"]],
      after: ["first", "theirs", "later"],
      old: ["first"],
    });
  });
  await t.step("another base, for which the log is put aside", async () => {
    assert.deepEqual(await replace(["second"], another), {
      titles: [["restored", "theirs"], ["restored", "theirs", "later"]],
      after: ["restored", "theirs", "later"],
      old: ["first", "second"],
    });
  });
});

Deno.test("what another program wrote and left in the log goes into the file that was there then", async () => {
  await using folder = new Folder();
  const [backup, old] = ["backup.db", "old.db"].map((name) => join(folder.path, name));
  assert.ok(backup !== undefined && old !== undefined);
  const restored = await openDatabase({ path: backup });
  await add(restored, "restored");
  restored.close();
  const database = await openDatabase({ path: folder.file });
  await add(database, "ours");
  {
    await using other = await OtherProgram.start(folder.file);
    await other.write({ titles: ["theirs"], times: 1 });
  }
  Deno.renameSync(folder.file, old);
  Deno.renameSync(backup, folder.file);
  await fails(database.read(() => 1), /replaced by another/);
  assert.deepEqual(await titlesIn(old), ["ours", "theirs"]);
  assert.deepEqual(await titlesIn(folder.file), ["restored"]);
});

Deno.test("closing brings what was written into a file that was moved away, and leaves no log to the next", async () => {
  await using folder = new Folder();
  const database = await openDatabase({ path: folder.file });
  await add(database, "old");
  const old = join(folder.path, "old.db");
  Deno.renameSync(folder.file, old);
  database.close();
  assert.equal(Deno.statSync(`${folder.file}-wal`).size, 0);
  assert.deepEqual(await titlesIn(old), ["old"]);
  assert.deepEqual(await titlesIn(folder.file), []);
});

/** The files of a program that was killed: its log has what the database file lacks. */
async function killed(folder: Folder, work: (database: Database) => Promise<unknown>): Promise<Folder> {
  const database = await openDatabase({ path: folder.file });
  await work(database);
  const left = new Folder();
  for (const end of ["", "-wal"]) Deno.copyFileSync(`${folder.file}${end}`, `${left.file}${end}`);
  database.close();
  return left;
}

Deno.test("a log that a killed program left is taken in, and stays beside no other file", async (t) => {
  await using home = new Folder();
  const first = await openDatabase({ path: home.file });
  await add(first, "first");
  first.close();
  const backup = Deno.readFileSync(home.file);
  const between = await openDatabase({ path: home.file });
  await add(between, ...many);
  between.close();
  await using left = await killed(home, (database) => add(database, "last"));
  const strays = () => left.names().filter((name) => name.includes("stray"));

  await t.step("it is taken in where it belongs, also when the folder was copied", async () => {
    await using copy = new Folder();
    for (const end of ["", "-wal"]) Deno.copyFileSync(`${left.file}${end}`, `${copy.file}${end}`);
    assert.deepEqual(await titlesIn(copy.file), ["first", ...many, "last"]);
    assert.ok(!copy.names().some((name) => name.includes("stray")));
  });

  await t.step("with --read-only it is left, and said", async () => {
    await using copy = new Folder();
    Deno.copyFileSync(`${left.file}-wal`, `${copy.file}-wal`);
    Deno.writeFileSync(copy.file, backup);
    await fails(
      openDatabase({ path: copy.file, readOnly: true }),
      /log beside it \(-wal\) belongs to another file/,
    );
    assert.deepEqual(copy.names(), ["knowledge.db", "knowledge.db-wal"]);
  });

  await t.step(
    "an earlier copy that was written over the file stays as it is, and the log is put aside",
    async () => {
      const whole = Deno.readFileSync(left.file);
      Deno.writeFileSync(left.file, backup);
      const told: string[] = [];
      assert.deepEqual(await titlesIn(left.file, told), ["first"]);
      assert.equal(strays().length, 1);
      assert.match(told.join(), /belongs to another file.*put aside: .*stray-.*-wal$/);
      const back = join(left.path, "back.db");
      Deno.writeFileSync(back, whole);
      Deno.renameSync(join(left.path, strays()[0] ?? ""), `${back}-wal`);
      assert.deepEqual(await titlesIn(back), ["first", ...many, "last"]);
    },
  );
});

Deno.test("a log stays beside no file of an older schema, and beside none at all", async () => {
  await using home = new Folder();
  const old = await openDatabase({ path: home.file, steps: steps.slice(0, 4) });
  await add(old, "of the old schema");
  old.close();
  const before = Deno.readFileSync(home.file);
  (await openDatabase({ path: home.file })).close();
  for (const bytes of [before, undefined]) {
    await using left = await killed(home, (database) => add(database, "last"));
    if (bytes === undefined) Deno.removeSync(left.file);
    else Deno.writeFileSync(left.file, bytes);
    assert.deepEqual(await titlesIn(left.file), bytes === undefined ? [] : ["of the old schema"]);
    assert.equal(left.names().filter((name) => name.includes("stray")).length, 1);
  }
});

Deno.test("the log of a program that is killed while it brings a file up to date is its own", async () => {
  await using home = new Folder();
  const old = await openDatabase({ path: home.file, steps: steps.slice(0, 4) });
  await add(old, "kept");
  old.close();
  await using left = await killed(home, (database) => add(database, "last"));
  assert.deepEqual(await titlesIn(left.file), ["kept", "last"]);
});

Deno.test("the log of a program that is at work is its own, whatever it does meanwhile", async () => {
  await using folder = new Folder();
  let added = 0;
  {
    await using other = await OtherProgram.start(folder.file);
    let isAtWork = true;
    const work = other.write({ titles: many.slice(0, 60), times: 100 }).finally(() => isAtWork = false);
    for (; isAtWork; added++) {
      const database = await openDatabase({ path: folder.file });
      await add(database, "ours");
      database.close();
      await Deno.stat(folder.file);
    }
    await work;
  }
  assert.ok(added > 1);
  assert.equal((await titlesIn(folder.file)).length, 100 * 60 + added);
  assert.ok(!folder.names().some((name) => name.includes("stray")));
});

Deno.test("a log is put aside only where two looks in a row see the same", () => {
  const log = { salt: 1n, bytes: 4_152, links: [{ name: "b", before: "a" }] };
  const known = (name: string): Last => ({ kind: "known", name });
  const table: readonly (readonly [boolean, readonly Look[]])[] = [
    [false, [{ log, last: known("a") }]],
    [false, [{ log, last: known("b") }]],
    [false, [{ log: undefined, last: known("c") }]],
    [true, [{ log, last: known("c") }, { log, last: known("c") }]],
    // The row of the file is being written.
    [false, [{ log, last: known("half") }, { log, last: known("b") }]],
    [false, [{ log, last: { kind: "no file" } }, { log, last: known("half") }, { log, last: known("b") }]],
    [false, [{ log, last: known("c") }, { log: { ...log, salt: 2n }, last: known("c") }, {
      log: { ...log, salt: 2n },
      last: known("b"),
    }]],
  ];
  for (const [expected, looks] of table) {
    const left = [...looks];
    const next = () => left.shift() ?? assert.fail("looked once more");
    assert.equal(isStray(next), expected);
    assert.deepEqual(left, []);
  }
});
