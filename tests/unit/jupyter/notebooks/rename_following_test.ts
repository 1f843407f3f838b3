import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import { KnownIds } from "../../../../src/jupyter/nbformat/cell_ids.ts";
import { RunHistory } from "../../../../src/jupyter/notebooks/run_history.ts";
import { openFollowingRenames } from "../../../../src/jupyter/notebooks/rename_following.ts";
import { Journal } from "../../../../src/jupyter/review/journal.ts";
import type { NotebookBackend } from "../../../../src/jupyter/notebooks/notebook_backend.ts";

const missing = () => new AppError("notebook_not_found", "it is not there");
const empty = { nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [] };

/** A notebook that is in one place at a time, and backends of it wherever somebody looks. */
class World {
  readonly runHistory = new RunHistory();
  readonly cellIds = new KnownIds();
  readonly journal = new Journal({ server: "" });
  readonly opened = new Set<string>();
  there = "a.ipynb";
  /** What the session and the backends say. */
  said = "a.ipynb";
  refusesToOpen = false;

  backend(path: string): NotebookBackend {
    const reach = <T>(value: T) => this.there === path ? Promise.resolve(value) : Promise.reject(missing());
    return {
      kind: "file",
      path,
      isUsable: true,
      mayBeUnshared: true,
      isUnanswered: false,
      isReadOnly: false,
      unsaved: [],
      read: () => reach(empty),
      checkExists: () => reach(undefined),
      editAndSave: () => reach({ notebook: empty, saved: true, notes: [] }),
      editUnsaved: () => reach(undefined),
      save: () => reach({ saved: true, notes: [] }),
      checkSaved: () => reach([]),
      follow: () => Promise.resolve(),
      presence: () => Promise.resolve({ hasPerson: false, isSilent: false, programs: 0 }),
      selections: () => Promise.resolve([]),
      close: () => Promise.resolve(),
    };
  }

  open(path: string) {
    if (this.refusesToOpen && this.there !== path) return Promise.reject(missing());
    this.opened.add(path);
    return Promise.resolve({ backend: this.backend(path), release: () => this.opened.delete(path) });
  }

  get options() {
    return { notebooks: this, path: "a.ipynb", findCurrentPath: () => Promise.resolve(this.said) };
  }
}

Deno.test("a backend that follows renames asks again under the new name, and takes along what is known of runs", async () => {
  const world = new World();
  world.runHistory.remember("a.ipynb", "x", { source: "1", count: 1 });
  const backend = await openFollowingRenames(world.options);
  await backend.read();
  world.there = world.said = "b.ipynb";
  await Promise.all([backend.editUnsaved((notebook) => notebook), backend.read()]);
  assert.equal(backend.path, "b.ipynb");
  assert.deepEqual([...world.opened], ["b.ipynb"]);
  backend.release();
  assert.deepEqual([...world.opened], []);
  assert.deepEqual(world.runHistory.find("b.ipynb", "x"), { source: "1", count: 1 });
  assert.equal(world.runHistory.find("a.ipynb", "x"), undefined);
});

Deno.test("a backend that follows renames waits for word of where a notebook has gone", async () => {
  const world = new World();
  const backend = await openFollowingRenames({
    ...world.options,
    findCurrentPath: () => {
      const said = world.said;
      // The page comes to it only after the first look.
      world.said = "b.ipynb";
      return Promise.resolve(said);
    },
  });
  world.there = "b.ipynb";
  await backend.save();
  assert.equal(backend.path, "b.ipynb");
});

Deno.test("a backend that follows renames says that a notebook is missing which has left no trace", async () => {
  const world = new World();
  const backend = await openFollowingRenames({
    ...world.options,
    findCurrentPath: () => Promise.reject(new AppError("session_not_found", "it has ended")),
    patience: 1,
  });
  world.there = "nowhere";
  await assert.rejects(backend.read(), /it is not there/);
  await assert.rejects(backend.editUnsaved((notebook) => notebook), /it is not there/);
  assert.equal(backend.path, "a.ipynb");
});

Deno.test("a backend that follows renames does not take another spelling of the same path for another place", async () => {
  const world = new World();
  world.said = "/a.ipynb";
  const backend = await openFollowingRenames({
    ...world.options,
    patience: 1,
  });
  world.there = "nowhere";
  await assert.rejects(backend.read(), /it is not there/);
  assert.deepEqual([backend.path, ...world.opened], ["a.ipynb", "a.ipynb"]);
});

Deno.test("a backend that follows renames looks for a notebook only once before anything was written", async () => {
  const world = new World();
  let asked = 0;
  const findCurrentPath = () => {
    asked++;
    return Promise.resolve(world.said);
  };
  const backend = await openFollowingRenames({ ...world.options, findCurrentPath });
  world.there = "b.ipynb";
  await assert.rejects(backend.checkExists(), /it is not there/);
  assert.equal(asked, 1);
  world.said = "b.ipynb";
  await backend.checkExists();
  assert.equal(backend.path, "b.ipynb");
});

Deno.test("openFollowingRenames opens a notebook that was renamed right before", async () => {
  const world = new World();
  world.refusesToOpen = true;
  world.there = world.said = "b.ipynb";
  assert.equal((await openFollowingRenames(world.options)).path, "b.ipynb");
  world.said = "a.ipynb";
  await assert.rejects(openFollowingRenames(world.options), /it is not there/);
});

Deno.test("openFollowingRenames says that a notebook is missing also where its session has ended", async () => {
  const world = new World();
  world.refusesToOpen = true;
  world.there = "nowhere";
  const findCurrentPath = () => Promise.reject(new AppError("session_not_found", "it has ended"));
  await assert.rejects(openFollowingRenames({ ...world.options, findCurrentPath }), {
    code: "notebook_not_found",
  });
});

Deno.test("a backend that follows renames keeps nobody waiting who has gone", async () => {
  const world = new World();
  const asked = Promise.withResolvers<void>();
  const said = Promise.withResolvers<string>();
  const backend = await openFollowingRenames({
    ...world.options,
    findCurrentPath: () => {
      asked.resolve();
      return said.promise;
    },
  });
  world.there = "b.ipynb";
  const caller = new AbortController();
  const [impatient, patient] = [backend.read(caller.signal), backend.read()];
  await asked.promise;
  caller.abort();
  await assert.rejects(impatient, { name: "AbortError" });
  said.resolve("b.ipynb");
  await patient;
  assert.equal(backend.path, "b.ipynb");
});

Deno.test("a backend that follows renames takes cells along that others run, and these end with their runs", async () => {
  const world = new World();
  const cell = {
    id: "x",
    cell_type: "code",
    source: "1",
    metadata: {},
    execution_count: null,
    outputs: [],
  };
  const state = (path: string) => world.runHistory.stateOf(path, cell);
  const before = state("b.ipynb");
  const isOver = world.runHistory.begin("a.ipynb", "x", { hasBegun: true });
  const waitsNoLonger = world.runHistory.wait("a.ipynb", "x");
  const backend = await openFollowingRenames(world.options);
  world.there = world.said = "b.ipynb";
  await backend.read();
  assert.notDeepEqual(state("b.ipynb"), before);
  assert.deepEqual(state("a.ipynb"), before);
  waitsNoLonger();
  isOver();
  assert.deepEqual(state("b.ipynb"), before);
});
