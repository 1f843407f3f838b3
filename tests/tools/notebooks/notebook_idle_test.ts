/** Shared documents that the server drops while nobody is in them, and loads again from a store that loses items. */

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { connect, type StdioConnection } from "../../harness/client.ts";
import { eventually } from "../../harness/eventually.ts";
import type { RunningJupyter } from "../../harness/jupyter.ts";
import {
  code,
  freshPath,
  notebookOf,
  onDisk,
  printed,
  putFile,
  sourcesOnDisk,
} from "../../harness/notebook.ts";
import { PageRoom } from "../../harness/page_room.ts";
import { roomDropped, startForgetfulJupyter } from "../../harness/room_dropped.ts";
import { openSession } from "../../harness/session.ts";

/** Works on a notebook and leaves it alone until the server has dropped it. */
async function visit(
  jupyter: RunningJupyter,
  work: (connection: StdioConnection) => Promise<void>,
): Promise<void> {
  {
    await using connection = await connect({ jupyter });
    await work(connection);
  }
  await roomDropped(jupyter);
}

async function visitPage(
  jupyter: RunningJupyter,
  path: string,
  work: (page: PageRoom) => Promise<void> | void,
): Promise<void> {
  {
    await using page = await PageRoom.open(jupyter, path);
    await work(page);
  }
  await roomDropped(jupyter);
}

/**
 * Changes the document as a page of JupyterLab does, which marks it as unsaved, and waits for the server's save. A server
 * that drops the document before it has noted the file's new hash takes the file for changed at the next load.
 */
async function type(page: PageRoom, change: () => void): Promise<void> {
  const state = page.doc.getMap("state");
  const hash = state.get("hash");
  page.doc.transact(() => {
    change();
    state.set("dirty", true);
  });
  await eventually(() => state.get("dirty") === false && state.get("hash") !== hash, {
    what: "the server has saved",
  });
}

const sourcesIn = (page: PageRoom) => page.ids().map((id) => page.source(String(id)).toString());

/** A notebook as Jupyter writes it, so that file and store agree. */
function makeNotebook(jupyter: RunningJupyter, sources: readonly string[]): Promise<string> {
  const cells = sources.map((source) => code(source, source, { metadata: { trusted: true } }));
  return putFile(jupyter, notebookOf(cells), freshPath());
}

/**
 * What pages alone have done to a document: the store lacks an item on which the later ones build. The store loses it when
 * a document is loaded from it, and pages miss it at the load after that.
 */
async function damage(jupyter: RunningJupyter, path: string): Promise<void> {
  const mostVisits = 12;
  for (let visits = 0, isDamaged = false; !isDamaged && visits < mostVisits; visits++) {
    await visitPage(jupyter, path, async (page) => {
      isDamaged = page.doc.store.pendingStructs !== null;
      if (isDamaged) return;
      for (const letter of "xyz") await type(page, () => page.source("a").insert(0, letter));
    });
  }
}

function openStore(jupyter: RunningJupyter): DatabaseSync {
  return new DatabaseSync(join(jupyter.runtimeDir, "..", ".jupyter_ystore.db"), { timeout: 20_000 });
}

/** Waits until an update with this text is stored: a room that is dropped at once takes unstored ones with it. */
async function stored(jupyter: RunningJupyter, text: string): Promise<void> {
  using store = openStore(jupyter);
  const rows = store.prepare("select 1 from yupdates where instr(yupdate, cast(? as blob)) > 0");
  await eventually(() => rows.all(text).length > 0, { what: `"${text}" is in the store` });
}

/** Types into one cell and takes it out again, types into another, and has the store lose the first of these. */
async function loseUpdate(jupyter: RunningJupyter, path: string, cell: string): Promise<void> {
  await visitPage(jupyter, path, async (page) => {
    await type(page, () => page.source(cell).insert(0, "gone "));
    page.source(cell).delete(0, "gone ".length);
    await type(page, () => page.source("a").insert(0, "typed later "));
  });
  using store = openStore(jupyter);
  const isGone = "instr(yupdate, cast('gone ' as blob)) > 0";
  assert.equal(store.prepare(`delete from yupdates where ${isGone}`).run().changes, 1);
}

Deno.test("a server that drops documents while nobody is in them", async (t) => {
  // A server each: rooms that share one store can lock each other out of it, and then lose more than is tried here.
  await t.step("a shared notebook that is left alone between edits and runs comes back whole", async () => {
    await using jupyter = await startForgetfulJupyter();
    const path = freshPath();
    const expected = ["a = 1", "b = 2", "c = 3"];
    await visit(jupyter, async (connection) => {
      const cells = expected.map((source) => ({ cell_type: "code", source }));
      assert.equal((await connection.call("notebook_create", { name: path, cells })).at("saved"), true);
      assert.equal((await connection.call("notebook_get", { notebook_path: path })).at("outline.length"), 3);
    });
    for (let round = 0; round < 3; round++) {
      await visit(jupyter, async (connection) => {
        await using session = await openSession(connection, { notebook_path: path });
        const edit = async (cell: number, source: string) => {
          const edited = await connection.call("notebook_edit_cell", { notebook_path: path, cell, source });
          assert.equal(edited.at("saved"), true, edited.text);
          expected[expected.length + (cell < 0 ? cell : cell - expected.length)] = source;
        };
        assert.equal(
          (await connection.call("notebook_get", { notebook_path: path })).at("outline.length"),
          expected.length,
        );
        await edit(0, `a = ${round}`);
        await edit(-1, `last = ${round}`);
        const ran = await session.run(`print('run', ${round})`);
        assert.equal(ran.at("recorded"), true, ran.text);
        expected.push(`print('run', ${round})`);
        const add = { notebook_path: path, cell_type: "code", source: `added = ${round}`, execute: true };
        assert.equal((await connection.call("notebook_add_cell", add)).at("saved"), true);
        expected.push(add.source);
      });
      assert.deepEqual(await sourcesOnDisk(jupyter, path), expected);
      await visitPage(jupyter, path, (page) => {
        assert.deepEqual(sourcesIn(page), expected, `a page that is opened after round ${round}`);
      });
    }
    const { cells } = await onDisk(jupyter, path);
    assert.deepEqual(cells.map(printed).filter(Boolean), ["run 0\n", "run 1\n", "run 2\n"]);
  });

  await t.step(
    "a shared notebook of which pages see a part is shown whole, and mended for them",
    async (t) => {
      await using jupyter = await startForgetfulJupyter();
      const path = await makeNotebook(jupyter, ["a", "b"]);
      await damage(jupyter, path);
      const [whole] = await sourcesOnDisk(jupyter, path);

      await t.step("pages alone see a part", async () => {
        await visitPage(jupyter, path, (page) => {
          assert.notEqual(page.source("a").toString(), whole);
          assert.ok(page.doc.store.pendingStructs !== null);
        });
      });

      await t.step("notebook_get shows the whole, and so does a page that is open beside it", async () => {
        await using page = await PageRoom.open(jupyter, path);
        await using connection = await connect({ jupyter });
        const got = await connection.call("notebook_get", { notebook_path: path, detail: "full" });
        assert.ok(got.text.includes(`${whole}`), got.text);
        await eventually(() => page.source("a").toString() === whole, { what: "the page shows the whole" });
        await type(page, () => page.source("b").insert(0, "typed "));
        const add = { notebook_path: path, cell_type: "code", source: "c = 'added'" };
        assert.partialDeepStrictEqual((await connection.call("notebook_add_cell", add)).json, {
          saved: true,
          index: 2,
        });
        await stored(jupyter, add.source);
      });

      await t.step("all of it is there after the next load", async () => {
        await roomDropped(jupyter);
        const expected = [whole, "typed b", "c = 'added'"];
        assert.deepEqual(await sourcesOnDisk(jupyter, path), expected);
        await visitPage(jupyter, path, (page) => assert.deepEqual(sourcesIn(page), expected));
      });
    },
  );

  await t.step(
    "notebook_get of a document whose store lost only marks leaves the file as it is",
    async () => {
      await using jupyter = await startForgetfulJupyter();
      const path = freshPath();
      const get = (connection: StdioConnection) =>
        connection.call("notebook_get", { notebook_path: path }).then(({ isError, text }) =>
          assert.ok(!isError, text)
        );
      await visit(jupyter, async (connection) => {
        await connection.call("notebook_create", { name: path, cells: [{ cell_type: "code", source: "a" }] });
        await get(connection);
      });
      await visit(jupyter, async (connection) => {
        await connection.call("notebook_edit_cell", { notebook_path: path, cell: 0, source: "b" });
      });
      const written = async () => (await Deno.stat(join(jupyter.root, path))).mtime?.getTime();
      const before = await written();
      await visit(jupyter, get);
      await visit(jupyter, get);
      assert.equal(await written(), before);
    },
  );

  await t.step("a part that Jupyter misses itself and takes from the file is shown once", async () => {
    await using jupyter = await startForgetfulJupyter();
    const path = await makeNotebook(jupyter, ["a", "b"]);
    await loseUpdate(jupyter, path, "a");
    const expected = ["typed later a", "b"];
    await visit(jupyter, async (connection) => {
      const edit = { notebook_path: path, cell: -1, source: "edited" };
      assert.equal((await connection.call("notebook_edit_cell", edit)).at("index"), 1);
      expected[1] = "edited";
    });
    assert.deepEqual(await sourcesOnDisk(jupyter, path), expected);
  });

  await t.step("a shared notebook of which a part is lost for good is refused with what to do", async () => {
    await using jupyter = await startForgetfulJupyter();
    const path = await makeNotebook(jupyter, ["a", "b"]);
    const whole = "typed later a";
    await loseUpdate(jupyter, path, "b");
    assert.deepEqual(await sourcesOnDisk(jupyter, path), [whole, "b"]);

    await using connection = await connect({ jupyter });
    for (
      const [tool, args] of [
        ["notebook_get", {}],
        ["notebook_edit_cell", { cell: -1, source: "wrong" }],
      ] as const
    ) {
      const { isError, json, text } = await connection.call(tool, { notebook_path: path, ...args });
      assert.ok(isError, text);
      assert.partialDeepStrictEqual(json, { error: "conflict" });
      assert.match(text, /has lost a part of its shared document/);
      assert.match(text, /copy of the file/);
    }
    assert.deepEqual(await sourcesOnDisk(jupyter, path), [whole, "b"]);
  });
});
