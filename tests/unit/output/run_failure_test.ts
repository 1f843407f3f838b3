import assert from "node:assert/strict";
import { ImageStore } from "../../../src/base/image_store.ts";
import { RunPresenter } from "../../../src/output/run_presenter.ts";

const noImages = {
  fitImage: () => Promise.reject(new Error("no pictures here")),
  drawFigure: () => Promise.reject(new Error("no figures here")),
};

/** A run whose end nobody heard of. */
const run = {
  executionId: "e1",
  sessionId: "s1",
  code: "train()",
  status: "error",
  executionCount: null,
  executionTimeMs: 12,
  dropped: { textBytes: 0, outputs: 0 },
  failure: { type: "ConnectionLost", message: "The connection was cut" },
  limitedByServer: true,
  notes: [],
} as const;

Deno.test("RunPresenter names what ended a run where the code did not, and its own exception where it had one", async () => {
  const presenter = new RunPresenter({ images: new ImageStore(), renderer: noImages });
  const lost = await presenter.present({
    ...run,
    outputs: [{ output_type: "stream", name: "stdout", text: "so far" }],
  });
  assert.partialDeepStrictEqual(lost.data, {
    success: false,
    status: "error",
    stdout: "so far",
    error_type: "ConnectionLost",
    error_message: "The connection was cut",
    traceback: "",
  });
  const error = { output_type: "error", ename: "ValueError", evalue: "no", traceback: [] } as const;
  const raised = await presenter.present({ ...run, outputs: [error] });
  assert.equal(raised.data["error_type"], "ValueError");
});
