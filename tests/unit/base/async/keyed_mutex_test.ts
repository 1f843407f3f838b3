import assert from "node:assert/strict";
import { KeyedMutex } from "../../../../src/base/async/keyed_mutex.ts";

Deno.test("Lines does the works of one name one after the other, and those of others meanwhile", async () => {
  const lines = new KeyedMutex();
  const begun: string[] = [];
  const end = Promise.withResolvers<void>();
  const work = (name: string, until?: Promise<void>) => async () => {
    begun.push(name);
    await until;
    return name;
  };
  const first = lines.run("a", work("first", end.promise));
  const second = lines.run("a", work("second"));
  assert.equal(await lines.run("b", work("other")), "other");
  assert.deepEqual(begun, ["first", "other"]);
  end.reject(new Error("failed"));
  await assert.rejects(first, /failed/);
  assert.equal(await second, "second");
  assert.equal(await lines.run("a", work("third")), "third");
});
