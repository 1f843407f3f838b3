import assert from "node:assert/strict";
import { connectDatalayer, textCaller } from "../../harness/datalayer.ts";
import { freshFolder, putBytes } from "../../harness/files.ts";
import { sharedJupyter } from "../../harness/servers.ts";

Deno.test("Datalayer's list_files", async (t) => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connectDatalayer({ jupyter });
  const call = textCaller(connection);
  const folder = freshFolder();
  await putBytes(jupyter, `${folder}/a.txt`, "12345");
  await putBytes(jupyter, `${folder}/b.py`, "x".repeat(2_000));
  await putBytes(jupyter, `${folder}/sub/c.py`, "");
  await putBytes(jupyter, `${folder}/sub/deep/d.py`, "x");
  const list = async (args: Record<string, unknown> = {}) => {
    const text = await call("list_files", { path: folder, ...args });
    return text.replaceAll(folder, "F").replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, "TIME");
  };
  const header = "Path\tType\tSize\tLast_Modified";

  await t.step("lists a folder with its subfolders as a table", async () => {
    assert.equal(
      await list(),
      `Showing 0-5 of 5 files\n\n${header}\nF/a.txt\tfile\t5B\tTIME\nF/b.py\tfile\t2.0KB\tTIME\n` +
        "F/sub\tdirectory\t\tTIME\nF/sub/c.py\tfile\t0B\tTIME\nF/sub/deep\tdirectory\t\tTIME",
    );
    assert.match(await list({ max_depth: 0 }), /^Showing 0-3 of 3 files/);
    assert.match(await list({ max_depth: 2 }), /^Showing 0-6 of 6 files/);
  });

  await t.step("shows a page of it", async () => {
    assert.equal(
      await list({ start_index: 1, limit: 1 }),
      `Showing 1-2 of 5 files\n\n${header}\nF/b.py\tfile\t2.0KB\tTIME`,
    );
    assert.match(
      await list({ start_index: 90, limit: 1 }),
      /^\[WARNING\] Start index is greater than the number of files: start_index=90, total_files=5\. Reset /,
    );
  });

  await t.step("takes patterns from the root and from the folder it lists", async () => {
    const found = async (pattern: string) =>
      (await list({ max_depth: 3, pattern })).split("\n").slice(3).map((line) => line.split("\t")[0]);
    assert.deepEqual(await found("*.py"), ["F/b.py"]);
    assert.deepEqual(await found("sub/*.py"), ["F/sub/c.py"]);
    assert.deepEqual(await found(`${folder}/*.py`), ["F/b.py"]);
    assert.deepEqual(await found("**/*.py"), ["F/b.py", "F/sub/c.py", "F/sub/deep/d.py"]);
    assert.equal(await list({ pattern: "*.csv" }), "No files matching pattern '*.csv' found in path 'F'");
  });

  await t.step("understands dots and slashes in a path, and shows it as it was given", async () => {
    const shown = async (path: string, pattern = "") =>
      (await list({ path, max_depth: 0, pattern })).split("\n").slice(3).map((line) => line.split("\t")[0]);
    for (
      const path of [`./${folder}`, `./${folder}/.`, `/${folder}`, `${folder}/sub/..`, `${folder}//sub/../`]
    ) {
      const front = path.replaceAll(folder, "F").replace(/\/$/, "");
      assert.deepEqual(await shown(path), [`${front}/a.txt`, `${front}/b.py`, `${front}/sub`]);
      assert.deepEqual(await shown(path, "*.py"), [`${front}/b.py`]);
      assert.deepEqual(await shown(path, `${folder}/*.py`), [`${front}/b.py`]);
    }
    for (const path of [".", "./", `./${folder}/..`]) {
      const front = path.replace(/\/$/, "");
      assert.deepEqual(await shown(path, `${front}/${folder}`), [`${front.replaceAll(folder, "F")}/F`]);
    }
  });

  await t.step("says what is wrong in a row", async () => {
    assert.equal(
      await list({ path: `${folder}/a.txt` }),
      `Showing 0-1 of 1 files\n\n${header}\nF/a.txt\terror\t\tError: 400: F/a.txt is not a directory`,
    );
    assert.match(await list({ path: "nowhere" }), /nowhere\terror\t\tError: 404: /);
    assert.match(
      await list({ path: "./nowhere" }),
      /\n\.\/nowhere\terror\t\tError: 404: .* '\/nowhere' does not/,
    );
    for (const path of ["..", "../x", `${folder}/../../x`]) {
      assert.equal(
        (await list({ path })).split("\n").at(-1),
        `${
          path.replaceAll(folder, "F")
        }\terror\t\tError: it leads above the root folder of the Jupyter server`,
      );
    }
  });
});
