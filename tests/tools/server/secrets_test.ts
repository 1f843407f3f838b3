/** The tokens and passwords of ours: no answer holds one, also where a client puts it into an argument. */

import assert from "node:assert/strict";
import { z } from "zod";
import { connect } from "../../harness/client.ts";
import { sharedJupyter } from "../../harness/servers.ts";

const calls: readonly (readonly [string, (token: string) => Record<string, unknown>])[] = [
  ["session_connect", (token) => ({ session_id: token })],
  ["file_read", (token) => ({ path: `x?token=${token}` })],
  ["file_list", (token) => ({ path: token })],
  ["notebook_get", (token) => ({ notebook_path: token })],
  ["kernel_interrupt", (token) => ({ execution_id: token })],
  ["execute_code", (token) => ({ session_id: token, code: "1" })],
  ["execute_code", (token) => ({ code: "1", [token]: 1 })],
];

const requests: readonly (readonly [string, (token: string) => Record<string, unknown>])[] = [
  ["tools/call", (token) => ({ name: token })],
  ["resources/read", (token) => ({ uri: `jupyter://files/${token}` })],
  ["resources/read", (token) => ({ uri: `nothing://${token}` })],
  ["prompts/get", (token) => ({ name: token })],
  ["prompts/get", (token) => ({ name: "basic_analysis", arguments: { [token]: "x" } })],
];

for (const era of ["legacy", "modern"] as const) {
  Deno.test(`a token that a client puts into an argument does not come back (${era})`, async () => {
    const jupyter = sharedJupyter("plain");
    await using connection = await connect({ era, jupyter });
    for (const [name, args] of calls) {
      const { text, isError } = await connection.call(name, args(jupyter.token));
      assert.ok(isError, name);
      assert.ok(!text.includes(jupyter.token), `${name}: ${text}`);
    }
    for (const [method, params] of requests) {
      const refused = connection.client.request({ method, params: params(jupyter.token) }, z.object({}));
      await assert.rejects(refused, (error) => {
        assert.ok(error instanceof Error);
        const said = `${error.message} ${JSON.stringify(error)}`;
        assert.ok(!said.includes(jupyter.token), `${method}: ${said}`);
        return true;
      });
    }
    assert.ok(!connection.stderr().includes(jupyter.token));
  });
}

Deno.test("nor by the API of another server, which calls most failures a success", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter, args: ["--compat", "datalayer"] });
  for (
    const [name, args] of [
      ["use_notebook", { notebook_name: "a", notebook_path: `${jupyter.token}.ipynb` }],
      ["restart_notebook", { notebook_name: jupyter.token }],
      ["list_files", { path: jupyter.token }],
      [jupyter.token, {}],
    ] as const
  ) {
    const result = await connection.client.callTool({ name, arguments: args });
    assert.ok(!JSON.stringify(result).includes(jupyter.token), JSON.stringify(result));
  }
});

Deno.test("what a kernel prints is the person's, and is shown as it is", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter });
  const { json } = await connection.call("session_create");
  const session_id = String(json.session_id);
  const run = await connection.call("execute_code", { session_id, code: `print("${jupyter.token}")` });
  assert.equal(run.json.stdout, `${jupyter.token}\n`);
  await connection.call("session_delete", { session_id });
});
