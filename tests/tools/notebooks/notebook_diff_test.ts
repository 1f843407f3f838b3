/** A change of one cell is a change of one cell on disk, whatever the format of the notebook and whatever is odd in it. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { parseExact } from "../../../src/jupyter/nbformat/exact_json.ts";
import { connect } from "../../harness/client.ts";
import { type EnvironmentKind, environmentKinds } from "../../harness/environment.ts";
import type { JupyterServer } from "../../harness/jupyter.ts";
import { code, freshPath, markdown, type NewCell, notebookOf } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";

interface Case {
  readonly name: string;
  /** The notebook, whose second cell is edited. */
  readonly notebook: NewCell | string;
  /** Where it differs: the server's shared documents drop or change something that they cannot hold. */
  readonly kinds?: readonly EnvironmentKind[];
}

const bare = (cell: NewCell) => Object.fromEntries(Object.entries(cell).filter(([key]) => key !== "id"));
const cells = [
  markdown("m", "# Title\ntext"),
  code("c", "x = 1\ny = 2"),
  code("d", "x", { execution_count: 3 }),
];
const metadata = {
  kernelspec: { name: "python3", display_name: "Python 3", language: "python" },
  language_info: { name: "python", version: "3.4.1" },
};
const old = (minor: number) => notebookOf(cells.map(bare), { nbformat_minor: minor, metadata });
const withSecond = (more: NewCell, minor = 5) =>
  notebookOf([cells[0] ?? {}, code("c", "x = 1\ny = 2", more), code("d", "z")], {
    metadata,
    nbformat_minor: minor,
  });

const table: readonly Case[] = [
  ...[0, 1, 2, 3, 4].map((minor) => ({ name: `format 4.${minor}`, notebook: old(minor) })),
  { name: "format 4.5", notebook: notebookOf(cells, { metadata }) },
  {
    name: "format 4.4 without metadata of its kernel",
    notebook: notebookOf(cells.map(bare), { nbformat_minor: 4 }),
  },
  {
    name: "format 4.4 with ids, which it does not know",
    notebook: notebookOf(cells, { nbformat_minor: 4, metadata }),
    kinds: ["plain"],
  },
  {
    name: "format 4.4 with equal cells",
    notebook: notebookOf(["a", "x = 1\ny = 2", "a", "", "", "a"].map((source) => bare(code("", source))), {
      nbformat_minor: 4,
      metadata,
    }),
  },
  {
    name: "cells without a source",
    notebook: notebookOf([
      { id: "m", cell_type: "markdown", metadata: {} },
      code("c", "x = 1\ny = 2"),
      { id: "d", cell_type: "code", metadata: {}, outputs: [], execution_count: null },
    ], { metadata }),
  },
  {
    name: "cells without an execution count",
    notebook: notebookOf([
      { id: "m", cell_type: "code", metadata: {}, outputs: [], source: "1" },
      code("c", "x = 1\ny = 2"),
    ], { metadata }),
  },
  {
    name: "unknown fields",
    notebook: notebookOf([markdown("m", "# T", { mine: [1, { a: null }] }), code("c", "x = 1\ny = 2")], {
      metadata,
    }),
  },
  {
    name: "unknown fields of the notebook",
    notebook: notebookOf(cells, { metadata, mine: { deep: [1.0, "two"] } }),
  },
  {
    name: "keys called __proto__",
    notebook: JSON.stringify(withSecond({ metadata: { mark: 1 } })).replaceAll(
      '"mark":1',
      '"__proto__":{"a":1},"constructor":"b","mark":1',
    ).replace('"version":"3.4.1"', '"version":"3.4.1","__proto__":{"deep":{"__proto__":1}}'),
    kinds: ["plain"],
  },
  {
    name: "a key __proto__ of a cell's metadata",
    notebook: JSON.stringify(withSecond({ metadata: { mark: 1 } })).replaceAll(
      '"mark":1',
      '"__proto__":"x","mark":1',
    ),
  },
  { name: "long lines and odd characters", notebook: withSecond({ metadata: { t: "\u2028é🚀\u0085" } }) },
  {
    name: "numbers that JavaScript would change",
    notebook: JSON.stringify(withSecond({ metadata: { n: 1 } })).replace(
      '"n":1',
      '"n":1.0,"m":12345678901234567890',
    ),
    kinds: ["plain"],
  },
];

/** Puts a file as Jupyter itself writes it, so that what differs afterwards is what the edit made. */
async function put(jupyter: JupyterServer, notebook: NewCell | string): Promise<string> {
  const path = freshPath("diff");
  const json = parseExact(typeof notebook === "string" ? notebook : JSON.stringify(notebook));
  await Deno.writeTextFile(join(jupyter.root, path), `${JSON.stringify(written(json), undefined, 1)}\n`);
  return path;
}

/** A value with its keys sorted, and sources as lists of lines. */
function written(value: unknown, key = ""): unknown {
  if (key === "source" && typeof value === "string") return value.match(/.*\n|.+$/g) ?? [];
  if (typeof value !== "object" || value === null || JSON.isRawJSON(value)) return value;
  if (Array.isArray(value)) return value.map((item) => written(item));
  const entries = Object.entries(value).toSorted(([a], [b]) => a < b ? -1 : 1);
  return Object.fromEntries(entries.map(([name, item]) => [name, written(item, name)]));
}

/** The lines that are not in both, those of the first text with a minus. */
function difference(before: string, after: string): readonly string[] {
  const [old, now] = [before, after].map((text) => text.trimEnd().split("\n"));
  const count = (lines: readonly string[] = []) => Map.groupBy(lines, (line) => line);
  const [left, right] = [count(old), count(now)];
  const more = (one: typeof left, other: typeof left, sign: string) =>
    [...one].flatMap(([line, all]) => {
      const extra = all.length - (other.get(line)?.length ?? 0);
      return extra > 0 ? Array<string>(extra).fill(`${sign} ${line.trim()}`) : [];
    });
  return [...more(left, right, "-"), ...more(right, left, "+")];
}

for (const kind of environmentKinds) {
  Deno.test(`an edit of one cell changes one cell on disk (${kind})`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    for (const { name, notebook, kinds = environmentKinds } of table) {
      if (!kinds.includes(kind)) continue;
      await t.step(name, async () => {
        const path = await put(jupyter, notebook);
        const before = await Deno.readTextFile(join(jupyter.root, path));
        const edited = await connection.call("notebook_edit_cell", {
          notebook_path: path,
          cell: 1,
          find: "y = 2",
          replace: "y = 3",
        });
        assert.equal(edited.at("saved"), true, edited.text);
        const after = await Deno.readTextFile(join(jupyter.root, path));
        assert.deepEqual(difference(before, after), ['- "y = 2"', '+ "y = 3"'], edited.text);
      });
    }
  });
}
