/** Requests by hand that Datalayer's server takes; our own API refuses them. */

import assert from "node:assert/strict";
import { z } from "zod";
import { type HttpProgram, startHttpProgram } from "../../harness/http_program.ts";
import { code, putCells } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";

const compat = ["start", "--compat", "datalayer"];
const both = "application/json, text/event-stream";

interface Sent {
  readonly method?: string;
  readonly accept?: string;
  readonly body?: unknown;
}

/** Status and text of the answer; of a stream that stays open its beginning. */
async function send({ url, token }: HttpProgram, { method = "POST", accept = both, body }: Sent) {
  const response = await fetch(url, {
    method,
    headers: { Authorization: `Bearer ${token}`, Accept: accept, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const isOpen = method === "GET" && response.ok;
  const reader = response.body?.getReader();
  const first = isOpen ? await reader?.read() : undefined;
  if (isOpen) await reader?.cancel();
  else reader?.releaseLock();
  const text = isOpen ? new TextDecoder().decode(first?.value) : await response.text();
  return { status: response.status, text };
}

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "by hand", version: "0" } },
};
const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

/** With the statuses of the Datalayer API and of our own. */
const cases: readonly (readonly [what: string, sent: Sent, here: number, own: number, says: RegExp])[] = [
  ["initialize that accepts anything", { accept: "*/*", body: initialize }, 200, 406, /"serverInfo"/],
  [
    "initialize with a range for each type",
    { accept: "application/*, text/*;q=0.5", body: initialize },
    200,
    406,
    /"serverInfo"/,
  ],
  [
    "initialize that accepts JSON alone",
    { accept: "application/json", body: initialize },
    406,
    406,
    /must accept both/,
  ],
  ["initialize with empty params", { body: { ...initialize, params: {} } }, 200, 400, /"code":-32602/],
  [
    "initialize without params",
    { body: { jsonrpc: "2.0", id: 1, method: "initialize" } },
    200,
    400,
    /"code":-32602/,
  ],
  [
    "initialize with neither",
    { accept: "*/*", body: { ...initialize, params: {} } },
    200,
    406,
    /"code":-32602/,
  ],
  ["a request without a session", { accept: "*/*", body: ping }, 200, 406, /"result":\{\}/],
  ["a batch", { body: [ping, { ...ping, id: 2 }] }, 200, 400, /"id":1[^]*"id":2/],
  ["GET without a session", { method: "GET", accept: "*/*" }, 200, 406, /^: open/],
  ["DELETE without a session", { method: "DELETE" }, 405, 400, /Session termination not supported/],
];

Deno.test("the Datalayer API takes over HTTP what its server takes, and our own API does not", async (t) => {
  const jupyter = sharedJupyter("plain");
  await using here = await startHttpProgram({ jupyter, args: compat });
  await using own = await startHttpProgram({ jupyter });
  for (const [what, sent, status, ownStatus, says] of cases) {
    await t.step(what, async () => {
      const answer = await send(here, sent);
      assert.equal(answer.status, status, answer.text);
      assert.match(answer.text, says);
      assert.equal((await send(own, sent)).status, ownStatus);
    });
  }
});

Deno.test("a stream without a session does not keep the program from ending", async () => {
  const program = await startHttpProgram({ jupyter: sharedJupyter("plain"), args: compat });
  const headers = { Authorization: `Bearer ${program.token}`, Accept: "text/event-stream" };
  const stream = await fetch(program.url, { headers });
  assert.ok(await program.stop(5_000));
  await stream.text();
});

const toolList = z.object({
  count: z.number(),
  tools: z.array(z.object({
    name: z.string(),
    description: z.string(),
    parameters: z.array(z.string()),
    inputSchema: z.object({ type: z.literal("object") }),
  })),
});

Deno.test("tools are listed and called without the protocol", async (t) => {
  const jupyter = sharedJupyter("plain");
  await using program = await startHttpProgram({ jupyter, args: compat });
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { Authorization: `Bearer ${program.token}` };
    const response = await fetch(`${program.url}${path}`, { headers, ...init });
    const text = await response.text();
    return { status: response.status, text, json: () => JSON.parse(text) };
  };
  const call = (body: unknown) =>
    ask("/tools/call", {
      method: "POST",
      body: JSON.stringify(body),
      headers: { Authorization: `Bearer ${program.token}` },
    });

  await t.step("GET /mcp/tools/list", async () => {
    const { tools, count } = toolList.parse((await ask("/tools/list")).json());
    assert.equal(count, 18);
    const parameters = tools.find(({ name }) => name === "execute_code")?.parameters;
    assert.deepEqual(parameters?.slice(0, 2), ["code", "timeout"]);
  });

  await t.step("POST /mcp/tools/call keeps what calls before have opened", async () => {
    const path = await putCells(jupyter, [code("one", "6 * 7")]);
    const used = { notebook_name: "nb", notebook_path: path };
    assert.partialDeepStrictEqual((await call({ tool_name: "use_notebook", arguments: used })).json(), {
      success: true,
    });
    const ran = { tool_name: "execute_cell", arguments: { cell_index: 0, stream: false } };
    assert.partialDeepStrictEqual((await call(ran)).json(), {
      success: true,
      result: { content: [{ type: "text", text: "42" }], isError: false },
    });
    assert.partialDeepStrictEqual((await call({ tool_name: "list_notebooks" })).json(), { success: true });
  });

  await t.step("a wrong request is refused", async () => {
    for (const body of [{}, { tool_name: "" }, "no object"]) {
      const { status, text } = await call(body);
      assert.deepEqual([status, text], [400, '{"error":"tool_name is required"}']);
    }
    const failing = [
      [{ tool_name: "list_notebooks", arguments: [1] }, /^\{"success":false,"error":"Invalid params/],
      [{ tool_name: "none" }, /^\{"success":false,"error":"Unknown tool: none"\}$/],
      [{ tool_name: "read_cell" }, /"error":"Error executing tool read_cell: name the cell to act on/],
    ] as const;
    for (const [body, says] of failing) {
      const { status, text } = await call(body);
      assert.equal(status, 500);
      assert.match(text, says);
    }
    assert.equal((await ask("/tools/call")).status, 405);
    assert.equal((await ask("/tools/list", { headers: {} })).status, 401);
    assert.equal((await ask("/tools/none")).status, 404);
  });

  await t.step("our own API has no such addresses", async () => {
    await using own = await startHttpProgram({ jupyter });
    const response = await fetch(`${own.url}/tools/list`, {
      headers: { Authorization: `Bearer ${own.token}` },
    });
    await response.body?.cancel();
    assert.equal(response.status, 404);
  });
});
