import assert from "node:assert/strict";
import { setJsonValue } from "../../../../src/launch/install/put_json.ts";

const value = { command: "c", args: [] };

Deno.test("putJson adds behind the last pair, and leaves that and its comment as they are", () => {
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

Deno.test("putJson adds the comma that is missing before a comment, which may have one", () => {
  assert.equal(setJsonValue('{\n\t"a": 1 // one, two\n}', ["b"], 2), '{\n\t"a": 1, // one, two\n\t"b": 2\n}');
});

Deno.test("putJson leaves an object on the line it stands on", () => {
  assert.equal(
    setJsonValue('{"servers":{"other":{}}}', ["servers", "jupyter"], value),
    '{"servers":{"other":{}, "jupyter": {"command":"c","args":[]}}}',
  );
  const entry = '{\n  "jupyter": {"command": "old"}\n}\n';
  assert.equal(setJsonValue(entry, ["jupyter", "args"], ["x"]), entry.replace('"old"', '"old", "args": ["x"]'));
  assert.equal(setJsonValue(entry, ["jupyter", "command"], "c"), entry.replace("old", "c"));
});

Deno.test("putJson makes what is missing on the way, with the line ends and the indentation of the text", () => {
  assert.equal(
    setJsonValue("{}\n", ["a", "b"], { c: 1 }),
    '{\n  "a": {\n    "b": {\n      "c": 1\n    }\n  }\n}\n',
  );
  assert.equal(
    setJsonValue('{\r\n\t"x": {\r\n\t\t// none\r\n\t}\r\n}', ["x", "a"], []),
    '{\r\n\t"x": {\r\n\t\t// none\r\n\t\t"a": []\r\n\t}\r\n}',
  );
});

Deno.test("putJson replaces a value and nothing else", () => {
  const before = '{\n  "a": [1,2],\n  "b": null, // b\n  "c": {"d":1}\n}';
  assert.equal(setJsonValue(before, ["b"], [3]), before.replace("null", "[\n    3\n  ]"));
});
