import assert from "node:assert/strict";
import { parse } from "smol-toml";
import { withTomlServer } from "../../../../src/launch/install/toml_config.ts";

/** As plain objects, for comparing. */
function read(text: string): unknown {
  return JSON.parse(JSON.stringify(parse(text)));
}

const entry = { command: "C:\\Program Files\\jm.exe", args: ["--jupyter-url", "http://it's/"] };
const server = { section: "mcp_servers", name: "jupyter", entry };

Deno.test("withTomlServer adds a table at the end", () => {
  const after = withTomlServer('model = "x" # mine\n', server);
  assert(after.startsWith('model = "x" # mine\n\n[mcp_servers.jupyter]\n'));
  assert.deepEqual(read(after), { model: "x", mcp_servers: { jupyter: entry } });
});

Deno.test("withTomlServer replaces our table with its sub-tables, and no other line", () => {
  const before = `# top
[mcp_servers.jupyter] # ours
command = "old"
[mcp_servers.jupyter.env]
A = "1"

[mcp_servers.other]
command = "x"
`;
  const after = withTomlServer(before, server);
  assert.deepEqual(read(after), { mcp_servers: { jupyter: entry, other: { command: "x" } } });
  assert(after.startsWith("# top\n"));
  assert.equal(withTomlServer(after, server), after);
});

Deno.test("withTomlServer finds a table whose name is quoted", () => {
  const after = withTomlServer('[mcp_servers."jupyter"]\ncommand = "old"\n', server);
  assert.deepEqual(read(after), { mcp_servers: { jupyter: entry } });
});

Deno.test("withTomlServer refuses what it cannot extend", () => {
  assert.throws(() => withTomlServer("a = = 1", server), /not valid TOML at line 1/);
  assert.throws(
    () => withTomlServer('mcp_servers = { jupyter = { command = "x" } }\n', server),
    /in a form that cannot be replaced/,
  );
});

Deno.test("withTomlServer writes what the client wants to be told beside command and arguments", () => {
  const after = withTomlServer("", { ...server, extra: { tool_timeout_sec: 600, note: "x" } });
  assert.deepEqual(read(after), { mcp_servers: { jupyter: { ...entry, tool_timeout_sec: 600, note: "x" } } });
});
