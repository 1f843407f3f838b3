import assert from "node:assert/strict";
import { AppError } from "../../../src/base/errors.ts";
import { ImageStore } from "../../../src/base/image_store.ts";
import type { Output } from "../../../src/jupyter/nbformat/outputs.ts";
import { RunPresenter } from "../../../src/output/run_presenter.ts";
import type { PresentedRun } from "../../../src/output/presented_run.ts";

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Draws everything but Vega, and counts. */
class FakeRenderer {
  drawings = 0;

  fitImage() {
    return Promise.reject(new AppError("unsupported", "Cannot draw image: it fits already"));
  }

  drawFigure({ form }: { readonly form: string }) {
    this.drawings++;
    if (form === "vega") return Promise.reject(new AppError("unsupported", "Cannot draw image: no room"));
    return Promise.resolve({
      bytes: Uint8Array.fromBase64(pixel),
      mimeType: "image/png",
      width: 1,
      height: 1,
    });
  }
}

function display(data: Record<string, unknown>): Output {
  return { output_type: "display_data", data, metadata: {} };
}

function run(outputs: readonly Output[], allOutputs = outputs): PresentedRun {
  return {
    executionId: "e1",
    sessionId: "s1",
    code: "chart",
    status: "ok",
    executionCount: 3,
    outputs,
    allOutputs,
    executionTimeMs: 1,
    dropped: { textBytes: 0, outputs: 0 },
    limitedByServer: false,
    notes: [],
  };
}

Deno.test("RunPresenter shows figures that carry no picture, drawn once", async () => {
  const renderer = new FakeRenderer();
  const presenter = new RunPresenter({ images: new ImageStore(), renderer });
  const plotly = display({ "application/vnd.plotly.v1+json": { data: [{ y: [1, 2] }] } });
  const altair = display({ "application/vnd.vegalite.v6+json": { mark: "bar" } });
  const drawn = display({ "image/png": pixel, "application/vnd.plotly.v1+json": { data: [] } });
  const all: Output[] = [{ output_type: "stream", name: "stdout", text: "a" }, plotly, drawn, altair];
  const reply = await presenter.present(run([altair, plotly, drawn], all));
  await presenter.present(run(all));
  assert.equal(renderer.drawings, 2);
  assert.equal(reply.images?.length, 3);
  assert.equal(reply.data["truncated"], undefined);
  const listed = JSON.stringify(reply.data["images"]);
  assert.match(listed, /"bytes":\d+,"figure_uri":"jupyter:\/\/executions\/e1\/figures\/2"\}/);
  assert.match(listed, /"bytes":\d+,"figure_uri":"jupyter:\/\/executions\/e1\/figures\/0"\}/);
  assert.match(listed, /"bytes":\d+\}\]$/, "a picture that was sent has no such marks");
});

Deno.test("RunPresenter says why a figure is not drawn and where it is", async () => {
  const presenter = new RunPresenter({ images: new ImageStore(), renderer: new FakeRenderer() });
  const { data, images } = await presenter.present(
    run([display({ "application/vnd.vega.v6+json": { marks: [] } })]),
  );
  assert.equal(images, undefined);
  assert.deepEqual(data["notes"], [
    'The figure of "altair output [3]: chart" is not drawn: no room. Its digest is in the text, its JSON at ' +
    "jupyter://executions/e1/figures/0",
  ]);
});

Deno.test("RunPresenter draws ten figures for an answer, and ten more for the next", async () => {
  const renderer = new FakeRenderer();
  const presenter = new RunPresenter({ images: new ImageStore(), renderer });
  const many = Array.from(
    { length: 30 },
    () => display({ "application/vnd.plotly.v1+json": { data: [{}] } }),
  );
  const first = await presenter.present(run(many));
  assert.equal(renderer.drawings, 10);
  assert.match(
    JSON.stringify(first.data["notes"]),
    /20 more figures are not drawn yet: execution_get without a cursor shows the next ones/,
  );
  const next = await presenter.present(run(many));
  assert.equal(renderer.drawings, 20);
  assert.equal(next.images?.length, 10);
  assert.match(JSON.stringify(next.data["notes"]), /only images not shown before.*10 more figures/);
  assert.doesNotMatch(JSON.stringify(next.data["notes"]), /not shown in this reply/);
  await presenter.present(run(many));
  // All are drawn: the first ones are what there is to look at again.
  assert.doesNotMatch(JSON.stringify((await presenter.present(run(many))).data["notes"]), /shown before/);
});

Deno.test("RunPresenter tells what a picture of a figure does not show as it should", async () => {
  const renderer = {
    fitImage: () => Promise.reject(new AppError("unsupported", "Cannot draw image: it fits already")),
    drawFigure: () =>
      Promise.resolve({
        bytes: Uint8Array.fromBase64(pixel),
        mimeType: "image/png",
        width: 1,
        height: 1,
        note: "the font lacks some",
      }),
  };
  const presenter = new RunPresenter({ images: new ImageStore(), renderer });
  const { data } = await presenter.present(
    run([display({ "application/vnd.vega.v5.20.1+json": { marks: [] } })]),
  );
  assert.match(JSON.stringify(data["notes"]), /output-001\.png: the font lacks some/);
});
