/** Notebooks full of figures are changed without being held several times over. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { code, notebookOf, onDisk, putCells, putFile } from "../../harness/notebook.ts";
import { peakMemory } from "../../harness/peak_memory.ts";
import { sharedJupyter } from "../../harness/servers.ts";

/** Bytes; the notebook as one text, as bytes and on its way is less, each of them twice is more. */
const mostMore = 220_000_000;

const data = { "image/png": `iVBORw0KGgo${"A".repeat(600_000)}` };
const outputs = [{ output_type: "display_data", data, metadata: {} }];

/** Cells with a figure of 0.6 MB each. */
function figures(count: number) {
  return Array.from({ length: count }, (_, n) => code(`c${n}`, `plot(${n})`, { outputs }));
}

for (const kind of environmentKinds) {
  Deno.test(`a cell of a notebook of 60 MB is edited in little more memory on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const last = "# 日本 🚀\n".repeat(1_000);
    const path = await putCells(jupyter, [...figures(99), code("c99", last, { outputs })]);
    await connection.call("notebook_get", { notebook_path: path });
    const before = await peakMemory(connection.pid);
    const { at, text } = await connection.call("notebook_edit_cell", {
      notebook_path: path,
      cell: 3,
      source: "plot('é')",
    });
    assert.equal(at("saved"), true, text);
    const more = await peakMemory(connection.pid) - before;
    const { cells } = await onDisk(jupyter, path);
    assert.equal(cells[3]?.source, "plot('é')");
    assert.equal(cells.length, 100);
    assert.ok(cells[99]?.source === last);
    assert.ok(JSON.stringify(cells[99]?.outputs).includes(data["image/png"]));
    assert.ok(more < mostMore, `${Math.round(more / 1e6)} MB more`);
    await Deno.remove(`${jupyter.root}/${path}`);
  });
}

Deno.test("the outline of a notebook of 80 MB takes little more memory than the notebook", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter });
  const path = await putCells(jupyter, figures(133));
  await connection.call("notebook_list", { path: "" });
  const before = await peakMemory(connection.pid);
  const { at, text } = await connection.call("notebook_get", { notebook_path: path });
  assert.match(String(at("outline.0")), /plot\(0\) \| image$/, text);
  const more = await peakMemory(connection.pid) - before;
  assert.ok(more < mostMore, `${Math.round(more / 1e6)} MB more`);
  await Deno.remove(`${jupyter.root}/${path}`);
});

Deno.test("a notebook of too many cells is refused with the limit, and searched as far as a file can be", async () => {
  const many = (count: number) =>
    notebookOf(Array.from({ length: count }, (_, n) => ({ ...code(`c${n}`, `${n}`), cell_type: "raw" })));
  const refusal = async (kind: "plain" | "collaboration", count: number) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const path = await putFile(jupyter, many(count));
    const { at } = await connection.call("notebook_get", { notebook_path: path });
    const found = await connection.call("notebook_search", { path, query: "9999" });
    await Deno.remove(join(jupyter.root, path));
    return { error: at("error"), message: at("message"), found: found.at("matches.0.cell") };
  };
  assert.partialDeepStrictEqual(await refusal("plain", 10_001), { error: undefined, found: 9_999 });
  const shared = await refusal("collaboration", 10_001);
  assert.partialDeepStrictEqual(shared, { error: "too_large", found: 9_999 });
  assert.match(String(shared.message), /: 10001 cells are too many for a shared document, over 10000$/);
  const plain = await refusal("plain", 50_001);
  assert.partialDeepStrictEqual(plain, { error: "too_large", found: undefined });
  assert.match(String(plain.message), /: it has over 50,000 cells$/);
});

Deno.test("notebook_search looks into notebooks of 60 MB without holding one", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter });
  const folder = `figures-${crypto.randomUUID()}`;
  for (const name of ["one", "two"]) await putCells(jupyter, figures(100), `${folder}/${name}.ipynb`);
  await connection.call("notebook_list", { path: folder });
  const before = await peakMemory(connection.pid);
  const { at, text } = await connection.call("notebook_search", { path: folder, query: "plot(99)" });
  const more = await peakMemory(connection.pid) - before;
  assert.partialDeepStrictEqual(at("matches"), [
    { notebook_path: `${folder}/one.ipynb`, cell: 99, id: "c99", line: 1 },
    { notebook_path: `${folder}/two.ipynb`, cell: 99, id: "c99", line: 1 },
  ], text);
  assert.ok(more < mostMore, `${Math.round(more / 1e6)} MB more`);
  await Deno.remove(join(jupyter.root, folder), { recursive: true });
});

Deno.test("a large notebook behind a link out of Jupyter's root is read and searched all the same", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter });
  const outside = await Deno.makeTempDir();
  const path = `link-${crypto.randomUUID()}.ipynb`;
  await Deno.writeTextFile(join(outside, "big.ipynb"), JSON.stringify(notebookOf(figures(10))));
  await Deno.symlink(join(outside, "big.ipynb"), join(jupyter.root, path));
  const read = await connection.call("notebook_get", { notebook_path: path, detail: "source", from: 9 });
  assert.equal(read.at("cells.0.source"), "plot(9)", read.text);
  const found = await connection.call("notebook_search", { path, query: "plot(9)" });
  assert.partialDeepStrictEqual(found.at("matches"), [{ cell: 9 }], found.text);
  await Deno.remove(outside, { recursive: true });
});

Deno.test("the kernel that a large notebook names is found at its end", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter });
  const metadata = { kernelspec: { name: "no-such-kernel", display_name: "None", language: "none" } };
  const path = await putFile(jupyter, { cells: figures(10), metadata, nbformat: 4, nbformat_minor: 5 });
  const { at, text } = await connection.call("session_create", { notebook_path: path });
  assert.equal(at("error"), "kernelspec_not_found", text);
  assert.match(text, /no-such-kernel/);
});
