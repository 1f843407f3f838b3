import assert from "node:assert/strict";
import { FileLocks } from "../../../src/launch/file_lock.ts";

Deno.test("FileLocks make two holders of one name wait for each other", async () => {
  const folder = Deno.makeTempDirSync();
  try {
    const machine = { os: Deno.build.os, env: { TMPDIR: folder, TEMP: folder } };
    const [one, other] = [new FileLocks({ machine }), new FileLocks({ machine })];
    const order: string[] = [];
    const first = await one.acquire("a.ipynb");
    assert.deepEqual([first.isLocked, first.record], [true, ""]);
    const second = other.acquire("a.ipynb").then((turn) => {
      order.push(`second, after ${turn.record}`);
      turn.release();
    });
    (await other.acquire("b.ipynb")).release();
    order.push("first");
    first.release("the first");
    await second;
    assert.deepEqual(order, ["first", "second, after the first"]);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("FileLocks do not wait for ever, nor if there is no place for a lock", async () => {
  const folder = Deno.makeTempDirSync();
  try {
    const machine = { os: Deno.build.os, env: { TMPDIR: folder, TEMP: folder } };
    const first = await new FileLocks({ machine }).acquire("a");
    const impatient = await new FileLocks({ machine, timeoutMs: 1 }).acquire("a");
    assert.equal(impatient.isLocked, false);
    impatient.release();
    first.release();
    const nowhere = `${folder}/absent\0`;
    const env = { TMPDIR: nowhere, TEMP: nowhere, XDG_RUNTIME_DIR: nowhere, HOME: nowhere };
    const without = await new FileLocks({ machine: { os: Deno.build.os, env } }).acquire("a");
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
          const [one, other] = envs.map((env) =>
            new FileLocks({ machine: { os: Deno.build.os, env }, timeoutMs: 1 })
          );
          const first = await one?.acquire("a.ipynb");
          const second = await other?.acquire("a.ipynb");
          first?.release();
          second?.release();
          assert.deepEqual([first?.isLocked, second?.isLocked], [true, false]);
        });
      }
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
});
