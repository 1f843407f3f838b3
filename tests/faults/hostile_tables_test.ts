/** Small files that would take a reader minutes or gigabytes, read by the program as people have it. */

import assert from "node:assert/strict";
import { connect, type Connection } from "../harness/client.ts";
import { freshFolder, putBytes } from "../harness/files.ts";
import { hostileTables } from "../../scripts/fuzz/hostile_tables.ts";
import { peakMemory } from "../harness/peak_memory.ts";
import { sharedJupyter } from "../harness/servers.ts";
import type { ToolResult } from "../harness/tool_result.ts";

const mostMemory = 400_000_000;

/** A file that takes a while to read, whatever the machine. */
const slow = "many_rows.xlsx";

/** The answer of a call, and how many pings were answered one after the other before it came. */
async function whilePinging(connection: Connection, call: Promise<ToolResult>) {
  let isAnswered = false;
  const answer = call.finally(() => isAnswered = true);
  let pings = 0;
  for (; !isAnswered; pings++) await connection.client.ping();
  return { result: await answer, pings };
}

Deno.test("hostile tables are answered while the program serves others, in bounded memory", async (t) => {
  const jupyter = sharedJupyter("plain");
  const folder = freshFolder("hostile");
  await using connection = await connect({ jupyter });
  for (const { name, bytes, answer } of hostileTables()) {
    const path = await putBytes(jupyter, `${folder}/${name}`, bytes);
    await t.step(`${name} of ${bytes.length} bytes`, async () => {
      const call = connection.call("data_preview", { path, max_chars: 1_000_000 });
      const { result, pings } = name === slow
        ? await whilePinging(connection, call)
        : { result: await call, pings: Infinity };
      const columns = result.at("columns");
      const shown = result.isError
        ? { code: result.string("error") }
        : { columns: Array.isArray(columns) ? columns.length : 0 };
      assert.deepEqual(shown, answer, result.text.slice(0, 500));
      // A server that parses would answer the pings of the first moment, and no more.
      assert.ok(pings > 500, `${pings} pings`);
    });
    // What differs for charts is text.
    if (!/\.(csv|jsonl?)$/.test(name)) continue;
    await t.step(`${name} in a chart`, async () => {
      const result = await connection.call("chartelier_visualize", { path, query: "count" });
      if (result.isError) assert.notEqual(result.string("error"), "internal");
    });
  }
  const peak = await peakMemory(connection.pid);
  assert.ok(peak < mostMemory, `${peak} bytes`);
});
