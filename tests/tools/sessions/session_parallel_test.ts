/** Calls at the same time for a notebook without a session come to one session. */

import assert from "node:assert/strict";
import { z } from "zod";
import { connect, type Connection } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { code, freshPath, putCells } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";

const listSchema = z.object({
  sessions: z.array(z.object({ session_id: z.string(), notebook_path: z.string().optional() })),
});

async function sessionsOf(connection: Connection, path: string): Promise<string[]> {
  const { sessions } = listSchema.parse((await connection.call("session_list")).json);
  return sessions.filter(({ notebook_path }) => notebook_path === path).map(({ session_id }) => session_id);
}

for (const kind of environmentKinds) {
  Deno.test(`calls at once start one session for a notebook on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });

    await t.step("when its cells are run", async () => {
      const path = await putCells(jupyter, [code("a", "x = 1"), code("b", "y = 2")]);
      const add = { notebook_path: path, cell_type: "code", source: "z = 3", execute: true };
      const ran = await Promise.all([
        connection.call("notebook_execute_cell", { notebook_path: path, cell: "a" }),
        connection.call("notebook_execute_cell", { notebook_path: path, cell: "b" }),
        connection.call("notebook_add_cell", add),
      ]);
      for (const { at, text } of ran) assert.equal(at("success"), true, text);
      assert.equal((await sessionsOf(connection, path)).length, 1);
      const sum = await connection.call("execute_code", { session_id: path, code: "x + y + z" });
      assert.equal(sum.at("result"), "6", sum.text);
      await connection.call("session_delete", { session_id: path });
    });

    await t.step("when sessions are made for it, by two programs", async () => {
      await using other = await connect({ jupyter });
      const path = freshPath();
      const args = { notebook_path: path };
      const made = await Promise.all(
        [connection, connection, other, other].map((one) => one.call("session_create", args)),
      );
      const [only, ...more] = await sessionsOf(connection, path);
      assert.deepEqual(more, []);
      for (const { at, text } of made) assert.equal(at("session_id"), only, text);
      await connection.call("session_delete", { session_id: path });
    });
  });
}
