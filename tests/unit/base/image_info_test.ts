import assert from "node:assert/strict";
import { isIntactPng } from "../../../src/base/image_info.ts";

Deno.test("isSoundPng knows a PNG that was cut off or changed", async () => {
  const whole = await Deno.readFile(new URL("../output/data/transparent.png", import.meta.url));
  assert.ok(isIntactPng(whole));
  assert.ok(isIntactPng(new Uint8Array([...whole, 1, 2, 3])), "what follows the end does not matter");
  for (let at = 8; at < whole.length; at += 7) {
    assert.ok(!isIntactPng(whole.with(at, (whole[at] ?? 0) ^ 1)), `byte ${at} changed`);
    assert.ok(!isIntactPng(whole.subarray(0, at)), `${at} bytes`);
  }
  assert.ok(!isIntactPng(new Uint8Array()));
});
