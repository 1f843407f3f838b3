import assert from "node:assert/strict";
import { startPerson } from "../harness/browser.ts";
import { connect } from "../harness/client.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { writeNotebook } from "./write_notebook.ts";

const jupyter = sharedJupyter("collaboration");

/** Whether JupyterLab draws someone else's cursor at the height of the line with this text; it has a layer of its own. */
function isCursorBeside(text: string): string {
  return `(() => {
    const lines = [...document.querySelectorAll(".cm-line")];
    const line = lines.find((one) => one.textContent.includes(${
    JSON.stringify(text)
  }))?.getBoundingClientRect();
    return [...document.querySelectorAll(".jp-remote-cursor")].some((cursor) => {
      const { top, height } = cursor.getBoundingClientRect();
      return line !== undefined && line.top < top + height / 2 && top + height / 2 < line.bottom;
    });
  })()`;
}

Deno.test("an undo by the AI leaves the cursor and the typing of the person as they are", async (t) => {
  const path = await writeNotebook(jupyter, ["first = 1\nsecond = 2\nthird = 3", "# a note"]);
  await using connection = await connect({ jupyter });
  await using person = await startPerson();
  const notebook = await person.open(jupyter, path);
  const { keyboard } = notebook.page;
  const cell = notebook.cellWith("first = 1");
  const call = async (tool: string, args: Record<string, unknown> = {}) => {
    const result = await connection.call(tool, { notebook_path: path, ...args });
    assert.ok(!result.isError, result.text);
    return result;
  };

  await t.step("the cursor of the AI stands in the line that it has changed", async () => {
    await call("notebook_edit_cell", { cell: 0, find: "second = 2", replace: "second = 200" });
    await notebook.page.waitForFunction(isCursorBeside("second = 200"));
  });

  await t.step(
    "what the person types while the AI takes its changes back stays, and so does the cursor",
    async () => {
      const added = await call("notebook_add_cell", { cell_type: "code", source: "by_ai = 1", position: 0 });
      await notebook.cellWith("by_ai = 1").locator.waitFor();
      await cell.focus();
      const typing = keyboard.type(" + typed by the person", { delay: 30 });
      await call("notebook_undo", { change_id: added.at("change_id") });
      await notebook.cellWith("by_ai = 1").locator.waitFor({ state: "detached" });
      await call("notebook_undo");
      await typing;
      assert.equal(await cell.source(), "first = 1\nsecond = 2\nthird = 3 + typed by the person");
      assert.ok(await cell.hasFocus());
      await keyboard.type("!");
      assert.equal(await cell.source(), "first = 1\nsecond = 2\nthird = 3 + typed by the person!");
    },
  );

  await t.step("a cell that the AI deleted comes back in the page", async () => {
    await call("notebook_delete_cell", { cell: 1 });
    await notebook.cellWith("# a note").locator.waitFor({ state: "detached" });
    await call("notebook_undo");
    await notebook.cellWith("# a note").locator.waitFor();
    assert.ok(await cell.hasFocus());
  });
});
