import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { code, onDisk, printedOnDisk, putCells, sourcesOnDisk } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

for (const kind of environmentKinds) {
  Deno.test(`notebook_add_cell on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({
      jupyter,
      onElicit: () => ({ action: "accept", content: { answer: "me" } }),
    });
    const path = await putCells(jupyter, [code("a", "a"), code("b", "b")]);
    const add = (args: Record<string, unknown>) =>
      connection.call("notebook_add_cell", { notebook_path: path, cell_type: "code", ...args });

    await t.step("adds at the end, or where it is told", async () => {
      const end = await add({ source: "end", cell_type: "markdown" });
      assert.partialDeepStrictEqual(end.json, { notebook_path: path, index: 2, saved: true });
      assert.equal((await onDisk(jupyter, path)).cells[2]?.id, end.at("cell_id"));
      assert.equal((await add({ source: "begin", position: 0 })).at("index"), 0);
      assert.equal((await add({ source: "before end", position: -1, cell_type: "raw" })).at("index"), 3);
      assert.equal((await add({ source: "very end", position: 5 })).at("index"), 5);
      const { cells } = await onDisk(jupyter, path);
      assert.deepEqual(cells.map(({ source, cell_type }) => [source, cell_type]), [
        ["begin", "code"],
        ["a", "code"],
        ["b", "code"],
        ["before end", "raw"],
        ["end", "markdown"],
        ["very end", "code"],
      ]);
    });

    await t.step("refuses a position that is not there, and a notebook that is not", async () => {
      for (const position of [7, -7]) {
        const { at } = await add({ source: "x", position });
        assert.equal(at("error"), "invalid_argument");
      }
      assert.equal((await onDisk(jupyter, path)).cells.length, 6);
      const missing = await connection.call("notebook_add_cell", {
        notebook_name: "not there",
        cell_type: "code",
        source: "x",
      });
      assert.equal(missing.at("error"), "notebook_not_found");
      assert.match(missing.string("hint"), /notebook_create/);
    });

    await t.step("runs what it adds when told, in the notebook's kernel", async () => {
      const run = await add({ source: "x = 20\nprint('hi')\nx + 1", execute: true });
      const id = run.string("cell_id");
      assert.partialDeepStrictEqual(run.json, {
        success: true,
        index: 6,
        visible: "no_browser",
        saved: true,
        cells: [{ cell_id: id, stdout: "hi\n", result: "21" }],
      });
      assert.equal(await printedOnDisk(jupyter, path, id), "hi\n");
      const code = await connection.call("execute_code", { session_id: path, code: "x", record: false });
      assert.equal(code.at("result"), "20");
    });

    await t.step("asks the person what the code asks", async () => {
      const run = await add({ source: "input('who?')", execute: true });
      assert.equal(run.at("cells.0.result"), "'me'", run.text);
    });

    await t.step("does not run text", async () => {
      const { json } = await add({ source: "# T", cell_type: "markdown", execute: true });
      assert.equal(json["index"], 8);
      assert.ok(!("cells" in json));
    });

    await t.step("adds several cells beside one, and runs them in order", async () => {
      const mine = await putCells(jupyter, [code("a", "a"), code("b", "b")]);
      const several = (args: Record<string, unknown>) =>
        connection.call("notebook_add_cell", { notebook_path: mine, ...args });
      const after = await several({
        after: "a",
        cells: [{ source: "t", cell_type: "markdown" }, { source: "1" }],
      });
      assert.equal(after.at("index"), 1);
      assert.equal(after.at("cell_ids.length"), 2);
      assert.equal((await several({ before: 0, source: "first" })).at("index"), 0);
      assert.deepEqual(await sourcesOnDisk(jupyter, mine), ["first", "a", "t", "1", "b"]);
      const ran = await several({ cells: [{ source: "y = 2" }, { source: "y + 1" }], execute: true });
      assert.deepEqual([ran.at("kernel"), ran.at("index")], ["started", 5], ran.text);
      assert.equal(ran.at("cells.1.result"), "3");
      for (const wrong of [{}, { source: "x", cells: [] }, { source: "x", after: 0, before: 1 }]) {
        assert.equal((await several(wrong)).at("error"), "invalid_argument");
      }
      await connection.call("session_delete", { session_id: mine });
    });

    await t.step("takes any session beside the path, and refuses what names none", async () => {
      await using session = await openSession(connection);
      const added = await add({ source: "beside", session_id: session.id });
      assert.equal(added.at("notebook_path"), path, added.text);
      const before = await sourcesOnDisk(jupyter, path);
      const refused = await add({ source: "never", session_id: "no-such-session" });
      assert.equal(refused.at("error"), "session_not_found", refused.text);
      assert.deepEqual(await sourcesOnDisk(jupyter, path), before);
    });

    await t.step("takes a session in place of the path", async () => {
      const { at } = await connection.call("notebook_add_cell", {
        session_id: path,
        cell_type: "code",
        source: "by session",
      });
      assert.equal(at("notebook_path"), path);
      assert.equal((await sourcesOnDisk(jupyter, path)).at(-1), "by session");
      await connection.call("session_delete", { session_id: path });
    });
  });
}
