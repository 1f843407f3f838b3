import assert from "node:assert/strict";
import { z } from "zod";
import { connect } from "../../harness/client.ts";
import { eventually } from "../../harness/eventually.ts";
import { KernelClient } from "../../harness/kernel_client.ts";
import { code, putCells, putFile, sourcesOnDisk } from "../../harness/notebook.ts";
import { jupyterJson, listKernels } from "../../harness/rest.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

for (const era of ["legacy", "modern"] as const) {
  Deno.test(`--confirm destructive asks the person before a cell is deleted, ${era} protocol`, async () => {
    const jupyter = sharedJupyter("plain");
    const asked: string[] = [];
    let action: "accept" | "decline" = "decline";
    await using connection = await connect({
      jupyter,
      era,
      args: ["--confirm", "destructive"],
      onElicit: ({ message }) => {
        asked.push(message);
        return { action };
      },
    });
    const path = await putCells(jupyter, [code("a", "one\ntwo"), code("b", "b")]);
    const remove = () => connection.call("notebook_delete_cell", { notebook_path: path, cell: "a" });
    assert.equal((await remove()).at("error"), "confirmation_required");
    assert.deepEqual(await sourcesOnDisk(jupyter, path), ["one\ntwo", "b"]);
    action = "accept";
    assert.equal((await remove()).at("saved"), true);
    assert.deepEqual(await sourcesOnDisk(jupyter, path), ["b"]);
    assert.deepEqual(asked, Array(2).fill(`Delete cell 0 of "${path}"?\n-one\n-two`));
    await connection.call("notebook_edit_cell", { notebook_path: path, cell: "b", source: "c" });
    assert.equal(asked.length, 2, "edits are not destructive");
  });
}

Deno.test("--confirm asks again if the cell has become another one meanwhile", async () => {
  const jupyter = sharedJupyter("plain");
  const asked: string[] = [];
  await using connection = await connect({
    jupyter,
    args: ["--confirm", "destructive"],
    onElicit: async ({ message }) => {
      asked.push(message);
      if (asked.length === 1) await putCells(jupyter, [code("new", "new"), code("a", "a")], path);
      return { action: asked.length < 3 ? "accept" : "decline" };
    },
  });
  const path = await putCells(jupyter, [code("a", "a"), code("b", "b")]);
  await connection.call("notebook_delete_cell", { notebook_path: path, cell: 0 });
  assert.deepEqual(asked, ["a", "new"].map((source) => `Delete cell 0 of "${path}"?\n-${source}`));
});

Deno.test("--confirm destructive asks before a file is overwritten, with a diff, and before a shared kernel restarts", async () => {
  const jupyter = sharedJupyter("plain");
  const asked: string[] = [];
  await using connection = await connect({
    jupyter,
    args: ["--confirm", "destructive"],
    onElicit: ({ message }) => {
      asked.push(message);
      return { action: "accept" };
    },
  });
  const file = await putFile(jupyter, "same\nold", `${crypto.randomUUID()}.txt`);
  await connection.call("file_write", { path: file, content: "same\nnew", overwrite: true });
  assert.equal(
    asked.pop(),
    `Overwrite "${file}" (8 bytes) by 8 characters?\n@@ -1,2 +1,2 @@\n same\n-old\n+new`,
  );
  const path = await putCells(jupyter, [code("a", "1")]);
  await using session = await openSession(connection, { notebook_path: path });
  const run = () =>
    connection.call("notebook_execute_cell", { notebook_path: path, cell: "a", restart: true });
  await run();
  assert.deepEqual(asked, [], "nobody else uses the kernel");
  await using _other = await KernelClient.open(jupyter, session.kernelId);
  await run();
  assert.match(asked.join(), /^Restart the kernel of .* someone else uses/);
  const call = (args: Record<string, unknown>) =>
    connection.call("notebook_export", { notebook_path: path, format: "script", ...args });
  await call({});
  assert.equal(asked.length, 1);
  await call({ overwrite: true });
  assert.match(asked.at(-1) ?? "", /overwrite/);
});

Deno.test("--confirm writes asks before every change, and before nothing else", async () => {
  const jupyter = sharedJupyter("plain");
  const asked: string[] = [];
  await using connection = await connect({
    jupyter,
    args: ["--confirm", "writes"],
    onElicit: ({ message }) => {
      asked.push(message);
      return { action: "accept" };
    },
  });
  const path = await putCells(jupyter, [code("a", "a")]);
  await connection.call("notebook_get", { notebook_path: path });
  assert.deepEqual(asked, []);
  const call = (tool: string, args: Record<string, unknown> = {}) =>
    connection.call(tool, { notebook_path: path, ...args });
  await call("notebook_edit_cell", { cell: "a", source: "b" });
  await call("notebook_add_cell", { source: "new\ncell", before: "a" });
  await call("notebook_move_cell", { cell: "a", position: 0 });
  await call("notebook_undo", { last: 3 });
  assert.deepEqual(asked, [
    `Edit cells?\n"${path}"\nedited cell a\n@@ -1 +1 @@\n-a\n+b`,
    `Add cells?\n"${path}"\nadded code cell at 0\n+new\n+cell`,
    `Move a cell?\n"${path}"\nmoved cell a from 1 to 0`,
    asked[3],
  ]);
  assert.match(
    asked[3] ?? "",
    /^Undo changes, which deletes 1 cell\?\n.*\ndeleted cell .*\n-new\n-cell\nedited cell a\n.*\n-b\n\+a$/,
  );
  assert.deepEqual(await sourcesOnDisk(jupyter, path), ["a"]);
});

Deno.test("--confirm destructive asks before an undo that deletes cells, and before no other", async () => {
  const jupyter = sharedJupyter("plain");
  const asked: string[] = [];
  await using connection = await connect({
    jupyter,
    args: ["--confirm", "destructive"],
    onElicit: ({ message }) => {
      asked.push(message);
      return { action: "decline" };
    },
  });
  const path = await putCells(jupyter, [code("a", "a")]);
  const call = (tool: string, args: Record<string, unknown> = {}) =>
    connection.call(tool, { notebook_path: path, ...args });
  await call("notebook_add_cell", { source: "new" });
  await call("notebook_edit_cell", { cell: "a", source: "b" });
  await call("notebook_undo");
  assert.deepEqual(asked, []);
  assert.equal((await call("notebook_undo")).at("error"), "confirmation_required");
  assert.match(asked.join(), /^Undo changes, which deletes 1 cell\?/);
  assert.deepEqual(await sourcesOnDisk(jupyter, path), ["a", "new"]);
});

Deno.test("--confirm destructive asks before a kernel ends that runs a cell of a page that is closed", async () => {
  const jupyter = sharedJupyter("plain");
  const asked: string[] = [];
  await using connection = await connect({
    jupyter,
    args: ["--confirm", "destructive"],
    onElicit: ({ message }) => {
      asked.push(message);
      return { action: "decline" };
    },
  });
  const path = await putCells(jupyter, [code("a", "a")]);
  const body = JSON.stringify({ path, name: "", type: "notebook", kernel: { name: "python3" } });
  const started = await jupyterJson(jupyter, "api/sessions", { method: "POST", body });
  const { id, kernel } = z.object({ id: z.string(), kernel: z.object({ id: z.string() }) }).parse(started);
  {
    await using page = await KernelClient.open(jupyter, kernel.id);
    void page.execute("import time; time.sleep(600)");
    const isBusy = async () =>
      (await listKernels(jupyter)).some((one) => one.id === kernel.id && one.execution_state === "busy");
    await eventually(isBusy, { what: "the cell runs" });
  }
  for (const tool of ["kernel_restart", "session_delete"]) {
    assert.equal(
      (await connection.call(tool, { session_id: id })).at("error"),
      "confirmation_required",
    );
  }
  assert.equal(asked.length, 2);
  await jupyterJson(jupyter, `api/sessions/${id}`, { method: "DELETE" });
});

Deno.test("--confirm refuses a call if the client fails to ask", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({
    jupyter,
    era: "legacy",
    args: ["--confirm", "destructive"],
    onElicit: () => Promise.reject(new Error("the dialog is broken")),
  });
  const path = await putCells(jupyter, [code("a", "a")]);
  const refused = await connection.call("notebook_delete_cell", { notebook_path: path, cell: "a" });
  assert.equal(refused.at("error"), "confirmation_required");
  assert.deepEqual(await sourcesOnDisk(jupyter, path), ["a"]);
});

for (const byModel of [false, true]) {
  Deno.test(`a client that cannot ask ${byModel ? "may" : "may not"} confirm by itself`, async () => {
    const jupyter = sharedJupyter("plain");
    const args = ["--confirm", "destructive", ...(byModel ? ["--confirm-by-model"] : [])];
    await using connection = await connect({ jupyter, args });
    const path = await putFile(jupyter, "old", `${crypto.randomUUID()}.txt`);
    const write = (more: Record<string, unknown>) =>
      connection.call("file_write", { path, content: "new", overwrite: true, ...more });
    const refused = await write({});
    assert.equal(refused.at("error"), "confirmation_required");
    assert.match(refused.string("hint"), byModel ? /confirm: true/ : /--confirm-by-model/);
    assert.equal((await write({ confirm: true })).isError, !byModel);
    assert.equal(await Deno.readTextFile(`${jupyter.root}/${path}`), byModel ? "new" : "old");
  });
}
