import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { code, putCells, putFile, sourcesOnDisk } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";

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
  await connection.call("notebook_edit_cell", { notebook_path: path, cell: "a", source: "b" });
  assert.match(asked.join(), /^Edit cells\?/);
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
