import assert from "node:assert/strict";
import { fileErrorText } from "../../../../src/launch/install/file_trouble.ts";
import { readConfig } from "../../../../src/launch/install/config_file.ts";

Deno.test("fileTrouble says in plain words that a folder is in the place of a file", async () => {
  const folder = await Deno.makeTempDir();
  try {
    assert.equal(await readConfig(folder).catch(fileErrorText), "it is a folder");
  } finally {
    await Deno.remove(folder);
  }
});
