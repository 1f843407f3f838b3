import assert from "node:assert/strict";
import { isSoundPng } from "../../../src/base/image_info.ts";

Deno.test("isSoundPng knows a PNG that was cut off or changed", async () => {
  const whole = await Deno.readFile(new URL("../output/data/transparent.png", import.meta.url));
  assert.ok(isSoundPng(whole));
  assert.ok(isSoundPng(new Uint8Array([...whole, 1, 2, 3])), "what follows the end does not matter");
  for (let at = 8; at < whole.length; at += 7) {
    assert.ok(!isSoundPng(whole.with(at, (whole[at] ?? 0) ^ 1)), `byte ${at} changed`);
    assert.ok(!isSoundPng(whole.subarray(0, at)), `${at} bytes`);
  }
  assert.ok(!isSoundPng(new Uint8Array()));
});
