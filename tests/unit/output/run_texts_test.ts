import assert from "node:assert/strict";
import type { Output } from "../../../src/jupyter/nbformat/outputs.ts";
import { runText } from "../../../src/output/run_texts.ts";

Deno.test("runText gives the whole output as one text with pictures by URI", async () => {
  const outputs: Output[] = [
    { output_type: "stream", name: "stdout", text: "a\n" },
    { output_type: "stream", name: "stderr", text: "b" },
    { output_type: "display_data", data: { "image/png": "iVBORw0KGgo=" }, metadata: {} },
    { output_type: "execute_result", execution_count: 3, data: { "text/plain": "42" }, metadata: {} },
    { output_type: "stream", name: "stdout", text: "c" },
    { output_type: "error", ename: "E", evalue: "v", traceback: ["\x1b[31mE\x1b[0m: v"] },
  ];
  const run = {
    executionId: "e1",
    sessionId: "s1",
    code: "",
    status: "ok" as const,
    executionCount: 3,
    outputs,
    executionTimeMs: 1,
    dropped: { textBytes: 5, outputs: 0 },
    limitedByServer: false,
    notes: [],
  };
  assert.equal(
    await runText(run, (output) => output.output_type === "display_data" ? "jupyter://picture" : null),
    "a\nb\n[image: jupyter://picture]\n42\nc\nE: v\n" +
      "[5 bytes of text of this run exceeded the retention limit and are gone; write long output to a file and read parts of it]\n",
  );
});
