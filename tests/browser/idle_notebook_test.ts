/** A notebook that was left alone, opened in JupyterLab afterwards. */

import assert from "node:assert/strict";
import { startPerson } from "../harness/browser.ts";
import { connect } from "../harness/client.ts";
import { sourcesOnDisk } from "../harness/notebook.ts";
import { roomDropped, startForgetfulJupyter } from "../harness/room_dropped.ts";
import { openSession } from "../harness/session.ts";
import { writeNotebook } from "./write_notebook.ts";

Deno.test("a page that is opened after a notebook was left alone shows everything, and nothing unsaved", async (t) => {
  await using jupyter = await startForgetfulJupyter();
  const path = await writeNotebook(jupyter, ["a = 1", "b = 2"]);
  for (let round = 0; round < 3; round++) {
    {
      await using connection = await connect({ jupyter });
      await using session = await openSession(connection, { notebook_path: path });
      const edit = { notebook_path: path, cell: 0, source: `a = ${round}` };
      assert.equal((await connection.call("notebook_edit_cell", edit)).at("saved"), true);
      assert.equal((await session.run(`print("run", ${round})`)).at("recorded"), true);
      const add = { notebook_path: path, cell_type: "code", source: `added = ${round}` };
      assert.equal((await connection.call("notebook_add_cell", add)).at("saved"), true);
    }
    await roomDropped(jupyter);
  }
  await using connection = await connect({ jupyter });
  await using person = await startPerson();
  const page = await person.open(jupyter, path);
  const shown = async () =>
    await Promise.all(
      Array.from({ length: await page.cells.count() }, (_, index) => page.cell(index).source()),
    );

  await t.step("after edits and runs between which the document was dropped", async () => {
    assert.deepEqual(await shown(), await sourcesOnDisk(jupyter, path));
    for (const round of [0, 1, 2]) await page.cellWith(`"run", ${round}`).untilOutput(`run ${round}`);
  });

  await t.step("an edit beside the open page is shown, and leaves it saved", async () => {
    const edit = { notebook_path: path, cell: -1, source: "last = 1" };
    assert.partialDeepStrictEqual((await connection.call("notebook_edit_cell", edit)).json, {
      saved: true,
      visible: "live",
    });
    await page.cellWith("last = 1").locator.waitFor();
    assert.deepEqual(await shown(), await sourcesOnDisk(jupyter, path));
    await page.page.locator(".lm-TabBar-tab.lm-mod-current:not(.jp-mod-dirty)", { hasText: ".ipynb" })
      .waitFor();
    assert.equal(await page.dialogs.count(), 0);
  });
});
