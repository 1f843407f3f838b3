/** `input()` over HTTP with a client of 2025 that has no stream open beside its calls: the question comes on the call's. */

import assert from "node:assert/strict";
import { z } from "zod";
import { type HttpProgram, startHttpProgram } from "../harness/http_program.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession } from "../harness/session.ts";

const jupyter = sharedJupyter("collaboration");
const message = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
});

/** Posts a message of JSON-RPC, as such a client does. */
function post({ url, token }: HttpProgram, body: unknown, session?: string): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: {
      "Authorization": `Bearer ${token}`,
      "Content-Type": "application/json",
      "Accept": "application/json, text/event-stream",
      ...(session === undefined ? {} : { "Mcp-Session-Id": session, "MCP-Protocol-Version": "2025-11-25" }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", ...Object(body) }),
  });
}

/** The messages of an event stream, as they come. */
async function* messagesOf({ body }: Response) {
  assert.ok(body !== null);
  let rest = "";
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = `${rest}${text}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const data = line.startsWith("data:") ? line.slice(5).trim() : "";
      if (data !== "") yield message.parse(JSON.parse(data));
    }
  }
}

Deno.test("input() over HTTP is asked on the stream of its call", async () => {
  await using program = await startHttpProgram({ jupyter });
  await using other = await program.connect();
  await using kernel = await openSession(other);
  const opened = await post(program, {
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: { elicitation: {} },
      clientInfo: { name: "one-stream", version: "0" },
    },
  });
  const session = opened.headers.get("mcp-session-id") ?? "";
  await opened.body?.cancel();
  await (await post(program, { method: "notifications/initialized" }, session)).body?.cancel();
  const called = await post(program, {
    id: 2,
    method: "tools/call",
    params: { name: "execute_code", arguments: { session_id: kernel.id, code: "input('How? ')" } },
  }, session);
  const seen: string[] = [];
  for await (const { id, method, result } of messagesOf(called)) {
    if (method === "elicitation/create") {
      seen.push(method);
      const answer = { action: "accept", content: { answer: "by the same way" } };
      await (await post(program, { id, result: answer }, session)).body?.cancel();
    } else if (id === 2) {
      assert.match(JSON.stringify(result), /by the same way/);
      seen.push("answered");
    }
  }
  assert.deepEqual(seen, ["elicitation/create", "answered"]);
});
