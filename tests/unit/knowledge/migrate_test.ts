import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { openDatabase } from "../../../src/knowledge/open_database.ts";
import { steps } from "../../../src/knowledge/schema.ts";
import { fails, Folder, insert, next, titleRow } from "./database_file.ts";

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
  const backup = "knowledge.db.v5-20260102T030405000Z.backup";
  assert.deepEqual(told.map((message) => message.replaceAll(folder.path, "")), [
    `copying the knowledge base to /${backup}, then bringing it from schema 5 to 6`,
    "the knowledge base is of schema 6 now",
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
  assert.equal(folder.names().filter((name) => name.endsWith(".backup")).length, 1);
});

Deno.test("half a copy that a killed process left gives way to a whole one", async () => {
  await using folder = new Folder();
  const old = await openDatabase({ path: folder.file });
  await old.write((db) => db.run(insert));
  old.close();
  const left = ["knowledge.db.backup-part", "knowledge.db.backup-part-journal"];
  for (const name of left) await Deno.writeTextFile(`${folder.path}/${name}`, "half a copy");
  (await openDatabase({ path: folder.file, steps: next })).close();
  const names = folder.names();
  assert.deepEqual(names.filter((name) => left.includes(name)), []);
  const copy = await openDatabase({
    path: `${folder.path}/${names.find((name) => name.endsWith(".backup"))}`,
  });
  assert.deepEqual(copy.rows(titleRow, "SELECT title FROM items"), [{ title: "kept" }]);
  copy.close();
});

Deno.test("a step that fails leaves the database as it was", async () => {
  await using folder = new Folder();
  const old = await openDatabase({ path: folder.file });
  await old.write((db) => db.run(insert));
  old.close();
  const broken = [...next, "ALTER TABLE nowhere ADD COLUMN x TEXT"];
  for (let round = 0; round < 2; round++) {
    const error = await fails(
      openDatabase({ path: folder.file, steps: broken }),
      /it cannot be brought from schema 5 to 7 \(no such table: nowhere\)$/,
    );
    assert.match(error.hint ?? "", /^It was left as it is/);
  }
  assert.deepEqual(folder.names(), ["knowledge.db"]);
  const database = await openDatabase({ path: folder.file });
  assert.deepEqual(database.rows(titleRow, "SELECT title FROM items"), [{ title: "kept" }]);
  database.close();
});

Deno.test("a number of a schema that does not fit the tables is refused in words, without a copy", async () => {
  for (const [number, pattern] of [[3, /from schema 3 to 5/], [-3, /schema, -3, is none$/]] as const) {
    await using folder = new Folder();
    (await openDatabase({ path: folder.file })).close();
    const edited = new DatabaseSync(folder.file);
    edited.exec(`PRAGMA user_version = ${number}`);
    edited.close();
    await fails(openDatabase({ path: folder.file }), pattern);
    assert.deepEqual(folder.names(), ["knowledge.db"]);
  }
});

Deno.test("a copy that cannot be made leaves the database as it was", async () => {
  await using folder = new Folder();
  (await openDatabase({ path: folder.file })).close();
  const now = () => Date.UTC(2026, 0, 2, 3, 4, 5);
  // A folder of that name is in the way.
  Deno.mkdirSync(`${folder.file}.v5-20260102T030405000Z.backup`);
  await fails(
    openDatabase({ path: folder.file, steps: next, now }),
    /its copy before the new schema cannot be called/,
  );
  assert.ok(!folder.names().some((name) => name.includes("backup-part")), String(folder.names()));
  (await openDatabase({ path: folder.file })).close();
});
