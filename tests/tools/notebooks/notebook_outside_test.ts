/** A shared document whose file other programs write, move and delete: what is said of it stays true. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { connect } from "../../harness/client.ts";
import { Gate } from "../../harness/gate.ts";
import {
  code,
  freshPath,
  notebookOf,
  onDisk,
  openRoom,
  printed,
  putCells,
  putFile,
  sourcesOnDisk,
} from "../../harness/notebook.ts";
import { PageRoom } from "../../harness/page_room.ts";
import { jupyterJson } from "../../harness/rest.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const jupyter = sharedJupyter("collaboration");

Deno.test("a file that another program writes while its room is open", async (t) => {
  await using connection = await connect({ jupyter });
  const path = await putCells(jupyter, [code("a", "a"), code("b", "b")]);
  await using room = await openRoom(jupyter, path);
  const edit = (cell: string, source: string) =>
    connection.call("notebook_edit_cell", { notebook_path: path, cell, source });
  const outside = (a: string, b: string) => putFile(jupyter, notebookOf([code("a", a), code("b", b)]), path);
  const everywhere = async (sources: readonly string[]) => {
    await room.flush();
    assert.deepEqual(room.read().cells.map(({ source }) => source), sources);
    assert.deepEqual(await sourcesOnDisk(jupyter, path), sources);
  };

  await t.step("keeps the other program's change and ours", async () => {
    for (let round = 0; round < 3; round++) {
      await outside(round === 0 ? "a0" : `ours ${round - 1}`, `outside ${round}`);
      const edited = await edit("a", `ours ${round}`);
      assert.partialDeepStrictEqual(edited.json, { saved: true, index: 0 });
      await everywhere([`ours ${round}`, `outside ${round}`]);
    }
  });

  await t.step("keeps both where the file is written during the edit", async () => {
    for (let round = 0; round < 5; round++) {
      const editing = edit("a", `late ${round}`);
      await outside("late", `during ${round}`);
      const edited = await editing;
      assert.equal(
        edited.isError ? edited.at("error") : edited.at("saved"),
        edited.isError ? "conflict" : true,
      );
      if (!edited.isError) {
        const sources = await sourcesOnDisk(jupyter, path);
        assert.ok(sources[0] === `late ${round}` || sources[0] === "late", sources.join());
      }
      // The last one: whoever was first, the file and the document become equal.
      await connection.call("notebook_get", { notebook_path: path });
      assert.partialDeepStrictEqual((await edit("a", `end ${round}`)).json, { saved: true });
      await everywhere([`end ${round}`, `during ${round}`]);
    }
  });

  await t.step("keeps outputs of a run during which the file was written", async () => {
    await using begun = new Gate(jupyter);
    await using gate = new Gate(jupyter);
    const source = `${begun.opening}\n${gate.wait}\nprint('ran')`;
    await outside(source, "1");
    await using _session = await openSession(connection, { notebook_path: path });
    const running = connection.call("notebook_execute_cell", { notebook_path: path, cell: "a" });
    await begun.opened();
    await outside(source, "2");
    await gate.open();
    const ran = await running;
    assert.equal(ran.at("saved"), true, ran.text);
    const { cells: [first, second] } = await onDisk(jupyter, path);
    assert.equal(printed(first), "ran\n");
    assert.equal(second?.source, "2");
  });
});

Deno.test("an edit of a cell that a person moves at the same moment is not lost", async () => {
  await using connection = await connect({ jupyter });
  const path = await putCells(jupyter, [code("a", "a"), code("b", "b"), code("c", "c")]);
  await using page = await PageRoom.open(jupyter, path);
  // As JupyterLab moves a cell: it is deleted and made anew.
  const move = () =>
    page.doc.transact(() => {
      const cells = page.doc.getArray("cells");
      const at = page.ids().indexOf("a");
      const copy = cells.toJSON()[at];
      cells.delete(at);
      cells.insert(at === 0 ? 2 : 0, [page.copyOf(copy)]);
    });
  for (let round = 0; round < 10; round++) {
    const editing = connection.call("notebook_edit_cell", {
      notebook_path: path,
      cell: "a",
      source: `a ${round}`,
    });
    await connection.call("session_list");
    move();
    const edited = await editing;
    assert.equal(edited.at("saved"), true, edited.text);
    const [cell] = (await onDisk(jupyter, path)).cells.filter(({ id }) => id === "a");
    assert.equal(cell?.source, `a ${round}`);
  }
});

Deno.test("a notebook that is renamed or deleted while its room is open", async (t) => {
  await using connection = await connect({ jupyter });

  await t.step("by Jupyter: the old name is gone, and is said to be", async () => {
    const path = await putCells(jupyter, [code("a", "a")]);
    await using session = await openSession(connection, { notebook_path: path });
    assert.equal((await session.run("1")).at("recorded"), true);
    const renamed = freshPath("renamed");
    await jupyterJson(jupyter, `api/contents/${path}`, {
      method: "PATCH",
      body: JSON.stringify({ path: renamed }),
    });
    const run = await session.run("'after'");
    assert.partialDeepStrictEqual(run.json, { success: true, recorded: false });
    assert.match(String(run.at("reason")), /does not exist/);
    const edited = await connection.call("notebook_edit_cell", { notebook_path: path, cell: 0, source: "b" });
    assert.equal(edited.at("error"), "notebook_not_found", edited.text);
    const there = await connection.call("notebook_edit_cell", {
      notebook_path: renamed,
      cell: 0,
      source: "b",
    });
    assert.partialDeepStrictEqual(there.json, { saved: true });
    assert.equal((await sourcesOnDisk(jupyter, renamed))[0], "b");
    await connection.call("session_delete", { session_id: session.id });
  });

  await t.step("on disk: nothing is recorded, and it is said", async () => {
    const path = await putCells(jupyter, [code("a", "a")]);
    await using session = await openSession(connection, { notebook_path: path });
    assert.equal((await session.run("1")).at("recorded"), true);
    await Deno.rename(join(jupyter.root, path), join(jupyter.root, freshPath("moved")));
    assert.partialDeepStrictEqual((await session.run("'after'")).json, { success: true, recorded: false });
    const added = await connection.call("notebook_add_cell", {
      notebook_path: path,
      cell_type: "raw",
      source: "",
    });
    assert.equal(added.at("error"), "notebook_not_found", added.text);
  });
});

Deno.test("a file that another program replaces by something else than a notebook while its room is open", async (t) => {
  const replacements: Readonly<Record<string, string>> = {
    "not JSON": "not a notebook any more",
    "a later format": JSON.stringify(notebookOf([], { nbformat: 5 })),
    "an older format, and broken": JSON.stringify({ nbformat: 3, nbformat_minor: 0, metadata: {} }),
    "large, and not JSON": "x".repeat(2_000_000),
  };
  await using connection = await connect({ jupyter });

  for (const [what, replacement] of Object.entries(replacements)) {
    await t.step(`${what}: is said not to be one, and is left as it is`, async () => {
      const path = await putCells(jupyter, [code("a", "a")]);
      await using session = await openSession(connection, { notebook_path: path });
      await using _page = await PageRoom.open(jupyter, path);
      const notebook = { notebook_path: path };
      const edited = await connection.call("notebook_edit_cell", { ...notebook, cell: "a", source: "1 + 1" });
      assert.equal(edited.at("saved"), true, edited.text);
      await putFile(jupyter, replacement, path);
      const added = await connection.call("notebook_add_cell", {
        ...notebook,
        cell_type: "raw",
        source: "b",
      });
      assert.equal(added.at("error"), "not_a_notebook", added.text);
      const ran = await connection.call("notebook_execute_cell", { ...notebook, cell: "a" });
      assert.equal(ran.at("error"), "not_a_notebook", ran.text);
      assert.partialDeepStrictEqual((await session.run("1")).json, { success: true, recorded: false });
      assert.equal(await Deno.readTextFile(join(jupyter.root, path)), replacement);
      await putFile(jupyter, notebookOf([code("a", "mended")]), path);
      const again = await connection.call("notebook_add_cell", {
        ...notebook,
        cell_type: "raw",
        source: "b",
      });
      assert.equal(again.at("saved"), true, again.text);
      assert.deepEqual(await sourcesOnDisk(jupyter, path), ["mended", "b"]);
    });
  }
});
