/** A change that its caller cancels while another program holds the knowledge base is not made. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startKnowledge } from "../harness/knowledge.ts";

Deno.test("a cancelled change that still waits for another program is dropped", async () => {
  await using kb = await startKnowledge();
  const id = await kb.create("kept");
  const other = new DatabaseSync(join(kb.folder, "knowledge.db"));
  other.exec("BEGIN IMMEDIATE");
  const caller = new AbortController();
  const cancelled = kb.connection.call("delete_item", { id }, { signal: caller.signal });
  // Messages are read in order: the answers tell that the call has come, then that its cancel has.
  await kb.ok("get_item", { id });
  caller.abort();
  await assert.rejects(cancelled);
  await kb.ok("get_item", { id });
  other.exec("COMMIT");
  other.close();
  // Changes are made in order: behind this one the cancelled one would have been made.
  await kb.create("next");
  assert.equal((await kb.ok("get_item", { id })).at("title"), "kept");
});
