/** A connection that dies without a word: no bytes, no end. Only a ping that nobody answers tells. */

import assert from "node:assert/strict";
import { connect } from "../harness/client.ts";
import { eventually } from "../harness/eventually.ts";
import { startProxy } from "../harness/proxy.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession } from "../harness/session.ts";

Deno.test("a half-open connection is found out within 30 seconds, and the run is followed again", async () => {
  await using proxy = startProxy(sharedJupyter("collaboration"));
  await using connection = await connect({ jupyter: proxy.server });
  await using session = await openSession(connection);
  const begun = await session.run(
    "import time\nfor i in range(1200):\n  print('line', i, flush=True)\n  time.sleep(0.05)",
    { timeout: 1, on_timeout: "continue" },
  );
  const execution_id = begun.string("execution_id");
  const noticed = () => connection.stderr().includes("kernel connection lost");
  proxy.halfOpen();
  assert.ok(!noticed());
  await eventually(noticed, { what: "the dead connection is noticed", limit: 31_000 });

  const before = (await connection.call("execution_get", { execution_id })).string("cursor");
  const after = await eventually(async () => {
    const page = await connection.call("execution_get", { execution_id, cursor: before });
    assert.equal(page.at("status"), "running", page.text);
    return page.at("stdout") !== "" && page;
  }, { what: "output comes again" });
  assert.match(JSON.stringify(after.at("notes")), /cut.*may be missing/);

  await connection.call("kernel_interrupt", { execution_id });
  const ended = await connection.call("execution_get", { execution_id, wait: 20 });
  assert.equal(ended.at("status"), "interrupted", ended.text);
  const numbers = [...ended.string("stdout").matchAll(/line (\d+)\n/g)].map(([, number]) => Number(number));
  assert.ok(numbers.every((number, index) => number > (numbers[index - 1] ?? -1)), "nothing is doubled");
  assert.ok(numbers.length < (numbers.at(-1) ?? 0), "what was sent into the dead connection is lost");
  assert.equal((await session.run("'free'")).at("result"), "'free'");
});
