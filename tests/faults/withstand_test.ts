/** Code that catches its interrupt and goes on: whoever waits is answered all the same, and its output is not lost. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { connect } from "../harness/client.ts";
import { eventually } from "../harness/eventually.ts";
import { Gate } from "../harness/gate.ts";
import { freshPath, onDisk, printed } from "../harness/notebook.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession } from "../harness/session.ts";

const withstanding = (gate: Gate, onInterrupt = "pass") =>
  "print('begun', flush=True)\nwhile True:\n  try:\n" +
  `    ${gate.wait}\n    break\n  except KeyboardInterrupt: ${onInterrupt}\nprint('ended')`;

function exists(path: string): Promise<boolean> {
  return Deno.stat(path).then(() => true, () => false);
}

for (const kind of ["collaboration", "plain"] as const) {
  Deno.test(`code that withstands its interrupt, ${kind}`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const path = freshPath();
    await using session = await openSession(connection, { notebook_path: path });
    const isWritten = (cell: number) =>
      eventually(async () => printed((await onDisk(jupyter, path)).cells[cell]) === "begun\nended\n", {
        what: `the notebook shows all that cell ${cell} has printed`,
      });

    const endIsReported = (execution_id: string) =>
      eventually(async () => {
        const { text } = await connection.call("execution_list");
        return text.includes(`Background run ${execution_id} has ended`);
      }, { what: "the end of the run is reported" });

    await t.step("execute_code answers at the timeout, and the cell gets the rest", async () => {
      await using gate = new Gate(jupyter);
      await session.run("'the kernel is up'", { record: false });
      const answer = await session.run(withstanding(gate), { timeout: 3 });
      assert.equal(answer.at("status"), "timeout", answer.text);
      assert.equal(answer.at("stdout"), "begun\n");
      assert.match(JSON.stringify(answer.at("notes")), /has not responded to the interrupt/);
      assert.equal(answer.at("recorded"), true);
      await gate.open();
      const execution_id = answer.string("execution_id");
      const ended = await connection.call("execution_get", { execution_id, wait: 30 });
      assert.equal(ended.at("stdout"), "begun\nended\n", ended.text);
      await isWritten(0);
    });

    await t.step("notebook_execute_cell does as well, and runs nothing after it", async () => {
      await using gate = new Gate(jupyter);
      for (const source of [withstanding(gate), "print('after')"]) {
        const added = await connection.call("notebook_add_cell", {
          notebook_path: path,
          cell_type: "code",
          source,
        });
        assert.equal(added.isError, false, added.text);
      }
      const answer = await connection.call("notebook_execute_cell", {
        notebook_path: path,
        from: 1,
        to: 2,
        timeout: 3,
      });
      assert.equal(answer.at("status"), "timeout", answer.text);
      assert.equal(answer.at("cells.0.stdout"), "begun\n");
      assert.match(JSON.stringify(answer.at("cells.0.notes")), /has not responded to the interrupt/);
      assert.equal(JSON.stringify(answer.at("not_run")).split(",").length, 1);
      await gate.open();
      await endIsReported(answer.string("cells.0.execution_id"));
      await isWritten(1);
      const { executions } = (await connection.call("execution_list")).json;
      assert.doesNotMatch(JSON.stringify(executions), /after/);
    });

    await t.step("notebook_add_cell does as well", async () => {
      await using gate = new Gate(jupyter);
      const answer = await connection.call("notebook_add_cell", {
        notebook_path: path,
        source: withstanding(gate),
        execute: true,
        timeout: 3,
      });
      assert.equal(answer.at("status"), "timeout", answer.text);
      await gate.open();
      await endIsReported(answer.string("cells.0.execution_id"));
      await isWritten(3);
    });

    await t.step("a cancel is answered, and the cell gets all that comes", async () => {
      await using gate = new Gate(jupyter);
      const mark = join(jupyter.root, `.interrupted-${crypto.randomUUID()}`);
      const source = withstanding(gate, `open(${JSON.stringify(mark)}, "w").close()`);
      await connection.call("notebook_edit_cell", { notebook_path: path, cell: 2, source });
      const aborter = new AbortController();
      const running = connection.call("notebook_execute_cell", { notebook_path: path, cell: 2 }, {
        signal: aborter.signal,
        onProgress: ({ message = "" }) => message.includes("begun") && aborter.abort("no longer wanted"),
      });
      await assert.rejects(running, /no longer wanted/);
      // Past the gate an interrupt would end the code.
      await eventually(() => exists(mark), { what: "the interrupt comes" });
      await gate.open();
      await isWritten(2);
      const free = await session.run("'free'", { record: false });
      assert.equal(free.at("result"), "'free'", free.text);
    });
  });
}
