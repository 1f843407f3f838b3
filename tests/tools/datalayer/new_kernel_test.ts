import assert from "node:assert/strict";
import { connectDatalayer, textCaller } from "../../harness/datalayer.ts";
import { code, putCells } from "../../harness/notebook.ts";
import { jupyterJson } from "../../harness/rest.ts";
import { sharedJupyter } from "../../harness/servers.ts";

Deno.test("use_notebook binds a new kernel to a notebook that has none, and to no other", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connectDatalayer({ jupyter });
  const call = textCaller(connection);
  const path = await putCells(jupyter, [code("one", "1")]);
  const use = async (notebook_name: string) => {
    const text = await call("use_notebook", { notebook_name, notebook_path: path, kernel_id: "NEW" });
    return /^\[INFO\] Started a new isolated kernel '(.+)'\.\n/.exec(text)?.[1];
  };
  const bound = async () => {
    const sessions = await jupyterJson(jupyter, "api/sessions");
    return Array.isArray(sessions) ? sessions.filter((one) => one.path === path) : [];
  };
  const first = await use("first");
  assert.deepEqual((await bound()).map(({ kernel }) => kernel.id), [first], "who opens the notebook gets it");
  const second = await use("second");
  assert.notEqual(second, first);
  assert.deepEqual((await bound()).map(({ kernel }) => kernel.id), [first]);
  for (const notebook_name of ["second", "first"]) await call("unuse_notebook", { notebook_name });
  assert.deepEqual(await bound(), []);
});
