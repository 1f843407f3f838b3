/** Runs that go on after their timeout: followed, announced, stopped, kept. */

import assert from "node:assert/strict";
import { connect } from "../harness/client.ts";
import type { Connection, Era } from "../harness/client.ts";
import { eventually } from "../harness/eventually.ts";
import { Gate } from "../harness/gate.ts";
import { startHttpProgram } from "../harness/http_program.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession } from "../harness/session.ts";
import type { TestSession } from "../harness/session.ts";

const jupyter = sharedJupyter("collaboration");

/** Starts code that is handed over at once, and gives its first answer. */
async function handOver(session: TestSession, code: string) {
  const begun = await session.run(code, { timeout: 0.3, on_timeout: "continue" });
  assert.equal(begun.at("status"), "running", begun.text);
  assert.equal(begun.at("success"), undefined);
  return begun;
}

Deno.test("the pages of a handed-over run are the whole, nothing lost and nothing doubled", async () => {
  await using connection = await connect({ jupyter });
  await using session = await openSession(connection);
  await using first = new Gate(jupyter);
  await using second = new Gate(jupyter);
  const begun = await handOver(
    session,
    "import sys, time\nfor i in range(400):\n  print('line', i, flush=True)\n" +
      "  if i % 50 == 0: print('note', i, file=sys.stderr, flush=True)\n" +
      `  if i == 120: ${first.wait}\n  if i == 240: ${second.wait}\n  time.sleep(0.005)\n'done'`,
  );
  const execution_id = begun.string("execution_id");
  const pages = [begun];
  const turn = async () => {
    const cursor = pages.at(-1)?.string("cursor");
    const page = await connection.call("execution_get", { execution_id, wait: 0.2, cursor });
    pages.push(page);
    return page.at("status") === "running";
  };
  for (const gate of [first, second]) {
    assert.ok(await turn());
    await gate.open();
  }
  while (await turn());
  const joined = (name: string) => pages.map((page) => page.string(name)).join("");
  const whole = await connection.call("execution_get", { execution_id });
  assert.equal(joined("stdout"), whole.at("stdout"));
  assert.equal(joined("stdout"), Array.from({ length: 400 }, (_, i) => `line ${i}\n`).join(""));
  assert.equal(joined("stderr"), Array.from({ length: 8 }, (_, i) => `note ${i * 50}\n`).join(""));
  assert.deepEqual(pages.map((page) => page.at("result")).filter((result) => result !== null), ["'done'"]);
});

Deno.test("a handed-over run is stopped by kernel_interrupt with its execution_id", async () => {
  await using connection = await connect({ jupyter });
  await using session = await openSession(connection);
  const begun = await session.handOver(
    "import time\nprint('begun', flush=True)\nwhile True: time.sleep(0.05)",
    "begun\n",
  );
  const execution_id = begun.string("execution_id");
  await connection.call("kernel_interrupt", { execution_id });
  const ended = await connection.call("execution_get", { execution_id, wait: 20 });
  assert.equal(ended.at("status"), "interrupted");
  assert.equal(ended.at("stdout"), "begun\n");
});

async function announcesEnd(connection: Connection, era: Era): Promise<void> {
  await using session = await openSession(connection);
  await using gate = new Gate(jupyter);
  const begun = await handOver(session, `${gate.wait}\n'over'`);
  const uri = `jupyter://executions/${begun.string("execution_id")}/output`;
  const news: string[] = [];
  connection.client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    news.push(params.uri);
  });
  if (era === "legacy") await connection.client.subscribeResource({ uri });
  const listening = era === "legacy"
    ? undefined
    : await connection.client.listen({ resourceSubscriptions: [uri] });
  await gate.open();
  await eventually(() => news.length > 0, { what: "the end is announced" });
  assert.deepEqual(news, [uri]);
  const ended = await connection.call("execution_get", { execution_id: begun.string("execution_id") });
  assert.equal(ended.at("result"), "'over'");
  await session.run("'nobody subscribed to this one'");
  assert.deepEqual(news, [uri], "other runs are not announced");
  await listening?.close();
}

for (const era of ["legacy", "modern"] as const) {
  Deno.test(`the end of a handed-over run is announced to who subscribed, over stdio, ${era}`, async () => {
    await using connection = await connect({ jupyter, era });
    await announcesEnd(connection, era);
  });

  Deno.test(`the end of a handed-over run is announced to who subscribed, over HTTP, ${era}`, async () => {
    await using program = await startHttpProgram({ jupyter });
    await using connection = await program.connect({ era });
    await announcesEnd(connection, era);
  });
}

Deno.test("what a thread prints after its cell has ended is found with its run", async () => {
  await using connection = await connect({ jupyter });
  await using session = await openSession(connection);
  await using gate = new Gate(jupyter);
  const run = await session.run(
    `import threading\ndef late():\n  ${gate.wait}\n  print('from the thread', flush=True)\n` +
      "threading.Thread(target=late).start()\nprint('cell')",
  );
  assert.equal(run.at("success"), true);
  assert.equal(run.at("stdout"), "cell\n");
  await gate.open();
  const execution_id = await session.lastRun();
  const look = async () => {
    const page = await connection.call("execution_get", { execution_id });
    return page.at("stdout") === "cell\nfrom the thread\n";
  };
  await eventually(look, { what: "the thread's output comes" });
  assert.equal((await session.run("1")).at("stdout"), "", "it belongs to no other run");
});

Deno.test("500 runs stay readable; an older one is reported as dropped", async () => {
  await using connection = await connect({ jupyter });
  await using session = await openSession(connection);
  await session.run("'first'");
  const first = await session.lastRun();
  await session.run("'second'");
  const second = await session.lastRun();
  const get = (execution_id: string) => connection.call("execution_get", { execution_id });
  for (let done = 2; done < 500; done += 83) {
    await Promise.all(Array.from({ length: 83 }, () => session.run("pass", { timeout: 60 })));
  }
  assert.equal((await get(first)).at("result"), "'first'");
  await session.run("'one too many'");
  const dropped = await get(first);
  assert.equal(dropped.at("error"), "execution_not_found");
  assert.match(dropped.string("message"), /dropped to free space.*500 runs/);
  assert.equal((await get(second)).at("result"), "'second'");
});
