import assert from "node:assert/strict";
import { parse } from "smol-toml";
import { tomlServer, withoutTomlServer, withTomlServer } from "../../../../src/launch/install/toml_config.ts";

/** As plain objects, for comparing. */
function read(text: string): unknown {
  return JSON.parse(JSON.stringify(parse(text)));
}

const entry = { command: "C:\\Program Files\\jm.exe", args: ["--jupyter-url", "http://it's/"] };
const server = { section: "mcp_servers", name: "jupyter", entry };

Deno.test("withTomlServer adds a table at the end", () => {
  const { text: after } = withTomlServer('model = "x" # mine\n', server);
  assert(after.startsWith('model = "x" # mine\n\n[mcp_servers.jupyter]\n'));
  assert.deepEqual(read(after), { model: "x", mcp_servers: { jupyter: entry } });
});

Deno.test("withTomlServer keeps numbers that are too large to count with", () => {
  const before = "limit = 9223372036854775807\nlist = [1, 0x7fffffffffffffff]\n";
  const { text: after } = withTomlServer(before, server);
  assert(after.startsWith(`${before}\n[mcp_servers.jupyter]\n`), after);
});

Deno.test("withTomlServer replaces a table that starts no program, with its sub-tables, and no other line", () => {
  const before = `# top
[mcp_servers.jupyter] # ours
url = "http://h/mcp"
[mcp_servers.jupyter.http_headers]
A = "1"

# theirs
[mcp_servers.other]
command = "x"
`;
  const { text: after } = withTomlServer(before, server);
  assert.deepEqual(read(after), { mcp_servers: { jupyter: entry, other: { command: "x" } } });
  assert(after.startsWith("# top\n"));
  assert(after.endsWith('\n# theirs\n[mcp_servers.other]\ncommand = "x"\n'), after);
  assert.equal(withTomlServer(after, server).text, after);
});

Deno.test("withTomlServer keeps what a person added to our own table, and changes nothing the second time", () => {
  const before = `[mcp_servers.jupyter] # ours
# slow machine
startup_timeout_sec = 20 # mine
args = [
  "--read-only", # not now
  "[x]",
] # as of May
command = "old" # by hand, "#1"
tool_timeout_sec = 30
enabled_tools = [
  "execute_code",
]

[mcp_servers.jupyter.env]
A = "1"

[other]
b = 1
`;
  const asked = { ...server, extra: { tool_timeout_sec: 600 } };
  const { text, kept } = withTomlServer(before, asked);
  assert.deepEqual(kept, ["startup_timeout_sec", "tool_timeout_sec", "enabled_tools", "env"]);
  assert.deepEqual(read(text), {
    mcp_servers: {
      jupyter: {
        ...entry,
        startup_timeout_sec: 20,
        tool_timeout_sec: 30,
        enabled_tools: ["execute_code"],
        env: { A: "1" },
      },
    },
    other: { b: 1 },
  });
  const lines = ["[mcp_servers.jupyter] # ours", "# slow machine", "startup_timeout_sec = 20 # mine"];
  for (const line of [...lines, "] # as of May", 'exe\' # by hand, "#1"']) {
    assert.ok(text.includes(`${line}\n`), `${line} in ${text}`);
  }
  assert.equal(withTomlServer(text, asked).text, text);
});

Deno.test("withTomlServer adds what the client wants to be told to a table that does not say it", () => {
  const before = '[mcp_servers.jupyter]\ncommand = "old"\n';
  const { text } = withTomlServer(before, { ...server, extra: { tool_timeout_sec: 600 } });
  assert.deepEqual(read(text), { mcp_servers: { jupyter: { ...entry, tool_timeout_sec: 600 } } });
});

Deno.test("withTomlServer finds a table whose name is quoted", () => {
  const { text: after } = withTomlServer('[mcp_servers."jupyter"]\ncommand = "old"\n', server);
  assert.deepEqual(read(after), { mcp_servers: { jupyter: entry } });
});

Deno.test("withTomlServer refuses what it cannot extend", () => {
  assert.throws(
    () => withTomlServer('mcp_servers = { other = { command = "x" } }\n', server),
    /its "mcp_servers" has a form that cannot be extended/,
  );
  assert.throws(() => withTomlServer("a = = 1", server), /not valid TOML at line 1/);
  assert.throws(
    () => withTomlServer('mcp_servers = { jupyter = { command = "x" } }\n', server),
    /in a form that cannot be replaced/,
  );
});

Deno.test("withTomlServer writes what the client wants to be told beside command and arguments", () => {
  const { text: after } = withTomlServer("", { ...server, extra: { tool_timeout_sec: 600, note: "x" } });
  assert.deepEqual(read(after), { mcp_servers: { jupyter: { ...entry, tool_timeout_sec: 600, note: "x" } } });
});

Deno.test("withTomlServer keeps a sub-table whose table is not there, with its comments", () => {
  const before = `[other]
b = 1

# for the proxy
[mcp_servers.jupyter.env]
HTTPS_PROXY = "http://p:1" # ours
`;
  const { text, kept } = withTomlServer(before, server);
  assert.deepEqual(kept, ["env"]);
  const env = { HTTPS_PROXY: "http://p:1" };
  assert.deepEqual(read(text), { other: { b: 1 }, mcp_servers: { jupyter: { ...entry, env } } });
  assert(text.endsWith(before.slice(before.indexOf("# for"))), text);
  assert.equal(withTomlServer(text, server).text, text);
});

Deno.test("withTomlServer keeps what is set in a table that names no program yet", () => {
  const { text, kept } = withTomlServer("[mcp_servers.jupyter]\nenabled = false # for now", server);
  assert.deepEqual(kept, ["enabled"]);
  assert.deepEqual(read(text), { mcp_servers: { jupyter: { ...entry, enabled: false } } });
  assert(text.includes("enabled = false # for now\n"), text);
});

Deno.test("withTomlServer ends its lines as the file does", () => {
  const befores = [
    "a = 1\r\n",
    "a = 1\r\n[mcp_servers.jupyter]\r\ncommand = 'old' # mine\r\n",
    "a = 1\r\n[mcp_servers.jupyter.env]\r\nA = '1'\r\n",
    "a = 1\r\n[mcp_servers.jupyter]\r\nurl = 'http://h/'\r\n[other]\r\n",
  ];
  for (const before of befores) {
    const { text } = withTomlServer(before, { ...server, extra: { tool_timeout_sec: 600 } });
    assert.doesNotMatch(text, /[^\r]\n|\r[^\n]/, JSON.stringify(text));
  }
});

Deno.test("withTomlServer takes no line of a string for a table", () => {
  const note = `note = """
[mcp_servers.jupyter]
command = "x"
"""
`;
  const { text } = withTomlServer(note, server);
  assert(text.startsWith(`${note}\n[mcp_servers.jupyter]\n`), text);
  const again = withTomlServer(text, { ...server, entry: { ...entry, args: [] } }).text;
  assert(again.startsWith(`${note}\n[mcp_servers.jupyter]\n`), again);
  assert.deepEqual(read(again), {
    note: '[mcp_servers.jupyter]\ncommand = "x"\n',
    mcp_servers: { jupyter: { ...entry, args: [] } },
  });
});

Deno.test("withoutTomlServer takes out the tables of the server, and no other line", () => {
  const before = `# top
[mcp_servers.jupyter]
command = "c" # ours
[mcp_servers.jupyter.env]
A = "1"

# theirs
[mcp_servers.other]
command = "x"
`;
  const place = { section: "mcp_servers", name: "jupyter" };
  assert.equal(
    withoutTomlServer(before, place),
    '# top\n# theirs\n[mcp_servers.other]\ncommand = "x"\n',
  );
  assert.equal(tomlServer("", place), undefined);
  assert.throws(
    () => withoutTomlServer('mcp_servers = { jupyter = { command = "c" } }\n', place),
    /in a form that cannot be removed/,
  );
});
