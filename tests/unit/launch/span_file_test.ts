import assert from "node:assert/strict";
import { join } from "node:path";
import { openSpanFile } from "../../../src/launch/span_file.ts";
import { UsageError } from "../../../src/base/options.ts";

Deno.test("openSpanFile makes the folder, and refuses what it cannot open in one line", async () => {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "new", "spans.jsonl");
  const file = openSpanFile(path, assert.fail);
  file.write("{}");
  file.close();
  assert.equal(await Deno.readTextFile(path), "{}\n");
  for (const wrong of [folder, join(path, "below", "a.jsonl")]) {
    assert.throws(() => openSpanFile(wrong, assert.fail), (error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, /^Cannot use --otel-file "[^\n]+": [^\n]+$/);
      return true;
    });
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a file that can no longer be written is told of once and harms nothing", async () => {
  const path = await Deno.makeTempFile();
  const reasons: string[] = [];
  const file = openSpanFile(path, (reason) => reasons.push(reason));
  file.close();
  file.write("{}");
  file.write("{}");
  assert.equal(reasons.length, 1);
  await Deno.remove(path);
});
