/** Calls that are cancelled while others want the same: nobody else notices, and nothing is left without an owner. */

import assert from "node:assert/strict";
import { delay } from "../../src/base/async.ts";
import { connect } from "../harness/client.ts";
import { putCells } from "../harness/notebook.ts";
import { startProxy } from "../harness/proxy.ts";
import { repeatableDice } from "../harness/repeatable_random.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession } from "../harness/session.ts";

const starts = 200;
/** Starts under way at once. */
const atOnce = 10;

Deno.test("200 starts of sessions that are cancelled at any moment leave the program as it was", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter });
  const dice = repeatableDice(21);
  const notebook_path = await putCells(jupyter, []);
  const cancelled = async () => {
    const aborter = new AbortController();
    // Most on the way, some at once, some of a notebook that others start as well.
    const args = dice(3) === 0 ? { notebook_path } : {};
    const call = connection.call("session_create", args, { signal: aborter.signal }).catch(() => undefined);
    await delay(dice(60));
    aborter.abort("enough");
    await call;
  };
  const works = Array.from({ length: atOnce }, async () => {
    for (let number = 0; number < starts / atOnce; number++) await cancelled();
  });
  await Promise.all(works);
  await using session = await openSession(connection);
  assert.equal((await session.run("6 * 7", { timeout: 60 })).at("result"), "42");
  assert.doesNotMatch(connection.stderr(), /unhandled|internal error|crashed/);
  const { sessions } = (await connection.call("session_list")).json;
  assert.ok(Array.isArray(sessions));
  for (const one of sessions) {
    if (one.ours === true || one.notebook_path === notebook_path) {
      await connection.call("session_delete", { session_id: one.session_id });
    }
  }
});

Deno.test("the cancel of the call that asks first fails no other call", async () => {
  const jupyter = sharedJupyter("plain");
  for (const tool of ["notebook_get", "notebook_execute_cell"]) {
    await using proxy = startProxy(jupyter);
    await using connection = await connect({ jupyter: proxy.server });
    const notebook_path = await putCells(jupyter, []);
    const aborter = new AbortController();
    const asked = Promise.withResolvers<void>();
    const mayGo = Promise.withResolvers<void>();
    // The first of the requests by which a server's documents are found out.
    proxy.before(/GET \/metrics/, 1, () => {
      asked.resolve();
      return mayGo.promise;
    });
    const args = tool === "notebook_get" ? { notebook_path } : { notebook_path, cell: "all" };
    const first = connection.call(tool, args, { signal: aborter.signal }).catch(String);
    await asked.promise;
    // Another notebook each: a home that fails to open is opened again for those who wait for it.
    const paths = await Promise.all(Array.from({ length: 5 }, () => putCells(jupyter, [])));
    const others = paths.map((path) => connection.call("notebook_get", { notebook_path: path }));
    // Answers come in order where nothing is waited for: the others wait for the same.
    await connection.call("execution_list");
    aborter.abort("enough");
    await first;
    mayGo.resolve();
    for (const { isError, text } of await Promise.all(others)) assert.ok(!isError, text);
    assert.doesNotMatch(connection.stderr(), /unhandled|internal error/);
  }
});
