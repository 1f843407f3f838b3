import assert from "node:assert/strict";
import { startPerson } from "../harness/browser.ts";
import { connect } from "../harness/client.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { writeNotebook } from "./write_notebook.ts";

Deno.test("a cell in which the person types can be moved: the keys go on into it", async () => {
  const jupyter = sharedJupyter("collaboration");
  const path = await writeNotebook(jupyter, ["# first", "# second", "# of mine:", "# last"]);
  await using connection = await connect({ jupyter });
  await using person = await startPerson();
  const notebook = await person.open(jupyter, path);
  const { at } = await connection.call("notebook_get", {
    notebook_path: path,
    detail: "source",
    from: 2,
    to: 2,
  });
  const cell = at("cells.0.id");
  const mine = notebook.cellWith("# of mine:");
  await mine.focus();
  const { keyboard } = notebook.page;
  await keyboard.type(" before");
  for (const position of [0, 3, 1]) {
    const [moved] = await Promise.all([
      connection.call("notebook_move_cell", { notebook_path: path, cell, position }),
      keyboard.type(` and while it goes to ${position}`, { delay: 30 }),
    ]);
    assert.deepEqual([moved.at("visible"), moved.at("index")], ["live", position], moved.text);
    await notebook.cells.nth(position).filter({ hasText: "# of mine:" }).waitFor();
    assert.ok(await mine.hasFocus());
  }
  assert.equal(
    await mine.source(),
    "# of mine: before and while it goes to 0 and while it goes to 3 and while it goes to 1",
  );
  await notebook.cells.nth(3).filter({ hasText: "# last" }).waitFor();
  assert.equal(await notebook.dialogs.count(), 0);
});

Deno.test("cells above the one in which the person types can be moved: the keys go on into it", async () => {
  const jupyter = sharedJupyter("collaboration");
  const others = Array.from({ length: 14 }, (_, index) => `# cell ${index}`);
  const path = await writeNotebook(jupyter, [...others, "# of mine:", "# last"]);
  await using connection = await connect({ jupyter });
  await using person = await startPerson();
  const notebook = await person.open(jupyter, path);
  const mine = notebook.cellWith("# of mine:");
  await mine.focus();
  let expected = "# of mine:";
  for (const index of [3, 9, 13, 1, 7, 5, 12, 2, 10, 4]) {
    const words = ` while ${index} moves`;
    const [moved] = await Promise.all([
      connection.call("notebook_move_cell", { notebook_path: path, cell: `cell-${index}`, position: 0 }),
      notebook.page.keyboard.type(words, { delay: 20 }),
    ]);
    assert.deepEqual([moved.at("visible"), moved.at("index")], ["live", 0], moved.text);
    await notebook.cells.nth(0).filter({ hasText: `# cell ${index}` }).waitFor();
    expected += words;
  }
  assert.equal(await mine.source(), expected);
  assert.ok(await mine.hasFocus());
  const got = await connection.call("notebook_get", { notebook_path: path, detail: "source" });
  assert.equal(got.list("cells").length, 16);
});
