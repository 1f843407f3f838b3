import assert from "node:assert/strict";
import { Turns } from "../../../src/launch/turns.ts";

Deno.test("Turns make two holders of one name wait for each other", async () => {
  const folder = Deno.makeTempDirSync();
  try {
    const machine = { os: Deno.build.os, env: { TMPDIR: folder, TEMP: folder } };
    const [one, other] = [new Turns({ machine }), new Turns({ machine })];
    const order: string[] = [];
    const end = await one.take("a.ipynb");
    const second = other.take("a.ipynb").then((endSecond) => {
      order.push("second");
      endSecond();
    });
    (await other.take("b.ipynb"))();
    order.push("first");
    end();
    await second;
    assert.deepEqual(order, ["first", "second"]);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("Turns do not wait for ever, nor where there is no place for a lock", async () => {
  const folder = Deno.makeTempDirSync();
  try {
    const machine = { os: Deno.build.os, env: { TMPDIR: folder, TEMP: folder } };
    const end = await new Turns({ machine }).take("a");
    (await new Turns({ machine, patience: 1 }).take("a"))();
    end();
    const nowhere = `${folder}/absent\0`;
    (await new Turns({ machine: { os: Deno.build.os, env: { TMPDIR: nowhere, TEMP: nowhere } } }).take(
      "a",
    ))();
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
