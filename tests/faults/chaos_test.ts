/**
 * Random calls, cancels and faults. `JUPYTER_MCP_CHAOS_SECONDS` makes it longer, `JUPYTER_MCP_CHAOS_SEED` repeats another
 * one; `deno task fuzz --chaos 120` does the same by itself.
 */

import assert from "node:assert/strict";
import { chaos } from "../../scripts/fuzz/chaos.ts";
import { sharedJupyter } from "../harness/servers.ts";

const seconds = Number(Deno.env.get("JUPYTER_MCP_CHAOS_SECONDS") ?? 20);
const seed = Number(Deno.env.get("JUPYTER_MCP_CHAOS_SEED") ?? 21);

Deno.test("chaos ends with a program that is alive and well, on both kinds of server", async () => {
  const reports = await Promise.all(
    (["plain", "collaboration"] as const).map((kind) =>
      chaos({ program: "compiled", jupyter: sharedJupyter(kind), seed, seconds })
    ),
  );
  for (const { failures, calls, faults } of reports) {
    assert.deepEqual(failures, []);
    assert.ok(calls > 0 && faults > 0);
  }
});
