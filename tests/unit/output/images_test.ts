import assert from "node:assert/strict";
import { scaledNote, shownSize } from "../../../src/output/images.ts";

Deno.test("shownSize tells the size of a picture that is shown smaller, and only of that", () => {
  assert.deepEqual(shownSize({ width: 4000, height: 3000 }, { width: 1568, height: 1176 }), {
    shown: "1568×1176",
  });
  assert.deepEqual(shownSize({ width: 40, height: 30 }, { width: 1568, height: 1176 }), {});
});

Deno.test("scaledNote tells of a picture that is shown smaller, and only of that", () => {
  const rest = "crop it";
  const shown = { width: 400, height: 300 };
  assert.deepEqual(scaledNote({ width: 400, height: 300 }, { shown, rest }), {});
  assert.deepEqual(scaledNote({ width: 800, height: 600 }, { shown, rest }), {
    notes: ["It is shown at 400×300 pixels; crop it"],
  });
});
