/** Old and odd notebooks: what is not understood survives every edit, and what is no notebook is left alone. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { connect } from "../../harness/client.ts";
import type { Connection } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import {
  code,
  freshPath,
  makeReadOnly,
  markdown,
  notebookOf,
  onDisk,
  putCells,
  putFile,
  sourcesOnDisk,
} from "../../harness/notebook.ts";
import { openSession } from "../../harness/session.ts";
import { sharedJupyter } from "../../harness/servers.ts";

/** In the form that Jupyter writes: texts as lists of lines. */
const odd = {
  cells: [
    {
      id: "text",
      cell_type: "markdown",
      metadata: { slideshow: { slide_type: "slide" }, deep: [[], {}, null, 1.5, "é"] },
      attachments: { "a b.png": { "image/png": "iVBORw0KGgo=" } },
      source: ["# T\n", "![x](attachment:a b.png)"],
    },
    {
      id: "code",
      cell_type: "code",
      metadata: { tags: ["keep"], jupyter: { source_hidden: true }, "unknown.namespace": { x: [1, 2] } },
      execution_count: 3,
      source: ["x = 1\n", "x"],
      outputs: [
        { output_type: "stream", name: "stderr", text: ["a\n", "b"] },
        {
          output_type: "display_data",
          data: {
            "application/json": ["a", "b"],
            "application/vnd.plotly.v1+json": { data: [{ y: [1, 2.5e-7] }], layout: {} },
            "image/png": "iVBORw0KGgo=",
            "text/html": ["<b>\n", "</b>"],
            "text/plain": ["p"],
          },
          metadata: { "image/png": { width: 10 }, odd: [] },
        },
        {
          output_type: "execute_result",
          execution_count: 3,
          data: { "text/plain": ["1"] },
          metadata: {},
        },
        { output_type: "error", ename: "E", evalue: "v", traceback: ["\u001b[31mt", "u"] },
      ],
    },
    { id: "raw", cell_type: "raw", metadata: { raw_mimetype: "text/x-rst" }, source: [] },
  ],
  metadata: {
    kernelspec: { name: "python3", display_name: "Python 3", language: "python" },
    language_info: { name: "python", file_extension: ".py" },
    widgets: { "application/vnd.jupyter.widget-state+json": { state: { a: { x: [] } }, version_major: 2 } },
    mine: { deep: { er: [1, "two", null, true] } },
  },
  nbformat: 4,
  nbformat_minor: 5,
};

for (const kind of environmentKinds) {
  Deno.test(`odd notebooks on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const json = async (path: string): Promise<unknown> =>
      JSON.parse(await Deno.readTextFile(join(jupyter.root, path)));
    const call = async (name: string, path: string, args: Record<string, unknown>) => {
      const result = await connection.call(name, { notebook_path: path, ...args });
      assert.equal(result.isError, false, result.text);
      assert.equal(result.at("saved"), true, result.text);
      return result;
    };

    await t.step("what is not understood survives every edit", async () => {
      const path = await putFile(jupyter, odd);
      const added = await call("notebook_add_cell", path, { cell_type: "code", source: "new", position: 1 });
      await call("notebook_move_cell", path, { cell: "raw", position: 0 });
      await call("notebook_move_cell", path, { cell: "raw", position: -1 });
      await call("notebook_edit_cell", path, { cell: "code", source: "changed" });
      await call("notebook_edit_cell", path, { cell: "code", source: "x = 1\nx" });
      await call("notebook_edit_cell", path, { cell: "text", find: "# T", replace: "# U" });
      await call("notebook_edit_cell", path, { cell: "text", find: "# U", replace: "# T" });
      await call("notebook_clear_outputs", path, { cell: added.at("cell_id") });
      await call("notebook_execute_cell", path, { cell: added.at("cell_id"), timeout: 60 });
      await call("notebook_delete_cell", path, { cell: added.at("cell_id") });
      await connection.call("session_delete", { session_id: path });
      // A run states the language as the kernel does.
      const { language_info, ...rest } = (await onDisk(jupyter, path)).metadata;
      assert.partialDeepStrictEqual(language_info, { name: "python", pygments_lexer: "ipython3" });
      const metadata = { ...rest, language_info: odd.metadata.language_info };
      assert.deepEqual({ ...Object(await json(path)), metadata }, odd);
    });

    await t.step("unknown fields of cells and of the notebook survive", async () => {
      const content = notebookOf([code("a", "1", { my_field: { x: [1] } }), code("b", "2")], { my_top: [1] });
      const path = await putFile(jupyter, content);
      await call("notebook_edit_cell", path, { cell: "b", source: "3" });
      assert.partialDeepStrictEqual(await json(path), { cells: [{ my_field: { x: [1] } }], my_top: [1] });
    });

    await t.step("of cells with the same id the one that was meant is changed", async () => {
      const path = await putCells(jupyter, [code("same", "a"), code("same", "b"), code("same", "c")]);
      await call("notebook_edit_cell", path, { cell: 1, source: "B" });
      assert.deepEqual(await sourcesOnDisk(jupyter, path), ["a", "B", "c"]);
      await call("notebook_delete_cell", path, { cell: -1 });
      assert.deepEqual(await sourcesOnDisk(jupyter, path), ["a", "B"]);
      assert.equal(new Set((await onDisk(jupyter, path)).cells.map(({ id }) => id)).size, 2);
    });

    await t.step(
      "missing metadata and outputs are added with the first write",
      async () => {
        const bare = { cells: [{ cell_type: "code", source: "1" }], nbformat: 4, nbformat_minor: 4 };
        const path = await putFile(jupyter, bare);
        await call("notebook_edit_cell", path, { cell: 0, source: "2" });
        const { cells: [cell], metadata } = await onDisk(jupyter, path);
        assert.partialDeepStrictEqual(cell, { source: "2" });
        assert.deepEqual(cell?.["outputs"], []);
        assert.deepEqual(metadata, {});
      },
    );

    await t.step("Windows line ends stay, and nobody has to write them", async () => {
      const path = await putCells(jupyter, [code("a", "x = 1\r\ny = 2\r\n"), code("b", "b\r\n")]);
      const { at } = await connection.call("notebook_get", { notebook_path: path, detail: "source" });
      assert.equal(at("cells.0.source"), "x = 1\ny = 2\n");
      await call("notebook_edit_cell", path, {
        cell: 0,
        find: "x = 1\ny",
        replace: "x = 1\nz",
        expected_source: "x = 1\ny = 2\n",
      });
      assert.deepEqual(await sourcesOnDisk(jupyter, path), ["x = 1\r\nz = 2\r\n", "b\r\n"]);
    });

    await t.step("lines of mixed ends keep theirs, and new ones get the usual one", async () => {
      const path = await putCells(jupyter, [code("a", "a\r\nb\nc\r\nd\r\ne\nf")]);
      await call("notebook_edit_cell", path, { cell: 0, find: "c", replace: "C" });
      assert.deepEqual(await sourcesOnDisk(jupyter, path), ["a\r\nb\nC\r\nd\r\ne\nf"]);
      await call("notebook_edit_cell", path, { cell: 0, source: "a\nb\nnew\nd\ne\nf" });
      assert.deepEqual(await sourcesOnDisk(jupyter, path), ["a\r\nb\nnew\r\nd\r\ne\nf"]);
    });

    await t.step("half a surrogate pair is read, and replaced with a word about it", async () => {
      const text = JSON.stringify(notebookOf([code("a", "x = '\ud83d'"), code("b", "1")]));
      const path = await putFile(jupyter, text);
      const read = await connection.call("notebook_get", { notebook_path: path, detail: "source" });
      assert.equal(read.isError, false, read.text);
      const edited = await call("notebook_edit_cell", path, { cell: "b", source: "2" });
      assert.match(edited.string("notes.0"), /surrogate/);
      assert.deepEqual(await sourcesOnDisk(jupyter, path), ["x = '\ufffd'", "2"]);
    });

    await t.step("what Jupyter finds wrong with a notebook is told with every edit", async () => {
      const path = await putCells(jupyter, [
        code("a", "1", { metadata: { collapsed: "yes" } }),
        code("b", "1"),
      ]);
      for (const source of ["2", "3"]) {
        const edited = await call("notebook_edit_cell", path, { cell: "b", source });
        assert.match(edited.string("notes.0"), /validation failed/i);
      }
      const good = await putCells(jupyter, [code("a", "1")]);
      assert.equal(
        (await call("notebook_edit_cell", good, { cell: "a", source: "2" })).at("notes"),
        undefined,
      );
    });

    for (const nbformat of [2, 3]) {
      await t.step(`format ${nbformat} is read and edited, and written as format 4`, async () => {
        const cells = [
          {
            cell_type: "code",
            language: "python",
            collapsed: false,
            input: "a = 1",
            outputs: [],
            prompt_number: 4,
          },
          { cell_type: "markdown", source: "text" },
        ];
        const old = { metadata: { name: "" }, nbformat, nbformat_minor: 0, worksheets: [{ cells }] };
        const path = await putFile(jupyter, old);
        const outline = await connection.call("notebook_get", { notebook_path: path });
        assert.match(outline.string("notes.0"), new RegExp(`format ${nbformat}.*format 4`));
        const read = await connection.call("notebook_get", { notebook_path: path, detail: "source" });
        assert.deepEqual([read.at("cells.0.source"), read.at("cells.1.source")], ["a = 1", "text"]);
        assert.deepEqual(await json(path), old);
        const edited = await call("notebook_edit_cell", path, {
          cell: read.at("cells.0.id"),
          source: "a = 2",
        });
        assert.match(edited.string("notes.0"), /written in format 4/);
        assert.partialDeepStrictEqual(await json(path), { nbformat: 4, cells: [{ source: ["a = 2"] }, {}] });
        const again = await call("notebook_edit_cell", path, { cell: read.at("cells.1.id"), source: "more" });
        assert.equal(again.at("notes"), undefined);
        assert.deepEqual(await sourcesOnDisk(jupyter, path), ["a = 2", "more"]);
        const after = await connection.call("notebook_get", { notebook_path: path });
        assert.equal(after.at("notes"), undefined, after.text);
        const twoRuns = { ...old, worksheets: [{ cells: [...cells, ...cells] }] };
        const run = await call("notebook_execute_cell", await putFile(jupyter, twoRuns), { cell: "all" });
        assert.match(run.string("notes.0"), /written in format 4/);
        assert.equal(run.at("notes.1"), undefined, run.text);
        const handedOver = await call("notebook_execute_cell", await putFile(jupyter, old), {
          cell: 0,
          timeout: 0.01,
          on_timeout: "continue",
        });
        assert.match(handedOver.text, new RegExp(`notebook format ${nbformat}.*format 4`));
        const recordedIn = await putFile(jupyter, old);
        await using session = await openSession(connection, { notebook_path: recordedIn });
        const recorded = await session.run("a", { record: true });
        assert.equal(recorded.at("recorded"), true, recorded.text);
        assert.match(recorded.string("notes.0"), /written in format 4/);
        assert.equal((await session.run("a", { record: true })).at("notes"), undefined);
      });
    }

    await t.step("what is no notebook is never written over", async () => {
      const contents = [
        "",
        "not JSON",
        '{"cells": [',
        "[]",
        "{}",
        '{"nbformat": 3}',
        '{"nbformat": 4}',
        '{"nbformat": 5, "cells": []}',
      ];
      for (const content of contents) {
        const path = await putFile(jupyter, content);
        for (const result of await everyTool(connection, path)) {
          assert.equal(result.at("error"), "not_a_notebook", `${content}: ${result.text}`);
        }
        assert.equal(await Deno.readTextFile(join(jupyter.root, path)), content);
      }
      const folder = freshPath("folder");
      await Deno.mkdir(join(jupyter.root, folder));
      for (const result of await everyTool(connection, folder)) {
        assert.equal(result.at("error"), "not_a_notebook", result.text);
      }
    });

    await t.step("names that addresses would trip over, and folders", async () => {
      const names = [
        "with space",
        "hash#1",
        "50% done",
        "%23",
        "q?x=1&y",
        "emoji 🚀",
        "売上分析",
        "a [b]/c+d",
      ];
      for (const name of names) {
        const path = await putCells(jupyter, [code("a", "1")], freshPath(name));
        const { at } = await call("notebook_edit_cell", path, { cell: 0, source: name });
        assert.equal(at("notebook_path"), path);
        assert.deepEqual(await sourcesOnDisk(jupyter, path), [name]);
      }
      const path = await putCells(jupyter, [code("a", "print('ran')")], freshPath("実行 #1 🚀"));
      const run = await call("notebook_execute_cell", path, { cell: 0 });
      assert.equal(run.at("cells.0.stdout"), "ran\n");
      await connection.call("session_delete", { session_id: path });
    });

    await t.step("a read-only file is not edited, and its runs are not said to be saved", async () => {
      const path = await putCells(jupyter, [code("a", "print('x')"), markdown("b", "b")]);
      const before = await Deno.readTextFile(join(jupyter.root, path));
      {
        await using _lock = await makeReadOnly(jupyter, path);
        const { at, text } = await connection.call("notebook_edit_cell", {
          notebook_path: path,
          cell: "b",
          source: "changed",
        });
        assert.equal(at("error"), "read_only", text);
        const run = await connection.call("notebook_execute_cell", { notebook_path: path, cell: 0 });
        assert.equal(run.at("cells.0.stdout"), "x\n");
        assert.equal(run.at("saved"), false, run.text);
        assert.match(run.string("notes.0"), /may not write this file/);
        const recorded = await connection.call("execute_code", { session_id: path, code: "1" });
        assert.equal(recorded.at("recorded"), false, recorded.text);
        assert.match(recorded.text, /may not write this file/);
        assert.equal(await Deno.readTextFile(join(jupyter.root, path)), before);
      }
      await connection.call("session_delete", { session_id: path });
    });
  });
}

for (const kind of environmentKinds) {
  Deno.test(`a name that no file can have is the caller's mistake, not the server's (${kind})`, async () => {
    await using connection = await connect({ jupyter: sharedJupyter(kind) });
    for (const length of [300, 100_000]) {
      const path = "n".repeat(length);
      const answers = [
        ...await everyTool(connection, path),
        await connection.call("session_create", { notebook_path: path }),
        await connection.call("notebook_create", { name: path }),
      ];
      for (const { at, text } of answers) assert.equal(at("error"), "invalid_argument", text.slice(0, 500));
    }
  });
}

/** What each tool that takes a notebook says to this one. */
function everyTool(connection: Connection, notebook_path: string) {
  const calls: [string, Record<string, unknown>][] = [
    ["notebook_get", {}],
    ["notebook_add_cell", { cell_type: "code", source: "x" }],
    ["notebook_edit_cell", { cell: 0, source: "x" }],
    ["notebook_delete_cell", { cell: 0 }],
    ["notebook_move_cell", { cell: 0, position: 0 }],
    ["notebook_execute_cell", { cell: "all" }],
    ["notebook_clear_outputs", {}],
  ];
  return Promise.all(calls.map(([name, args]) => connection.call(name, { notebook_path, ...args })));
}
