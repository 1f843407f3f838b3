import assert from "node:assert/strict";
import { parseExact, plainNumbers } from "../../../../src/jupyter/nbformat/exact_json.ts";

Deno.test("exact JSON writes every number as it was read", () => {
  for (
    const text of [
      "1.0",
      "[12345678901234567890,-0,-0.0,1e5,1E-7,1.0e3,123456789012345678]",
      '{"a":1.0,"b":[{"c":2.00},{"d":"3.0"}],"1.0":1.0}',
      '{"text":"1.0, \\"2.0\\" and \\\\","next":3.0}',
      '{"__proto__":{"x":1.0},"y":9007199254740993}',
      '["\\\\",1.0,"\\\\\\"",2.0]',
    ]
  ) assert.equal(JSON.stringify(parseExact(text)), text);
});

Deno.test("exact JSON gives ordinary numbers where those are the same", () => {
  assert.deepEqual(parseExact('{"a": [1, -2, 3.5, 9007199254740991], "b": "1.0"}'), {
    a: [1, -2, 3.5, 9007199254740991],
    b: "1.0",
  });
});

Deno.test("exact JSON refuses what is no JSON, with the place in the text as it was given", () => {
  for (const text of ["", "01", "1.", "{1.0:2}", '["a', "[1.0,]", '{"a":1.0 "b"}']) {
    let message = "";
    try {
      JSON.parse(text);
    } catch (error) {
      message = error instanceof Error ? error.message : "";
    }
    assert.notEqual(message, "", text);
    assert.throws(() => parseExact(text), { name: "SyntaxError", message });
  }
});

Deno.test("exact JSON turns into ordinary numbers, and what has none stays the same object", () => {
  assert.deepEqual(plainNumbers(parseExact('{"x":[1.0,{"y":1e3}],"z":"1.0"}')), {
    x: [1, { y: 1000 }],
    z: "1.0",
  });
  const plain = { x: [1, { y: [] }] };
  assert.equal(plainNumbers(plain), plain);
});

Deno.test("parseExact keeps the numbers of long lists as written, wherever the list is divided", () => {
  const numbers = [
    "1.0",
    "-0",
    "0.05",
    "-0.5",
    "1e3",
    "12345678901234567890",
    "0.8444218515250481",
    "7",
    "-0.0",
  ];
  const text = `[${Array.from({ length: 40_000 }, (_, n) => numbers[n % numbers.length]).join(",")},"1.0"]`;
  assert.equal(JSON.stringify(parseExact(text)), text);
});

Deno.test("parseExact makes no number exact where there are too many", () => {
  assert.equal(JSON.stringify(parseExact("[1.0,2.0,0.5]", 2)), "[1.0,2.0,0.5]");
  assert.equal(JSON.stringify(parseExact('[1.0,2.0,"a",3.0]', 2)), '[1,2,"a",3]');
});
