import assert from "node:assert/strict";
import { connectDatalayer, textCaller } from "../../harness/datalayer.ts";
import { eventually } from "../../harness/eventually.ts";
import { code, putCells } from "../../harness/notebook.ts";
import { deleteKernel, listKernels } from "../../harness/rest.ts";
import { sharedJupyter } from "../../harness/servers.ts";

Deno.test("Datalayer's sandboxes are kernels of the Jupyter at hand", async (t) => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connectDatalayer({ jupyter, args: ["--sandbox-variant", "jupyter_server"] });
  const call = textCaller(connection);

  await t.step("launch_sandbox starts one; the first is active", async () => {
    const launched = await connection.call("launch_sandbox", { sandbox_name: "s1", variant: "eval" });
    assert.partialDeepStrictEqual(launched.raw.structuredContent, {
      kind: "sandbox.launch",
      sandbox: { name: "s1", active: true, variant: "eval", status: "running", gpu: null },
    });
    assert.match(launched.string("message"), /^Sandbox launched. Select it with 'use_sandbox'/);
    assert.equal(launched.at("sandbox.name"), "s1");
    const blank = { environment_version: " ", snapshot_name: "", gpu: " ", python_version: "" };
    const args = { sandbox_name: "s2", environment: "ai-agents-env", ...blank };
    const second = await connection.call("launch_sandbox", args);
    assert.equal(second.at("sandbox.active"), false);
    assert.equal(second.at("sandbox.variant"), "eval");
  });

  await t.step("what only other variants have is refused in one line, and so are these", async () => {
    assert.equal(
      await call("launch_sandbox", { sandbox_name: "s3", snapshot_name: "yesterday" }),
      "ERROR Error executing tool launch_sandbox: Sandbox variant 'eval' cannot start from a snapshot; only " +
        "'datalayer' can.",
    );
    assert.equal(
      await call("launch_sandbox", { sandbox_name: "s3", environment_version: 2 }),
      "ERROR Error executing tool launch_sandbox: Sandbox variant 'eval' has no environment versions; only " +
        "'datalayer' has. Launch it without environment_version, or name the datalayer variant.",
    );
    const wishes = { gpu: "A100", environment: "foo", python_version: "2.7" };
    for (const [wish, value] of Object.entries(wishes)) {
      const start =
        `ERROR Error executing tool launch_sandbox: Sandbox variant 'eval' has no ${wish} to choose: `;
      const text = await call("launch_sandbox", { sandbox_name: "s3", [wish]: value });
      assert.ok(text.startsWith(start), text);
      assert.doesNotMatch(text, /\n/);
    }
    assert.match(
      await call("launch_sandbox", { sandbox_name: "s3", variant: "modal" }),
      /^ERROR Error executing tool launch_sandbox: The sandbox variant 'modal' is not available here: [^\n]*$/,
    );
    assert.equal(
      await call("launch_sandbox", { sandbox_name: "s1" }),
      "ERROR Error executing tool launch_sandbox: Sandbox 's1' already exists.",
    );
  });

  await t.step("use_sandbox says where code runs", async () => {
    await call("execute_code", { code: "where = 's1'" });
    assert.match(await call("use_sandbox", { sandbox_name: "s2" }), /^Sandbox 's2' is now active/);
    assert.match(await call("execute_code", { code: "where" }), /NameError/);
    assert.match(await call("use_sandbox", { sandbox_name: "" }), /^Sandbox routing disabled/);
    assert.match(await call("use_sandbox"), /^Sandbox routing disabled/);
    assert.match(await call("use_sandbox", { sandbox_name: "zz" }), /^ERROR .*Sandbox 'zz' not found/);
    await call("use_sandbox", { sandbox_name: "s1" });
    assert.equal(await call("execute_code", { code: "where" }), "'s1'");
  });

  await t.step("a notebook is attached to the active one", async () => {
    const path = await putCells(jupyter, [code("a", "where")]);
    await call("use_notebook", { notebook_name: "nb", notebook_path: path });
    assert.equal(await call("execute_cell", { cell_index: 0, stream: false }), "'s1'");
    const { raw } = await connection.call("list_sandboxes");
    assert.partialDeepStrictEqual(raw.structuredContent, {
      result: [{ name: "s1", attached_notebooks: ["nb"] }, { name: "s2" }],
    });
    assert.doesNotMatch(JSON.stringify(raw.structuredContent), /"nb".*"nb"/, "s2 has none");
  });

  await t.step("terminate_sandbox ends its kernel", async () => {
    const { raw } = await connection.call("list_sandboxes");
    for (const name of ["s1", "s2"]) {
      assert.equal(await call("terminate_sandbox", { sandbox_name: name }), `Sandbox '${name}' terminated.`);
    }
    assert.equal(await call("terminate_sandbox", { sandbox_name: "s1" }), "Sandbox 's1' not found.");
    const ids = JSON.stringify(raw.structuredContent);
    assert.ok((await listKernels(jupyter)).every(({ id }) => !ids.includes(id)));
  });
});

Deno.test("kernels without a notebook end with the program, that of a notebook waits for its person", async () => {
  const jupyter = sharedJupyter("plain");
  const path = await putCells(jupyter, [code("a", "1")]);
  const kernels: string[] = [];
  {
    await using connection = await connectDatalayer({ jupyter, args: ["--sandbox-variant", "eval"] });
    const call = textCaller(connection);
    await call("execute_code", { code: "1" });
    kernels.push(/default\tNone\t(\S+)/.exec(await call("list_notebooks"))?.[1] ?? "");
    await call("use_notebook", { notebook_name: "nb", notebook_path: path });
    kernels.push(/nb\t\S+\t(\S+)/.exec(await call("list_notebooks"))?.[1] ?? "");
    const launched = await connection.call("launch_sandbox", { sandbox_name: "s" });
    kernels.push(launched.string("sandbox.sandbox_id"));
  }
  const [loose = "", ofNotebook = "", sandbox = ""] = kernels;
  const left = await eventually(async () => {
    const running = (await listKernels(jupyter)).map(({ id }) => id);
    return !running.includes(loose) && !running.includes(sandbox) && running;
  }, { what: "the kernels without a notebook to end" });
  assert.ok(left.includes(ofNotebook));
  await deleteKernel(jupyter, ofNotebook);
});
