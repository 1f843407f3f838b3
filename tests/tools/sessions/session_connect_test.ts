import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { deleteKernel, startKernel } from "../../harness/rest.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

Deno.test("session_connect", async (t) => {
  const jupyter = sharedJupyter("collaboration");
  await using person = await connect({ jupyter });
  await using connection = await connect({ jupyter });
  const path = `open-${crypto.randomUUID()}.ipynb`;
  const name = `name-${crypto.randomUUID()}`;
  await using session = await openSession(person, { notebook_path: path, name });
  await session.run("theirs = 'a variable of the person'");

  const ways = {
    "the path of a notebook": { notebook_path: path },
    "the path without its extension": { notebook_path: path.replace(/\.ipynb$/, "") },
    "a kernel id": { kernel_id: session.kernelId },
    "a session id": { session_id: session.id },
    "a prefix of a session id": { session_id: session.id.slice(0, 8) },
    "a session's name": { session_id: name },
  };
  for (const [way, args] of Object.entries(ways)) {
    await t.step(`joins by ${way}`, async () => {
      const { json } = await connection.call("session_connect", args);
      assert.deepEqual(json, {
        session_id: session.id,
        kernel_id: session.kernelId,
        ...("notebook_path" in args && args.notebook_path === path ? {} : { notebook_path: path }),
        kernel_name: "python3",
        status: "idle",
      });
    });
  }

  await t.step("gives the same variables", async () => {
    const result = await connection.call("execute_code", { session_id: session.id, code: "theirs" });
    assert.equal(result.at("result"), "'a variable of the person'");
  });

  await t.step("joins a kernel that has no session", async () => {
    const kernel = await startKernel(jupyter);
    const joined = await connection.call("session_connect", { kernel_id: kernel.id });
    assert.equal(joined.at("kernel_id"), kernel.id);
    assert.equal(joined.at("notebook_path"), undefined);
    const session_id = joined.string("session_id");
    const result = await connection.call("execute_code", { session_id, code: "'alive'" });
    assert.equal(result.at("result"), "'alive'");
    await deleteKernel(jupyter, kernel.id);
  });

  await t.step("answers session_not_found for what does not run, and lists what does", async () => {
    // Of many sessions those are listed that are most like what was asked for.
    const missing = [
      { notebook_path: path.replace("open-", "opened-") },
      { kernel_id: `${session.id}-0` },
      { session_id: `${name}-0` },
    ];
    for (const args of missing) {
      const { isError, json } = await connection.call("session_connect", args);
      assert.equal(isError, true);
      assert.equal(json["error"], "session_not_found");
      assert.ok(JSON.stringify(json["available"]).includes(session.id));
    }
  });

  await t.step("wants exactly one of its arguments", async () => {
    for (const args of [{}, { notebook_path: path, kernel_id: session.kernelId }]) {
      const { isError, json } = await connection.call("session_connect", args);
      assert.equal(isError, true);
      assert.equal(json["error"], "invalid_argument");
      assert.match(String(json["message"]), /exactly one of notebook_path, kernel_id, session_id/);
    }
  });
});
