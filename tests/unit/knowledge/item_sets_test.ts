import assert from "node:assert/strict";
import { z } from "zod";
import type { Statements } from "../../../src/knowledge/database.ts";
import { openDatabase } from "../../../src/knowledge/open_database.ts";
import { steps } from "../../../src/knowledge/schema.ts";
import { priorities } from "../../../src/knowledge/priorities.ts";
import { statuses } from "../../../src/knowledge/statuses.ts";
import { openKnowledge } from "../../harness/knowledge_folder.ts";
import { repeatableRandom } from "../../harness/repeatable_random.ts";

const setRow = z.object({ facet: z.string(), block: z.number(), bits: z.number() });

const counted = ["type", "status_id", "priority"].map((column) =>
  `SELECT '${column.replace("_id", "")}:' || ${column} AS facet, id FROM items`
).concat("SELECT 'tag:' || tag_id, item_id FROM item_tags").join(" UNION ALL ");

/** Fails where the sets are not what the items say. */
function checkSets(statements: Statements): number {
  const kept = statements.rows(setRow, "SELECT * FROM item_sets ORDER BY facet, block");
  const meant = statements.rows(
    setRow,
    `SELECT facet, id >> 5 AS block, sum(1 << (id & 31)) AS bits FROM (${counted}) GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  assert.deepEqual(kept, meant);
  return kept.length;
}

Deno.test("the sets of items follow every change of items and their tags", async () => {
  await using knowledge = await openKnowledge();
  const { base } = knowledge;
  const random = repeatableRandom(5);
  const one = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)];
  const ids: number[] = [];
  for (let round = 0; round < 300; round++) {
    const fields = {
      type: one(["issue", "note"]) ?? "note",
      status: one(statuses)?.name,
      priority: one(priorities),
      tags: ["a", "b", "c"].filter(() => random() < 0.5),
    };
    const id = one(ids);
    if (id === undefined || random() < 0.5) {
      ids.push((await base.createItem({ ...fields, title: "t" })).id);
    } else if (random() < 0.3) {
      await base.deleteItem(id);
      ids.splice(ids.indexOf(id), 1);
    } else {
      await base.updateItem(id, fields);
    }
  }
  assert.ok(await base.read(checkSets) > 10);
  for (const id of ids) await base.deleteItem(id);
  assert.equal(await base.read(checkSets), 0);
});

Deno.test("items of an older schema are put into their sets", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/knowledge.db`;
    const old = await openDatabase({ path, steps: steps.slice(0, 2) });
    await old.write((db) => {
      db.run("INSERT INTO tags (id, name, folded) VALUES (1, 'a', 'a')");
      for (let n = 1; n <= 100; n++) {
        db.run(
          "INSERT INTO items (uid, type, title, description, status_id, priority, created_at, updated_at) " +
            "VALUES (?1, 't' || ?1 % 3, 't', '', 1 + ?1 % 12, ?1 % 5, 0, 0)",
          n,
        );
        if (n % 2 === 0) db.run("INSERT INTO item_tags (item_id, tag_id) VALUES (?, 1)", n);
      }
    });
    old.close();
    const database = await openDatabase({ path });
    assert.ok(await database.read(checkSets) > 20);
    database.close();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
