/** Undo of runs of several cells that were stopped, whose program was killed, or whose client has gone. */

import assert from "node:assert/strict";
import { connect, type Connection, type StdioConnection } from "../../harness/client.ts";
import { type EnvironmentKind, environmentKinds } from "../../harness/environment.ts";
import { eventually } from "../../harness/eventually.ts";
import { Gate } from "../../harness/gate.ts";
import type { JupyterServer } from "../../harness/jupyter.ts";
import { code, onDisk, openRoom, printed, putCells } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";

const old = [{ output_type: "stream", name: "stdout", text: "old\n" }];

/** The second cell waits; each of the first four has a count, all but one of them outputs. */
function putRun(jupyter: JupyterServer, gate: Gate): Promise<string> {
  return putCells(jupyter, [
    code("done", "print('new')", { outputs: old, execution_count: 11 }),
    code("running", `print('new', flush=True)\n${gate.wait}`, { outputs: old, execution_count: 12 }),
    code("queued", "print('new')", { outputs: old, execution_count: 13 }),
    code("silent", "x = 1", { execution_count: 14 }),
    code("never", "print('new')"),
  ]);
}

interface Run {
  readonly jupyter: JupyterServer;
  readonly connection: StdioConnection;
  readonly path: string;
}

/** Cells as they are seen: in the shared document if there is one, otherwise in the file. */
async function shown(jupyter: JupyterServer, kind: EnvironmentKind, path: string) {
  const facts = (cell: { readonly [name: string]: unknown; readonly outputs?: unknown }) =>
    [cell["execution_count"], printed(cell)] as const;
  if (kind === "plain") return (await onDisk(jupyter, path)).cells.map(facts);
  await using room = await openRoom(jupyter, path);
  return room.read().cells.map(facts);
}

const untouched = [[11, "old\n"], [12, "old\n"], [13, "old\n"], [14, ""], [null, ""]];

/** Runs all cells; resolves when the second one has begun, and the first is written. */
async function runUntilSecond({ jupyter, connection, path }: Run, kind: EnvironmentKind) {
  await connection.call("notebook_execute_cell", {
    notebook_path: path,
    cell: "all",
    timeout: 0.5,
    on_timeout: "continue",
  });
  await eventually(async () => (await shown(jupyter, kind, path))[1]?.[1] === "new\n", {
    what: "the second cell has printed",
  });
}

const undo = (connection: Connection, path: string, args: Record<string, unknown> = {}) =>
  connection.call("notebook_undo", { notebook_path: path, ...args });

for (const kind of environmentKinds) {
  Deno.test(`notebook_undo at once after kill -9 brings back finished, running and queued cells on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    await using gate = new Gate(jupyter);
    const path = await putRun(jupyter, gate);
    await using connection = await connect({ jupyter });
    await using second = await connect({ jupyter });
    await runUntilSecond({ jupyter, connection, path }, kind);
    // As long as the program runs, nothing of its run can be undone by anyone.
    const [change] = (await second.call("notebook_changes", { notebook_path: path })).list("changes");
    assert.equal(change?.["running"], true);
    assert.equal((await undo(second, path)).at("error"), "invalid_argument");
    assert.equal((await undo(second, path, { change_id: change?.["change_id"] })).at("error"), "conflict");

    connection.kill("SIGKILL");
    await connection.status;
    const undone = await undo(second, path);
    assert.deepEqual(undone.at("undone"), [change?.["change_id"]], undone.text);
    assert.equal(undone.at("notes"), undefined);
    assert.deepEqual(await shown(jupyter, kind, path), untouched);
    await second.call("session_delete", { session_id: path });
  });

  Deno.test(`queued cells keep their counts if their run is interrupted, and undone, on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    await using gate = new Gate(jupyter);
    const path = await putRun(jupyter, gate);
    await using connection = await connect({ jupyter });
    await runUntilSecond({ jupyter, connection, path }, kind);
    await connection.call("kernel_interrupt", { session_id: path });
    const counts = async () => (await shown(jupyter, kind, path)).slice(2);
    await eventually(async () => JSON.stringify(await counts()) === JSON.stringify(untouched.slice(2)), {
      what: "the cells that were not run show their counts",
    });
    await eventually(async () => (await undo(connection, path)).at("undone"), { what: "the run is over" });
    assert.deepEqual(await shown(jupyter, kind, path), untouched);
    await connection.call("session_delete", { session_id: path });
  });

  for (const isAwaited of [true, false]) {
    const name = isAwaited ? "waits for the run" : "does not wait for the run";
    Deno.test(`queued cells keep their counts if a client goes that ${name}, on a ${kind} Jupyter`, async () => {
      const jupyter = sharedJupyter(kind);
      await using gate = new Gate(jupyter);
      const path = await putRun(jupyter, gate);
      {
        await using connection = await connect({ jupyter });
        if (isAwaited) {
          const target = { notebook_path: path, cell: "all" };
          void connection.call("notebook_execute_cell", target).catch(() => undefined);
          await eventually(async () => (await shown(jupyter, kind, path))[1]?.[1] === "new\n", {
            what: "the second cell has printed",
          });
        } else {
          await runUntilSecond({ jupyter, connection, path }, kind);
        }
      }
      await using connection = await connect({ jupyter });
      // What continues in another process is interrupted there.
      if (!isAwaited) await connection.call("kernel_interrupt", { session_id: path });
      await eventually(async () => (await undo(connection, path)).at("undone"), { what: "the run is over" });
      assert.deepEqual(await shown(jupyter, kind, path), untouched);
      await connection.call("session_delete", { session_id: path });
    });
  }
}
