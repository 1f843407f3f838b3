import assert from "node:assert/strict";
import { join } from "node:path";
import { matching, testFilesIn } from "../../../scripts/suite/select_files.ts";

Deno.test("matching keeps files whose path holds any of the words", () => {
  const files = [
    "tests/tools/execution/execute_code_test.ts",
    "tests/tools/sessions/kernel_list_test.ts",
    "tests/unit/base/log_test.ts",
  ];
  assert.deepEqual(matching(files, []), files);
  assert.deepEqual(matching(files, ["kernel"]), ["tests/tools/sessions/kernel_list_test.ts"]);
  assert.deepEqual(matching(files, ["./tests/unit", "execute_code"]), [files[0], files[2]]);
  assert.deepEqual(matching(files, ["nothing"]), []);
});

Deno.test("testFilesIn finds test files at every depth and nothing else", async () => {
  const root = await Deno.makeTempDir();
  await Deno.mkdir(join(root, "tests/unit/deep"), { recursive: true });
  for (const name of ["b_test.ts", "a_test.ts", "fixture.ts", "deep/c_test.ts"]) {
    await Deno.writeTextFile(join(root, "tests/unit", name), "");
  }
  const found = await testFilesIn(root, "tests/unit");
  await Deno.remove(root, { recursive: true });
  assert.deepEqual(found, ["tests/unit/a_test.ts", "tests/unit/b_test.ts", "tests/unit/deep/c_test.ts"]);
});

Deno.test("testFilesIn finds none if the folder is not there", async () => {
  assert.deepEqual(await testFilesIn("/", "no/such/folder"), []);
});
