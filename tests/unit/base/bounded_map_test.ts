import assert from "node:assert/strict";
import { BoundedMap } from "../../../src/base/bounded_map.ts";

Deno.test("BoundedMap forgets what was put in longest ago", () => {
  const map = new BoundedMap<string>({ most: 10, weight: (text) => text.length });
  map.set("a", "1234");
  map.set("b", "1234");
  map.set("a", "12345");
  map.set("c", "12");
  assert.deepEqual(["a", "b", "c"].map((key) => map.get(key)), ["12345", undefined, "12"]);
  map.delete("a");
  map.set("d", "12345678");
  assert.deepEqual(["c", "d"].map((key) => map.get(key)), ["12", "12345678"]);
  map.set("e", "longer than all of it");
  assert.deepEqual(["c", "d", "e"].map((key) => map.get(key)), [undefined, undefined, undefined]);
});
