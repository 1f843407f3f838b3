import assert from "node:assert/strict";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { createMcpServer } from "../../../src/mcp/mcp_server.ts";

/** Calls a tool twice in a session of its own; returns which client each call was made for. */
async function clientsOfSession(): Promise<string[]> {
  const clients: string[] = [];
  const { server } = createMcpServer({
    info: { name: "a", version: "1" },
    instructions: "",
    listTools: () => Promise.resolve({ tools: [] }),
    callTool: (_, { client }) => {
      clients.push(client);
      return Promise.resolve({ content: [] });
    },
  }, { era: "legacy", secrets: [] });
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => crypto.randomUUID(),
  });
  await server.connect(transport);
  const post = async (message: object, headers: Record<string, string> = {}) => {
    const response = await transport.handleRequest(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: {
          Accept: "application/json, text/event-stream",
          "Content-Type": "application/json",
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: "2.0", ...message }),
      }),
    );
    await response.text();
    return response.headers.get("mcp-session-id") ?? "";
  };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "b", version: "1" } };
  const session = await post({ id: 1, method: "initialize", params });
  for (const id of [2, 3]) {
    await post({ id, method: "tools/call", params: { name: "c" } }, { "mcp-session-id": session });
  }
  await server.close();
  return clients;
}

Deno.test("a request is served in the name of the session that it came in", async () => {
  const [first = [], second = []] = await Promise.all([clientsOfSession(), clientsOfSession()]);
  assert.equal(first.length, 2);
  assert.equal(first[0], first[1]);
  assert.equal(second[0], second[1]);
  assert.notEqual(first[0], second[0]);
});
