/** What `execute_code` runs in the session of a notebook is put at its end, where nobody is harmed by it. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { eventually } from "../../harness/eventually.ts";
import { Gate } from "../../harness/gate.ts";
import { KernelClient } from "../../harness/kernel_client.ts";
import {
  code,
  freshPath,
  onDisk,
  openRoom,
  printed,
  printedOnDisk,
  putCells,
  sourcesOnDisk,
} from "../../harness/notebook.ts";
import { jupyterJson } from "../../harness/rest.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const figure = "print('before')\nfrom PIL import Image\ndisplay(Image.new('RGB', (30, 20), 'red'))\n1/0";
const slow = "import time\nfor i in range(5):\n  print('s', i, flush=True)\n  time.sleep(0.25)\n'end'";

for (const kind of environmentKinds) {
  Deno.test(`execute_code records on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const path = await putCells(jupyter, [code("mine", "mine")]);
    await using session = await openSession(connection, { notebook_path: path });
    const last = async () => (await onDisk(jupyter, path)).cells.at(-1);
    const count = async () => (await onDisk(jupyter, path)).cells.length;

    await t.step("code and outputs as a cell at the end, with nobody else there", async () => {
      const run = await session.run("x = 1\nprint('hi')\nx + 1");
      assert.partialDeepStrictEqual(run.json, { recorded: true, result: "2" });
      const id = run.string("cell_id");
      await eventually(async () => (await last())?.["execution_count"] === 1, {
        what: "the cell is on disk",
      });
      assert.deepEqual(await last(), {
        id,
        cell_type: "code",
        source: "x = 1\nprint('hi')\nx + 1",
        metadata: {},
        execution_count: 1,
        outputs: [
          { output_type: "stream", name: "stdout", text: ["hi\n"] },
          { output_type: "execute_result", data: { "text/plain": ["2"] }, metadata: {}, execution_count: 1 },
        ],
      });
      const { at } = await connection.call("notebook_get", { notebook_path: path });
      assert.match(String(at("outline.1")), new RegExp(`^1 ${id} code \\[1\\] \\| x = 1`));
    });

    await t.step("an exception and a figure, whole", async () => {
      const run = await session.run(figure);
      assert.partialDeepStrictEqual(run.json, { success: false, recorded: true });
      assert.equal(run.images.length, 1);
      const cell = await eventually(async () => {
        const one = await last();
        return one?.id === run.at("cell_id") && one?.outputs?.length === 3 ? one : undefined;
      }, { what: "the cell is on disk" });
      const [text, picture, error] = cell.outputs ?? [];
      assert.partialDeepStrictEqual(text, { output_type: "stream", text: ["before\n"] });
      assert.match(JSON.stringify(picture), /"image\/png":"iVBOR/);
      assert.partialDeepStrictEqual(error, { output_type: "error", ename: "ZeroDivisionError" });
    });

    await t.step("nothing with record false", async () => {
      const before = await count();
      const run = await session.run("'look'", { record: false });
      assert.equal(run.at("result"), "'look'");
      assert.ok(!("recorded" in run.json) && !("cell_id" in run.json));
      const { at } = await connection.call("notebook_get", { notebook_path: path });
      assert.equal(at("outline.length"), before);
    });

    await t.step("nothing of code that is empty", async () => {
      for (const code of ["", " \n"]) {
        const { json } = await session.run(code);
        assert.partialDeepStrictEqual(json, { success: true, recorded: false, reason: "the code is empty" });
      }
    });

    await t.step("a long run is still recorded after the hand-over", async () => {
      await using gate = new Gate(jupyter);
      const run = await session.run(`${gate.wait}\n${slow}`, { timeout: 0.4, on_timeout: "continue" });
      assert.partialDeepStrictEqual(run.json, { status: "running", recorded: true });
      await gate.open();
      const id = run.string("cell_id");
      const execution_id = run.string("execution_id");
      assert.equal(
        (await connection.call("execution_get", { execution_id, wait: 30 })).at("result"),
        "'end'",
      );
      await eventually(async () => await printedOnDisk(jupyter, path, id) === "s 0\ns 1\ns 2\ns 3\ns 4\n", {
        what: "the whole output is on disk",
      });
    });

    await t.step("calls at once, each in its own cell, in the order of their runs", async () => {
      const runs = await Promise.all(
        Array.from({ length: 5 }, (_, n) => session.run(`print('at once', ${n})`)),
      );
      const cells = await eventually(async () => {
        const all = (await onDisk(jupyter, path)).cells.filter(({ source }) => source.includes("at once"));
        return all.length === 5 && all.every((cell) => printed(cell) !== "") ? all : undefined;
      }, { what: "all five are on disk" });
      for (const [n, run] of runs.entries()) {
        const cell = cells.find(({ id }) => id === run.at("cell_id"));
        assert.equal(printed(cell), `at once ${n}\n`);
      }
    });

    await t.step("a run that is dropped behind other code leaves no cell", async () => {
      const before = await count();
      const endless = "import time\nprint('begun', flush=True)\nwhile True: time.sleep(0.1)";
      const busy = await session.handOver(endless, "begun\n", { record: false });
      const dropped = await session.run("print('never')", { timeout: 0.4 });
      assert.equal(dropped.at("error"), "kernel_busy", dropped.text);
      const { at } = await connection.call("notebook_get", { notebook_path: path });
      assert.equal(at("outline.length"), before);
      await connection.call("kernel_interrupt", { execution_id: busy.string("execution_id") });
      await eventually(async () => !(await sourcesOnDisk(jupyter, path)).includes("print('never')"), {
        what: "the file is without it",
      });
    });

    await t.step("nothing if the session has no notebook", async () => {
      await using free = await openSession(connection);
      const run = await free.run("'free'");
      assert.equal(run.at("result"), "'free'");
      assert.ok(!("recorded" in run.json) && !("cell_id" in run.json));
      const forced = await free.run("'free'", { record: true });
      assert.equal(forced.at("error"), "invalid_argument", forced.text);
    });
  });
}

for (const kind of environmentKinds) {
  Deno.test(`execute_code keeps recording in a notebook that was renamed, on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const path = await putCells(jupyter, [code("mine", "mine")]);
    await using session = await openSession(connection, { notebook_path: path });
    assert.equal((await session.run("'before'")).at("recorded"), true);
    const renamed = freshPath("renamed");
    const patch = { method: "PATCH", body: JSON.stringify({ path: renamed }) };
    await jupyterJson(jupyter, `api/contents/${path}`, patch);
    await jupyterJson(jupyter, `api/sessions/${session.id}`, patch);
    for (const source of ["'after'", "'again'"]) {
      const run = await session.run(source);
      assert.partialDeepStrictEqual(run.json, { recorded: true, result: source }, run.text);
    }
    await eventually(async () => (await sourcesOnDisk(jupyter, renamed)).length === 4, {
      what: "the runs are on disk",
    });
    assert.deepEqual(await sourcesOnDisk(jupyter, renamed), ["mine", "'before'", "'after'", "'again'"]);
    await assert.rejects(Deno.stat(join(jupyter.root, path)), Deno.errors.NotFound);
  });
}

Deno.test("execute_code records live in a document that a browser has open", async () => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });
  const path = await putCells(jupyter, [code("mine", "mine")]);
  await using session = await openSession(connection, { notebook_path: path });
  await using _browser = await KernelClient.open(jupyter, session.kernelId);
  await using room = await openRoom(jupyter, path);
  await using gate = new Gate(jupyter);
  const source = `print('first', flush=True)\n${gate.wait}\n${slow}`;
  const running = session.run(source);
  await eventually(() => printed(room.read().cells[1]).startsWith("first\n"), {
    what: "the first line is seen",
  });
  assert.equal(room.read().cells[1]?.execution_state, "running");
  await gate.open();
  const run = await running;
  assert.equal(run.at("recorded"), true);
  await room.flush();
  const cell = room.read().cells[1];
  assert.partialDeepStrictEqual(cell, { id: run.at("cell_id"), source, execution_state: "idle" });
  assert.equal(printed(cell), "first\ns 0\ns 1\ns 2\ns 3\ns 4\n");
});

Deno.test("execute_code leaves a file alone that a browser has open", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter });
  const path = await putCells(jupyter, [code("mine", "mine")]);
  await using session = await openSession(connection, { notebook_path: path });
  const file = join(jupyter.root, path);
  const before = await Deno.stat(file);
  const unchanged = async () => assert.deepEqual((await Deno.stat(file)).mtime, before.mtime);
  {
    await using _browser = await KernelClient.open(jupyter, session.kernelId);
    const run = await session.run("x = 'ran'\nx");
    assert.partialDeepStrictEqual(run.json, { recorded: false, result: "'ran'" });
    assert.match(run.string("reason"), /a browser has the notebook open.*jupyter-collaboration/);
    await unchanged();

    const forced = await session.run("x = 'forced'", { record: true });
    assert.equal(forced.isError, true);
    assert.equal(forced.at("error"), "conflict");
    assert.match(forced.string("hint"), /record "auto"/);
    assert.equal((await session.run("x", { record: false })).at("result"), "'ran'", "nothing was run");
    await unchanged();
  }
  await eventually(async () => (await session.run("x")).at("recorded") === true, {
    what: "it is recorded when the browser has gone",
  });
});

Deno.test("execute_code leaves a file alone that a browser opens during the run", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter });
  const path = await putCells(jupyter, [code("mine", "mine")]);
  await using session = await openSession(connection, { notebook_path: path });
  await using gate = new Gate(jupyter);
  const args = { session_id: session.id, code: `print('begun', flush=True)\n${gate.wait}\nprint('ended')` };
  const begun = Promise.withResolvers<void>();
  const running = connection.call("execute_code", args, {
    onProgress: ({ message = "" }) => message.includes("begun") ? begun.resolve() : undefined,
  });
  await begun.promise;
  await using _browser = await KernelClient.open(jupyter, session.kernelId);
  await gate.open();
  const ran = await running;
  assert.equal(ran.at("stdout"), "begun\nended\n", ran.text);
  assert.equal(ran.at("recorded"), false);
  assert.match(ran.string("reason"), /could not be written.*a browser has the notebook open/);
  assert.doesNotMatch(await Deno.readTextFile(join(jupyter.root, path)), /"ended/);
});

Deno.test("execute_code runs though its notebook cannot be recorded in", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter });
  const path = await putCells(jupyter, [code("mine", "mine")]);
  await using session = await openSession(connection, { notebook_path: path });
  await Deno.writeTextFile(join(jupyter.root, path), "broken");
  const run = await session.run("'ran'");
  assert.partialDeepStrictEqual(run.json, { recorded: false, result: "'ran'" });
  assert.match(run.string("reason"), /not JSON/);
  assert.equal((await session.run("'ran'", { record: true })).at("error"), "not_a_notebook");
  assert.equal(await Deno.readTextFile(join(jupyter.root, path)), "broken");
});
