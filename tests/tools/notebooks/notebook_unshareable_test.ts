/** Notebooks that Jupyter's shared documents cannot hold, or not as they are. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { connect } from "../../harness/client.ts";
import { code, notebookOf, onDisk, putCells, putFile, sourcesOnDisk } from "../../harness/notebook.ts";
import { PageRoom } from "../../harness/page_room.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const jupyter = sharedJupyter("collaboration");
const text = (path: string) => Deno.readTextFile(join(jupyter.root, path));

Deno.test("notebooks that the shared document would not keep", async (t) => {
  await using connection = await connect({ jupyter });
  const read = async (path: string) => {
    const got = await connection.call("notebook_get", { notebook_path: path, detail: "source" });
    assert.equal(got.isError, false, got.text);
    return got;
  };
  const edit = (path: string, cell: string | number, source: string) =>
    connection.call("notebook_edit_cell", { notebook_path: path, cell, source });

  await t.step("without a source: read and written as a file, which stays without", async () => {
    const { source: _, ...bare } = code("a", "");
    const path = await putCells(jupyter, [bare, code("b", "b")]);
    assert.equal((await read(path)).at("cells.1.source"), "b");
    assert.partialDeepStrictEqual((await edit(path, "b", "B")).json, { saved: true, visible: "no_browser" });
    assert.partialDeepStrictEqual((await edit(path, "b", "C")).json, { saved: true });
    const [first, second] = JSON.parse(await text(path)).cells;
    assert.deepEqual(["source" in first, second.source], [false, ["C"]]);
  });

  await t.step("with integers over 64 bits: read and written as a file, which keeps them", async () => {
    const number = "123456789012345678901234567890";
    const path = await putCells(jupyter, [code("a", "a")]);
    const huge = (await text(path)).replace('"metadata":{}', `"metadata":{"n":${number}}`);
    await putFile(jupyter, huge, path);
    assert.equal((await read(path)).at("cells.0.source"), "a");
    assert.partialDeepStrictEqual((await edit(path, "a", "b")).json, { saved: true, visible: "no_browser" });
    await using session = await openSession(connection, { notebook_path: path });
    assert.partialDeepStrictEqual((await session.run("1 + 1")).json, { result: "2", recorded: true });
    assert.deepEqual(await sourcesOnDisk(jupyter, path), ["b", "1 + 1"]);
    assert.ok((await text(path)).includes(number));
  });

  await t.step("with fields of its own: not written under a person who has it open", async () => {
    const path = await putFile(jupyter, notebookOf([code("a", "a")], { mine: { x: [1] } }));
    const before = await text(path);
    {
      await using _page = await PageRoom.open(jupyter, path);
      assert.equal((await read(path)).at("cells.0.source"), "a");
      const refused = await edit(path, "a", "b");
      assert.equal(refused.at("error"), "unsupported", refused.text);
      assert.match(String(refused.at("message")), /"mine"/);
      assert.equal(await text(path), before);
    }
    assert.partialDeepStrictEqual((await edit(path, "a", "b")).json, { saved: true, visible: "no_browser" });
    assert.partialDeepStrictEqual(JSON.parse(await text(path)), {
      mine: { x: [1] },
      cells: [{ source: ["b"] }],
    });
  });

  await t.step("under a name in which Jupyter does not find it: read and written as a file", async () => {
    const path = `back\\slash-${crypto.randomUUID()}.ipynb`;
    const created = await connection.call("notebook_create", { name: path, cells: [{ source: "a" }] });
    assert.equal(created.at("saved"), true, created.text);
    assert.equal((await read(path)).at("cells.0.source"), "a");
    assert.partialDeepStrictEqual((await edit(path, 0, "b")).json, { saved: true, visible: "no_browser" });
    assert.deepEqual(await sourcesOnDisk(jupyter, path), ["b"]);
  });

  await t.step("without metadata of a kernel: none is made up", async () => {
    const path = await putFile(jupyter, notebookOf([code("a", "a")], { metadata: { mine: 1 } }));
    assert.partialDeepStrictEqual((await edit(path, "a", "b")).json, { saved: true });
    assert.deepEqual(JSON.parse(await text(path)).metadata, { mine: 1 });
  });

  await t.step("with ids that are none: each cell gets one of its own, which it keeps", async () => {
    const cells = [5, "", null, "x y/é", "ok"].map((id, index) => ({ ...code("", `s${index}`), id }));
    const path = await putFile(jupyter, notebookOf(cells));
    const got = await read(path);
    for (let index = 0; index < cells.length; index++) {
      const id = got.string(`cells.${index}.id`);
      const edited = await edit(path, id, `t${index}`);
      assert.partialDeepStrictEqual(edited.json, { cell_id: id, index, saved: true });
    }
    const stored = (await onDisk(jupyter, path)).cells;
    assert.deepEqual(stored.map(({ source }) => source), ["t0", "t1", "t2", "t3", "t4"]);
    assert.deepEqual(stored.map(({ id }) => id), cells.map((_, index) => got.at(`cells.${index}.id`)));
  });

  await t.step("without cells: the first one is the first", async () => {
    const path = await putCells(jupyter, []);
    assert.equal((await read(path)).at("cells.length"), 0);
    const add = (source: string) =>
      connection.call("notebook_add_cell", { notebook_path: path, cell_type: "code", source });
    assert.partialDeepStrictEqual((await add("1")).json, { index: 0, saved: true });
    assert.deepEqual(await sourcesOnDisk(jupyter, path), ["1"]);
    const other = await putCells(jupyter, []);
    await using page = await PageRoom.open(jupyter, other);
    const added = await connection.call("notebook_add_cell", {
      notebook_path: other,
      cell_type: "code",
      source: "1",
    });
    assert.partialDeepStrictEqual(added.json, { index: 1, visible: "live" });
    assert.equal(page.ids()[1], added.at("cell_id"), "the person may be about to write into the blank cell");
  });
});
