/** notebook_get tells which cells have changed since their runs, whoever ran them. */

import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import type { Connection } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { eventually } from "../../harness/eventually.ts";
import { KernelClient } from "../../harness/kernel_client.ts";
import { code, putCells } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

async function outline(connection: Connection, notebook_path: string): Promise<unknown> {
  return (await connection.call("notebook_get", { notebook_path })).at("outline");
}

for (const kind of environmentKinds) {
  Deno.test(`cells that others ran, on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });

    await t.step("are marked once they have changed, also to a program that was not there", async () => {
      const path = await putCells(jupyter, [code("a", "x = 41"), code("b", "y = 2"), code("c", "z = 3")]);
      await using session = await openSession(connection, { notebook_path: path });
      await using person = await KernelClient.open(jupyter, session.kernelId);
      for (const source of ["x = 41", "y = 2"]) await person.execute(source);
      const saved = [
        code("a", "x = 410", { execution_count: 1 }),
        code("b", "y = 2", { execution_count: 2 }),
        code("c", "z = 3", { execution_count: 8 }),
      ];
      await putCells(jupyter, saved, path);
      const expected = [
        "0 a code [1] changed since its run | x = 410",
        "1 b code [2] | y = 2",
        "2 c code [8] | z = 3",
      ];
      assert.deepEqual(await outline(connection, path), expected);
      await using late = await connect({ jupyter });
      assert.deepEqual(await outline(late, path), expected);
      const { json } = await session.run("(In[1:3], len(In), [n for n in dir() if 'look' in n])", {
        record: false,
      });
      assert.match(String(json["result"]), /\['x = 41', 'y = 2'\], 4, \[\]/, "no look leaves a trace");
    });

    await t.step("are marked however much they have changed since they were read", async () => {
      const old = code("b", "y = 20", { execution_count: 2 });
      const path = await putCells(jupyter, [code("a", "x = 41"), old]);
      await using session = await openSession(connection, { notebook_path: path });
      await using person = await KernelClient.open(jupyter, session.kernelId);
      await person.execute("x = 41");
      await outline(connection, path);
      for (const source of ["y = 2", "print('hello')"]) await person.execute(source);
      await putCells(jupyter, [code("a", "import pandas", { execution_count: 3 }), old], path);
      assert.deepEqual(await outline(connection, path), [
        "0 a code [3] changed since its run | import pandas",
        "1 b code [2] | y = 20",
      ]);
    });

    await t.step("are no longer marked when they ran again in a fresh kernel", async () => {
      const path = await putCells(jupyter, [code("a", "x = 1")]);
      await connection.call("notebook_execute_cell", { notebook_path: path, cell: 0 });
      await connection.call("notebook_edit_cell", { notebook_path: path, cell: 0, source: "x = 2" });
      assert.deepEqual(await outline(connection, path), ["0 a code [1] changed since its run | x = 2"]);
      const { json } = await connection.call("kernel_restart", { session_id: path });
      assert.deepEqual(await outline(connection, path), ["0 a code [1] changed since its run | x = 2"]);
      await using person = await KernelClient.open(jupyter, String(json["kernel_id"]));
      await person.execute("x = 2");
      assert.deepEqual(await outline(connection, path), ["0 a code [1] | x = 2"]);
      await connection.call("session_delete", { session_id: path });
    });

    await t.step(
      "are told of while the kernel is busy, and with no kernel there is none started",
      async () => {
        const path = await putCells(jupyter, [code("a", "x = 410", { execution_count: 1 })]);
        const told = "0 a code [1] changed since its run | x = 410";
        const sessions = async () => (await connection.call("session_list", {})).text;
        assert.deepEqual(await outline(connection, path), ["0 a code [1] | x = 410"]);
        assert.ok(!(await sessions()).includes(path));
        await using session = await openSession(connection, { notebook_path: path });
        await session.run("x = 41", { record: false });
        await session.handOver("import time\nprint('on', flush=True)\ntime.sleep(600)", "on");
        // A busy kernel is not waited for long: what it has not told in time it tells the next reader.
        const isTold = async () => JSON.stringify(await outline(connection, path)).includes(told);
        await eventually(isTold, { what: `the outline holds ${told}` });
      },
    );
  });
}
