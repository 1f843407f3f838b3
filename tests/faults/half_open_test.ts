/** A connection that dies without a word: no bytes, no end. Only a ping that nobody answers tells. */

import assert from "node:assert/strict";
import { connect } from "../harness/client.ts";
import { eventually } from "../harness/eventually.ts";
import { startProxy } from "../harness/proxy.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession } from "../harness/session.ts";

Deno.test("a half-open connection is found out and the run followed again within 30 seconds", async () => {
  await using proxy = startProxy(sharedJupyter("collaboration"));
  await using connection = await connect({ jupyter: proxy.server });
  await using session = await openSession(connection);
  const begun = await session.handOver(
    "import time\nfor i in range(3_000):\n  print('line', i, flush=True)\n  time.sleep(0.05)",
    "line 5\n",
  );
  const execution_id = begun.string("execution_id");
  // Every connection dies, also those that are kept for requests.
  proxy.halfOpen();
  const isFoundOut = () => connection.stderr().includes("kernel connection lost");
  assert.ok(!isFoundOut());
  await eventually(isFoundOut, { what: "the dead connection is noticed", limit: 30_000 });
  // What was on its way when the connection died has come by now: all that is new came over the next one.
  const { cursor } = (await connection.call("execution_get", { execution_id })).json;
  const after = await eventually(async () => {
    const page = await connection.call("execution_get", { execution_id, cursor });
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

Deno.test("a run that is sent into a dead connection is neither lost in silence nor run twice", async () => {
  await using proxy = startProxy(sharedJupyter("plain"));
  await using connection = await connect({ jupyter: proxy.server });
  await using session = await openSession(connection);
  await session.run("n = 0");
  proxy.halfOpen();
  const unheard = await session.run("n += 1", { timeout: 60 });
  assert.equal(unheard.at("success"), false, unheard.text);
  assert.match(JSON.stringify(unheard.at("notes")), /not known whether the code ran/);
  assert.equal((await session.run("n")).at("result"), "0");

  // The way there is alive, the way back is not: it runs, and nobody hears of it.
  proxy.drop("to_client");
  const running = session.run("n += 10", { timeout: 60 });
  await using watcher = await connect({ jupyter: sharedJupyter("plain") });
  const { session_id } = (await watcher.call("session_connect", { session_id: session.id })).json;
  const seen = () => watcher.call("execute_code", { session_id, code: "n" });
  await eventually(async () => (await seen()).at("result") === "10", {
    what: "the code has run",
    limit: 30_000,
  });
  proxy.halfOpen();
  proxy.drop(undefined);
  const answer = await running;
  assert.equal(answer.at("success"), false, answer.text);
  assert.match(JSON.stringify(answer.at("notes")), /not known whether the code ran/);
  assert.equal((await session.run("n")).at("result"), "10");
});

Deno.test("a large frame on a slow line is no dead connection", async () => {
  await using proxy = startProxy(sharedJupyter("collaboration"));
  await using connection = await connect({ jupyter: proxy.server });
  await using session = await openSession(connection);
  // Twenty seconds in which no pong can come: longer than a peer may be silent.
  proxy.trickle(100_000);
  const result = await session.run("print('x' * 2_000_000)", { timeout: 100 });
  proxy.trickle(undefined);
  assert.equal(result.at("success"), true, result.text.slice(0, 500));
  assert.doesNotMatch(connection.stderr(), /kernel connection lost/);
});
