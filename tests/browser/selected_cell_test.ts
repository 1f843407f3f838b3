/** What JupyterLab tells of the person's place in a notebook. */

import assert from "node:assert/strict";
import { startPerson } from "../harness/browser.ts";
import { connect } from "../harness/client.ts";
import { eventually } from "../harness/eventually.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { writeNotebook } from "./write_notebook.ts";

const jupyter = sharedJupyter("collaboration");

Deno.test("the cell and the text that the person has selected in the page are known", async () => {
  const path = await writeNotebook(jupyter, ["first = 1", "second = 2", "third = 3"]);
  await using connection = await connect({ jupyter });
  await using person = await startPerson();
  const page = await person.open(jupyter, path);
  await page.cellWith("second = 2").focus();

  // The page was there first, and says where the person is every 15 seconds only.
  const edit = { notebook_path: path, cell: "selected", find: "2", replace: "22" };
  const { at, text } = await connection.call("notebook_edit_cell", edit);
  assert.deepEqual([at("cell_id"), at("visible")], ["cell-1", "live"], text);
  await page.cellWith("second = 22").locator.waitFor();

  const untilSelected = (cellId: string, selected: string) =>
    eventually(async () => {
      const { at } = await connection.call("notebook_get", { notebook_path: path });
      return at("selected.cell_id") === cellId && at("selected.text") === selected;
    }, { what: `${selected} is selected` });
  await page.cellWith("third = 3").focus();
  await page.page.keyboard.press("Shift+Home");
  await untilSelected("cell-2", "third = 3");
  const ran = await connection.call("notebook_execute_cell", { notebook_path: path, cell: "selected" });
  assert.ok(!ran.isError, ran.text);
  await page.cellWith("third = 3").untilPrompt("[1]:");

  await eventually(async () => {
    const { json } = await connection.call("notebook_list");
    return /"open_by":\["[^"]+"\]/.test(JSON.stringify(json));
  }, { what: "the list names the person" });
});
