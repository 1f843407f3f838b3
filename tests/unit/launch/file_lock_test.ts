import assert from "node:assert/strict";
import { acquireFileLock } from "../../../src/launch/file_lock.ts";

Deno.test("acquireFileLock makes two holders of one name wait for each other", async () => {
  const folder = Deno.makeTempDirSync();
  try {
    const machine = { os: Deno.build.os, env: { TMPDIR: folder, TEMP: folder } };
    const order: string[] = [];
    const first = await acquireFileLock("a.ipynb", { machine });
    assert.deepEqual([first.isLocked, first.record], [true, ""]);
    const second = acquireFileLock("a.ipynb", { machine }).then((turn) => {
      order.push(`second, after ${turn.record}`);
      turn.release();
    });
    (await acquireFileLock("b.ipynb", { machine })).release();
    order.push("first");
    first.release("the first");
    await second;
    assert.deepEqual(order, ["first", "second, after the first"]);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("acquireFileLock does not wait for ever, nor if there is no place for a lock", async () => {
  const folder = Deno.makeTempDirSync();
  try {
    const machine = { os: Deno.build.os, env: { TMPDIR: folder, TEMP: folder } };
    const first = await acquireFileLock("a", { machine });
    const impatient = await acquireFileLock("a", { machine, timeoutMs: 1 });
    assert.equal(impatient.isLocked, false);
    impatient.release();
    first.release();
    const nowhere = `${folder}/absent\0`;
    const env = { TMPDIR: nowhere, TEMP: nowhere, XDG_RUNTIME_DIR: nowhere, HOME: nowhere };
    const without = await acquireFileLock("a", { machine: { os: Deno.build.os, env } });
    assert.equal(without.isLocked, false, "and it is told");
    without.release();
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test({
  name: "Turns are shared by programs that have one folder in common, whatever else they are started with",
  ignore: Deno.build.os === "windows",
  async fn(t) {
    const folder = Deno.makeTempDirSync();
    try {
      for (const name of ["t1", "t2", "r1", "r2", "home"]) Deno.mkdirSync(`${folder}/${name}`);
      // Somebody else has made the folder first: a file is as useless as a folder of another user.
      for (const name of ["taken", "taken too"]) {
        Deno.mkdirSync(`${folder}/${name}`);
        Deno.writeTextFileSync(`${folder}/${name}/jupyter-mcp-${Deno.uid()}`, "");
      }
      const env = (tmp: string, runtime: string) => ({
        TMPDIR: `${folder}/${tmp}`,
        XDG_RUNTIME_DIR: `${folder}/${runtime}`,
        HOME: `${folder}/home`,
      });
      const cases = {
        "the temporary folder": [env("t1", "r1"), env("t1", "r2")],
        "the runtime folder": [env("t1", "r1"), env("t2", "r1")],
        "the runtime folder, where the temporary one is taken": [env("taken", "r1"), env("t2", "r1")],
        "the user's data, where both are taken or absent": [env("taken", "no"), env("taken too", "nor here")],
      };
      for (const [what, envs] of Object.entries(cases)) {
        await t.step(what, async () => {
          const held = [];
          for (const env of envs) {
            held.push(
              await acquireFileLock("a.ipynb", { machine: { os: Deno.build.os, env }, timeoutMs: 1 }),
            );
          }
          held.forEach((one) => one.release());
          assert.deepEqual(held.map(({ isLocked }) => isLocked), [true, false]);
        });
      }
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
});
