/** What becomes of runs that were handed over when the client of the compiled program leaves. */

import assert from "node:assert/strict";
import { connect, type StdioConnection } from "../harness/client.ts";
import { environmentKinds } from "../harness/environment.ts";
import { eventually } from "../harness/eventually.ts";
import { handOverCells } from "../harness/hand_over_cells.ts";
import { code, onDisk, printed, printedOnDisk, putCells } from "../harness/notebook.ts";
import { ownJupyter } from "../harness/own_jupyter.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession } from "../harness/session.ts";

const steps = 8;
const slow = `import time\nfor i in range(${steps}):\n  print('s', i, flush=True)\n  time.sleep(0.25)`;
const all = Array.from({ length: steps }, (_, i) => `s ${i}\n`).join("");
const endless = "import time\nfor i in range(600): time.sleep(0.1)";

/** Closes stdin, as a client does that leaves, and waits for the end of the program. */
async function leave(connection: StdioConnection): Promise<Deno.CommandStatus> {
  void connection.client.close();
  return await connection.status;
}

for (const kind of environmentKinds) {
  Deno.test(`runs that were handed over end in the notebook without their client, on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using cleaner = await connect({ jupyter });

    await t.step("cells of a notebook, with those that follow", async () => {
      const path = await putCells(jupyter, [code("slow", slow), code("after", "print('after')")]);
      await using connection = await connect({ program: "compiled", jupyter });
      await handOverCells(connection, path);
      assert.partialDeepStrictEqual(await leave(connection), { code: 0, signal: null });
      await eventually(async () => await printedOnDisk(jupyter, path, "after") === "after\n", {
        what: "the last cell's output is in the file",
      });
      assert.equal(await printedOnDisk(jupyter, path, "slow"), all);
      await cleaner.call("session_delete", { session_id: path });
    });

    await t.step("code of execute_code, while a run that was waited for is interrupted", async () => {
      const path = await putCells(jupyter, []);
      await using connection = await connect({ program: "compiled", jupyter });
      const session = await openSession(connection, { notebook_path: path });
      const other = await openSession(connection);
      const waiting = other.run(endless, { timeout: 60 }).catch(() => "cut off");
      const begun = await session.run(slow, { timeout: 0.5, on_timeout: "continue" });
      assert.equal(begun.at("recorded"), true, begun.text);
      assert.equal((await leave(connection)).code, 0);
      assert.equal(await waiting, "cut off");
      // A server with shared documents saves them a moment after the last change.
      await eventually(async () => printed((await onDisk(jupyter, path)).cells.at(-1)) === all, {
        what: "all outputs are in the file",
      });
      const free = await cleaner.call("execute_code", { session_id: other.id, code: "1 + 1", timeout: 20 });
      assert.equal(free.at("result"), "2", free.text);
      for (const { id } of [session, other]) await cleaner.call("session_delete", { session_id: id });
    });

    await t.step("a signal ends the program at once all the same", async () => {
      const path = await putCells(jupyter, [code("endless", endless)]);
      await using connection = await connect({ program: "compiled", jupyter });
      await handOverCells(connection, path);
      void connection.client.close();
      connection.kill("SIGTERM");
      assert.equal((await connection.status).code, 0);
      await cleaner.call("session_delete", { session_id: path });
    });
  });
}

Deno.test("a managed Jupyter stays until the runs that were handed over have ended", async () => {
  const home = await Deno.makeTempDir({ prefix: "jupyter-mcp-home-" });
  {
    await using connection = await connect(ownJupyter(home));
    const created = await connection.call("notebook_create", {
      name: "long",
      cells: [{ cell_type: "code", source: slow }],
    });
    assert.ok(!created.isError, created.text);
    await handOverCells(connection, "long");
    assert.equal((await leave(connection)).code, 0);
  }
  const { cells } = await onDisk({ root: home, url: "", token: "" }, "long.ipynb");
  assert.equal(printed(cells[0]), all);
  await Deno.remove(home, { recursive: true });
});
