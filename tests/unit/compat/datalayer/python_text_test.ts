import assert from "node:assert/strict";
import {
  canonicalJson,
  indentedJson,
  quoted,
  represented,
  typeName,
} from "../../../../src/compat/datalayer/python_text.ts";

Deno.test("quoted writes strings as Python's repr", () => {
  const pairs = [
    ["a", "'a'"],
    ["a'b", `"a'b"`],
    [`a"b'`, `'a"b\\''`],
    ["\\ \n\r\t", "'\\\\ \\n\\r\\t'"],
    ["\x7f\x00\x1b", "'\\x7f\\x00\\x1b'"],
    ["\xa0é\u200b\u2028日本", "'\\xa0é\\u200b\\u2028日本'"],
    ["\u{1f600}\u{e0001}", "'\u{1f600}\\U000e0001'"],
  ] as const;
  for (const [text, expected] of pairs) assert.equal(quoted(text), expected);
});

Deno.test("represented writes JSON values as Python's repr, typeName their types", () => {
  assert.equal(
    represented({ a: [1, 1.5, null, true, "x"], b: {} }),
    "{'a': [1, 1.5, None, True, 'x'], 'b': {}}",
  );
  assert.deepEqual(["x", true, null, [], 1, 1.5, {}].map(typeName), [
    "str",
    "bool",
    "NoneType",
    "list",
    "int",
    "float",
    "dict",
  ]);
});

Deno.test("JSON comes in the forms of Python's json.dumps", () => {
  assert.equal(
    canonicalJson({ b: [1, null, true], a: "é", c: undefined }),
    '{"a":"\\u00e9","b":[1,null,true]}',
  );
  assert.equal(indentedJson({ b: "日" }), '{\n  "b": "\\u65e5"\n}');
});
