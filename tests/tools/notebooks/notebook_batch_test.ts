/** Many cells of one call, on a server where a notebook is a file that is written whole every time. */

import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { eventually } from "../../harness/eventually.ts";
import { Gate } from "../../harness/gate.ts";
import { code, freshPath, onDisk, printed, putCells } from "../../harness/notebook.ts";
import { startProxy } from "../../harness/proxy.ts";
import { sharedJupyter } from "../../harness/servers.ts";

const jupyter = sharedJupyter("plain");

Deno.test("quick cells are written together, about once a second, and all before the answer", async () => {
  await using proxy = startProxy(jupyter);
  await using connection = await connect({ jupyter: proxy.server });
  const count = 80;
  const path = freshPath();
  await putCells(jupyter, Array.from({ length: count }, (_, n) => code(`c${n}`, `print(${n})`)), path);
  const session = await connection.call("session_create", { notebook_path: path });
  const before = proxy.requests.length;
  const began = performance.now();
  const ran = await connection.call("notebook_execute_cell", { notebook_path: path, cell: "all" });
  const seconds = (performance.now() - began) / 1_000;
  assert.deepEqual([ran.at("cells.length"), ran.at("saved")], [count, true], ran.text);
  const { cells } = await onDisk(jupyter, path);
  assert.deepEqual(cells.map(printed), cells.map((_, n) => `${n}\n`));
  const requests = proxy.requests.slice(before);
  const puts = requests.filter((line) => line.startsWith("PUT ")).length;
  // One for the first cell, one for each second, one for the last.
  assert.ok(puts <= 2 + Math.ceil(seconds), `${puts} writes in ${seconds} s`);
  const gets = requests.filter((line) => line.startsWith("GET ")).length;
  // One for the sources in each second; the rest is of the writes.
  assert.ok(
    gets <= Math.ceil(seconds) + 20 + 8 * puts,
    `${gets} requests and ${puts} writes in ${seconds} s`,
  );
  await connection.call("session_delete", { session_id: session.string("session_id") });
});

Deno.test("what quick cells have shown is in the file while a later one still runs", async () => {
  await using connection = await connect({ jupyter });
  await using gate = new Gate(jupyter);
  const path = freshPath();
  await putCells(jupyter, [
    ...["a", "b", "c"].map((id) => code(id, `print("${id}")`)),
    code("d", `${gate.wait}\nprint("d")`),
  ], path);
  const running = connection.call("notebook_execute_cell", { notebook_path: path, cell: "all" });
  await eventually(
    async () => (await onDisk(jupyter, path)).cells.map(printed).join("") === "a\nb\nc\n",
    { what: "the outputs of the first three cells in the file" },
  );
  await gate.open();
  assert.equal((await running).at("saved"), true);
  assert.equal(printed((await onDisk(jupyter, path)).cells[3]), "d\n");
});
