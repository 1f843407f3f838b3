/** Cells that take their time: progress, cancel, timeouts, hand-over, and what happens to the notebook meanwhile. */

import assert from "node:assert/strict";
import type { Progress } from "@modelcontextprotocol/client";
import { startRun } from "../../../src/jupyter/nbformat/cell_run_edits.ts";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { eventually } from "../../harness/eventually.ts";
import { Gate } from "../../harness/gate.ts";
import { handOverCells } from "../../harness/hand_over_cells.ts";
import { startHttpProgram } from "../../harness/http_program.ts";
import { KernelClient } from "../../harness/kernel_client.ts";
import { code, onDisk, openRoom, printed, printedOnDisk, putCells } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const endless = "import time\nprint('begun', flush=True)\nfor _ in range(600): time.sleep(0.1)";
const slow = (n: number) =>
  `import time\nfor i in range(${n}):\n  print('s', i, flush=True)\n  time.sleep(0.25)`;

for (const kind of environmentKinds) {
  Deno.test(`notebook_execute_cell with long cells on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    await using first = new Gate(jupyter);
    await using second = new Gate(jupyter);
    const path = await putCells(jupyter, [
      code("quick", "print('q')"),
      code("endless", endless),
      code("after", "ran = True\nprint('after')"),
      code("slow", `print('s', 0, flush=True)\n${first.wait}`),
      code("slow2", `print('s', 1, flush=True)\n${second.wait}`),
    ]);
    await using session = await openSession(connection, { notebook_path: path });
    const execute = (args: Record<string, unknown>, options = {}) =>
      connection.call("notebook_execute_cell", { notebook_path: path, ...args }, options);
    const change = async (cell: string, source: string) => {
      const edited = await connection.call("notebook_edit_cell", { notebook_path: path, cell, source });
      assert.equal(edited.isError, false, edited.text);
    };
    const peek = async (expression: string) =>
      (await session.run(expression, { record: false, timeout: 20 })).at("result");

    await t.step("progress says which cell, and its number only grows", async () => {
      const seen: Progress[] = [];
      const onProgress = (one: Progress) => {
        seen.push(one);
        if (/cell 2 of 3 \(index \d, id slow\): \d+ s, 1 output: s 0$/.test(one.message ?? "")) {
          void first.open();
        }
        if (/cell 3 of 3 \(index \d, id slow2\): \d+ s, 1 output: s 1$/.test(one.message ?? "")) {
          void second.open();
        }
      };
      const { text, at } = await execute({ cell: ["quick", "slow", "slow2"] }, { onProgress });
      assert.equal(at("success"), true, `both are told of: ${text}`);
      assert.match(
        seen[0]?.message ?? "",
        /^cell 1 of 3 \(index \d, id quick\) begins$/,
        "however short it is",
      );
      const numbers = seen.map(({ progress }) => progress);
      assert.deepEqual(numbers, [...new Set(numbers)].toSorted((a, b) => a - b));
      assert.ok(seen.every(({ total }) => total === 3));
    });

    await t.step("a timeout interrupts, keeps the output and names what did not run", async () => {
      const { json, at } = await execute({ cell: ["quick", "endless", "after"], timeout: 3 });
      assert.partialDeepStrictEqual(json, {
        success: false,
        status: "timeout",
        not_run: ["after"],
        saved: true,
      });
      assert.equal(at("cells.1.stdout"), "begun\n");
      assert.equal(await printedOnDisk(jupyter, path, "endless"), "begun\n");
      assert.equal(
        await peek("'ran' in globals()"),
        "False",
        "the kernel is free, and the last cell was not run",
      );
    });

    await t.step("a cancel interrupts, and later cells do not run", async () => {
      const aborter = new AbortController();
      const running = execute({ cell: ["endless", "after"], timeout: 100 }, {
        signal: aborter.signal,
        onProgress: ({ message = "" }: Progress) => message.includes("begun") && aborter.abort("enough"),
      });
      await assert.rejects(running, /enough/);
      const { at } = await connection.call("execution_list", { session_id: session.id, limit: 1 });
      const execution_id = String(at("executions.0.execution_id"));
      // The run ends first; then it is seen that others were to follow.
      const cut = await eventually(async () => {
        const ended = await connection.call("execution_get", { execution_id, wait: 20 });
        return ended.at("notes") !== undefined && ended;
      }, { what: "the run has notes" });
      assert.match(JSON.stringify(cut.at("notes")), /cancelled; not run: after"/);
      const listed = await connection.call("execution_list", { session_id: session.id, limit: 1 });
      assert.deepEqual(listed.at("executions.0.notes"), cut.at("notes"), "found where runs are looked for");
      assert.equal(await peek("'ran' in globals()"), "False");
      await eventually(async () => {
        const cell = (await onDisk(jupyter, path)).cells[1];
        return JSON.stringify(cell?.outputs).includes("KeyboardInterrupt");
      }, { what: "the interrupted cell's output is in the file" });
    });

    await t.step("a cell that runs is said to run, and shows its outputs so far", async () => {
      const begun = await execute({ cell: "endless", timeout: 2, on_timeout: "continue" });
      assert.equal(begun.at("saved"), true);
      assert.equal(begun.at("cells.0.stdout"), "begun\n");
      assert.equal(
        await printedOnDisk(jupyter, path, "endless"),
        "begun\n",
        "saved is true of what was told",
      );
      const { text } = await connection.call("notebook_get", { notebook_path: path });
      assert.match(text, /1 endless code running/);
      await connection.call("kernel_interrupt", { execution_id: begun.string("execution_id") });
      await eventually(async () => {
        const { text } = await connection.call("notebook_get", { notebook_path: path });
        return /1 endless code \[\d+\] failed/.test(text);
      }, { what: "the cell is said to have failed" });
    });

    await t.step("the outputs of a silent caller's run come long before its end", async () => {
      await connection.call("notebook_clear_outputs", { notebook_path: path, cell: "endless" });
      await eventually(async () => await printedOnDisk(jupyter, path, "endless") === "", {
        what: "the outputs of the last run are gone",
      });
      const aborter = new AbortController();
      const running = execute({ cell: "endless", timeout: 100 }, { signal: aborter.signal });
      await eventually(async () => await printedOnDisk(jupyter, path, "endless") === "begun\n", {
        what: "the first output is in the file while the cell runs",
      });
      aborter.abort("seen");
      await assert.rejects(running, /seen/);
      await eventually(async () => {
        const cell = (await onDisk(jupyter, path)).cells[1];
        return JSON.stringify(cell?.outputs).includes("KeyboardInterrupt");
      }, { what: "the cell was interrupted" });
    });

    await t.step("a hand-over lets the cell and the rest go on, into the notebook", async () => {
      await using gate = new Gate(jupyter);
      await change("slow", `${gate.wait}\n${slow(6)}`);
      const begun = await handOverCells(connection, path, { args: { cell: ["slow", "after"] } });
      assert.partialDeepStrictEqual(begun.json, {
        status: "running",
        still_to_run: ["after"],
        cells: [{ cell_id: "slow", status: "running" }],
      });
      await gate.open();
      const end = await connection.call("execution_get", {
        execution_id: begun.string("cells.0.execution_id"),
        wait: 30,
      });
      assert.equal(end.at("success"), true);
      await eventually(async () => await printedOnDisk(jupyter, path, "after") === "after\n", {
        what: "the last cell's output is in the file",
      });
      assert.equal(await printedOnDisk(jupyter, path, "slow"), "s 0\ns 1\ns 2\ns 3\ns 4\ns 5\n");
      await peek("globals().pop('ran', None)");
    });

    await t.step("a cell may be edited while it runs: its outputs come, its new source stays", async () => {
      await using gate = new Gate(jupyter);
      await change("slow", `${gate.wait}\n${slow(6)}`);
      const running = execute({ cell: "slow" }, {});
      await eventually(async () => {
        const { at } = await connection.call("execution_list", { session_id: session.id, limit: 1 });
        return at("executions.0.status") === "running";
      }, { what: "the cell runs" });
      await change("slow", "edited");
      await gate.open();
      assert.equal((await running).at("success"), true);
      const cell = (await onDisk(jupyter, path)).cells.find(({ id }) => id === "slow");
      assert.equal(cell?.source, "edited");
      assert.match(printed(cell), /s 0\n[\s\S]*s 5\n/);
      const { at } = await connection.call("notebook_get", { notebook_path: path, from: "slow", to: "slow" });
      assert.match(String(at("outline.0")), /changed since its run/);
    });

    await t.step("behind somebody else's code nothing runs, and the cell keeps its outputs", async () => {
      await execute({ cell: "quick" });
      await using other = await KernelClient.open(jupyter, session.kernelId);
      await using gate = new Gate(jupyter);
      const theirs = other.execute(gate.wait);
      await eventually(() => other.messages.some(({ type }) => type === "execute_input"), {
        what: "their code runs",
      });
      const { at } = await execute({ cell: ["quick", "after"], timeout: 0.5 });
      assert.equal(at("error"), "kernel_busy");
      const kept = await connection.call("notebook_get", { notebook_path: path, detail: "full", to: 0 });
      assert.equal(kept.at("cells.0.outputs.0.stdout"), "q\n", kept.text);
      assert.match(kept.string("cells.0.state"), /^\[\d+\]$/);
      await gate.open();
      await theirs;
      assert.equal(await peek("'ran' in globals()"), "False");
    });
  });
}

Deno.test("notebook_execute_cell shows a shared document what runs", async () => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });
  await using gate = new Gate(jupyter);
  const source = `${slow(2)}\n${gate.wait}\nprint('s', 2)`;
  const path = await putCells(jupyter, [code("a", source), code("b", "b")]);
  await using _session = await openSession(connection, { notebook_path: path });
  await using room = await openRoom(jupyter, path);
  const states: string[] = [];
  room.onChange(() => {
    const [cell] = room.read().cells;
    const state = `${cell?.execution_state} ${cell?.execution_count} ${JSON.stringify(printed(cell))}`;
    if (states.at(-1) !== state) states.push(state);
  });
  const running = connection.call("notebook_execute_cell", { notebook_path: path, cell: "a" });
  await eventually(() => printed(room.read().cells[0]).includes("s 1"), { what: "output before the end" });
  room.update((notebook) => ({
    ...notebook,
    cells: notebook.cells.map((cell) => cell.id === "b" ? { ...cell, source: "typed meanwhile" } : cell),
  }));
  await gate.open();
  assert.equal((await running).at("saved"), true);
  await room.flush();
  assert.match(states[0] ?? "", /^running null ""/);
  assert.ok(states.some((state) => state.startsWith('running null "s 0')));
  assert.match(states.at(-1) ?? "", /^idle 1 "s 0.*s 2/);
  assert.equal(room.read().cells[1]?.source, "typed meanwhile");
  const { cells } = await onDisk(jupyter, path);
  assert.deepEqual(cells.map(({ source }) => source), [source, "typed meanwhile"]);
});

for (const kind of environmentKinds) {
  Deno.test(`cells handed over go on when the client has gone, on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    await using program = await startHttpProgram({ jupyter });
    for (const era of ["legacy", "modern"] as const) {
      await using gate = new Gate(jupyter);
      const path = await putCells(jupyter, [
        code("a", `${gate.wait}\n${slow(4)}`),
        code("b", "print('b')"),
        code("c", "print('c')"),
      ]);
      await using connection = await program.connect({ era });
      await handOverCells(connection, path);
      await connection.client.close();
      await gate.open();
      await eventually(async () => await printedOnDisk(jupyter, path, "c") === "c\n", {
        what: "the last cell's output is in the file",
      });
      assert.equal(await printedOnDisk(jupyter, path, "a"), "s 0\ns 1\ns 2\ns 3\n");
      await using again = await program.connect({ era });
      await again.call("session_delete", { session_id: path });
    }
  });
}

Deno.test("a chatty run that was handed over is saved while it goes on", async () => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });
  const chatty = "import time\nfor i in range(300):\n  print('s', i, flush=True)\n  time.sleep(0.2)";
  const path = await putCells(jupyter, [code("a", chatty)]);
  await handOverCells(connection, path);
  await eventually(async () => (await printedOnDisk(jupyter, path, "a")).includes("s 30\n"), {
    what: "the file follows the run",
  });
  const { text } = await connection.call("notebook_get", { notebook_path: path });
  assert.match(text, /0 a code running/);
  await connection.call("session_delete", { session_id: path });
});

Deno.test("a cell whose program was killed is not said to run", async () => {
  const jupyter = sharedJupyter("collaboration");
  const path = await putCells(jupyter, [code("a", "1")]);
  await using room = await openRoom(jupyter, path);
  room.update(startRun("a"));
  await room.flush();
  await using connection = await connect({ jupyter });
  const state = async () => (await connection.call("notebook_get", { notebook_path: path })).text;
  assert.match(await state(), /0 a code interrupted/, "without a kernel");
  await using session = await openSession(connection, { notebook_path: path });
  await session.run("1", { record: false });
  assert.match(await state(), /0 a code interrupted/, "the kernel is idle");
});
