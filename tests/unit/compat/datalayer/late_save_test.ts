import assert from "node:assert/strict";
import { LateSave } from "../../../../src/compat/datalayer/late_save.ts";
import { AppError } from "../../../../src/base/errors.ts";
import { Clock } from "../../clock.ts";

const notebook = { nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [] };

/** A home that counts its saves. */
function home(notes: readonly string[] = []) {
  const saves = { count: 0 };
  const save = () => {
    saves.count++;
    return Promise.resolve({ notebook, saved: notes.length === 0, notes });
  };
  return { save, saves };
}

Deno.test("a late save begins when no run has ended for a moment, once for all of them", async () => {
  using clock = new Clock();
  const late = new LateSave();
  const { save, saves } = home();
  const first = late.save({ save });
  await clock.pass(399);
  const second = late.save({ save });
  await first;
  await clock.pass(399);
  assert.equal(saves.count, 0);
  await clock.pass(1);
  await second;
  assert.equal(saves.count, 1);
  assert.equal(clock.size, 0);
});

Deno.test("a late save is made at once when the program ends", async () => {
  using clock = new Clock();
  const late = new LateSave();
  const { save, saves } = home();
  const waiting = late.save({ save });
  late.hurry();
  await waiting;
  await late.save({ save });
  assert.equal(saves.count, 2);
  assert.equal(clock.size, 0);
});

Deno.test("what a late save did not achieve is reported once", async () => {
  const late = new LateSave();
  late.hurry();
  await late.save(home(["not on disk"]));
  assert.deepEqual(late.takeNotes(), ["not on disk"]);
  assert.deepEqual(late.takeNotes(), []);
  await late.save({ save: () => Promise.reject(new AppError("conflict", "it was changed")) });
  assert.deepEqual(late.takeNotes(), [
    "The output could not be written to the notebook: it was changed",
  ]);
});
