import assert from "node:assert/strict";
import { z } from "zod";
import { connect } from "../../harness/client.ts";
import type { Connection } from "../../harness/client.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const listSchema = z.object({
  sessions: z.array(z.looseObject({
    session_id: z.string(),
    last_activity: z.string(),
    name: z.string().optional(),
  })),
});

async function find(connection: Connection, id: string) {
  const { sessions } = listSchema.parse((await connection.call("session_list")).json);
  return sessions.find(({ session_id }) => session_id === id);
}

Deno.test("session_list", async (t) => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });
  await using other = await connect({ jupyter });
  const path = `listed-${crypto.randomUUID()}.ipynb`;
  await using ours = await openSession(connection, { notebook_path: path });
  await using theirs = await openSession(other, { name: "theirs" });

  await t.step("shows our session with its notebook", async () => {
    const listed = await find(connection, ours.id);
    assert.ok(listed !== undefined);
    const { last_activity, ...rest } = listed;
    assert.ok(Date.parse(last_activity) > 0);
    assert.deepEqual(rest, {
      session_id: ours.id,
      notebook_path: path,
      kernel_id: ours.kernelId,
      kernel_name: "python3",
      status: "idle",
      connections: 1,
      ours: true,
    });
  });

  await t.step("shows those of others, marked as such", async () => {
    const listed = await find(connection, theirs.id);
    assert.equal(listed?.name, "theirs");
    assert.ok(!("notebook_path" in (listed ?? {})) && !("ours" in (listed ?? {})));
  });

  await t.step("shows that a kernel is busy", async () => {
    const running = await theirs.handOver(
      "import time\nprint('begun', flush=True)\ntime.sleep(60)",
      "begun\n",
    );
    assert.equal((await find(connection, theirs.id))?.["status"], "busy");
    await other.call("kernel_interrupt", { execution_id: running.string("execution_id") });
  });

  await t.step("shows that also after a look beside the running code", async () => {
    const running = await theirs.run("import time; time.sleep(60)", { timeout: 0.3, on_timeout: "continue" });
    await connection.call("session_connect", { session_id: theirs.id });
    for (const looking of [connection, other]) {
      const looked = await looking.call("get_variables", { session_id: theirs.id });
      assert.equal(looked.isError, false, looked.text);
      assert.equal((await find(looking, theirs.id))?.["status"], "busy");
    }
    await other.call("kernel_interrupt", { execution_id: running.string("execution_id") });
  });

  await t.step("no longer shows a session that was ended", async () => {
    const session = await openSession(connection);
    await session[Symbol.asyncDispose]();
    assert.equal(await find(connection, session.id), undefined);
  });
});
