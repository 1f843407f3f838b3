/** The state of widgets is saved with the runs that show them, so that a notebook shows them when it is opened again. */

import assert from "node:assert/strict";
import { z } from "zod";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { eventually } from "../../harness/eventually.ts";
import { Gate } from "../../harness/gate.ts";
import { handOverCells } from "../../harness/hand_over_cells.ts";
import type { JupyterServer } from "../../harness/jupyter.ts";
import { code, onDisk, putCells } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const stateType = "application/vnd.jupyter.widget-state+json";

/** What ipywidgets sends, without ipywidgets: `model` makes a widget, `show` displays it. */
const prelude = `
from comm import create_comm
from IPython.display import publish_display_data
kind = {"_model_name": "IntSliderModel", "_model_module": "@jupyter-widgets/controls", "_model_module_version": "2.0.0"}
def model(id, buffers=(), **state):
    whole = {**kind, **state}
    comm = create_comm(
        target_name="jupyter.widget", comm_id=id, metadata={"version": "2.1.0"}, buffers=list(buffers),
        data={"state": whole, "buffer_paths": [["bytes"]] if buffers else []})
    comm.on_msg(lambda message: change(comm, **whole))
    return comm
def change(comm, **state):
    comm.send({"method": "update", "state": state, "buffer_paths": []})
def show(id):
    publish_display_data({"text/plain": f"IntSlider({id})", "application/vnd.jupyter.widget-view+json": {
        "version_major": 2, "version_minor": 0, "model_id": id}})
`;

const kind = {
  _model_name: "IntSliderModel",
  _model_module: "@jupyter-widgets/controls",
  _model_module_version: "2.0.0",
};

const saved = z.looseObject({
  version_major: z.literal(2),
  version_minor: z.literal(0),
  state: z.record(z.string(), z.looseObject({ model_name: z.string(), state: z.looseObject({}) })),
});

async function savedIn(jupyter: JupyterServer, path: string) {
  const notebook = z.looseObject({ metadata: z.looseObject({ widgets: z.looseObject({}).optional() }) });
  const { metadata: { widgets } } = notebook.parse(await onDisk(jupyter, path));
  return widgets === undefined ? {} : saved.parse(widgets[stateType]).state;
}

const ids = (state: object) => Object.keys(state).toSorted();

for (const environment of environmentKinds) {
  Deno.test(`widgets in the notebook on a ${environment} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(environment);
    await using connection = await connect({ jupyter });
    await using gate = new Gate(jupyter);
    const path = await putCells(jupyter, [
      code("prelude", prelude),
      code(
        "box",
        "model('layout', width='10px')\nmodel('hidden')\n" +
          "s = model('slider', layout='IPY_MODEL_layout', value=0.5, buffers=[bytes([1, 255])])\n" +
          "model('box', children=['IPY_MODEL_slider'])\nshow('box')\n" +
          "for n in range(500): change(s, value=n)",
      ),
      code("again", "import uuid\nname = uuid.uuid4().hex\nmodel(name, value=1)\nshow(name)\nprint(name)"),
      code("change", "change(s, value=7)"),
      code("closed", "c = model('gone')\nshow('gone')\nc.close()"),
      code(
        "slow",
        `w = model('late', value=0)\nshow('late')\nprint('shown', flush=True)\n${gate.wait}\nchange(w, value=1)`,
      ),
      code("before", "show('before')"),
    ]);
    await using session = await openSession(connection, { notebook_path: path });
    const execute = (cell: unknown) =>
      connection.call("notebook_execute_cell", { notebook_path: path, cell });
    const state = () => savedIn(jupyter, path);

    await t.step(
      "a widget's model is saved with all that it refers to, and the model reads its text",
      async () => {
        const { text } = await execute(["prelude", "box"]);
        assert.match(text, /IntSlider\(box\)/);
        assert.ok(!text.includes("_model_name"), text);
        const models = await state();
        assert.deepEqual(ids(models), ["box", "layout", "slider"]);
        assert.deepEqual(models["slider"], {
          model_name: kind._model_name,
          model_module: kind._model_module,
          model_module_version: kind._model_module_version,
          state: { ...kind, layout: "IPY_MODEL_layout", value: 499 },
          buffers: [{ path: ["bytes"], encoding: "base64", data: "Af8=" }],
        });
      },
    );

    await t.step("a cell that is run again leaves nothing of its last widget", async () => {
      await execute("again");
      const first = ids(await state());
      await execute("again");
      const second = ids(await state());
      assert.equal(second.length, 4, second.join());
      assert.notDeepEqual(second, first);
    });

    await t.step("what a later cell changes of a shown widget is saved with that cell's run", async () => {
      await execute("change");
      assert.equal((await state())["slider"]?.state["value"], 7);
    });

    await t.step("code that execute_code records saves its widgets too", async () => {
      const run = await session.run("model('recorded', value=3)\nshow('recorded')");
      assert.equal(run.json["recorded"], true);
      await eventually(async () => "recorded" in await state(), { what: "the state is in the file" });
    });

    await t.step("the view of a widget that is gone stays as it is", async () => {
      await execute("closed");
      assert.ok(!("gone" in await state()));
      const { cells } = await onDisk(jupyter, path);
      assert.match(JSON.stringify(cells.find(({ id }) => id === "closed")?.outputs), /IntSlider\(gone\)/);
    });

    await t.step("a run that was handed over saves its widgets at its end, not before", async () => {
      const begun = await handOverCells(connection, path, { text: "shown", args: { cell: "slow" } });
      const execution_id = begun.string("execution_id");
      const { text } = await connection.call("execution_get", { execution_id });
      assert.match(text, /IntSlider\(late\)/);
      assert.ok(!("late" in await state()));
      await gate.open();
      await eventually(async () => "late" in await state(), { what: "the state is in the file" });
      assert.equal((await state())["late"]?.state["value"], 1);
    });

    await t.step(
      "a widget that was made before we came is asked for, with all that it refers to",
      async () => {
        await session.run("model('inner')\nmodel('before', layout='IPY_MODEL_inner', value=5)", {
          record: false,
        });
        await using late = await connect({ jupyter });
        await late.call("notebook_execute_cell", { notebook_path: path, cell: "before" });
        const models = await state();
        assert.equal(models["before"]?.state["value"], 5);
        assert.ok("inner" in models);
      },
    );

    await t.step("the state goes with the last outputs that show it", async () => {
      await connection.call("notebook_clear_outputs", { notebook_path: path, cell: "before" });
      await eventually(async () => !("before" in await state()), { what: "the state is gone from the file" });
      assert.ok("slider" in await state());
    });

    await t.step(
      "after a restart what cells still show stays, and a cell that is run again is saved anew",
      async () => {
        const old = ids(await state());
        await connection.call("kernel_restart", { session_id: session.id });
        await execute(["prelude", "again"]);
        const now = ids(await state());
        assert.equal(now.length, old.length, now.join());
        assert.equal(now.filter((id) => !old.includes(id)).length, 1);
      },
    );
  });
}
