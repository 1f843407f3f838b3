/** What somebody else has changed since the caller was shown it is not written over. */

import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import type { Connection } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import type { EnvironmentKind } from "../../harness/environment.ts";
import type { JupyterServer } from "../../harness/jupyter.ts";
import { code, markdown, openRoom, putCells, sourcesOnDisk } from "../../harness/notebook.ts";
import type { NewCell } from "../../harness/notebook.ts";
import { startProxy } from "../../harness/proxy.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

type Change = (cells: readonly NewCell[]) => Promise<void>;

/** A person, who saves the file, or types into the shared document. */
async function openPerson(jupyter: JupyterServer, path: string, kind: EnvironmentKind) {
  const room = kind === "collaboration" ? await openRoom(jupyter, path) : undefined;
  const change: Change = async (cells) => {
    if (room === undefined) return void await putCells(jupyter, cells, path);
    room.update((notebook) => ({
      ...notebook,
      cells: cells.map((cell) => ({ id: "", cell_type: "", source: "", metadata: {}, ...cell })),
    }));
    await room.flush();
  };
  const sources = async () =>
    room === undefined
      ? await sourcesOnDisk(jupyter, path)
      : (await room.flush(), room.read().cells.map(({ source }) => source));
  return { change, sources, [Symbol.asyncDispose]: () => Promise.resolve(room?.close()) };
}

function caller(connection: Connection, path: string) {
  const call = (tool: string) => (args: Record<string, unknown> = {}) =>
    connection.call(tool, { notebook_path: path, ...args });
  return {
    get: call("notebook_get"),
    edit: call("notebook_edit_cell"),
    remove: call("notebook_delete_cell"),
    add: call("notebook_add_cell"),
    run: call("notebook_execute_cell"),
    clear: call("notebook_clear_outputs"),
    move: call("notebook_move_cell"),
  };
}

for (const kind of environmentKinds) {
  Deno.test(`a cell that was changed since it was shown, on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });

    await t.step("is neither replaced nor deleted, until the caller has seen it", async () => {
      for (const args of [{}, { detail: "source" }, { from: "a", offset: 0 }]) {
        const path = await putCells(jupyter, [code("a", "a = 1"), code("b", "b")]);
        await using person = await openPerson(jupyter, path, kind);
        const { get, edit, remove } = caller(connection, path);
        await get(args);
        await person.change([code("a", "PERSON"), code("b", "b")]);
        const refused = await edit({ cell: "a", source: "ours" });
        assert.equal(refused.at("error"), "conflict", refused.text);
        assert.equal(refused.at("actual_source"), "PERSON");
        assert.match(refused.string("hint"), /call again/);
        assert.deepEqual(await person.sources(), ["PERSON", "b"]);
        await person.change([code("a", "PERSON again"), code("b", "b")]);
        const kept = await remove({ cell: "a" });
        assert.equal(kept.at("error"), "conflict", kept.text);
        assert.match(kept.string("message"), /^Cannot delete cell "a": somebody else has changed it/);
        assert.equal(kept.at("actual_source"), "PERSON again");
        const insisted = await edit({ cell: "a", source: "ours" });
        assert.equal(insisted.isError, false, insisted.text);
        assert.deepEqual(await sourcesOnDisk(jupyter, path), ["ours", "b"]);
      }
    });

    await t.step(
      "is edited where the text to find is still there, which shows nothing of the rest",
      async () => {
        const path = await putCells(jupyter, [code("a", "x = 1\ny = 2")]);
        await using person = await openPerson(jupyter, path, kind);
        const { get, edit, remove } = caller(connection, path);
        await get({ detail: "source" });
        await person.change([code("a", "x = 1\ny = 2\n# mine")]);
        assert.equal((await edit({ cell: "a", find: "x = 1", replace: "x = 10" })).isError, false);
        assert.deepEqual(await sourcesOnDisk(jupyter, path), ["x = 10\ny = 2\n# mine"]);
        assert.equal((await remove({ cell: "a" })).at("error"), "conflict");
      },
    );

    await t.step("is replaced where the caller says what it holds", async () => {
      const path = await putCells(jupyter, [code("a", "old")]);
      await using person = await openPerson(jupyter, path, kind);
      const { get, edit } = caller(connection, path);
      await get();
      await person.change([code("a", "theirs")]);
      const edited = await edit({ cell: "a", source: "ours", expected_source: "theirs" });
      assert.equal(edited.isError, false, edited.text);
    });

    await t.step("is guarded though only its first line was shown, before and after", async () => {
      const path = await putCells(jupyter, [markdown("a", "first\nsecond")]);
      await using person = await openPerson(jupyter, path, kind);
      const { get, edit } = caller(connection, path);
      await get({ detail: "source" });
      await person.change([markdown("a", "first\nPERSON")]);
      await get();
      assert.equal((await edit({ cell: "a", source: "ours" })).at("error"), "conflict");
    });

    await t.step("is guarded where the caller wrote it, by whatever tool", async () => {
      const path = await putCells(jupyter, [code("a", "a")]);
      await using session = await openSession(connection, { notebook_path: path });
      const { add, edit, remove } = caller(connection, path);
      const added = (await add({ cell_type: "code", source: "added" })).string("cell_id");
      const recorded = (await session.run("'recorded'")).string("cell_id");
      assert.equal((await edit({ cell: "a", source: "edited" })).isError, false);
      await using person = await openPerson(jupyter, path, kind);
      const theirs = ["a", added, recorded].map((id) => code(id, `PERSON ${id}`));
      await person.change(theirs);
      for (const cell of ["a", added, recorded]) {
        const refused = await remove({ cell });
        assert.equal(refused.at("error"), "conflict", refused.text);
        assert.equal(refused.at("actual_source"), `PERSON ${cell}`);
      }
    });

    await t.step("that nobody else has changed takes one edit of the caller after the other", async () => {
      const path = await putCells(jupyter, [code("a", "1\n2")]);
      const { get, edit, remove } = caller(connection, path);
      await get({ detail: "source" });
      const edits = [
        { source: "3\n4" },
        { find: "3", replace: "5" },
        { cell_type: "markdown" },
        { source: "6", cell_type: "code" },
        { source: "6" },
      ];
      for (const args of edits) {
        const { isError, text } = await edit({ cell: "a", ...args });
        assert.equal(isError, false, text);
      }
      assert.equal((await remove({ cell: "a" })).isError, false);
    });
  });

  Deno.test(`an index means the cell that was shown there, on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const [a, b, c] = [code("a", "'a'"), code("b", "'b'"), code("c", "'c'")];
    const theirs = code("p", "'PERSON'");

    await t.step("when cells have come before it", async () => {
      const path = await putCells(jupyter, [a, b, c]);
      await using person = await openPerson(jupyter, path, kind);
      const { get, edit, remove } = caller(connection, path);
      await get();
      await person.change([theirs, a, b, c]);
      const edited = await edit({ cell: 0, source: "A" });
      assert.deepEqual([edited.at("cell_id"), edited.at("index")], ["a", 1], edited.text);
      assert.deepEqual(await sourcesOnDisk(jupyter, path), ["'PERSON'", "A", "'b'", "'c'"]);
      // The answer said that "a" is at 1: what the other indices mean to the caller now is anybody's guess.
      const unclear = await remove({ cell: 2 });
      assert.equal(unclear.at("error"), "conflict", unclear.text);
      assert.match(unclear.string("hint"), /by its id/);
      await get();
      assert.equal((await remove({ cell: 2 })).at("cell_id"), "b");
    });

    await t.step("when one is run", async () => {
      const path = await putCells(jupyter, [a, b, c]);
      await using person = await openPerson(jupyter, path, kind);
      const { get, run } = caller(connection, path);
      await get();
      await person.change([theirs, a, b, c]);
      const ran = await run({ cell: 1 });
      assert.deepEqual(ran.at("cells"), [{ index: 2, cell_id: "b", result: "'b'" }], ran.text);
      assert.equal((await run({ cell: 2 })).at("cells.0.cell_id"), "b", "the answer said so");
      assert.equal((await run({ from: 1, to: 2 })).at("error"), "conflict");
      await connection.call("session_delete", { session_id: path });
    });

    await t.step("and none when that cell is gone", async () => {
      const path = await putCells(jupyter, [a, b, c]);
      await using person = await openPerson(jupyter, path, kind);
      const { get, remove, clear, move } = caller(connection, path);
      await get();
      await person.change([b, c]);
      for (const call of [remove, clear, (args: Record<string, unknown>) => move({ ...args, position: 1 })]) {
        const refused = await call({ cell: 0 });
        assert.equal(refused.at("error"), "conflict", refused.text);
        assert.equal(refused.at("cell_id"), "b");
      }
      assert.deepEqual(await person.sources(), ["'b'", "'c'"]);
    });

    await t.step("as it moves by what the caller does", async () => {
      const path = await putCells(jupyter, [a, b, c]);
      const { add, remove, move, edit } = caller(connection, path);
      await add({ cell_type: "code", source: "'new'", position: 0 });
      await move({ cell: 3, position: 1 });
      assert.equal((await remove({ cell: 2 })).at("cell_id"), "a");
      await using session = await openSession(connection, { notebook_path: path });
      await session.run("'recorded'");
      assert.equal((await edit({ cell: -1, source: "'last'" })).at("index"), 3);
      assert.deepEqual(await sourcesOnDisk(jupyter, path), ["'new'", "'c'", "'b'", "'last'"]);
    });
  });
}

Deno.test("a file that somebody saves during a call", async (t) => {
  const jupyter = sharedJupyter("plain");
  await using proxy = startProxy(jupyter);
  await using connection = await connect({ jupyter: proxy.server });
  // Of this notebook alone: a moment after its last write, one of an earlier step is looked at once more.
  const hashCheck = (path: string) => new RegExp(`^GET .*/${path}\\?.*hash=1`);
  const cells = [code("a", "a"), code("b", "b")];
  const calls = [
    { tool: "notebook_edit_cell", args: { source: "ours" } },
    { tool: "notebook_delete_cell", args: {} },
  ];
  for (const { tool, args } of calls) {
    // The first look of a call at a notebook that was not shown is at what it works on.
    for (const [isShown, checks] of [[true, [1, 2, 3]], [false, [2, 3]]] as const) {
      for (const number of checks) {
        const when = `before check ${number} of a notebook that was ${isShown ? "" : "not "}shown`;
        await t.step(`keeps what they put into the cell: ${tool}, ${when}`, async () => {
          const path = await putCells(jupyter, cells);
          if (isShown) await connection.call("notebook_get", { notebook_path: path });
          const theirs = [code("a", "PERSON"), code("b", "b")];
          proxy.before(hashCheck(path), number, () => putCells(jupyter, theirs, path));
          const refused = await connection.call(tool, { notebook_path: path, cell: 0, ...args });
          assert.equal(refused.at("error"), "conflict", refused.text);
          assert.equal(refused.at("actual_source"), "PERSON");
          assert.deepEqual(await sourcesOnDisk(jupyter, path), ["PERSON", "b"]);
        });
        await t.step(`hits the cell that was meant: ${tool}, ${when}`, async () => {
          const path = await putCells(jupyter, cells);
          if (isShown) await connection.call("notebook_get", { notebook_path: path });
          proxy.before(
            hashCheck(path),
            number,
            () => putCells(jupyter, [code("p", "PERSON"), ...cells], path),
          );
          const { at, text } = await connection.call(tool, { notebook_path: path, cell: 0, ...args });
          assert.equal(at("cell_id"), "a", text);
          assert.equal((await sourcesOnDisk(jupyter, path))[0], "PERSON");
        });
        if (!isShown) continue;
        await t.step(`hits no other cell where that is gone: ${tool}, ${when}`, async () => {
          const path = await putCells(jupyter, cells);
          await connection.call("notebook_get", { notebook_path: path });
          proxy.before(hashCheck(path), number, () => putCells(jupyter, [code("b", "b")], path));
          const refused = await connection.call(tool, { notebook_path: path, cell: 0, ...args });
          assert.deepEqual([refused.at("error"), refused.at("cell_id")], ["conflict", "b"], refused.text);
          assert.deepEqual(await sourcesOnDisk(jupyter, path), ["b"]);
        });
      }
    }
  }
});
