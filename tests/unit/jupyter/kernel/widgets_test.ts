import assert from "node:assert/strict";
import type { Received } from "../../../../src/jupyter/kernel/messages.ts";
import { WidgetModels } from "../../../../src/jupyter/kernel/widgets.ts";
import { message } from "./kernel_messages.ts";

const named = { _model_name: "IntSliderModel", _model_module: "@jupyter-widgets/controls" };

interface More {
  readonly buffer_paths?: readonly (readonly (string | number)[])[];
  readonly buffers?: readonly Uint8Array[] | undefined;
}

function comm(type: string, content: Record<string, unknown>, buffers: More["buffers"] = []): Received {
  return { ...message(type, content), buffers: () => buffers };
}

function open(id: string, state: Record<string, unknown>, { buffer_paths = [], ...more }: More = {}) {
  const data = { state: { ...named, ...state }, buffer_paths };
  return comm("comm_open", { comm_id: id, target_name: "jupyter.widget", data }, more.buffers);
}

function update(id: string, state: Record<string, unknown>, { buffer_paths = [], ...more }: More = {}) {
  const data = { method: "update", state, buffer_paths };
  return comm("comm_msg", { comm_id: id, data }, "buffers" in more ? more.buffers : []);
}

function heard(...messages: readonly Received[]): WidgetModels {
  const models = new WidgetModels({ model: 2_000, all: 5_000 });
  for (const one of messages) models.take(one);
  return models;
}

Deno.test("WidgetModels keeps a model as notebooks hold it, with its latest state", () => {
  const models = heard(open("a", { value: 1, layout: "IPY_MODEL_l" }), update("a", { value: 2 }));
  assert.deepEqual(models.modelOf("a"), {
    model_name: "IntSliderModel",
    model_module: "@jupyter-widgets/controls",
    model_module_version: undefined,
    state: { ...named, value: 2, layout: "IPY_MODEL_l" },
  });
  assert.deepEqual([...models.ids()], ["a"]);
});

Deno.test("WidgetModels takes what a person changed in the browser, as the kernel echoes it", () => {
  const echo = comm("comm_msg", { comm_id: "a", data: { method: "echo_update", state: { value: 7 } } });
  assert.equal(heard(open("a", { value: 1 }), echo).stateOf("a")?.["value"], 7);
});

Deno.test("WidgetModels passes over what is no widget's state", () => {
  const models = heard(
    comm("comm_open", { comm_id: "x", target_name: "other", data: { state: named } }),
    comm("comm_open", { comm_id: "y", target_name: "jupyter.widget", data: {} }),
    comm("comm_open", { comm_id: "z", target_name: "jupyter.widget", data: { state: { value: 1 } } }),
    update("never opened", { value: 1 }),
    open("a", { value: 1 }),
    comm("comm_msg", { comm_id: "a", data: { method: "custom", content: { state: 1 } } }),
    comm("comm_msg", { comm_id: "a", data: ["odd"] }),
    comm("comm_msg", {}),
    comm("comm_close", { comm_id: 1 }),
  );
  assert.deepEqual([...models.ids()], ["a"]);
  assert.equal(models.stateOf("a")?.["value"], 1);
});

Deno.test("WidgetModels takes a whole state for a model that it has not heard of", () => {
  assert.equal(heard(update("a", { ...named, value: 3 })).stateOf("a")?.["value"], 3);
});

Deno.test("WidgetModels keeps buffers in base64 beside the state, and only the latest", () => {
  const models = heard(
    open("a", { data: [{ y: {} }], old: "text" }, {
      buffer_paths: [["value"], ["data", 0, "y", "bytes"]],
      buffers: [new Uint8Array([1, 2, 3]), new Uint8Array([255])],
    }),
    update("a", {}, {
      buffer_paths: [["value"], ["old"]],
      buffers: [new Uint8Array([4]), new Uint8Array([5])],
    }),
  );
  const { state, buffers } = models.modelOf("a") ?? {};
  assert.deepEqual(state, { ...named, data: [{ y: {} }] });
  assert.deepEqual(buffers, [
    { path: ["data", 0, "y", "bytes"], encoding: "base64", data: "/w==" },
    { path: ["old"], encoding: "base64", data: "BQ==" },
    { path: ["value"], encoding: "base64", data: "BA==" },
  ]);
  models.take(update("a", { value: "text again" }));
  assert.equal(models.modelOf("a")?.buffers?.length, 2);
});

Deno.test("WidgetModels forgets a model that is closed, and all of them when told", () => {
  const models = heard(open("a", {}), open("b", {}), comm("comm_close", { comm_id: "a", data: {} }));
  assert.deepEqual([...models.ids()], ["b"]);
  models.clear();
  assert.deepEqual([...models.ids()], []);
  assert.equal(models.modelOf("b"), undefined);
});

Deno.test("WidgetModels forgets the whole of a model that grows too large, and what comes for it later", () => {
  const large = "x".repeat(3_000);
  const models = heard(open("a", { value: 1 }), update("a", { value: large }), update("a", { value: 2 }));
  assert.equal(models.stateOf("a"), undefined);
  const buffers = [new Uint8Array(3_000)];
  assert.equal(heard(open("a", {}, { buffer_paths: [["value"]], buffers })).stateOf("a"), undefined);
});

Deno.test("WidgetModels forgets the model heard of longest ago where all are too large together", () => {
  const some = "x".repeat(1_200);
  const ids = ["a", "b", "c", "d"];
  const models = heard(
    ...ids.slice(0, 3).map((id) => open(id, { some })),
    update("a", { value: 1 }),
    open("d", { some }),
  );
  assert.deepEqual([...models.ids()], ["c", "a", "d"]);
});

Deno.test("WidgetModels keeps no half of a model whose message came in part", () => {
  const cut = { ...update("a", { value: 1 }), contentBytes: bytesOf('{"data": {', '}, "comm_id": "a"}') };
  assert.equal(heard(open("a", {}), cut).stateOf("a"), undefined);
  const lost = update("a", {}, { buffer_paths: [["value"]], buffers: undefined });
  assert.equal(heard(open("a", {}), lost).stateOf("a"), undefined);
});

/** Content of which the middle is missing. */
function bytesOf(begin: string, end: string) {
  const encoder = new TextEncoder();
  return { bytes: encoder.encode(begin + end), gap: { at: begin.length, length: 1_000 } };
}

Deno.test("WidgetModels is bounded whatever comes, and its revision tells that something came", () => {
  const models = heard();
  assert.equal(models.revision, 0);
  for (let n = 0; n < 5_000; n++) models.take(open(`m${n}`, { value: n }));
  assert.ok([...models.ids()].length < 50);
  assert.notEqual(models.revision, 0);
});
