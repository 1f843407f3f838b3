import assert from "node:assert/strict";
import { notebookJson, parseNotebook } from "../../../../src/jupyter/nbformat/parse_notebook.ts";
import { unshareable } from "../../../../src/jupyter/notebooks/open_shared.ts";

async function check(metadata: string, more = ""): Promise<string> {
  const text = `{"cells": [], "metadata": ${metadata}, "nbformat": 4, "nbformat_minor": 5${more}}`;
  const found = await unshareable(
    parseNotebook(notebookJson(text, "n.ipynb"), "n.ipynb"),
    () => Promise.resolve(text),
  );
  return found.kind === "some" ? `some: ${found.what}` : found.kind;
}

Deno.test("unshareable lets ordinary notebooks pass, also with large floats and digits in texts", async () => {
  assert.equal(
    await check('{"a": [1, 1e300, 12345678901234567890.5, "123456789012345678901234567890"]}'),
    "none",
  );
});

Deno.test("unshareable names fields that have no place, long integers and longer ones", async () => {
  assert.equal(await check("{}", ', "x": 1, "y": 2'), 'some: the field "x", "y"');
  assert.equal(await check('{"n": -1234567890123456789}'), "some: the last digits of long integers");
  assert.equal(await check('{"n": [-12345678901234567890]}', ', "x": 1'), "all");
});
