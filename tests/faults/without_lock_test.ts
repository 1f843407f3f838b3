/** Programs that know nothing of each other, as on several machines, on one Jupyter without shared documents. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { connect } from "../harness/client.ts";
import { freshPath, putCells, sourcesOnDisk } from "../harness/notebook.ts";
import { sharedJupyter } from "../harness/servers.ts";

const jupyter = sharedJupyter("plain");
const programs = 4;
const rounds = 32;

Deno.test("edits that are reported as saved are there, also without a lock in common", async () => {
  const folder = await Deno.makeTempDir();
  const path = freshPath();
  await putCells(jupyter, [], path);
  /** One program's edits, one after the other; gives the sources that it was told are saved. */
  const work = async (number: number): Promise<string[]> => {
    const own = join(folder, String(number));
    await Deno.mkdir(join(own, "runtime"), { recursive: true });
    const env = { HOME: own, TMPDIR: own, XDG_RUNTIME_DIR: join(own, "runtime") };
    await using connection = await connect({ jupyter, env });
    const saved: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const source = `program ${number}, round ${round}`;
      const cell = { notebook_path: path, cell_type: "markdown", source };
      const answer = await connection.call("notebook_add_cell", cell);
      if (answer.at("saved") === true) saved.push(source);
      else assert.equal(answer.at("error"), "conflict", answer.text);
    }
    return saved;
  };
  try {
    const saved = (await Promise.all(Array.from({ length: programs }, (_, number) => work(number)))).flat();
    const there = await sourcesOnDisk(jupyter, path);
    assert.deepEqual(saved.filter((source) => !there.includes(source)), [], "edits that are gone");
    assert.equal(new Set(there).size, there.length, "and none was made twice");
    assert.ok(saved.length > programs * rounds / 2, `${saved.length} edits were saved`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
