import assert from "node:assert/strict";
import { AppError } from "../../../src/base/errors.ts";
import { ImageStore } from "../../../src/base/image_store.ts";
import type { Notebook } from "../../../src/jupyter/nbformat/notebook.ts";
import type { Output } from "../../../src/jupyter/nbformat/outputs.ts";
import { notebookReply } from "../../../src/output/notebook/notebook_reply.ts";
import { ImageDeadline } from "../../../src/output/image_deadline.ts";
import { RunPresenter } from "../../../src/output/run_presenter.ts";
import type { PresentedRun } from "../../../src/output/presented_run.ts";

const png = Deno.readFileSync(new URL("data/matplotlib.png", import.meta.url));

/** Draws figures that say how many seconds they take, on a clock of its own. */
class SlowRenderer {
  #now = 0;
  readonly #deadlines: { readonly at: number; readonly controller: AbortController }[] = [];

  fitImage() {
    return Promise.reject(new AppError("unsupported", "Cannot draw image: it fits already"));
  }

  drawFigure({ json }: { readonly json: string }, signal?: AbortSignal) {
    const seconds = Number(/"seconds":(\d+)/.exec(json)?.[1]);
    if (!signal?.aborted) this.#advance(seconds * 1000);
    if (signal?.aborted) return Promise.reject(signal.reason);
    return Promise.resolve({ bytes: png, mimeType: "image/png", width: 180, height: 120 });
  }

  /** Lets time pass, but not beyond the end of the answer's. */
  #advance(ms: number): void {
    const { at = Infinity, controller } = this.#deadlines.at(-1) ?? {};
    this.#now = Math.min(this.#now + ms, at);
    if (this.#now === at) controller?.abort();
  }

  /** The time of one answer: ten seconds. */
  answer(): ImageDeadline {
    return new ImageDeadline(this, {
      now: () => this.#now,
      timeout: (ms) => {
        const controller = new AbortController();
        this.#deadlines.push({ at: this.#now + ms, controller });
        return controller.signal;
      },
    });
  }
}

function figures(seconds: readonly number[]): readonly Output[] {
  return seconds.map((seconds) => ({
    output_type: "display_data",
    data: { "application/vnd.vegalite.v6+json": { mark: "bar", seconds } },
    metadata: {},
  }));
}

function run(outputs: readonly Output[]): PresentedRun {
  return {
    executionId: "e1",
    sessionId: "s1",
    code: "chart",
    status: "ok",
    executionCount: 3,
    outputs,
    allOutputs: outputs,
    executionTimeMs: 1,
    dropped: { textBytes: 0, outputs: 0 },
    limitedByServer: false,
    notes: [],
  };
}

/** What each of the answers about a run shows, as somebody sees it who asks on while figures are left. */
async function answers(seconds: readonly number[]) {
  const slow = new SlowRenderer();
  const runs = new RunPresenter({ images: new ImageStore(), renderer: slow });
  const view = run(figures(seconds));
  const told: (readonly [number, string])[] = [];
  for (let isLeft = true; isLeft;) {
    const { data, images = [] } = await runs.present(view, { renderer: slow.answer() });
    const notes = JSON.stringify(data["notes"] ?? []);
    isLeft = notes.includes("not drawn yet: execution_get without a cursor shows the next ones");
    told.push([images.length, notes]);
  }
  return told;
}

Deno.test("the figures of a run are drawn for as long as an answer may wait, and the others for the next", async () => {
  const told = await answers([4, 4, 4, 4, 4]);
  assert.deepEqual(told.map(([shown]) => shown), [2, 2, 1]);
  assert.match(told[0]?.[1] ?? "", /3 more figures are not drawn yet/);
});

Deno.test("a figure that had most of the time is too slow, and those after it are drawn for the next answer", async () => {
  const told = await answers([60, 1, 60, 1]);
  assert.match(
    told[0]?.[1] ?? "",
    /is not drawn: it took over 10 s\. Its digest is in the text, its JSON at/,
  );
  assert.match(told[1]?.[1] ?? "", /is not drawn: it took over 9 s/);
  assert.deepEqual(told.map(([shown]) => shown), [0, 1, 1]);
});

Deno.test("a notebook's figures come on as many pages as they need time for", async () => {
  const slow = new SlowRenderer();
  const cells = [[4], [4, 4], [60], [1]].map((seconds, index) => ({
    id: `c${index}`,
    cell_type: "code" as const,
    source: "chart",
    metadata: {},
    outputs: figures(seconds).map((output) => ({ ...output })),
    execution_count: 1,
  }));
  const notebook: Notebook = { nbformat: 4, nbformat_minor: 5, metadata: {}, cells };
  const pages: unknown[] = [];
  for (let start: unknown = 0; typeof start === "number";) {
    const { data, images = [] } = await notebookReply(notebook, {
      detail: "full",
      images: true,
      start,
      end: cells.length,
      renderer: slow.answer(),
      maxBytes: 1_000_000,
      textBytes: 30_000,
      stateOf: () => null,
    });
    pages.push([start, images.length, data["notes"]]);
    start = data["next"];
  }
  assert.deepEqual(pages, [
    [0, 1, undefined],
    [1, 2, undefined],
    [2, 0, ["cell 2, output 0 is not drawn: it took over 10 s"]],
    [3, 1, undefined],
  ]);
});

Deno.test("a caller who goes away is told so, not that the time is up", async () => {
  const caller = new AbortController();
  caller.abort(new Error("cancelled"));
  const figure = { form: "vega", json: '{"seconds":1}', maxEdge: 10 } as const;
  await assert.rejects(new SlowRenderer().answer().drawFigure(figure, caller.signal), /cancelled/);
});
