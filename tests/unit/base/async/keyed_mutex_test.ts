import assert from "node:assert/strict";
import { Lines } from "../../../../src/base/async/keyed_mutex.ts";

Deno.test("Lines does the works of one name one after the other, and those of others meanwhile", async () => {
  const lines = new Lines();
  const begun: string[] = [];
  const end = Promise.withResolvers<void>();
  const work = (name: string, until?: Promise<void>) => async () => {
    begun.push(name);
    await until;
    return name;
  };
  const first = lines.pass("a", work("first", end.promise));
  const second = lines.pass("a", work("second"));
  assert.equal(await lines.pass("b", work("other")), "other");
  assert.deepEqual(begun, ["first", "other"]);
  end.reject(new Error("failed"));
  await assert.rejects(first, /failed/);
  assert.equal(await second, "second");
  assert.equal(await lines.pass("a", work("third")), "third");
});
