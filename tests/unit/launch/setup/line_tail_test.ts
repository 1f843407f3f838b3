import assert from "node:assert/strict";
import { tailLines } from "../../../../src/launch/setup/line_tail.ts";

Deno.test("tailLines keeps the last lines, whatever the chunks", async () => {
  const chunks = ["one\ntw", "o\r\n\nthree\rfo", "ur"];
  const stream = ReadableStream.from(chunks).pipeThrough(new TextEncoderStream());
  const seen: string[] = [];
  const tail = tailLines([stream], { keep: 2, onLine: (line) => seen.push(line) });
  await tail.ended;
  assert.deepEqual(seen, ["one", "two", "three", "four"]);
  assert.deepEqual(tail.lines(), ["three", "four"]);
});
