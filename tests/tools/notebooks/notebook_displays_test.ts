/** Outputs as the notebook keeps them, whatever the model is shown: displays that change later, numbers, widgets. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { eventually } from "../../harness/eventually.ts";
import { code, notebookOf, onDisk, putCells, putFile } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const publish = (data: string, more = "") =>
  `from IPython.core.displaypub import publish_display_data\npublish_display_data(${data}${more})`;

/** What ipywidgets sends for `IntSlider()`. */
const widget = publish(
  '{"text/plain": "IntSlider(value=0)", "application/vnd.jupyter.widget-view+json": ' +
    '{"version_major": 2, "version_minor": 0, "model_id": "abc"}}',
  ', metadata={"application/vnd.jupyter.widget-view+json": {"kept": [1, None]}, "odd": {}}',
);

for (const kind of environmentKinds) {
  Deno.test(`displays in the notebook on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const path = await putCells(jupyter, [
      code(
        "show",
        "from IPython.display import display\nh = display('old', display_id='x')\nprint('beside')",
      ),
      code("again", "display('old', display_id='x')"),
      code("update", "print('before')\nh.update('new')\nprint('after')"),
      code("often", "for i in range(50): h.update(f'step {i}')"),
    ]);
    await using session = await openSession(connection, { notebook_path: path });
    const execute = (cell: unknown) =>
      connection.call("notebook_execute_cell", { notebook_path: path, cell });
    const outputsOf = async (id: string) =>
      (await onDisk(jupyter, path)).cells.find((cell) => cell.id === id)?.outputs ?? [];
    const shows = async (id: string, text: string) => JSON.stringify(await outputsOf(id)).includes(text);

    await t.step("an update reaches every cell that shows the display, and the model at once", async () => {
      await execute(["show", "again"]);
      const { json } = await execute("update");
      assert.match(JSON.stringify(json), /'new'/);
      for (const id of ["show", "again"]) {
        await eventually(() => shows(id, "'new'"), { what: `${id} shows the new content` });
        assert.ok(!await shows(id, "'old'"), id);
      }
      assert.ok(await shows("show", "beside"));
      const own = JSON.stringify(await outputsOf("update"));
      assert.ok(own.includes("before") && own.includes("after"), own);
      assert.ok(!own.includes("'new'"), "the later cell shows only what is its own");
    });

    await t.step("the answer comes after the last of many updates is written", async () => {
      await execute("often");
      await eventually(() => shows("show", "step 49"), { what: "the last content is in the file" });
    });

    await t.step("code that is recorded nowhere updates displays too, also after its end", async () => {
      await session.run("h.update('unrecorded')", { record: false });
      await eventually(() => shows("show", "unrecorded"), { what: "the update is in the file" });
      await session.run(
        "import threading\nthreading.Timer(0.3, lambda: h.update('from a thread')).start()",
        { record: false },
      );
      await eventually(() => shows("show", "from a thread"), { what: "the thread's update is in the file" });
    });

    await t.step("a cell that was cleared, or run again, is not filled by an old display", async () => {
      await connection.call("notebook_clear_outputs", { notebook_path: path, cell: "again" });
      await session.run("h.update('after the clearing')", { record: false });
      await eventually(() => shows("show", "after the clearing"), { what: "the other cell shows it" });
      assert.deepEqual(await outputsOf("again"), []);
    });

    await t.step("code that execute_code recorded is updated as well", async () => {
      const shown = await session.run("g = display('recorded', display_id='y')");
      const id = shown.string("cell_id");
      await session.run("g.update('changed later')");
      await eventually(() => shows(id, "changed later"), { what: "the recorded cell is updated" });
    });
  });

  Deno.test(`rich outputs are kept whole on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const path = await putCells(jupyter, [
      code("widget", widget),
      code(
        "lists",
        publish('{"application/json": ["a", "b"], "text/html": "<b>\\n</b>", "x/unknown": "?"}'),
      ),
      code(
        "clear",
        "from IPython.display import clear_output\nprint('gone')\nclear_output(wait=True)\nprint('stays')",
      ),
    ]);
    await using _session = await openSession(connection, { notebook_path: path });
    await connection.call("notebook_execute_cell", { notebook_path: path, cell: "all" });
    const { cells } = await onDisk(jupyter, path);

    await t.step("a widget's view with its metadata", () => {
      assert.deepEqual(cells[0]?.outputs, [{
        output_type: "display_data",
        data: {
          "application/vnd.jupyter.widget-view+json": { model_id: "abc", version_major: 2, version_minor: 0 },
          "text/plain": ["IntSlider(value=0)"],
        },
        metadata: { "application/vnd.jupyter.widget-view+json": { kept: [1, null] }, odd: {} },
      }]);
    });

    await t.step("every MIME type", () => {
      assert.deepEqual(cells[1]?.outputs?.[0]?.["data"], {
        "application/json": ["a", "b"],
        "text/html": ["<b>\n", "</b>"],
        "x/unknown": "?",
      });
    });

    await t.step("what was cleared is gone", () => {
      assert.deepEqual(cells[2]?.outputs, [{ output_type: "stream", name: "stdout", text: ["stays\n"] }]);
    });
  });
}

Deno.test("numbers of a notebook file stay what they are", async (t) => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter });
  const big = "12345678901234567891";
  const json = `{"big": ${big}, "float": 1.0, "list": [2.0, 0.5, 3]}`;
  const cell = code("c", "1", {
    metadata: { deep: { keep: "JSON" } },
    outputs: [{ output_type: "display_data", data: { "application/json": "JSON" }, metadata: { x: "JSON" } }],
  });
  const content = JSON.stringify(notebookOf([cell], { metadata: { own: "JSON" } })).replaceAll(
    '"JSON"',
    json,
  );
  const path = await putFile(jupyter, content);
  const compact = async () => (await Deno.readTextFile(join(jupyter.root, path))).replaceAll(/\s+/g, "");
  const expected = json.replaceAll(" ", "");

  await t.step("when another cell is added", async () => {
    await connection.call("notebook_add_cell", { notebook_path: path, cell_type: "markdown", source: "x" });
    assert.equal((await compact()).split(expected).length - 1, 4, await compact());
  });

  await t.step("in a new output, which the model reads exactly as well", async () => {
    const source = publish(`{"application/json": {"big": ${big}, "float": 1.0, "list": [2.0, 0.5, 3]}}`);
    await connection.call("notebook_edit_cell", { notebook_path: path, cell: "c", source });
    const run = await connection.call("notebook_execute_cell", { notebook_path: path, cell: "c" });
    assert.ok(run.text.includes(big), run.text);
    assert.equal((await compact()).split(expected).length - 1, 3, await compact());
    await connection.call("session_delete", { session_id: path });
  });
});
