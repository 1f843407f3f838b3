import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import { formOf } from "../../../../src/jupyter/nbformat/for_disk.ts";
import { notebookFileLimits, parseNotebookStream } from "../../../../src/jupyter/nbformat/stream_notebook.ts";
import { notebookJson, parseNotebook } from "../../../../src/jupyter/nbformat/parse_notebook.ts";

/** The text in parts of so many characters. */
function* parts(text: string, size: number): Generator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

/** What is read, or the code of the error and what it says, but for the place in the text. */
async function outcome(read: () => unknown): Promise<unknown> {
  try {
    return await read();
  } catch (error) {
    assert.ok(error instanceof AppError);
    return `${error.code} ${error.message.replace(/ \(.*\)$/, "")}`;
  }
}

const code = {
  cell_type: "code",
  id: "a",
  source: ["x = [1, '\\\"', {}]\n", "y"],
  metadata: { cells: [1, 2] },
  outputs: [{ output_type: "stream", name: "stdout", text: ["日本 🚀\n", '"cells": ['] }],
};
const whole = {
  cells: [code, { cell_type: "raw" }, code],
  metadata: { n: 1 },
  nbformat: 4,
  nbformat_minor: 5,
};

const texts = [
  JSON.stringify(whole),
  JSON.stringify(whole, undefined, 1),
  JSON.stringify({ nbformat: 4, nbformat_minor: 4, list: [1], cells: [{ cell_type: "markdown" }] }),
  '{"cells": [ ], "nbformat": 4}',
  '{"nbformat": 4, "cells": [{"cell_type": "raw", "metadata": {"x": 1.0, "y": 12345678901234567890}}]}',
  '{"nbformat": 4, "a\\"cells": [1], "cells": [{"cell_type": "raw", "source": "\\\\"}]}',
  '{"nbformat": 4, "cells": [{"cell_type": "raw"}], "cells": [{"cell_type": "code"}]}',
  '{"nbformat": 4, "cells": [{"cell_type": "raw"}], "cells": 5}',
  '{"nbformat": 4, "c\\u0065lls": [{"cell_type": "raw"}]}',
  '{"nbformat": 4, "cells": [{"cell_type": 1}, {"cell_type": 2}]}',
  '{"nbformat": 5, "cells": [{"cell_type": 1}]}',
  '{"cells": [1]}',
  "[]",
  '[{"cells": [1]}]',
  "5",
  "",
  " \n",
  "{",
  '{"cells": [',
  '{"nbformat": 4, "cells": [{"cell_type": "raw"},]}',
  '{"nbformat": 4, "cells": [,]}',
  '{"nbformat": 4, "cells": [{"cell_type": "raw"]}',
  '{"nbformat": 4, "cells": [{"cell_type": "raw"}}',
  '{"nbformat": 4, "cells": [{"cell_type": "raw"}]]',
  '{"nbformat": 4, "cells": [{"cell_type": "raw"}]} x',
  '{"nbformat": 4, "cells": [{"cell_type": "raw"}',
];

Deno.test("parseNotebookStream reads what parseNotebook reads, in whatever parts the text comes", async () => {
  for (const text of texts) {
    const expected = await outcome(() => {
      const json = notebookJson(text, "a.ipynb");
      const notebook = parseNotebook(json, "a.ipynb");
      return { notebook, form: formOf(json, notebook) };
    });
    for (const size of [1, 2, 3, 7, 1_000]) {
      const read = await outcome(async () => {
        const { notebook, json } = await parseNotebookStream(parts(text, size), "a.ipynb");
        return { notebook, form: notebook && formOf(json, notebook) };
      });
      assert.deepEqual(read, expected, `${text} in parts of ${size}`);
    }
  }
});

Deno.test("parseNotebookStream tells a notebook of an old format, which Jupyter converts", async () => {
  const { notebook, json } = await parseNotebookStream(['{"nbformat": 3, ', '"worksheets": []}'], "a.ipynb");
  assert.equal(notebook, null);
  assert.deepEqual(json, { nbformat: 3, worksheets: [] });
});

Deno.test("parseNotebookStream refuses what is over a limit, names the limit, and reads no further", async () => {
  const cases = [
    { limits: { cells: 2 }, says: 'Cannot open notebook "a.ipynb": it has over 2 cells' },
    { limits: { characters: 150 }, says: "it has over 150 characters" },
    { limits: { values: 9 }, says: "it has over 9 values" },
    { limits: { cellValues: 6 }, says: "cell 1 has over 6 values" },
  ];
  const cells = [1, 2, 3, 4].map((n) => ({
    cell_type: "raw",
    metadata: { list: Array.from({ length: n * 2 }, () => n) },
  }));
  const text = JSON.stringify({ cells, nbformat: 4 });
  for (const { limits, says } of cases) {
    let read = 0;
    const counted = parts(text, 10).map((part) => (read += part.length, part));
    const all = { ...notebookFileLimits, ...limits };
    const error = await parseNotebookStream(counted, "a.ipynb", { limits: all }).catch((error) => error);
    assert.equal(error.code, "too_large");
    assert.ok(error.message.endsWith(says), error.message);
    assert.ok(read < text.length);
  }
  assert.equal((await parseNotebookStream([text], "a.ipynb")).notebook?.cells.length, 4);
});

Deno.test("parseNotebookStream lets others work between the cells of a text that comes at once", async () => {
  const cells = Array.from({ length: 5_000 }, () => code);
  const text = JSON.stringify({ cells, nbformat: 4, nbformat_minor: 5 });
  let turns = 0;
  let isDone = false;
  const timer = setInterval(() => isDone || turns++, 0);
  await parseNotebookStream([text], "a.ipynb");
  isDone = true;
  clearInterval(timer);
  assert.ok(turns > 0);
});

const picture = "iVBORw0KGgo" + "A".repeat(500);

/** The metadata of a notebook as it is read without binary data; the same in whatever parts the text comes. */
async function readable(metadata: unknown, indent?: number): Promise<unknown> {
  const text = JSON.stringify({ metadata, cells: [], nbformat: 4 }, undefined, indent);
  const read = async (size: number) =>
    (await parseNotebookStream(parts(text, size), "a.ipynb", { skipsBinary: true })).notebook?.metadata;
  const whole = await read(text.length);
  for (const size of [1, 2, 3, 7, 64, 300]) assert.deepEqual(await read(size), whole);
  return whole;
}

Deno.test("parseNotebookStream leaves out pictures and keeps what is beside them", async () => {
  const data = { "image/png": picture, "text/plain": ["<Figure>\n", "日本 🚀"], "image/svg+xml": "<svg/>" };
  const cells = [{ cell_type: "code", source: "", outputs: [{ output_type: "display_data", data }] }];
  for (const indent of [undefined, 1]) {
    assert.deepEqual(await readable(data, indent), { ...data, "image/png": "" });
    const text = JSON.stringify({ cells, nbformat: 4 }, undefined, indent);
    const { notebook } = await parseNotebookStream(parts(text, 64), "a.ipynb", { skipsBinary: true });
    assert.deepEqual(notebook?.cells[0]?.outputs?.[0]?.["data"], {
      ...data,
      "image/png": "",
      "text/plain": "<Figure>\n日本 🚀",
    });
  }
});

Deno.test("parseNotebookStream leaves out lists of lines, and nothing behind them", async () => {
  const value = { "image/jpeg": [picture, picture], next: ["a", "b"], "audio/wav": picture, last: "z" };
  assert.deepEqual(await readable(value), {
    "image/jpeg": ["", ""],
    next: ["a", "b"],
    "audio/wav": "",
    last: "z",
  });
});

Deno.test("parseNotebookStream keeps texts that only look like names, quotes and backslashes", async () => {
  const value = {
    source: 'x = {"image/png": "kept"}\\',
    list: ["image/png", '"', "\\", '\\"', ":", "image/png"],
    "image/png": { width: 5, "title": "kept" },
    after: "kept",
    empty: "",
  };
  assert.deepEqual(await readable(value), value);
});

Deno.test("parseNotebookStream passes over escaped quotes of what it leaves out", async () => {
  assert.deepEqual(await readable({ "image/png": '\\"a\\\\"', b: "kept" }), { "image/png": "", b: "kept" });
});

Deno.test("parseNotebookStream counts only the characters that it keeps", async () => {
  const text = JSON.stringify({ metadata: { "image/png": picture }, cells: [], nbformat: 4 });
  const limits = { ...notebookFileLimits, characters: 200 };
  const read = (skipsBinary: boolean) =>
    parseNotebookStream(parts(text, 10), "a.ipynb", { skipsBinary, limits });
  await assert.rejects(read(false), /over 200 characters/);
  assert.deepEqual((await read(true)).notebook?.metadata, { "image/png": "" });
});

Deno.test("parseNotebookStream refuses what is not JSON, also without binary data", async () => {
  for (const text of ["", "{", '{"image/png": "', "hello", '{"a": "b']) {
    await assert.rejects(parseNotebookStream(parts(text, 3), "a.ipynb", { skipsBinary: true }), AppError);
  }
});
