import assert from "node:assert/strict";
import { Execution, type RunStatus } from "../../../../src/jupyter/kernel/execution.ts";
import type { CellRuns } from "../../../../src/jupyter/notebooks/cell_batch.ts";
import { cellRunsReply } from "../../../../src/output/notebook/cell_runs_reply.ts";
import type { Reply } from "../../../../src/reply.ts";
import type { Presenter, RunReplyOptions } from "../../../../src/services.ts";

const maxBytes = 200_000;

/** Shows as much of a run as it may, up to `wanted` characters, and one image. */
class FakePresenter implements Presenter {
  readonly maxBytes = maxBytes;
  readonly textBytes = () => maxBytes;
  readonly shares: number[] = [];
  /** What drew for each run. */
  readonly drew: unknown[] = [];
  constructor(readonly wanted: number, readonly shown = 0) {}

  runReply(execution: Execution, options: RunReplyOptions = {}): Promise<Reply> {
    const share = options.maxBytes ?? maxBytes;
    this.shares.push(share);
    this.drew.push(options.renderer);
    const data = {
      ...(options.status === "ok" ? {} : { status: options.status, execution_id: execution.id }),
      stdout: "x".repeat(Math.min(this.wanted, share - 1_000)),
    };
    const image = { data: "i".repeat(1_000), mimeType: "image/png" };
    return Promise.resolve({ data, images: Array.from({ length: this.shown }, () => image) });
  }

  notebookReply = () => Promise.reject(new Error("not asked for"));
  runText = () => Promise.reject(new Error("not asked for"));
  image = () => Promise.reject(new Error("not asked for"));
  imageRenderer = () => ({ fitImage: this.image, drawFigure: this.image });
}

const figureWords = { describe: () => Promise.resolve(), of: () => undefined };

function outcome(statuses: readonly RunStatus[], rest: Partial<CellRuns> = {}): CellRuns {
  return {
    path: "a.ipynb",
    runs: statuses.map((status, n) => ({
      cellId: `c${n}`,
      status,
      execution: new Execution({ sessionId: "s", code: String(n) }),
    })),
    notRun: [],
    isInBackground: false,
    indexOf: (id) => Number(id.slice(1)) + 3,
    visible: "no_browser",
    notes: [],
    saved: true,
    ...rest,
  };
}

function size({ data, images = [] }: Reply): number {
  return JSON.stringify(JSON.stringify(data)).length + images.reduce((sum, one) => sum + one.data.length, 0);
}

Deno.test("cellRunsReply tells of every cell, and its pictures come in the order of the cells", async () => {
  const { data, images } = await cellRunsReply(
    { figureWords, presenter: new FakePresenter(10, 1) },
    outcome(["ok", "ok"]),
  );
  assert.partialDeepStrictEqual(data, {
    success: true,
    notebook_path: "a.ipynb",
    visible: "no_browser",
    saved: true,
    cells: [{ cell_id: "c0", index: 3, stdout: "x".repeat(10) }, { cell_id: "c1", index: 4 }],
  });
  assert.equal(images?.length, 2);
  assert.ok(!("status" in data) && !("not_run" in data) && !("truncated" in data) && !("notes" in data));
});

Deno.test("cellRunsReply tells of a cell that printed nothing only where it is", async () => {
  const { data } = await cellRunsReply({ figureWords, presenter: new FakePresenter(0) }, outcome(["ok"]));
  assert.deepEqual(data["cells"], [{ index: 3, cell_id: "c0" }]);
});

Deno.test("cellRunsReply names the first failure and the cells that did not run", async () => {
  const presenter = new FakePresenter(0);
  for (const status of ["error", "timeout", "interrupted", "kernel_died"] as const) {
    const { data } = await cellRunsReply(
      { figureWords, presenter },
      outcome(["ok", status], { notRun: ["c2", "c3"] }),
    );
    assert.partialDeepStrictEqual(data, { success: false, status, not_run: ["c2", "c3"] });
  }
});

Deno.test("cellRunsReply of a hand-over is no failure, and says what is still to run", async () => {
  const presenter = new FakePresenter(0);
  const { data } = await cellRunsReply(
    { figureWords, presenter },
    outcome(["ok", "running"], { isInBackground: true, notRun: ["c2"] }),
  );
  assert.partialDeepStrictEqual(data, { status: "running", still_to_run: ["c2"] });
  assert.equal(data["success"], undefined);
  assert.ok(!("not_run" in data));
});

Deno.test("cellRunsReply gives what quiet cells leave to those after them", async () => {
  const presenter = new FakePresenter(100);
  await cellRunsReply({ figureWords, presenter }, outcome(["ok", "ok", "ok", "ok"]));
  const [first = 0, , , last = 0] = presenter.shares;
  assert.ok(first < maxBytes / 3.5, String(first));
  assert.ok(last > maxBytes * 0.9, String(last));
});

Deno.test("cellRunsReply keeps to the budget with a thousand cells, whatever they print", async () => {
  for (const [wanted, pictures] of [[500, 0], [3_000, 0], [1_000_000, 0], [10, 3], [100_000, 20]] as const) {
    const many = outcome(
      Array.from({ length: 400 }, (_, n): RunStatus => n === 399 ? "error" : "ok"),
      { notRun: Array.from({ length: 600 }, (_, n) => `left-${n}`) },
    );
    const reply = await cellRunsReply({ figureWords, presenter: new FakePresenter(wanted, pictures) }, many);
    assert.ok(size(reply) <= maxBytes, `${wanted} and ${pictures}: ${size(reply)}`);
    const cells = reply.data["cells"];
    assert.ok(Array.isArray(cells));
    assert.equal(cells.length, 400);
    assert.partialDeepStrictEqual(cells.at(-1), { cell_id: "c399", index: 402, status: "error" });
    assert.equal(reply.data["truncated"], true);
    assert.match(String(reply.data["notes"]), /execution_get/);
  }
});

Deno.test("cellRunsReply gives the pictures of all cells one time together", async () => {
  const presenter = new FakePresenter(10);
  await cellRunsReply({ figureWords, presenter }, outcome(["ok", "ok", "ok"]));
  const [first, ...others] = presenter.drew;
  assert.ok(first !== undefined && others.length === 2 && others.every((one) => one === first));
});
