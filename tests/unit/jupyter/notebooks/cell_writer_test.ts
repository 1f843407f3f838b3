import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import { Execution } from "../../../../src/jupyter/kernel/execution.ts";
import type { Edit, Notebook } from "../../../../src/jupyter/nbformat/notebook.ts";
import { CellWriter } from "../../../../src/jupyter/notebooks/cell_writer.ts";
import { CellWidgets } from "../../../../src/jupyter/notebooks/run_content.ts";
import { RunHistory } from "../../../../src/jupyter/notebooks/run_history.ts";
import type { NotebookBackend } from "../../../../src/jupyter/notebooks/notebook_backend.ts";
import { busy, idle, message, stdout } from "../kernel/kernel_messages.ts";
import type { KernelConnection } from "../../../../src/jupyter/kernel/connection.ts";
import type { Received } from "../../../../src/jupyter/kernel/messages.ts";
import { Widgets } from "../../../../src/jupyter/kernel/widgets.ts";
const away = () => new AppError("jupyter_unreachable", "Cannot reach Jupyter");
const reply = message("execute_reply", { status: "ok", execution_count: 1 }, "shell");

/** A notebook of one cell on a Jupyter that can go away. */
class World {
  notebook: Notebook = {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: [{ id: "x", cell_type: "code", source: "1", metadata: {}, outputs: [], execution_count: null }],
  };
  isAway = false;
  /** Called at every try to reach a Jupyter that is away. */
  onTry = () => {};

  readonly execution = new Execution({ sessionId: "s", code: "1" });

  backend(kind: NotebookBackend["kind"]): NotebookBackend {
    const reach = <T>(value: () => T) => this.#reach(value);
    const write = (edit: Edit) => reach(() => void (this.notebook = edit(this.notebook)));
    return {
      kind,
      path: "a.ipynb",
      isUsable: true,
      mayBeUnshared: kind === "file",
      isUnanswered: false,
      isReadOnly: false,
      unsaved: [],
      read: () => reach(() => this.notebook),
      checkExists: () => reach(() => undefined),
      editAndSave: async (edit) => {
        await write(edit);
        return { notebook: this.notebook, saved: true, notes: [] };
      },
      editUnsaved: write,
      save: () => reach(() => ({ saved: true, notes: [] })),
      checkSaved: () => Promise.resolve([]),
      follow: () => Promise.resolve(),
      presence: () => Promise.resolve({ hasPerson: false, isSilent: false, programs: 0 }),
      selections: () => Promise.resolve([]),
      close: () => Promise.resolve(),
    };
  }

  writer(kind: NotebookBackend["kind"], limits: { late?: number; givenUp?: number } = {}): CellWriter {
    const backend = this.backend(kind);
    return new CellWriter({
      notebooks: { runHistory: new RunHistory(), editLater: (_path, edit) => backend.editUnsaved(edit) },
      backend,
      cellId: "x",
      execution: this.execution,
      refusal: () => this.#reach(() => undefined),
      limits: { firstWrite: 1, ...limits },
    });
  }

  /** Resolves at the next try. */
  tried(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.onTry = resolve;
    return promise;
  }

  get shown(): unknown {
    return this.notebook.cells[0]?.outputs?.[0]?.["text"];
  }

  #reach<T>(value: () => T): Promise<T> {
    if (!this.isAway) return Promise.resolve(value());
    this.onTry();
    return Promise.reject(away());
  }
}

for (const kind of ["file", "shared"] as const) {
  Deno.test(`CellWriter (${kind}) writes a run whose Jupyter was away while it ran`, async () => {
    const world = new World();
    world.isAway = true;
    const writer = world.writer(kind);
    world.execution.take(busy);
    world.execution.take(stdout("hello"));
    await world.tried();
    await world.tried();
    assert.match(await writer.flush() ?? "", /could not be written.*Cannot reach Jupyter/);
    world.isAway = false;
    for (const one of [reply, idle]) world.execution.take(one);
    assert.equal(await writer.reported, undefined);
    await writer.written;
    assert.equal(world.shown, "hello");
    assert.deepEqual(world.execution.notes, []);
  });

  Deno.test(`CellWriter (${kind}) writes a run at whose end Jupyter was away, and reports that to the caller`, async () => {
    const world = new World();
    const writer = world.writer(kind, { late: 0 });
    for (const one of [busy, stdout("hello")]) world.execution.take(one);
    world.isAway = true;
    for (const one of [reply, idle]) world.execution.take(one);
    assert.match(await writer.reported ?? "", /Cannot reach Jupyter/);
    world.isAway = false;
    await writer.written;
    assert.equal(world.shown, "hello");
    assert.deepEqual(world.execution.notes, [
      "The output could not be written to the notebook: Cannot reach Jupyter",
      "The output has been written to the notebook since",
    ]);
  });
}

Deno.test("CellWriter gives a run up that cannot be written, and nothing is left without an owner", async () => {
  const world = new World();
  world.isAway = true;
  const writer = world.writer("file", { late: 0, givenUp: 0 });
  for (const one of [busy, stdout("hello"), reply, idle]) world.execution.take(one);
  await assert.rejects(writer.written, away());
  assert.match(await writer.reported ?? "", /Cannot reach Jupyter/);
});

type Connection = Pick<KernelConnection, "request" | "reply" | "forget">;

const view = {
  output_type: "display_data" as const,
  data: { "application/vnd.jupyter.widget-view+json": { model_id: "a" } },
  metadata: {},
};

/** A connection to a kernel that has no widgets, or that does not answer. */
function connectionOf(answers: boolean): Connection {
  const reply: Received = {
    channel: "shell",
    header: { msg_id: "reply", msg_type: "comm_info_reply" },
    parent: {},
    content: () => ({ status: "ok", comms: {} }),
  };
  return {
    request: (_, route) => {
      if (answers) queueMicrotask(() => route(reply));
      return "request";
    },
    reply: () => undefined,
    forget: () => undefined,
  };
}

Deno.test("CellWidgets says where the kernel does not tell of a widget in time, and not of one that is closed", async () => {
  for (const answers of [true, false]) {
    const notes: string[] = [];
    const widgets = new Widgets(() => connectionOf(answers), answers ? 60_000 : 1);
    const execution = { widgets, note: (text: string) => void notes.push(text) };
    await new CellWidgets({ backend: { kind: "file" }, cellId: "x", execution }).save([view]);
    assert.equal(notes.length, answers ? 0 : 1, notes.join());
  }
});
