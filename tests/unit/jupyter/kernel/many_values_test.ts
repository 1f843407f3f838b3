import assert from "node:assert/strict";
import { reducedJson } from "../../../../src/jupyter/kernel/many_values.ts";

const encoder = new TextEncoder();

function reduced(content: unknown) {
  const { text, leftOut } = reducedJson(encoder.encode(JSON.stringify(content)), 2);
  const value: unknown = JSON.parse(text);
  return { value, leftOut };
}

const many = Array.from({ length: 100_000 }, () => ({}));
const bytes = JSON.stringify(many).length;

Deno.test("reducedJson leaves a content alone that has few values, however long it is", () => {
  const content = { data: { "text/plain": "[,{".repeat(1_000_000), "application/json": [1, { a: [] }] } };
  assert.deepEqual(reduced(content), { value: content, leftOut: [] });
});

Deno.test("reducedJson leaves out the largest values, until the rest is small enough", () => {
  const data = { "text/plain": 'a "quoted\\" text', "a/b+json": [1, 2, 3], "application/json": many };
  const metadata = { isolated: true, 'more "': { rows: many } };
  assert.deepEqual(reduced({ data, metadata, transient: {} }), {
    value: {
      data: { ...data, "application/json": null },
      metadata: { isolated: true, 'more "': null },
      transient: {},
    },
    leftOut: [
      { key: "application/json", bytes },
      { key: 'more \\"', bytes: bytes + '{"rows":}'.length },
    ],
  });
});

Deno.test("reducedJson takes spaces, and text instead of bytes", () => {
  const text = `{ "content" : { "data" : { "x/json" : [ ${"1 ,".repeat(700_000)} 1 ] } } }`;
  const { text: rest, leftOut } = reducedJson(text, 3);
  assert.equal(rest, '{ "content" : { "data" : { "x/json" : null } } }');
  assert.deepEqual(leftOut.map(({ key }) => key), ["x/json"]);
});

Deno.test("reducedJson refuses a content that has too many values elsewhere", () => {
  assert.throws(() => reduced({ traceback: many }), TypeError);
  assert.throws(
    () => reduced({ data: Object.fromEntries(Array.from({ length: 700_000 }, (_, place) => [place, ""])) }),
    TypeError,
  );
});
