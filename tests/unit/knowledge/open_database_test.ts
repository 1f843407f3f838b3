import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { AppError } from "../../../src/errors.ts";
import { openDatabase } from "../../../src/knowledge/open_database.ts";
import { steps } from "../../../src/knowledge/schema.ts";

class Folder implements AsyncDisposable {
  readonly path = Deno.makeTempDirSync();
  readonly file = `${this.path}/knowledge.db`;

  names(): string[] {
    return [...Deno.readDirSync(this.path)].map(({ name }) => name).sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.path, { recursive: true });
  }
}

const next = [...steps, "ALTER TABLE items ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'"];
const titleRow = z.object({ title: z.string() });
const insert =
  "INSERT INTO items (uid, type, title, description, status_id, priority, created_at, updated_at) " +
  "VALUES ('u', 't', 'kept', '', 1, 2, 0, 0)";

async function fails(work: Promise<unknown>, pattern: RegExp): Promise<AppError> {
  const error = await work.then(() => undefined, (error: unknown) => error);
  assert.ok(error instanceof AppError, String(error));
  assert.equal(error.code, "database_error");
  assert.match(error.message, pattern);
  assert.ok(error.hint !== undefined);
  return error;
}

Deno.test("openDatabase makes a database in WAL mode with foreign keys, and opens it again", async () => {
  await using folder = new Folder();
  for (let round = 0; round < 2; round++) {
    const database = await openDatabase({ path: folder.file });
    const row = z.object({ foreign_keys: z.literal(1) });
    assert.ok(database.row(row, "PRAGMA foreign_keys"));
    assert.ok(database.row(z.object({ journal_mode: z.literal("wal") }), "PRAGMA journal_mode"));
    assert.ok(database.row(z.object({ synchronous: z.literal(2) }), "PRAGMA synchronous"));
    database.close();
  }
  assert.deepEqual(folder.names(), ["knowledge.db"]);
});

Deno.test("every table is strict", async () => {
  await using folder = new Folder();
  const database = await openDatabase({ path: folder.file });
  const tables = database.rows(
    z.object({ name: z.string(), strict: z.number() }),
    "SELECT name, strict FROM pragma_table_list WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND schema = 'main'",
  );
  assert.deepEqual(tables.filter(({ strict }) => strict === 0), []);
  assert.ok(tables.length >= 10);
  database.close();
});

Deno.test("an older schema is brought up to date, after a backup", async () => {
  await using folder = new Folder();
  const old = await openDatabase({ path: folder.file });
  await old.write((db) => db.run(insert));
  old.close();
  const now = () => Date.UTC(2026, 0, 2, 3, 4, 5);
  const told: string[] = [];
  const tell = (message: string) => void told.push(message);
  const database = await openDatabase({ path: folder.file, steps: next, now, tell });
  const row = z.object({ title: z.string(), colour: z.string() });
  assert.deepEqual(database.rows(row, "SELECT title, colour FROM items"), [{ title: "kept", colour: "red" }]);
  database.close();
  const backup = "knowledge.db.v4-20260102T030405000Z.backup";
  assert.deepEqual(told.map((message) => message.replaceAll(folder.path, "")), [
    `copying the knowledge base to /${backup}, then bringing it from schema 4 to 5`,
    "the knowledge base is of schema 5 now",
  ]);
  assert.ok(folder.names().includes(backup), String(folder.names()));
  const copy = await openDatabase({ path: `${folder.path}/${backup}` });
  assert.deepEqual(copy.rows(titleRow, "SELECT title FROM items"), [{ title: "kept" }]);
  copy.close();
});

Deno.test("relations of the first schema are taken for made when they got a time", async () => {
  await using folder = new Folder();
  const old = await openDatabase({ path: folder.file, steps: steps.slice(0, 1) });
  await old.write((db) => {
    for (const uid of ["a", "b"]) db.run(insert.replace("'u'", `'${uid}'`));
    db.run("INSERT INTO item_relations (a, b) VALUES (1, 2)");
  });
  old.close();
  const before = Date.now();
  const database = await openDatabase({ path: folder.file });
  const [made] = database.rows(z.object({ made_at: z.number() }), "SELECT made_at FROM item_relations");
  assert.ok(made !== undefined && made.made_at > before - 2_000 && made.made_at <= Date.now(), String(made));
  database.close();
});

Deno.test("two that open an older schema at once bring it up to date once", async () => {
  await using folder = new Folder();
  const old = await openDatabase({ path: folder.file });
  await old.write((db) => db.run(insert));
  old.close();
  const both = await Promise.all(
    [1, 2].map((hour) =>
      openDatabase({ path: folder.file, steps: next, now: () => Date.UTC(2026, 0, 1, hour) })
    ),
  );
  for (const database of both) {
    assert.equal(database.rows(titleRow, "SELECT title FROM items WHERE colour = 'red'").length, 1);
    database.close();
  }
});

Deno.test("a step that fails leaves the database as it was", async () => {
  await using folder = new Folder();
  const old = await openDatabase({ path: folder.file });
  await old.write((db) => db.run(insert));
  old.close();
  const broken = [...next, "ALTER TABLE nowhere ADD COLUMN x TEXT"];
  await assert.rejects(openDatabase({ path: folder.file, steps: broken }));
  const database = await openDatabase({ path: folder.file });
  assert.deepEqual(database.rows(titleRow, "SELECT title FROM items"), [{ title: "kept" }]);
  database.close();
});

Deno.test("a database of a newer schema is refused and left as it is", async () => {
  await using folder = new Folder();
  (await openDatabase({ path: folder.file, steps: next })).close();
  const before = Deno.readFileSync(folder.file);
  await fails(openDatabase({ path: folder.file }), /newer version.*schema 5.*knows 4/);
  assert.deepEqual(Deno.readFileSync(folder.file), before);
});

Deno.test("a restored dump, which has no number of its schema, is refused in words", async () => {
  for (const owner of ["", "; PRAGMA application_id = 0"]) {
    await using folder = new Folder();
    (await openDatabase({ path: folder.file })).close();
    const dump = new DatabaseSync(folder.file);
    dump.exec(`PRAGMA user_version = 0${owner}`);
    dump.close();
    const before = Deno.readFileSync(folder.file);
    await fails(openDatabase({ path: folder.file }), /no number of their schema, as a restored dump does$/);
    assert.deepEqual(Deno.readFileSync(folder.file), before);
  }
});

Deno.test("a database of another program is refused and left as it is", async () => {
  await using folder = new Folder();
  const other = new DatabaseSync(folder.file);
  other.exec("CREATE TABLE theirs (x)");
  other.close();
  const before = Deno.readFileSync(folder.file);
  await fails(openDatabase({ path: folder.file }), /another program/);
  assert.deepEqual(Deno.readFileSync(folder.file), before);
});

Deno.test("a file that is no database is refused and left as it is", async () => {
  await using folder = new Folder();
  for (
    const bytes of [new TextEncoder().encode("not a database ".repeat(1_000)), new Uint8Array(8_192).fill(7)]
  ) {
    Deno.writeFileSync(folder.file, bytes);
    await fails(openDatabase({ path: folder.file }), /damaged or no database/);
    assert.deepEqual(Deno.readFileSync(folder.file), bytes);
  }
});

Deno.test("a database with damaged pages says so, and what is whole can still be read", async () => {
  await using folder = new Folder();
  const database = await openDatabase({ path: folder.file });
  await database.write((db) => {
    for (let n = 0; n < 500; n++) {
      db.run(insert.replace("'u'", `'u${n}'`).replace("''", `'${"x".repeat(500)}'`));
    }
  });
  database.close();
  const bytes = Deno.readFileSync(folder.file);
  bytes.fill(0xff, bytes.length / 2);
  Deno.writeFileSync(folder.file, bytes);
  const damaged = await openDatabase({ path: folder.file });
  await fails(damaged.read((db) => db.rows(z.unknown(), "SELECT * FROM items")), /damaged/);
  await fails(damaged.write((db) => db.run("UPDATE items SET description = 'y'")), /damaged/);
  assert.equal(damaged.rows(z.unknown(), "SELECT * FROM statuses").length, 12);
  damaged.close();
});

Deno.test("a full disk changes nothing and says so; with room again it goes on", async () => {
  await using folder = new Folder();
  const database = await openDatabase({ path: folder.file });
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
  const database = await openDatabase({ path: folder.file });
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

Deno.test("a folder that is not there is named", async () => {
  await using folder = new Folder();
  await fails(openDatabase({ path: `${folder.path}/no/such.db` }), /no\/such\.db.*cannot be opened/);
});

Deno.test("a database that another connection holds is waited for, without stopping our own event loop", async () => {
  await using folder = new Folder();
  using other = new DatabaseSync(folder.file);
  const delay = () => Promise.resolve(other.exec("COMMIT"));
  const database = await openDatabase({ path: folder.file, delay });
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
  const database = await openDatabase({ path: folder.file, delay, patience: -1 });
  other.exec("BEGIN IMMEDIATE");
  await fails(database.write((db) => db.run(insert)), /another program keeps it busy/);
  assert.deepEqual(waits, []);
  other.exec("ROLLBACK");
  assert.deepEqual(database.rows(titleRow, "SELECT title FROM items"), []);
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
  const database = await openDatabase({ path: folder.file, delay });
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
  const database = await openDatabase({ path: folder.file });
  await Promise.all(Array.from(
    { length: 300 },
    (_, n) => database.write((db) => db.run(insert.replace("'u'", `'u${n}'`))),
  ));
  assert.equal(database.rows(titleRow, "SELECT title FROM items").length, 300);
  database.close();
});

Deno.test("a file that is deleted while in use is told, not written to", async () => {
  await using folder = new Folder();
  const database = await openDatabase({ path: folder.file });
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
