/** Whatever a model sends, the answer names the argument and the connection lives on. */

import assert from "node:assert/strict";
import { ProtocolError } from "@modelcontextprotocol/client";
import { connect } from "../../harness/client.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const wrongTimeouts = [0, -1, -0.001, 86_401, 1e308, "soon", "30", null, true, [], {}];

/** Values that no argument of any tool takes. */
const wrongValues = [12, true, null, [], {}, "", ["a"]];

Deno.test("bad input", async (t) => {
  await using connection = await connect({ jupyter: sharedJupyter("collaboration") });
  await using session = await openSession(connection);
  const { tools } = await connection.client.listTools();

  await t.step("a timeout that is none is refused by name and value, and nothing runs", async () => {
    await session.run("ran = 0");
    for (const timeout of wrongTimeouts) {
      const { isError, json } = await session.run("ran += 1", { timeout });
      assert.equal(isError, true);
      assert.equal(json["error"], "invalid_argument", JSON.stringify(timeout));
      assert.ok(String(json["message"]).startsWith('Cannot call execute_code: argument "timeout" is '));
    }
    assert.equal((await session.run("ran")).at("result"), "0");
  });

  await t.step("on_timeout takes two words", async () => {
    const { json } = await session.run("1", { on_timeout: "explode" });
    assert.equal(json["error"], "invalid_argument");
    assert.match(String(json["message"]), /"on_timeout" is "explode".*"interrupt"\|"continue"/);
  });

  await t.step("a missing argument is named with its meaning", async () => {
    const { json } = await connection.call("execute_code", { session_id: session.id });
    assert.equal(json["error"], "invalid_argument");
    assert.match(String(json["message"]), /argument "code" is missing \(In the kernel's language\)/);
  });

  await t.step("an argument that does not exist is refused, with those that do", async () => {
    const { json } = await session.run("1", { sesion: "x" });
    assert.equal(json["error"], "invalid_argument");
    assert.match(String(json["message"]), /it has no argument "sesion"/);
    assert.match(String(json["hint"]), /session_id, code, timeout, on_timeout/);
  });

  await t.step("a tool that does not exist is a protocol error", async () => {
    await assert.rejects(connection.call("execute_everything"), (error) => {
      assert.ok(error instanceof ProtocolError);
      assert.equal(error.code, -32602);
      return true;
    });
  });

  await t.step("every argument of every tool refuses values of other types", async () => {
    for (const { name, inputSchema } of tools) {
      for (const [argument, schema] of Object.entries(inputSchema.properties ?? {})) {
        for (const value of wrongValues) {
          if (mayTake(schema, value)) continue;
          const { isError, json } = await connection.call(name, { [argument]: value });
          const what = `${name}.${argument} = ${JSON.stringify(value)}: ${JSON.stringify(json)}`;
          assert.equal(isError, true, what);
          assert.equal(json["error"], "invalid_argument", what);
          assert.ok(String(json["message"]).includes(`"${argument}"`), what);
        }
      }
    }
  });

  await t.step("no reference that names nothing does harm", async () => {
    const strange = [
      "..",
      "../..",
      "a/../../b",
      "//evil.example/x",
      "@evil.example",
      "http://evil.example/",
      "x?y=1",
      "x#y",
      "%2e%2e%2f",
      "\u0000",
      "a\nb",
      "x".repeat(100_000),
      "💥",
    ];
    for (const session_id of strange) {
      for (const name of ["session_delete", "kernel_restart", "kernel_interrupt", "session_connect"]) {
        const { isError, json } = await connection.call(name, { session_id });
        assert.equal(isError, true);
        assert.equal(json["error"], "session_not_found", `${name} ${session_id.slice(0, 50)}`);
      }
      const { json } = await connection.call("session_connect", { kernel_id: session_id });
      assert.equal(json["error"], "session_not_found");
    }
  });

  await t.step("an answer to a long value is short", async () => {
    const { text } = await connection.call("session_delete", { session_id: "y".repeat(1_000_000) });
    assert.ok(text.length < 10_000, `${text.length} characters`);
  });

  await t.step("after all that the session still works", async () => {
    assert.equal((await session.run("1 + 1")).at("result"), "2");
  });
});

/** Whether a value is of a type that the schema names; an empty text is none where texts are bounded. */
function mayTake(schema: unknown, value: unknown): boolean {
  const text = JSON.stringify(schema).replaceAll('"integer"', '"number"');
  const type = Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
  if (value === "" && /"(minLength|enum|pattern)"/.test(text)) return false;
  return new RegExp(`"type":("${type}"|\\[[^\\]]*"${type}")`).test(text);
}
