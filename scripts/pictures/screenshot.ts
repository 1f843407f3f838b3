/**
 * Makes the picture of JupyterLab with a notebook that a person and an AI work on: a real server, a real page, and this
 * program at work in it.
 *
 *     deno task screenshot [path of the PNG]
 */

import { join } from "node:path";
import { projectRoot } from "../../tests/harness/program.ts";
import { say } from "../terminal.ts";
import { finding, onScene, path, plot, type Scene, use } from "./scene.ts";

const viewport = { width: 1400, height: 930 };

async function workTogether({ notebook, connection }: Scene): Promise<void> {
  const table = notebook.cellWith("read_csv");
  await table.run();
  await table.untilOutput("temperature");
  const add = { notebook_path: path, cell_type: "markdown", source: finding, position: 2 };
  await use(connection, "notebook_add_cell", add);
  // The person is at work, too.
  await notebook.cell(3).focus();
  await notebook.page.keyboard.type("# next: leave out the holidays");
  await use(connection, "notebook_add_cell", {
    notebook_path: path,
    cell_type: "code",
    source: plot,
    position: 3,
    execute: true,
  });
  await notebook.page.locator(".jp-OutputArea-output img").waitFor();
  // The name fades two seconds after the last move.
  await notebook.page.locator(".jp-remote-userFlag:not(.jp-mod-idle)").waitFor();
}

if (import.meta.main) {
  const output = Deno.args[0] ?? join(projectRoot, "docs/images/shared-notebook.png");
  const { length } = await onScene({ viewport, scale: 1.5 }, async (scene) => {
    await workTogether(scene);
    return await scene.notebook.page.screenshot({ path: output });
  });
  say(`${output}: ${Math.round(length / 1_000)} kB`);
}
