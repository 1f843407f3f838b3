/** A real JupyterHub: the base path, its tokens, and a server that is stopped. */

import assert from "node:assert/strict";
import { connect } from "../harness/client.ts";
import { startHub } from "../harness/hub.ts";

/** A local server starts in seconds; a busy machine takes minutes. */
const timeout = 300_000;

Deno.test("JupyterHub", async (t) => {
  await using hub = await startHub();
  const jupyter = { url: `${hub.url}user/ana/`, token: await hub.tokenOf("ana") };

  await t.step("a token that may not start servers is told so", async () => {
    const token = await hub.tokenOf("ana", ["access:servers!user=ana"]);
    await using connection = await connect({ jupyter: { ...jupyter, token } });
    const refused = await connection.call("session_list");
    assert.equal(refused.json.error, "forbidden");
    assert.match(String(refused.json.hint), /servers!user=ana/);
  });

  await t.step("a wrong token is refused before anything is started", async () => {
    await using connection = await connect({ jupyter: { ...jupyter, token: "wr0ng-t0ken" } });
    const refused = await connection.call("session_list");
    assert.equal(refused.json.error, "auth_failed");
    assert.ok(!refused.text.includes("wr0ng-t0ken"));
  });

  await t.step("a stopped server is started, with progress, and used", async () => {
    await using connection = await connect({ jupyter });
    const messages: string[] = [];
    const numbers: number[] = [];
    const created = await connection.call("session_create", {}, {
      timeout,
      onProgress: ({ message, progress }) => {
        messages.push(message ?? "");
        numbers.push(progress);
      },
    });
    assert.ok(!created.isError, created.text);
    assert.match(messages[0] ?? "", /^Starting the server of ana on the hub, \d+ s: /);
    assert.deepEqual(numbers, [...new Set(numbers)].toSorted((a, b) => a - b));
    const { session_id } = created.json;
    const run = await connection.call("execute_code", { session_id, code: "6 * 7" }, { timeout });
    assert.equal(run.json.result, "42", run.text);
    const written = await connection.call("notebook_create", { name: "on the hub" });
    assert.ok(!written.isError, written.text);
    assert.ok(!connection.stderr().includes(jupyter.token));
  });

  await t.step("a server that runs is used as it is", async () => {
    await using connection = await connect({ jupyter });
    assert.ok(!(await connection.call("kernel_list")).isError);
  });
});
