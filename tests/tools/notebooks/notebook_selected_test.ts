/** What a person has open and selected, as their page tells it. */

import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { eventually } from "../../harness/eventually.ts";
import { code, markdown, putCells, sourcesOnDisk } from "../../harness/notebook.ts";
import { PageRoom } from "../../harness/page_room.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const jupyter = sharedJupyter("collaboration");
const cells = [code("a", "first = 1"), code("b", "second = 2\nthird = 3"), markdown("c", "# Title")];

Deno.test("the cell that a person is in", async (t) => {
  const path = await putCells(jupyter, cells);
  await using connection = await connect({ jupyter });
  const call = (tool: string, args: Record<string, unknown> = {}) =>
    connection.call(tool, { notebook_path: path, ...args });
  const selected = async () => (await call("notebook_get")).at("selected");
  const until = (wanted: unknown) =>
    eventually(async () => JSON.stringify(await selected()) === JSON.stringify(wanted), {
      what: `selected is ${JSON.stringify(wanted)}`,
    });
  assert.equal(await selected(), undefined);

  await t.step("is an error while nobody has a page open, or a cursor in a cell", async () => {
    const { at, string } = await call("notebook_get", { from: "selected" });
    assert.equal(at("error"), "cell_not_found");
    assert.match(string("hint"), /click into/);
  });

  await using ana = await PageRoom.open(jupyter, path);

  await t.step("is told by notebook_get, with the selected text in either direction", async () => {
    ana.select("b");
    await until({ who: "Ana", cell_id: "b" });
    ana.select("b", 0, 6);
    await until({ who: "Ana", cell_id: "b", text: "second" });
    ana.select("b", 16, 11);
    await until({ who: "Ana", cell_id: "b", text: "third" });
  });

  await t.step("can be named wherever a cell is", async () => {
    const read = await call("notebook_get", { from: "selected", to: "selected", detail: "source" });
    assert.match(read.text, /third = 3/);
    assert.doesNotMatch(read.text, /first = 1/);
    const edit = { cell: "selected", find: "second = 2", replace: "second = 20" };
    assert.equal((await call("notebook_edit_cell", edit)).at("cell_id"), "b");
    const edits = [{ cell: "selected", find: "third = 3", replace: "print(second)" }];
    assert.equal((await call("notebook_edit_cell", { edits })).at("cell_id"), "b");
    const ran = await call("notebook_execute_cell", { cell: ["selected"] });
    assert.match(ran.text, /20/);
    assert.match((await call("notebook_execute_cell", { from: "selected", to: "selected" })).text, /20/);
    assert.equal((await call("notebook_add_cell", { source: "x", after: "selected" })).at("index"), 2);
    assert.equal((await call("notebook_move_cell", { cell: "selected", position: 0 })).at("index"), 0);
  });

  await t.step("is the active one if the page tells that, with no text of another cell", async () => {
    ana.select("c", 0, 2);
    ana.activate("a");
    await until({ who: "Ana", cell_id: "a" });
    ana.activate("c");
    await until({ who: "Ana", cell_id: "c", text: "# " });
  });

  await t.step("is an error if people are in different cells, and none if they are in the same", async () => {
    await using ben = await PageRoom.open(jupyter, path, "Ben");
    ben.select("a");
    await until([{ who: "Ana", cell_id: "c", text: "# " }, { who: "Ben", cell_id: "a" }]);
    const { at } = await call("notebook_delete_cell", { cell: "selected" });
    assert.deepEqual([at("error"), at("selected")], [
      "invalid_argument",
      [{ who: "Ana", cell_id: "c" }, { who: "Ben", cell_id: "a" }],
    ]);
    ben.select("c");
    await until([{ who: "Ana", cell_id: "c", text: "# " }, { who: "Ben", cell_id: "c" }]);
    assert.equal((await call("notebook_delete_cell", { cell: "selected" })).at("cell_id"), "c");
    assert.ok(!(await sourcesOnDisk(jupyter, path)).includes("# Title"));
  });

  await t.step("is forgotten when the cell is gone", async () => {
    assert.equal(await selected(), undefined);
    assert.equal((await call("notebook_execute_cell", { cell: "selected" })).at("error"), "cell_not_found");
  });
});

Deno.test("everyone in the notebook counts for the selected cell, but nobody who has left", async (t) => {
  const path = await putCells(jupyter, cells);
  await using ana = await PageRoom.open(jupyter, path);
  await using ben = await PageRoom.open(jupyter, path, "Ben");
  ana.select("a");
  ben.select("b");
  await using connection = await connect({ jupyter });
  const call = (tool: string, args: Record<string, unknown> = {}) =>
    connection.call(tool, { notebook_path: path, ...args });
  const both = [{ who: "Ana", cell_id: "a" }, { who: "Ben", cell_id: "b" }];

  await t.step("a program that has just come waits until all of them have said where they are", async () => {
    const asked = call("notebook_get", { from: "selected", to: "selected" });
    await eventually(() => ana.others().includes("AI (jupyter-mcp)"), { what: "the program has entered" });
    ana.select("a");
    await eventually(async () => (await call("notebook_get")).at("selected.who") === "Ana", {
      what: "Ana is known",
    });
    ben.select("b");
    const { at } = await asked;
    assert.deepEqual([at("error"), at("selected")], ["invalid_argument", both]);
  });

  await t.step("who has left without a word is forgotten at once, and who is idle is not", async () => {
    ben.vanish();
    assert.deepEqual((await call("notebook_get")).at("selected"), { who: "Ana", cell_id: "a" });
    assert.equal((await call("notebook_get", { from: "selected", to: "selected" })).at("error"), undefined);
    ana.vanish();
    assert.equal((await call("notebook_get", { from: "selected" })).at("error"), "cell_not_found");
  });
});

Deno.test("a file that is not shared has no selected cell", async () => {
  const plain = sharedJupyter("plain");
  const path = await putCells(plain, cells);
  await using connection = await connect({ jupyter: plain });
  const args = { notebook_path: path, cell: "selected", source: "" };
  const { at, string } = await connection.call("notebook_edit_cell", args);
  assert.equal(at("error"), "invalid_argument");
  assert.match(string("message"), /not shared/);
});

Deno.test("lists name the people who have a notebook open", async () => {
  const path = await putCells(jupyter, cells);
  await using connection = await connect({ jupyter });
  // Nothing was opened here: the lists themselves listen.
  await connection.call("notebook_list");
  await using _session = await openSession(connection, { notebook_path: path });
  await using _ana = await PageRoom.openGlobal(jupyter, [path]);
  await using _ben = await PageRoom.openGlobal(jupyter, [`RTC:${path}`, "other.ipynb"], "Ben");
  const names = async (tool: string, list: string, key: string) => {
    const all: unknown = (await connection.call(tool)).json[list];
    return Array.isArray(all) ? all.find((one) => one[key] === path)?.open_by : undefined;
  };
  for (
    const place of [["session_list", "sessions", "notebook_path"], ["notebook_list", "notebooks", "path"]]
  ) {
    const [tool = "", list = "", key = ""] = place;
    await eventually(
      async () => JSON.stringify((await names(tool, list, key))?.toSorted()) === '["Ana","Ben"]',
      {
        what: `${tool} names both`,
      },
    );
  }
});
