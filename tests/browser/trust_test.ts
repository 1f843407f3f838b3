/** What the AI ran may run scripts in the person's page, as what the person ran may. */

import assert from "node:assert/strict";
import { startPerson } from "../harness/browser.ts";
import { connect } from "../harness/client.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { writeNotebook } from "./write_notebook.ts";

const jupyter = sharedJupyter("collaboration");
/** Shows `alive` where scripts may run. */
const script =
  `from IPython.display import display, Javascript\ndisplay(Javascript("element.append('al' + 'ive')"))`;

Deno.test("scripts in what the AI ran", async (t) => {
  const path = await writeNotebook(jupyter, ["# a note", `# mine\n${script}`]);
  await using connection = await connect({ jupyter });
  await using person = await startPerson();
  const notebook = await person.open(jupyter, path);

  await t.step("run in a cell that it added", async () => {
    const source = `# added\n${script}`;
    const cell = { notebook_path: path, cell_type: "code", source, execute: true };
    const added = await connection.call("notebook_add_cell", cell);
    assert.equal(added.at("visible"), "live", added.text);
    await notebook.cellWith("# added").untilOutput("alive");
  });

  await t.step("run in a cell that was there, when the notebook is opened again", async () => {
    const ran = await connection.call("notebook_execute_cell", { notebook_path: path, cell: "cell-1" });
    assert.equal(ran.at("saved"), true, ran.text);
    await using another = await startPerson();
    await (await another.open(jupyter, path)).cellWith("# mine").untilOutput("alive");
  });
});
