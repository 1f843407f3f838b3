/** Cells that print and show more than an answer holds: the notebook keeps what JupyterLab would have kept. */

import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { startJupyter } from "../../harness/jupyter.ts";
import { code, printedOnDisk, putCells } from "../../harness/notebook.ts";

const lines = "for i in range(60_000): print(f'line {i:05} ' + 'x' * 100)";
const inOneWrite = "import sys\n_ = sys.stdout.write('é' * 4_999_999 + '\\n')";
const endless = "line = 'y' * 999\nfor i in range(15_000): print(line)\nprint('the end')";

for (const environment of environmentKinds) {
  Deno.test(`outputs of many megabytes on a ${environment} Jupyter`, async (t) => {
    await using jupyter = await startJupyter({
      environment,
      extraArgs: ["--ZMQChannelsWebsocketConnection.limit_rate=False"],
    });
    await using connection = await connect({ jupyter });
    const cells = { lines, one: inOneWrite, endless };
    const path = await putCells(jupyter, Object.entries(cells).map(([id, source]) => code(id, source)));
    const execute = (args: Record<string, unknown>) =>
      connection.call("notebook_execute_cell", { notebook_path: path, timeout: 120, ...args });

    await t.step("are whole in the notebook up to 10 million characters", async () => {
      const ran = await execute({ cell: ["lines", "one"] });
      assert.deepEqual([ran.at("success"), ran.at("saved")], [true, true], ran.text.slice(0, 500));
      assert.equal(ran.at("cells.0.truncated"), true);
      const printed = await printedOnDisk(jupyter, path, "lines");
      assert.equal(printed.length, 60_000 * 112);
      assert.ok(printed.endsWith(`line 59999 ${"x".repeat(100)}\n`));
      assert.ok(await printedOnDisk(jupyter, path, "one") === "é".repeat(4_999_999) + "\n");
    });

    await t.step("above that say in the cell and in the answer how much is missing", async () => {
      const ran = await execute({ cell: "endless" });
      const printed = await printedOnDisk(jupyter, path, "endless");
      assert.ok(printed.length > 10_000_000 && printed.length < 10_000_100);
      assert.match(printed, /\n\[… 5000008 characters were not kept …\]\n/);
      assert.match(printed.slice(-1_000), /y\nthe end\n$/);
      assert.match(
        ran.at("cells.0.notes") + "",
        /5,000,008 bytes of text of this run exceeded the retention limit/,
      );
    });
  });
}
