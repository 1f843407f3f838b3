/** Outputs of millions of JSON values, each of which takes far more memory than its characters. */

import assert from "node:assert/strict";
import { connect } from "../harness/client.ts";
import { onDisk, putCells } from "../harness/notebook.ts";
import { peakMemory } from "../harness/peak_memory.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession } from "../harness/session.ts";

const megabyte = 1_000_000;

/** Arguments of `publish_display_data`, and what is left out of it; null if nothing is. */
const displays: readonly (readonly [values: string, leftOut: string | null])[] = [
  ...Array.from({ length: 5 }, () => ["{'application/json': [{}] * 3_000_000}", "application/json"] as const),
  ...Array.from({ length: 10 }, () => ["{'application/json': [{}] * 70_000}", null] as const),
  ...Array.from({ length: 5 }, () => ["{'application/json': [1.0] * 600_000}", null] as const),
  ["{'application/x-foo+json': [{'a': i} for i in range(2_000_000)]}", "application/x-foo+json"],
  ["{'text/plain': 'seen'}, metadata={'m': list(range(2_000_000))}", "m"],
  [
    "{'application/vnd.plotly.v1+json': {'data': [{'type': 'heatmap', " +
    "'z': [[i * j for i in range(1_500)] for j in range(1_500)]}], 'layout': {}}}",
    "application/vnd.plotly.v1+json",
  ],
];

for (const environment of ["plain", "collaboration"] as const) {
  Deno.test(`outputs of millions of values take no more memory than others, on a ${environment} Jupyter, and what is left out of them is said`, async () => {
    const jupyter = sharedJupyter(environment);
    await using connection = await connect({ jupyter });
    const path = await putCells(jupyter, []);
    await using session = await openSession(connection, { notebook_path: path });
    for (const [values, leftOut] of displays) {
      const code = `from IPython.display import publish_display_data\npublish_display_data(${values})`;
      const run = await session.run(code, { timeout: 120, record: leftOut !== null });
      assert.ok(!run.isError, run.text);
      if (leftOut === null) continue;
      const note = `[… not kept, because of too many values: ${leftOut} (`;
      assert.ok(run.text.includes(note), run.text.slice(0, 1_000));
      const { cells } = await onDisk(jupyter, path);
      const [output] = cells.at(-1)?.outputs ?? [];
      assert.ok(JSON.stringify(output).includes(note), "its cell says so, too");
    }
    const peak = await peakMemory(connection.pid);
    assert.ok(peak < 400 * megabyte, `the program's memory peaked at ${Math.round(peak / megabyte)} MB`);
  });
}
