import assert from "node:assert/strict";
import { join } from "node:path";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { code, markdown, onDisk, openRoom, putCells, sourcesOnDisk } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";

const output = { output_type: "stream", name: "stdout", text: ["1\n"] };

for (const kind of environmentKinds) {
  Deno.test(`notebook_edit_cell on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const edit = (path: string, args: Record<string, unknown>) =>
      connection.call("notebook_edit_cell", { notebook_path: path, ...args });

    await t.step("changes the cell named by id, index, index from the end or number as text", async () => {
      const path = await putCells(jupyter, ["a", "b", "c"].map((id) => code(id, id)));
      for (const [n, cell] of ["b", 1, -2, "1"].entries()) {
        const { change_id, ...json } = (await edit(path, { cell, source: `b${n}\nx` })).json;
        assert.match(String(change_id), /^c-/);
        assert.deepEqual(json, {
          notebook_path: path,
          cell_id: "b",
          index: 1,
          visible: "no_browser",
          saved: true,
          diff: n === 0 ? "-b\n+b0\n+x" : `-b${n - 1}\n+b${n}`,
        });
        assert.deepEqual(await sourcesOnDisk(jupyter, path), ["a", `b${n}\nx`, "c"]);
      }
    });

    await t.step("makes several edits, all or none, and shows what changed", async () => {
      const path = await putCells(jupyter, [code("a", "x = 1\ny = 2"), code("b", "x + x")]);
      const edits = [{ cell: "a", find: "x = 1", replace: "x = 3" }, {
        cell: 1,
        find: "x",
        replace: "y",
        replace_all: true,
      }];
      const made = await edit(path, { edits });
      assert.deepEqual(made.at("edits"), [
        { cell_id: "a", index: 0, replacements: 1, diff: "-x = 1\n+x = 3" },
        { cell_id: "b", index: 1, replacements: 2, diff: "-x + x\n+y + y" },
      ]);
      const refused = await edit(path, {
        edits: [{ cell: "a", source: "gone" }, { cell: "b", find: "?", replace: "" }],
      });
      assert.equal(refused.at("error"), "invalid_argument");
      assert.deepEqual(await sourcesOnDisk(jupyter, path), ["x = 3\ny = 2", "y + y"]);
    });

    await t.step(
      "finds and replaces once, or everywhere; it removes only where replace is empty",
      async () => {
        const path = await putCells(jupyter, [code("a", "x = 1\ny = x\nz = 3")]);
        const twice = await edit(path, { cell: 0, find: "x", replace: "w" });
        assert.equal(twice.at("error"), "invalid_argument");
        assert.deepEqual(twice.at("lines"), [1, 2]);
        assert.match(twice.string("hint"), /replace_all/);
        await edit(path, { cell: 0, find: "x", replace: "w$&", replace_all: true });
        assert.deepEqual(await sourcesOnDisk(jupyter, path), ["w$& = 1\ny = w$&\nz = 3"]);
        const unclear = await edit(path, { cell: 0, find: "\nz = 3" });
        assert.equal(unclear.at("error"), "invalid_argument");
        assert.match(unclear.string("hint"), /replace ""/);
        await edit(path, { cell: 0, find: "\nz = 3", replace: "" });
        assert.deepEqual(await sourcesOnDisk(jupyter, path), ["w$& = 1\ny = w$&"]);
        const absent = await edit(path, { cell: 0, find: "nowhere", replace: "" });
        assert.equal(absent.at("error"), "invalid_argument");
        assert.equal(absent.at("actual_source"), "w$& = 1\ny = w$&");
      },
    );

    await t.step("keeps to expected_source, and shows what is there instead", async () => {
      const path = await putCells(jupyter, [code("a", "theirs")]);
      const file = join(jupyter.root, path);
      const before = await Deno.readTextFile(file);
      const { json, isError } = await edit(path, { cell: 0, source: "ours", expected_source: "mine" });
      assert.equal(isError, true);
      assert.equal(json["error"], "conflict");
      assert.equal(json["actual_source"], "theirs");
      assert.equal(await Deno.readTextFile(file), before);
      const then = await edit(path, { cell: 0, source: "ours", expected_source: "theirs" });
      assert.equal(then.at("saved"), true);
      assert.deepEqual(await sourcesOnDisk(jupyter, path), ["ours"]);
    });

    await t.step("changes the type: text has no outputs, and attachments come back", async () => {
      const attached = { attachments: { "a.png": { "image/png": "AAAA" } }, metadata: { tags: ["t"] } };
      const path = await putCells(jupyter, [
        code("a", "1", { outputs: [output], execution_count: 1 }),
        markdown("b", "# b", attached),
      ]);
      await edit(path, { cell: "a", cell_type: "markdown" });
      await edit(path, { cell: "b", cell_type: "raw" });
      const { cells: [a, b] } = await onDisk(jupyter, path);
      assert.deepEqual(a, { id: "a", cell_type: "markdown", metadata: {}, source: "1" });
      assert.partialDeepStrictEqual(b, { id: "b", cell_type: "raw", source: "# b", ...attached });
      await edit(path, { cell: "b", cell_type: "code", source: "2" });
      const coded = (await onDisk(jupyter, path)).cells[1];
      assert.equal(coded?.["attachments"], undefined);
      assert.partialDeepStrictEqual(coded, {
        cell_type: "code",
        source: "2",
        metadata: { tags: ["t"] },
        execution_count: null,
      });
      assert.deepEqual(coded?.["outputs"], []);
      await edit(path, { cell: "b", cell_type: "markdown" });
      assert.deepEqual((await onDisk(jupyter, path)).cells[1], {
        id: "b",
        cell_type: "markdown",
        source: "2",
        ...attached,
      });
    });

    await t.step("keeps the line ends of the cell, and says so if others were given", async () => {
      const path = await putCells(jupyter, [code("w", "a\r\nb"), code("u", "a\nb")]);
      const edits = [
        ["w", { source: "a\r\nc" }, "a\r\nc", false],
        ["w", { source: "a\nd" }, "a\r\nd", true],
        ["w", { find: "d", replace: "e\nf" }, "a\r\ne\r\nf", false],
        ["u", { source: "a\r\nc" }, "a\nc", true],
        ["u", { find: "c", replace: "d\r\ne" }, "a\nd\ne", true],
        ["u", { source: "a\nf" }, "a\nf", false],
      ] as const;
      for (const [cell, args, stored, isTold] of edits) {
        const { at, text } = await connection.call("notebook_edit_cell", {
          notebook_path: path,
          cell,
          ...args,
        });
        assert.equal(/keeps its line ends/.test(String(at("notes.0"))), isTold, text);
        const { cells } = await onDisk(jupyter, path);
        assert.equal(cells.find(({ id }) => id === cell)?.source, stored);
      }
    });

    await t.step("stores half a surrogate pair as what stands for it, and says so", async () => {
      const path = await putCells(jupyter, [code("a", "1")]);
      const edited = await edit(path, { cell: 0, source: "x = '\ud83d'" });
      assert.equal(edited.isError, false, edited.text);
      assert.match(JSON.stringify(edited.at("notes")), /U\+FFFD/);
      assert.deepEqual(await sourcesOnDisk(jupyter, path), ["x = '\ufffd'"]);
      const whole = await edit(path, { cell: 0, source: "x = '\ud83d\ude00'" });
      assert.equal(whole.at("notes"), undefined, whole.text);
    });

    await t.step("replaces hundreds of thousands of lines", async () => {
      const path = await putCells(jupyter, [code("a", "x\n".repeat(300_000))]);
      const { json, text } = await edit(path, { cell: 0, source: "y" });
      assert.equal(json["saved"], true, text);
      assert.match(String(json["diff"]), /^-x\n/);
      assert.deepEqual(await sourcesOnDisk(jupyter, path), ["y"]);
    });

    await t.step("leaves the outputs until the next run", async () => {
      const path = await putCells(jupyter, [code("a", "1", { outputs: [output], execution_count: 7 })]);
      await edit(path, { cell: 0, source: "2" });
      assert.partialDeepStrictEqual((await onDisk(jupyter, path)).cells[0], {
        outputs: [output],
        execution_count: 7,
      });
    });

    await t.step("refuses what is not an edit, whole or in part", async () => {
      const path = await putCells(jupyter, [code("a", "1")]);
      const wrong = [
        {},
        { source: "a", find: "b", replace: "c" },
        { replace: "c" },
        { replace: "c", cell_type: "raw" },
        { source: "a", replace: "c" },
        { find: "", replace: "x" },
        { cell_type: "fancy" },
        { source: 5 },
      ];
      for (const args of wrong) {
        const { isError, at } = await edit(path, { cell: 0, ...args });
        assert.equal(isError, true, JSON.stringify(args));
        assert.equal(at("error"), "invalid_argument", JSON.stringify(args));
      }
      const missing = await edit(path, { cell: "nope", source: "x" });
      assert.equal(missing.at("error"), "cell_not_found");
      assert.deepEqual(await sourcesOnDisk(jupyter, path), ["1"]);
    });
  });
}

Deno.test("notebook_edit_cell in a shared document", async (t) => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });
  const path = await putCells(jupyter, [code("a", "first = 1\nlast = 2"), code("b", "b")]);
  await using room = await openRoom(jupyter, path);
  const setSource = (id: string, source: string) =>
    room.update((notebook) => ({
      ...notebook,
      cells: notebook.cells.map((cell) => cell.id === id ? { ...cell, source } : cell),
    }));

  await t.step("sees what a person has typed and not saved", async () => {
    setSource("a", "first = 10\nlast = 2");
    await room.flush();
    const { at } = await connection.call("notebook_get", { notebook_path: path, detail: "source" });
    assert.equal(at("cells.0.source"), "first = 10\nlast = 2");
  });

  await t.step("changes only what differs, beside a person who types in the same cell", async () => {
    const replace = connection.call("notebook_edit_cell", {
      notebook_path: path,
      cell: "a",
      find: "last = 2",
      replace: "last = 3",
    });
    setSource("a", "first = 10  # typed\nlast = 2");
    assert.equal((await replace).isError, false);
    await room.flush();
    const [a] = room.read().cells;
    assert.equal(a?.source, "first = 10  # typed\nlast = 3");
  });

  await t.step("leaves the rest of a person's unsaved work, and saves it too", async () => {
    await connection.call("notebook_get", { notebook_path: path, detail: "source" });
    setSource("b", "typed in b");
    await room.flush();
    const { at } = await connection.call("notebook_edit_cell", {
      notebook_path: path,
      cell: "a",
      source: "ours",
    });
    assert.equal(at("saved"), true);
    assert.deepEqual(await sourcesOnDisk(jupyter, path), ["ours", "typed in b"]);
  });
});

Deno.test("notebook_edit_cell in a file that somebody else saves", async (t) => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter });
  const path = await putCells(jupyter, [code("a", "a"), code("b", "b")]);
  await connection.call("notebook_get", { notebook_path: path });

  await t.step("keeps what they have saved in another cell since we looked", async () => {
    await putCells(jupyter, [code("new", "new"), code("a", "a"), code("b", "b saved")], path);
    const { at } = await connection.call("notebook_edit_cell", {
      notebook_path: path,
      cell: "a",
      source: "A",
    });
    assert.equal(at("index"), 1);
    assert.deepEqual(await sourcesOnDisk(jupyter, path), ["new", "A", "b saved"]);
  });

  await t.step("does not overwrite what they have saved in the same cell", async () => {
    await putCells(jupyter, [code("a", "theirs"), code("b", "b")], path);
    const { at } = await connection.call("notebook_edit_cell", {
      notebook_path: path,
      cell: "a",
      source: "ours",
      expected_source: "A",
    });
    assert.equal(at("error"), "conflict");
    assert.deepEqual(await sourcesOnDisk(jupyter, path), ["theirs", "b"]);
  });
});
