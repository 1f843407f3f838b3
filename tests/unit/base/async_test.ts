import assert from "node:assert/strict";
import { Semaphore } from "../../../src/base/async/semaphore.ts";

Deno.test("Gate lets so many work at once, in the order in which they came", async () => {
  const gate = new Semaphore(2);
  const begun: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const all = ends.map(({ promise }, number) =>
    gate.run(async () => {
      begun.push(number);
      await promise;
    })
  );
  await Promise.resolve();
  assert.deepEqual(begun, [0, 1]);
  ends[1]?.resolve();
  await all[1];
  assert.deepEqual(begun, [0, 1, 2]);
  for (const { resolve } of ends) resolve();
  await Promise.all(all);
  assert.deepEqual(begun, [0, 1, 2, 3, 4]);
});

Deno.test("Gate frees the place of work that fails, and drops who goes while waiting", async () => {
  const gate = new Semaphore(1);
  const end = Promise.withResolvers<void>();
  const failing = gate.run(() => end.promise);
  const aborter = new AbortController();
  const gone = gate.run(() => Promise.reject(new Error("never begun")), aborter.signal);
  const last = gate.run(() => Promise.resolve("through"));
  aborter.abort(new Error("gone"));
  await assert.rejects(gone, /gone/);
  end.reject(new Error("failed"));
  await assert.rejects(failing, /failed/);
  assert.equal(await last, "through");
});
