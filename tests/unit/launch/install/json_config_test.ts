import assert from "node:assert/strict";
import {
  jsonServer,
  setJsonValue,
  withJsonServer,
  withoutJsonServer,
} from "../../../../src/launch/install/json_config.ts";
const entry = { command: "/bin/jm", args: [] };
const server = { section: "mcpServers", name: "jupyter", entry };

Deno.test("withJsonServer makes a configuration from nothing", () => {
  assert.deepEqual(JSON.parse(withJsonServer("", server).text), {
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
  const { text: after, kept: ofOurs } = withJsonServer(before, server);
  assert.deepEqual(ofOurs, []);
  for (const kept of ["// mine", '"zeta": 1, "alpha": [1,2]', '"other"', "// keep"]) {
    assert(after.includes(kept), kept);
  }
  assert(after.includes('"jupyter"'));
});

Deno.test("withJsonServer keeps what a person added to our own entry, and changes nothing the second time", () => {
  const before = `{"mcpServers": {"jupyter": {
    "command": "old", "args": ["--read-only"],
    "env": {"A": "1"}, // for me
    "disabled": true
  }}}`;
  const { text, kept } = withJsonServer(before, server);
  assert.deepEqual(kept, ["env", "disabled"]);
  assert.match(text, /"env": \{"A": "1"\}, \/\/ for me/);
  assert.deepEqual(JSON.parse(text.replace("// for me", "")).mcpServers.jupyter, {
    ...entry,
    env: { A: "1" },
    disabled: true,
  });
  assert.equal(withJsonServer(text, server).text, text);
});

Deno.test("withJsonServer replaces an entry of the same name that starts no program", () => {
  const before = '{"mcpServers": {"jupyter": {"url": "http://h/mcp", "headers": {}}}}';
  const { text, kept } = withJsonServer(before, server);
  assert.deepEqual([JSON.parse(text).mcpServers.jupyter, kept], [entry, []]);
});

Deno.test("withJsonServer keeps Windows line ends", () => {
  assert(!/[^\r]\n/.test(withJsonServer('{\r\n  "a": 1\r\n}\r\n', server).text));
});

Deno.test("withJsonServer refuses what it cannot read", () => {
  assert.throws(() => withJsonServer('{"a": \n nonsense}', server), /not valid JSON at line 2/);
  assert.throws(() => withJsonServer("[]", server), /expected a JSON object/);
  assert.throws(() => withJsonServer('{"mcpServers": []}', server), /its "mcpServers" is not an object/);
});

Deno.test("withJsonServer refuses what would be said twice, of which clients read only the last", () => {
  assert.throws(
    () => withJsonServer('{"mcpServers": {},\n "a": 1,\n "mcpServers": {"x": {}}}', server),
    /^UsageError: "mcpServers" occurs twice, again at line 3: merge the two$/,
  );
  assert.throws(
    () => withJsonServer('{"mcpServers": {"jupyter": {}, "jupyter": {"command": "x"}}}', server),
    /"jupyter" occurs twice/,
  );
  assert.throws(
    () => withJsonServer('{"mcpServers": {"jupyter": {"command": "a", "command": "b"}}}', server),
    /"command" occurs twice/,
  );
  const others = '{"a": 1, "a": 2, "mcpServers": {"x": {}, "x": {"jupyter": 1, "jupyter": 2}}}';
  assert.deepEqual(JSON.parse(withJsonServer(others, server).text).mcpServers.jupyter, entry);
});

Deno.test("withJsonServer takes a section that is null for an empty one", () => {
  const { text } = withJsonServer('{"a": 1, "mcpServers": null}', server);
  assert.deepEqual(JSON.parse(text), { a: 1, mcpServers: { jupyter: entry } });
});

Deno.test("withJsonServer keeps what a person set in an entry that names no program yet", () => {
  const before = '{ "mcpServers": { "jupyter": { "env": { "A": "1" } } } }';
  const { text, kept } = withJsonServer(before, {
    section: "mcpServers",
    name: "jupyter",
    entry: { command: "c", args: [] },
  });
  assert.deepEqual(kept, ["env"]);
  assert.deepEqual(JSON.parse(text), {
    mcpServers: { jupyter: { env: { A: "1" }, command: "c", args: [] } },
  });
});

const value = { command: "c", args: [] };

Deno.test("setJsonValue adds behind the last pair, and leaves that and its comment as they are", () => {
  const before = `// mine
{
    "servers": {
        "other": {"command": "x", "args": ["a","b"]}, // not, ours
    },
    "theme": "dark" /* t */
}
`;
  const after = before.replace(
    "// not, ours\n",
    `// not, ours
        "jupyter": {
            "command": "c",
            "args": []
        }
`,
  );
  assert.equal(setJsonValue(before, ["servers", "jupyter"], value), after);
});

Deno.test("setJsonValue adds the comma that is missing before a comment, which may have one", () => {
  assert.equal(setJsonValue('{\n\t"a": 1 // one, two\n}', ["b"], 2), '{\n\t"a": 1, // one, two\n\t"b": 2\n}');
});

Deno.test("setJsonValue leaves an object on the line it stands on", () => {
  assert.equal(
    setJsonValue('{"servers":{"other":{}}}', ["servers", "jupyter"], value),
    '{"servers":{"other":{}, "jupyter": {"command":"c","args":[]}}}',
  );
  const before = '{\n  "jupyter": {"command": "old"}\n}\n';
  assert.equal(
    setJsonValue(before, ["jupyter", "args"], ["x"]),
    before.replace('"old"', '"old", "args": ["x"]'),
  );
  assert.equal(setJsonValue(before, ["jupyter", "command"], "c"), before.replace("old", "c"));
});

Deno.test("setJsonValue makes what is missing on the way, with the line ends and the indentation of the text", () => {
  assert.equal(
    setJsonValue("{}\n", ["a", "b"], { c: 1 }),
    '{\n  "a": {\n    "b": {\n      "c": 1\n    }\n  }\n}\n',
  );
  assert.equal(
    setJsonValue('{\r\n\t"x": {\r\n\t\t// none\r\n\t}\r\n}', ["x", "a"], []),
    '{\r\n\t"x": {\r\n\t\t// none\r\n\t\t"a": []\r\n\t}\r\n}',
  );
});

Deno.test("setJsonValue replaces a value and nothing else", () => {
  const before = '{\n  "a": [1,2],\n  "b": null, // b\n  "c": {"d":1}\n}';
  assert.equal(setJsonValue(before, ["b"], [3]), before.replace("null", "[\n    3\n  ]"));
});

const removals: readonly (readonly [string, string])[] = [
  ['{"s": {"jupyter": {"a": 1}}}', '{"s": {}}'],
  ['{"s": {"a": 1, "jupyter": {}}}', '{"s": {"a": 1 }}'],
  ['{"s": {"jupyter": {}, "a": 1}}', '{"s": { "a": 1}}'],
  ['{"s": {"a": 1, "jupyter": {}, "b": 2}}', '{"s": {"a": 1,  "b": 2}}'],
  ['{\n "s": {\n  "a": 1, // of, a\n  "jupyter": {}\n }\n}', '{\n "s": {\n  "a": 1 // of, a\n }\n}'],
  ['{\n "s": {\n  "a": 1, // a\n  "jupyter": {},\n }\n}', '{\n "s": {\n  "a": 1, // a\n }\n}'],
  ['{\n "s": {\n  // a\n  "jupyter": {}, "b": 1\n }\n}', '{\n "s": {\n  // a\n   "b": 1\n }\n}'],
];

for (const [before, after] of removals) {
  Deno.test(`withoutJsonServer takes the server out of ${JSON.stringify(before)}`, () => {
    assert.equal(withoutJsonServer(before, { section: "s", name: "jupyter" }), after);
  });
}

Deno.test("jsonServer finds the entry of a server", () => {
  assert.deepEqual(jsonServer('{"s": {"jupyter": {"command": "c"}}}', { section: "s", name: "jupyter" }), {
    command: "c",
  });
  for (const text of ["", "{}", '{"s": {}}', '{"s": null}']) {
    assert.equal(jsonServer(text, { section: "s", name: "jupyter" }), undefined);
  }
});
