import assert from "node:assert/strict";
import { scaledNote } from "../../../src/render/scaled_note.ts";

Deno.test("scaledNote tells of a picture that is shown smaller, and only of that", () => {
  const rest = "crop it";
  const shown = { width: 400, height: 300 };
  assert.deepEqual(scaledNote({ width: 400, height: 300 }, { shown, rest }), {});
  assert.deepEqual(scaledNote({ width: 800, height: 600 }, { shown, rest }), {
    notes: ["It is shown at 400×300 pixels; crop it"],
  });
});
