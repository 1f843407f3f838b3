/** Code that asks for input: the person is asked where the client can, else the run ends with a clear answer. */

import assert from "node:assert/strict";
import type { ElicitRequest } from "@modelcontextprotocol/client";
import { connect } from "../../harness/client.ts";
import { startHttpProgram } from "../../harness/http_program.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const jupyter = sharedJupyter("collaboration");
const twice = "a = input('Name? ')\nb = input('Town? ')\nprint(f'{a} of {b}')";

for (const era of ["legacy", "modern"] as const) {
  Deno.test(`execute_code asks the person for input, ${era}`, async () => {
    const asked: string[] = [];
    const onElicit = ({ message }: ElicitRequest["params"]) => {
      asked.push(message);
      return { action: "accept" as const, content: { answer: asked.length === 1 ? "Ada" : "London" } };
    };
    await using connection = await connect({ jupyter, era, onElicit });
    await using session = await openSession(connection);
    const result = await session.run(twice);
    assert.equal(result.at("success"), true, result.text);
    assert.match(result.string("stdout"), /Ada of London\n$/);
    assert.deepEqual(asked, ["The code asks: Name?", "The code asks: Town?"]);
  });

  Deno.test(`execute_code asks the person over HTTP, ${era}`, async () => {
    await using program = await startHttpProgram({ jupyter });
    const onElicit = () => ({ action: "accept" as const, content: { answer: "Ada" } });
    await using connection = await program.connect({ era, onElicit });
    await using session = await openSession(connection);
    const result = await session.run("print('hello', input())");
    assert.match(result.string("stdout"), /hello Ada\n$/);
  });

  Deno.test(`execute_code ends a run whose question is declined, ${era}`, async () => {
    await using connection = await connect({ jupyter, era, onElicit: () => ({ action: "decline" }) });
    await using session = await openSession(connection);
    const result = await session.run("print('before')\ninput('Name? ')\nprint('after')");
    assert.equal(result.at("success"), false);
    assert.equal(result.at("stdout"), "before\n");
    assert.equal(result.isError, true);
    assert.equal(result.at("error"), "input_unavailable");
    assert.equal((await session.run("'free'")).at("result"), "'free'");
  });
}

Deno.test("execute_code passes a password on and shows it nowhere", async () => {
  const onElicit = () => ({ action: "accept" as const, content: { answer: "pa55word" } });
  await using connection = await connect({ jupyter, onElicit, args: ["--log-level", "debug"] });
  await using session = await openSession(connection);
  const result = await session.run("import getpass\np = getpass.getpass('Key: ')\nlen(p)");
  assert.equal(result.at("result"), "8");
  assert.ok(!result.text.includes("pa55word"));
  assert.ok(!connection.stderr().includes("pa55word"));
});

Deno.test("execute_code says what to do if the client cannot ask", async () => {
  await using connection = await connect({ jupyter });
  await using session = await openSession(connection);
  const result = await session.run("print('before')\ninput('Name? ')");
  assert.equal(result.at("success"), false);
  assert.equal(result.at("stdout"), "before\n");
  assert.equal(result.isError, true);
  assert.equal(result.at("error"), "input_unavailable");
  assert.match(result.string("message"), /"Name\? "/);
  assert.match(result.string("hint"), /in the code/);
  assert.equal((await session.run("'free'")).at("result"), "'free'");
});
