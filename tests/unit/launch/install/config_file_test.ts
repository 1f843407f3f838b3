import assert from "node:assert/strict";
import { join } from "node:path";
import { fileErrorText, readConfig, writeConfig } from "../../../../src/launch/install/config_file.ts";
Deno.test("writeConfig keeps the rights of a file, and two changes in a row have a backup each", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const path = join(folder, "config.json");
    await Deno.writeTextFile(path, "1", { mode: 0o640 });
    await writeConfig(path, { text: "2", previous: "1", now: () => new Date(1000) });
    await writeConfig(path, { text: "3", previous: "2", now: () => new Date(1001) });
    assert.equal(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o640);
    const names = [...Deno.readDirSync(folder)].map(({ name }) => name).toSorted();
    assert.deepEqual(names, [
      "config.json",
      "config.json.1970-01-01T00-00-01.000.bak",
      "config.json.1970-01-01T00-00-01.001.bak",
    ]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("writeConfig that fails leaves neither a half-written file nor a backup", async () => {
  const folder = await Deno.makeTempDir();
  try {
    // A folder is no file that can be replaced.
    await Deno.mkdir(join(folder, "config.json"));
    await assert.rejects(writeConfig(join(folder, "config.json"), { text: "2", previous: undefined }));
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["config.json"]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("writeConfig makes the file that a link leads to, and leaves the link", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(join(folder, "home"));
    const path = join(folder, "home", "config.json");
    await Deno.symlink("../dotfiles/link.json", path);
    await Deno.mkdir(join(folder, "dotfiles"));
    await Deno.symlink("cursor/mcp.json", join(folder, "dotfiles", "link.json"));
    await writeConfig(path, { text: "1", previous: undefined });
    assert.ok((await Deno.lstat(path)).isSymlink);
    assert.equal(await Deno.readTextFile(join(folder, "dotfiles", "cursor", "mcp.json")), "1");
    await writeConfig(path, { text: "2", previous: "1" });
    assert.equal(await Deno.readTextFile(join(folder, "dotfiles", "cursor", "mcp.json")), "2");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("readConfig gives a text as it is, and refuses bytes that are not UTF-8", async () => {
  const path = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(path, "\uFEFF{} 日本\r\n");
    assert.equal(await readConfig(path), "\uFEFF{} 日本\r\n");
    // "日本" in Shift_JIS, "é" in Latin-1, "{}" in UTF-16.
    for (const bytes of [[0x93, 0xfa, 0x96, 0x7b], [0xe9, 0x22], [0xff, 0xfe, 0x7b, 0, 0x7d, 0]]) {
      await Deno.writeFile(path, new Uint8Array(bytes));
      await assert.rejects(readConfig(path), /not UTF-8/);
    }
  } finally {
    await Deno.remove(path);
  }
  assert.equal(await readConfig(path), undefined);
});

Deno.test("fileErrorText says in plain words that a folder is in the place of a file", async () => {
  const folder = await Deno.makeTempDir();
  try {
    assert.equal(await readConfig(folder).catch(fileErrorText), "it is a folder");
  } finally {
    await Deno.remove(folder);
  }
});
