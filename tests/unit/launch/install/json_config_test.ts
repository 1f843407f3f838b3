import assert from "node:assert/strict";
import { withJsonServer } from "../../../../src/launch/install/json_config.ts";

const server = { section: "mcpServers", name: "jupyter", value: { command: "/bin/jm", args: [] } };

Deno.test("withJsonServer makes a configuration from nothing", () => {
  assert.deepEqual(JSON.parse(withJsonServer("", server)), {
    mcpServers: { jupyter: { command: "/bin/jm", args: [] } },
  });
});

Deno.test("withJsonServer keeps everything else, comments and order too", () => {
  const before = `{
  // mine
  "zeta": 1, "alpha": [1,2],
  "mcpServers": { "other": {"command": "x"} } // keep
}
`;
  const after = withJsonServer(before, server);
  for (const kept of ["// mine", '"zeta": 1, "alpha": [1,2]', '"other"', "// keep"]) {
    assert(after.includes(kept), kept);
  }
  assert(after.includes('"jupyter"'));
});

Deno.test("withJsonServer replaces our own entry, and changes nothing the second time", () => {
  const once = withJsonServer('{"mcpServers": {"jupyter": {"command": "old", "env": {}}}}', server);
  assert.deepEqual(JSON.parse(once).mcpServers.jupyter, server.value);
  assert.equal(withJsonServer(once, server), once);
});

Deno.test("withJsonServer keeps Windows line ends", () => {
  assert(!/[^\r]\n/.test(withJsonServer('{\r\n  "a": 1\r\n}\r\n', server)));
});

Deno.test("withJsonServer refuses what it cannot read", () => {
  assert.throws(() => withJsonServer('{"a": \n nonsense}', server), /not valid JSON at line 2/);
  assert.throws(() => withJsonServer("[]", server), /expected a JSON object/);
  assert.throws(() => withJsonServer('{"mcpServers": []}', server), /its "mcpServers" is not an object/);
});
