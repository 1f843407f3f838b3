import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import { isOldFormat, notebookJson, parseNotebook } from "../../../../src/jupyter/nbformat/parse_notebook.ts";

const base = { nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [] };

function refusal(text: string): AppError {
  try {
    parseNotebook(notebookJson(text, "a.ipynb"), "a.ipynb");
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error("it was read");
}

Deno.test("parseNotebook joins the lines of sources, streams and texts", () => {
  const { cells } = parseNotebook({
    ...base,
    cells: [{
      cell_type: "code",
      source: ["a = 1\r\n", "a"],
      metadata: {},
      execution_count: 1,
      outputs: [
        { output_type: "stream", name: "stdout", text: ["x\n", "y"] },
        {
          output_type: "display_data",
          metadata: {},
          data: { "text/html": ["<b>", "</b>"], "application/json": ["a", "b"] },
        },
      ],
    }],
  }, "a.ipynb");
  assert.equal(cells[0]?.source, "a = 1\r\na");
  assert.equal(cells[0]?.outputs?.[0]?.["text"], "x\ny");
  assert.deepEqual(cells[0]?.outputs?.[1]?.["data"], {
    "text/html": "<b></b>",
    "application/json": ["a", "b"],
  });
});

Deno.test("parseNotebook keeps fields and output types that it does not know", () => {
  const odd = {
    ...base,
    ours: { deep: [1] },
    cells: [{
      id: "a",
      cell_type: "chart",
      source: "",
      metadata: { tags: ["t"], x: { y: 1 } },
      attachments: { "a.png": { "image/png": "AA" } },
      outputs: [{ output_type: "hologram", beam: 1 }],
      colour: "red",
    }],
  };
  assert.deepEqual(parseNotebook(structuredClone(odd), "a.ipynb"), odd);
});

Deno.test("parseNotebook bears missing metadata, sources and minor version", () => {
  const read = parseNotebook({ nbformat: 4, cells: [{ cell_type: "markdown" }] }, "a.ipynb");
  assert.deepEqual(read, {
    nbformat: 4,
    nbformat_minor: 0,
    metadata: {},
    cells: [{ cell_type: "markdown", source: "", metadata: {} }],
  });
});

Deno.test("parseNotebook keeps keys called __proto__", () => {
  const proto = '"__proto__":{"a":1}';
  const output = `{${proto},"data":{${proto},"text/plain":["a","b"]},"output_type":"display_data"}`;
  const cell = `{${proto},"cell_type":"code","metadata":{${proto}},"outputs":[${output}],"source":"x"}`;
  const text = `{${proto},"cells":[${cell}],"metadata":{${proto}},"nbformat":4,"nbformat_minor":5}`;
  const read = JSON.stringify(parseNotebook(notebookJson(text, "a.ipynb"), "a.ipynb"));
  assert.equal(read, text.replace('["a","b"]', '"ab"'));
});

Deno.test("isOldFormat tells the formats that Jupyter converts", () => {
  const old = [1, 2, 3, 4, 5, "3", undefined].filter((nbformat) => isOldFormat({ nbformat }));
  assert.deepEqual(old, [1, 2, 3]);
});

Deno.test("parseNotebook refuses what is no notebook", () => {
  for (
    const text of ["", "  \n", "{nope", "[1]", "null", "{}", '{"nbformat": 9}', '{"nbformat": 4}', '"x"']
  ) {
    assert.equal(refusal(text).code, "not_a_notebook", text);
  }
});

Deno.test("parseNotebook does not quote the content of a broken file", () => {
  assert.doesNotMatch(refusal('{"password": "hunter2", oops').message, /hunter2|oops/);
});

Deno.test("parseNotebook says which cell is invalid, and where", () => {
  const cells = [{ cell_type: "raw" }, { cell_type: 1 }];
  assert.throws(() => parseNotebook({ ...base, cells }, "a.ipynb"), /cells\.1\.cell_type: /);
});
