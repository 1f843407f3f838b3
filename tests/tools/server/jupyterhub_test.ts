/** A real JupyterHub: the base path, its tokens, and a server that is stopped. */

import assert from "node:assert/strict";
import { z } from "zod";
import { connect } from "../../harness/client.ts";
import { connectDatalayer } from "../../harness/datalayer.ts";
import { startHub } from "../../harness/hub.ts";
import { binaryPath } from "../../harness/program.ts";

/** A local server starts in seconds; a busy machine takes minutes. */
const timeout = 300_000;

/** What the doctor says of an address and a token: its exit code, and the last check that was made. */
async function diagnose(url: string, token: string): Promise<{ code: number; last: string }> {
  const { code, stdout } = await new Deno.Command(binaryPath(), {
    args: ["doctor", "--json", "--jupyter-url", url],
    env: { JUPYTER_TOKEN: token },
    stdin: "null",
  }).output();
  const text = new TextDecoder().decode(stdout);
  assert.ok(!text.includes(token));
  const { checks } = z.object({ checks: z.array(z.record(z.string(), z.string())) }).parse(JSON.parse(text));
  const made = checks.filter(({ state }) => state !== "skipped");
  return { code, last: Object.values(made.at(-1) ?? {}).join(" ") };
}

Deno.test("JupyterHub", async (t) => {
  await using hub = await startHub();
  const jupyter = { url: `${hub.url}user/ana/`, token: await hub.tokenOf("ana") };

  await t.step("doctor asks the hub what a token is worth to a stopped server", async () => {
    const good = await diagnose(jupyter.url, jupyter.token);
    assert.deepEqual([good.code, good.last.slice(0, 17)], [0, "Server ok stopped"]);
    const weak = await diagnose(jupyter.url, await hub.tokenOf("ana", ["access:servers!user=ana"]));
    assert.equal(weak.code, 1);
    assert.match(weak.last, /^Token failed not allowed to start this server .*servers!user=ana$/);
    const wrong = await diagnose(jupyter.url, "wr0ng-t0ken");
    assert.equal(wrong.code, 1);
    assert.match(wrong.last, /^Token failed refused .*\/hub\/token$/);
    const other = await diagnose(`${hub.url}user/bob/`, jupyter.token);
    assert.equal(other.code, 1);
    assert.match(other.last, /^Token failed belongs to ana and may not access the server of bob /);
  });

  await t.step("doctor names the right address if that of the hub itself is given", async () => {
    for (const page of ["", "hub/", "hub/home"]) {
      const { code, last } = await diagnose(`${hub.url}${page}`, jupyter.token);
      assert.equal(code, 1);
      assert.match(last, /^Address failed this is the address of a hub/);
      assert.ok(last.endsWith(`: ${hub.url}user/ana/`), last);
    }
    assert.equal((await diagnose(`${hub.url}hub/user/ana/lab`, jupyter.token)).code, 0);
  });

  await t.step("a tool says which address is meant if that of the hub itself is given", async () => {
    for (const page of ["", "hub/"]) {
      await using connection = await connect({ jupyter: { ...jupyter, url: `${hub.url}${page}` } });
      const refused = await connection.call("session_list");
      assert.equal(refused.json.error, "jupyter_unreachable", refused.text);
      assert.ok(String(refused.json.hint).endsWith(`: ${hub.url}user/NAME/`), refused.text);
    }
  });

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
    assert.match(String(refused.json.hint), /\/hub\/token$/);
    assert.ok(!refused.text.includes("wr0ng-t0ken"));
  });

  await t.step("a stopped server is started, with progress, and used", async () => {
    // As copied from the page on which the hub offers to start it.
    const page = `${hub.url}hub/user/ana/lab`;
    await using connection = await connect({ jupyter: { ...jupyter, url: page } });
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

  await t.step("a stopped server is started with progress by Datalayer's tools too", async () => {
    const ben = { url: `${hub.url}user/ben/`, token: await hub.tokenOf("ben") };
    await using connection = await connectDatalayer({ jupyter: ben });
    const messages: string[] = [];
    const listed = await connection.call("list_kernels", {}, {
      timeout,
      onProgress: ({ message }) => messages.push(message ?? ""),
    });
    assert.ok(!listed.isError, listed.text);
    assert.match(messages[0] ?? "", /^Starting the server of ben on the hub, \d+ s: /);
  });

  await t.step("a server that runs is used as it is", async () => {
    await using connection = await connect({ jupyter });
    assert.ok(!(await connection.call("kernel_list")).isError);
  });
});
