import assert from "node:assert/strict";
import { kernelModel } from "../../../../src/jupyter/rest/kernels.ts";

Deno.test("kernelModel has no fewer connections than none", () => {
  const connections = (count: unknown) =>
    kernelModel.parse({ id: "a", name: "python3", connections: count }).connections;
  assert.deepEqual([-1, 0, 2, null, undefined].map(connections), [0, 0, 2, null, undefined]);
});
