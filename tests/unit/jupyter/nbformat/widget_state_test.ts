import assert from "node:assert/strict";
import { deleteCells } from "../../../../src/jupyter/nbformat/edit_cells.ts";
import type { Notebook } from "../../../../src/jupyter/nbformat/notebook.ts";
import { clearOutputs } from "../../../../src/jupyter/nbformat/cell_run_edits.ts";
import {
  referencesOf,
  restoreWidgets,
  saveWidgets,
  viewsOf,
  type WidgetSource,
} from "../../../../src/jupyter/nbformat/widget_state.ts";

const stateType = "application/vnd.jupyter.widget-state+json";
const viewType = "application/vnd.jupyter.widget-view+json";

type States = Readonly<Record<string, Record<string, unknown>>>;

const model = (state: Record<string, unknown>) => ({
  model_name: "M",
  model_module: "m",
  model_module_version: "2",
  state,
});

function kernel(states: States): WidgetSource {
  return {
    ids: () => Object.keys(states),
    stateOf: (id) => states[id],
    modelOf: (id) => states[id] && model(states[id]),
  };
}

const view = (id: string) => ({
  output_type: "display_data",
  data: { [viewType]: { model_id: id } },
  metadata: {},
});

function notebook(views: readonly string[], saved?: States): Notebook {
  const state = Object.fromEntries(Object.entries(saved ?? {}).map(([id, one]) => [id, model(one)]));
  const widgets = { [stateType]: { version_major: 2, version_minor: 0, state } };
  return {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { kernelspec: { name: "python3" }, ...(saved === undefined ? {} : { widgets }) },
    cells: [
      { id: "t", cell_type: "markdown", source: "", metadata: {} },
      ...views.map((id) => ({ id, cell_type: "code", source: "", metadata: {}, outputs: [view(id)] })),
    ],
  };
}

const saved = ({ metadata }: Notebook) => metadata["widgets"];
const widgets = (states: States) => saved(notebook([], states));

Deno.test("viewsOf finds the models that outputs show", () => {
  const stream = { output_type: "stream", name: "stdout", text: viewType };
  const odd = { output_type: "display_data", data: { [viewType]: { model_id: 1 } } };
  assert.deepEqual(viewsOf([stream, view("a"), odd, { data: null }]), ["a"]);
});

Deno.test("referencesOf finds models at any depth, and views within an Output widget", () => {
  const state = {
    layout: "IPY_MODEL_l",
    children: ["IPY_MODEL_a", { deep: ["IPY_MODEL_b"] }],
    text: "IPY",
    none: null,
  };
  assert.deepEqual([...referencesOf(state)].toSorted(), ["a", "b", "l"]);
  assert.deepEqual([...referencesOf({ outputs: [view("c")] })], ["c"]);
});

Deno.test("saveWidgets saves what the notebook shows with all that it refers to, and no more", () => {
  const states = { box: { children: ["IPY_MODEL_s"] }, s: { style: "IPY_MODEL_t" }, t: {}, other: {} };
  const { other: _, ...shown } = states;
  const after = saveWidgets(kernel(states), [])(notebook(["box"]));
  assert.deepEqual(saved(after), widgets(shown));
  assert.deepEqual(after.metadata["kernelspec"], { name: "python3" });
});

Deno.test("saveWidgets saves links between shown models, which nothing refers to", () => {
  const link = { source: ["IPY_MODEL_a", "value"], target: ["IPY_MODEL_b", "value"] };
  const states = { a: {}, b: {}, link, half: { ...link, target: ["IPY_MODEL_hidden", "value"] }, hidden: {} };
  const after = saveWidgets(kernel(states), [])(notebook(["a", "b"]));
  assert.deepEqual(saved(after), widgets({ a: {}, b: {}, link }));
});

Deno.test("saveWidgets leaves a model out that refers to one that is missing, and saves the others", () => {
  const states = { whole: {}, box: { children: ["IPY_MODEL_gone", "IPY_MODEL_s"] }, s: {} };
  const after = saveWidgets(kernel(states), [])(notebook(["whole", "box"]));
  assert.deepEqual(saved(after), widgets({ whole: {}, s: {} }));
});

Deno.test("saveWidgets brings the saved state up to date", () => {
  const before = notebook(["a", "b"], { a: { value: 1 }, b: { value: 1 } });
  const after = saveWidgets(kernel({ a: { value: 2 } }), [])(before);
  assert.deepEqual(saved(after), widgets({ a: { value: 2 }, b: { value: 1 } }));
});

Deno.test("saveWidgets returns the same notebook if nothing is to be saved", () => {
  const states = { a: { value: 1 } };
  for (
    const before of [notebook([]), notebook(["gone"]), notebook(["a"], states), notebook([], { theirs: {} })]
  ) {
    assert.equal(saveWidgets(kernel(states), [])(before), before);
  }
});

Deno.test("saveWidgets drops what the run's cell showed before and what the kernel knows to be unshown, and nothing else", () => {
  const before = notebook(["new"], { old: { layout: "IPY_MODEL_l" }, l: {}, theirs: {}, hidden: {} });
  const after = saveWidgets(kernel({ new: {}, hidden: {} }), ["old"])(before);
  assert.deepEqual(saved(after), widgets({ theirs: {}, new: {} }));
  const link = { source: ["IPY_MODEL_old"], target: ["IPY_MODEL_new"] };
  const linked = notebook(["new"], { old: {}, link, box: { children: ["IPY_MODEL_link"] }, theirs: {} });
  assert.deepEqual(
    saved(saveWidgets(kernel({ new: {} }), ["old"])(linked)),
    widgets({ theirs: {}, new: {} }),
  );
  const still = notebook(["old", "new"], { old: {} });
  assert.deepEqual(saved(saveWidgets(kernel({ new: {} }), ["old"])(still)), widgets({ old: {}, new: {} }));
});

Deno.test("saveWidgets keeps what else is saved there, and leaves forms alone that it does not know", () => {
  const old = notebook(["a"]);
  const withOwn = (own: unknown): Notebook => ({ ...old, metadata: { ...old.metadata, widgets: own } });
  const other = { "x/other": { kept: true } };
  const after = saveWidgets(kernel({ a: {} }), [])(withOwn(other));
  assert.deepEqual(saved(after), { ...other, ...Object(widgets({ a: {} })) });
  const colab = saved(saveWidgets(kernel({ a: {} }), [])(withOwn({ [stateType]: { old: model({}) } })));
  const state = { a: model({}) };
  assert.deepEqual(colab, { [stateType]: { old: model({}), version_major: 2, version_minor: 0, state } });
  for (const odd of [{ [stateType]: { version_major: 1, state: {} } }, "text"]) {
    const before = withOwn(odd);
    assert.equal(saveWidgets(kernel({ a: {} }), [])(before), before);
  }
});

Deno.test("restoreWidgets puts back what was lost, and leaves what is there", () => {
  const lost = notebook([], { a: { value: 1 }, b: { value: 1 } });
  const after = restoreWidgets(lost)(notebook([], { b: { value: 2 } }));
  assert.deepEqual(saved(after), widgets({ a: { value: 1 }, b: { value: 2 } }));
  const whole = notebook([], { a: {}, b: {} });
  assert.equal(restoreWidgets(lost)(whole), whole);
});

Deno.test("the state of widgets goes with the last outputs that show them, and no other", () => {
  const shared = { layout: "IPY_MODEL_l" };
  const before = notebook(["a", "b"], {
    a: { ...shared, style: "IPY_MODEL_s" },
    b: shared,
    l: {},
    s: {},
    theirs: {},
  });
  for (const edit of [clearOutputs(["a"]), deleteCells(["a"])]) {
    assert.deepEqual(saved(edit(before)), widgets({ b: shared, l: {}, theirs: {} }));
  }
  assert.deepEqual(saved(clearOutputs("all")(before)), widgets({ theirs: {} }));
  const twice = {
    ...before,
    cells: [...before.cells, { ...before.cells[1], id: "copy", cell_type: "code", source: "", metadata: {} }],
  };
  assert.equal(saved(clearOutputs(["a"])(twice)), saved(before));
  assert.equal(saved(deleteCells(["t"])(before)), saved(before));
});
