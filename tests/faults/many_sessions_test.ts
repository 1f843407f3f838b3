/** Many sessions through one process, with several clients over HTTP. */

import assert from "node:assert/strict";
import { startHttpProgram } from "../harness/http_program.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession } from "../harness/session.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const clientCount = 4;
const perClient = 3;

Deno.test("twelve sessions of four clients at once, and the thirteenth names the option", async () => {
  await using program = await startHttpProgram({
    jupyter: sharedJupyter("plain"),
    args: ["--max-sessions", String(clientCount * perClient)],
  });
  await using stack = new AsyncDisposableStack();
  const clients = await Promise.all(
    numbers(clientCount).map(async (index) =>
      stack.use(await program.connect({ era: index % 2 === 0 ? "legacy" : "modern" }))
    ),
  );
  const sessions = await Promise.all(
    clients.flatMap((client) => numbers(perClient).map(async () => stack.use(await openSession(client)))),
  );
  assert.equal(new Set(sessions.map(({ kernelId }) => kernelId)).size, clientCount * perClient);

  await Promise.all(sessions.map((session, index) => session.run(`mine = ${index}`, { timeout: 60 })));
  const rounds = await Promise.all(
    sessions.flatMap((session, index) =>
      numbers(3).map(async (round) => {
        const result = await session.run(`print(mine, ${round})\nmine * 100 + ${round}`, { timeout: 60 });
        return { result, index, round };
      })
    ),
  );
  for (const { result, index, round } of rounds) {
    assert.equal(result.at("stdout"), `${index} ${round}\n`, result.text);
    assert.equal(result.at("result"), String(index * 100 + round));
  }

  const [client] = clients;
  assert.ok(client !== undefined);
  const refused = await client.call("session_create");
  assert.equal(refused.at("error"), "too_many_sessions", refused.text);
  assert.match(refused.string("hint"), /--max-sessions/);
  const [last] = sessions.slice(-1);
  assert.ok(last !== undefined);
  await last[Symbol.asyncDispose]();
  await using again = await openSession(client);
  assert.equal((await again.run("1 + 1")).at("result"), "2");
});
