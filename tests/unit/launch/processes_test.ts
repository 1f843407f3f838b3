import assert from "node:assert/strict";
import { tailLines, waitForExit } from "../../../src/launch/processes.ts";
Deno.test("waitForExit settles when the process has gone, and not before", async () => {
  const seen: number[] = [];
  const gone = waitForExit(4711, {
    isAlive: (pid) => seen.push(pid) < 3,
    intervalMs: 1,
  });
  assert.deepEqual(await gone, { kind: "process_gone" });
  assert.deepEqual(seen, [4711, 4711, 4711]);
});

Deno.test("tailLines keeps the last lines, whatever the chunks", async () => {
  const chunks = ["one\ntw", "o\r\n\nthree\rfo", "ur"];
  const stream = ReadableStream.from(chunks).pipeThrough(new TextEncoderStream());
  const seen: string[] = [];
  const tail = tailLines([stream], { keep: 2, onLine: (line) => seen.push(line) });
  await tail.ended;
  assert.deepEqual(seen, ["one", "two", "three", "four"]);
  assert.deepEqual(tail.lines(), ["three", "four"]);
});
