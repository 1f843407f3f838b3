import assert from "node:assert/strict";
import { imageInfo, isIntactPng } from "../../../src/base/image_info.ts";

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

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"></svg>';
const preambles = [
  "",
  "\ufeff\n  ",
  '<?xml version="1.0"?>\n<!-- a <svg> of mine -->\n<!-- another -->',
  '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd" [<!ENTITY a "b">]>\n',
];

Deno.test("imageInfo knows an SVG by its root, whatever XML allows before it", () => {
  for (const preamble of preambles) {
    const { mimeType, width, height } = imageInfo(new TextEncoder().encode(preamble + svg)) ?? {};
    assert.deepEqual([mimeType, width, height], ["image/svg+xml", 30, 20], preamble);
  }
});

Deno.test("imageInfo does not take a text that mentions an SVG for one", () => {
  for (const text of [`# Icons\n\n${svg}`, `<html><body>${svg}`, `print('${svg}')`, `<!-- ${svg}`]) {
    assert.equal(imageInfo(new TextEncoder().encode(text)), null, text);
  }
});
