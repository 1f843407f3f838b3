import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { Database, type Statements } from "../../../src/knowledge/database.ts";
import { schema, schemaVersion } from "../../../src/knowledge/schema.ts";
import { add, fails, Folder, insert, titleRow } from "./database_file.ts";

Deno.test("Database.open makes a database with a rollback journal and foreign keys, and opens it again", async () => {
  await using folder = new Folder();
  for (let round = 0; round < 2; round++) {
    const database = await Database.open({ path: folder.file });
    const row = z.object({ foreign_keys: z.literal(1) });
    assert.ok(database.row(row, "PRAGMA foreign_keys"));
    assert.ok(database.row(z.object({ journal_mode: z.literal("truncate") }), "PRAGMA journal_mode"));
    assert.ok(database.row(z.object({ synchronous: z.literal(2) }), "PRAGMA synchronous"));
    database.close();
  }
  assert.deepEqual(folder.names(), ["knowledge.db", "knowledge.db-journal"]);
  assert.equal(Deno.statSync(`${folder.file}-journal`).size, 0);
});

Deno.test("every table is strict", async () => {
  await using folder = new Folder();
  const database = await Database.open({ path: folder.file });
  const tables = database.rows(
    z.object({ name: z.string(), strict: z.number() }),
    "SELECT name, strict FROM pragma_table_list WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND schema = 'main'",
  );
  assert.deepEqual(tables.filter(({ strict }) => strict === 0), []);
  assert.ok(tables.length >= 10);
  database.close();
});

Deno.test("a database of another schema is refused and left as it is", async () => {
  const versions = [
    [6, /another version.*schema 6.*needs 7/],
    [8, /newer version.*schema 8.*needs 7/],
  ] as const;
  for (const [version, message] of versions) {
    await using folder = new Folder();
    (await Database.open({ path: folder.file })).close();
    const other = new DatabaseSync(folder.file);
    other.exec(`PRAGMA user_version = ${version}`);
    other.close();
    const before = Deno.readFileSync(folder.file);
    for (const readOnly of [false, true]) {
      await fails(Database.open({ path: folder.file, readOnly }), message);
    }
    assert.deepEqual(Deno.readFileSync(folder.file), before);
  }
});

Deno.test("a restored dump, which is not marked as ours, is refused and left as it is", async () => {
  await using folder = new Folder();
  (await Database.open({ path: folder.file })).close();
  const dump = new DatabaseSync(folder.file);
  dump.exec("PRAGMA user_version = 0; PRAGMA application_id = 0");
  dump.close();
  const before = Deno.readFileSync(folder.file);
  await fails(Database.open({ path: folder.file }), /not marked as a knowledge base: .* or a restored dump$/);
  assert.deepEqual(Deno.readFileSync(folder.file), before);
});

Deno.test("a database that another process makes while it is looked at is no restored dump", async () => {
  await using folder = new Folder();
  /** Between the first two looks at the empty file the other process is through, unless it has to wait for us. */
  class Watched extends DatabaseSync {
    #looks = 0;

    override prepare(sql: string) {
      if (/user_version/.test(sql) && ++this.#looks === 2) makeMeanwhile();
      return super.prepare(sql);
    }
  }
  const makeMeanwhile = () => {
    using other = new DatabaseSync(folder.file, { timeout: 0 });
    try {
      other.exec(`BEGIN; ${schema}; COMMIT`);
    } catch (error) {
      assert.match(String(error), /database is locked/);
    }
  };
  const database = await Database.open({ path: folder.file, connect: (name) => new Watched(name) });
  assert.ok(database.row(z.object({ user_version: z.literal(schemaVersion) }), "PRAGMA user_version"));
  database.close();
});

Deno.test("a database of another program is refused and left as it is", async () => {
  await using folder = new Folder();
  const other = new DatabaseSync(folder.file);
  other.exec("CREATE TABLE theirs (x)");
  other.close();
  const before = Deno.readFileSync(folder.file);
  await fails(Database.open({ path: folder.file }), /another program/);
  assert.deepEqual(Deno.readFileSync(folder.file), before);
});

Deno.test("a file that is no database is refused and left as it is", async () => {
  await using folder = new Folder();
  for (
    const bytes of [new TextEncoder().encode("not a database ".repeat(1_000)), new Uint8Array(8_192).fill(7)]
  ) {
    Deno.writeFileSync(folder.file, bytes);
    await fails(Database.open({ path: folder.file }), /damaged or not a database/);
    assert.deepEqual(Deno.readFileSync(folder.file), bytes);
  }
});

Deno.test("a database with damaged pages says so, and what is whole can still be read", async () => {
  await using folder = new Folder();
  const database = await Database.open({ path: folder.file });
  await database.write((db) => {
    for (let n = 0; n < 500; n++) {
      db.run(insert.replace("'u'", `'u${n}'`).replace("''", `'${"x".repeat(500)}'`));
    }
  });
  database.close();
  const bytes = Deno.readFileSync(folder.file);
  bytes.fill(0xff, bytes.length / 2);
  Deno.writeFileSync(folder.file, bytes);
  const damaged = await Database.open({ path: folder.file });
  await fails(damaged.read((db) => db.rows(z.unknown(), "SELECT * FROM items")), /damaged/);
  await fails(damaged.write((db) => db.run("UPDATE items SET description = 'y'")), /damaged/);
  assert.equal(damaged.rows(z.unknown(), "SELECT * FROM sqlite_schema WHERE name = 'items'").length, 1);
  damaged.close();
});

Deno.test("a full disk changes nothing and says so; with room again it goes on", async () => {
  await using folder = new Folder();
  const database = await Database.open({ path: folder.file });
  await database.write((db) => db.run(insert));
  const pages = z.object({ page_count: z.number() });
  const count = database.row(pages, "PRAGMA page_count")?.page_count ?? 0;
  database.row(z.unknown(), `PRAGMA max_page_count = ${count}`);
  const large = "UPDATE items SET description = hex(zeroblob(100000))";
  await fails(database.write((db) => db.run(large)), /disk is full/);
  assert.deepEqual(database.rows(titleRow, "SELECT title FROM items WHERE description = ''"), [{
    title: "kept",
  }]);
  database.row(z.unknown(), "PRAGMA max_page_count = 100000");
  await database.write((db) => db.run(large));
  database.close();
});

Deno.test("a transaction that throws leaves nothing behind", async () => {
  await using folder = new Folder();
  const database = await Database.open({ path: folder.file });
  await assert.rejects(
    database.write((db) => {
      db.run(insert);
      throw new Error("in the middle");
    }),
    /in the middle/,
  );
  assert.deepEqual(database.rows(titleRow, "SELECT title FROM items"), []);
  database.close();
});

Deno.test("a folder that is not there, or is a file, is named", async () => {
  await using folder = new Folder();
  Deno.writeTextFileSync(`${folder.path}/file`, "");
  await fails(Database.open({ path: `${folder.path}/file/such.db` }), /file\/such\.db.*cannot be opened/);
  await fails(Database.open({ path: `${folder.path}/no/such.db` }), /no\/such\.db.*cannot be opened/);
});

Deno.test("a database that another connection holds is waited for, without stopping our own event loop", async () => {
  await using folder = new Folder();
  using other = new DatabaseSync(folder.file);
  const delay = () => Promise.resolve(other.exec("COMMIT"));
  const database = await Database.open({ path: folder.file, delay });
  other.exec("BEGIN IMMEDIATE");
  await database.write((db) => db.run(insert));
  assert.equal(database.rows(titleRow, "SELECT title FROM items").length, 1);
  database.close();
});

Deno.test("a database that another connection keeps is given up, with nothing changed", async () => {
  await using folder = new Folder();
  using other = new DatabaseSync(folder.file);
  const waits: number[] = [];
  const delay = (milliseconds: number) => Promise.resolve(void waits.push(milliseconds));
  const database = await Database.open({ path: folder.file, delay, patience: -1 });
  other.exec("BEGIN IMMEDIATE");
  await fails(database.write((db) => db.run(insert)), /another program keeps it busy/);
  assert.deepEqual(waits, []);
  other.exec("ROLLBACK");
  assert.deepEqual(database.rows(titleRow, "SELECT title FROM items"), []);
  database.close();
});

Deno.test("a write that is given up while it waits changes nothing, and those behind it go on", async () => {
  await using folder = new Folder();
  using other = new DatabaseSync(folder.file);
  const caller = new AbortController();
  const delay = () => {
    caller.abort();
    return Promise.resolve(other.exec("COMMIT"));
  };
  const database = await Database.open({ path: folder.file, delay });
  other.exec("BEGIN IMMEDIATE");
  const write = (uid: string) => (db: Statements) => db.run(insert.replace("'u'", `'${uid}'`));
  const given = database.write(write("given up"), caller.signal);
  const behind = database.write(write("behind it"), caller.signal);
  const kept = database.write(write("kept"));
  for (const work of [given, behind]) await assert.rejects(work, { name: "AbortError" });
  await kept;
  const uids = database.rows(z.object({ uid: z.string() }), "SELECT uid FROM items");
  assert.deepEqual(uids, [{ uid: "kept" }]);
  database.close();
});

Deno.test("behind another connection a hundred calls wait, more are refused at once, and none is lost", async () => {
  await using folder = new Folder();
  using other = new DatabaseSync(folder.file);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: met, resolve: meet } = Promise.withResolvers<void>();
  const delay = () => {
    meet();
    return released;
  };
  const database = await Database.open({ path: folder.file, delay, rejectAfter: 0 });
  other.exec("BEGIN IMMEDIATE");
  const write = (n: number) => database.write((db) => db.run(insert.replace("'u'", `'u${n}'`)));
  const first = write(0);
  await met;
  const waiting = Array.from({ length: 109 }, (_, n) => write(n + 1));
  const error = await fails(write(999), /110 calls wait already/);
  assert.equal(error.details["code"], -32000);
  other.exec("COMMIT");
  release();
  await Promise.all([first, ...waiting]);
  assert.equal(database.rows(titleRow, "SELECT title FROM items").length, 110);
  database.close();
});

Deno.test("three hundred calls at once are all answered where nobody else holds the database", async () => {
  await using folder = new Folder();
  const database = await Database.open({ path: folder.file });
  await Promise.all(Array.from(
    { length: 300 },
    (_, n) => database.write((db) => db.run(insert.replace("'u'", `'u${n}'`))),
  ));
  assert.equal(database.rows(titleRow, "SELECT title FROM items").length, 300);
  database.close();
});

Deno.test("a file that is deleted while in use is told, not written to", async () => {
  await using folder = new Folder();
  const database = await Database.open({ path: folder.file });
  await database.write((db) => db.run(insert));
  const kept = `${folder.path}/kept.db`;
  Deno.renameSync(folder.file, kept);
  for (const work of [() => database.write((db) => db.run(insert)), () => database.read(() => 1)]) {
    await fails(work(), /its file was deleted or moved while in use$/);
  }
  Deno.renameSync(kept, folder.file);
  assert.equal(await database.read((db) => db.rows(titleRow, "SELECT title FROM items").length), 1);
  database.close();
});

/** The titles in a file, which must be whole. */
async function titlesIn(path: string): Promise<string[]> {
  const database = await Database.open({ path });
  const titles = database.rows(titleRow, "SELECT title FROM items ORDER BY id").map(({ title }) => title);
  database.close();
  using file = new DatabaseSync(path);
  assert.deepEqual({ ...file.prepare("PRAGMA integrity_check").get() }, { integrity_check: "ok" });
  return titles;
}

Deno.test("a file that is replaced while in use is reported, and neither it nor the old one loses anything", async (t) => {
  for (const how of ["moved away first", "renamed over"]) {
    await t.step(how, async () => {
      await using folder = new Folder();
      const [backup, old] = [`${folder.path}/backup.db`, `${folder.path}/old.db`];
      const database = await Database.open({ path: folder.file });
      await add(database, "old");
      const other = await Database.open({ path: backup });
      await add(other, "restored");
      other.close();
      if (how === "moved away first") Deno.renameSync(folder.file, old);
      Deno.renameSync(backup, folder.file);
      await fails(add(database, "lost"), /its file was replaced by another while in use$/);
      await fails(database.read(() => 1), /replaced by another/);
      assert.equal(database.isOutdated, true);
      assert.deepEqual(await titlesIn(folder.file), ["restored"]);
      if (how === "moved away first") assert.deepEqual(await titlesIn(old), ["old"]);
    });
  }
});

Deno.test("a copy that overwrites the file's bytes between two calls is used by the next", async () => {
  await using folder = new Folder();
  const database = await Database.open({ path: folder.file });
  await add(database, "in the backup");
  const backup = Deno.readFileSync(folder.file);
  for (let n = 0; n < 50; n++) await add(database, `later ${n} ${"x".repeat(500)}`);
  const file = Deno.openSync(folder.file, { write: true, truncate: true });
  file.writeSync(backup);
  file.close();
  await add(database, "after it");
  const titles = await database.read((db) => db.rows(titleRow, "SELECT title FROM items ORDER BY id"));
  assert.deepEqual(titles.map(({ title }) => title), ["in the backup", "after it"]);
  database.close();
  assert.deepEqual(await titlesIn(folder.file), ["in the backup", "after it"]);
});

Deno.test("a commit that other readers hold up is not given up", async () => {
  await using folder = new Folder();
  const database = await Database.open({
    path: folder.file,
    delay: () => Promise.resolve(other.exec("COMMIT")),
  });
  using other = new DatabaseSync(folder.file);
  other.exec("BEGIN");
  other.prepare("SELECT * FROM items").all();
  await add(database, "kept");
  assert.deepEqual(database.rows(titleRow, "SELECT title FROM items"), [{ title: "kept" }]);
  database.close();
});
