import assert from "node:assert/strict";
import type { Connection } from "../../harness/client.ts";
import { blockTexts, connectDatalayer } from "../../harness/datalayer.ts";
import { connectPeer } from "../../harness/datalayer_peer.ts";
import { code, markdown, putCells, raw } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";

type Step = readonly [tool: string, args: Record<string, unknown>];

/** Calls whose answers must be the same but for ids and times; `PATH` and `OTHER` stand for notebooks. */
const steps: readonly Step[] = [
  ["list_notebooks", {}],
  ["read_notebook", { notebook_name: "zz" }],
  ["use_notebook", { notebook_name: "nb", notebook_path: "none.ipynb" }],
  ["use_notebook", { notebook_name: "nb", notebook_path: "nodir/none.ipynb" }],
  ["use_notebook", { notebook_name: "nb", notebook_path: "./none.ipynb" }],
  ["use_notebook", { notebook_name: "nb", notebook_path: "./nodir/none.ipynb" }],
  ["list_files", { path: "./nowhere" }],
  ["use_notebook", { notebook_name: "nb", notebook_path: "PATH", mode: "create" }],
  ["use_notebook", { notebook_name: "nb", notebook_path: "PATH", kernel_id: "bogus" }],
  ["use_notebook", { notebook_name: "nb", notebook_path: "PATH", kernel_id: "NEW" }],
  ["use_notebook", { notebook_name: "nb", notebook_path: "PATH" }],
  ["use_notebook", { notebook_name: "nb", notebook_path: "OTHER" }],
  ["list_notebooks", {}],
  ["read_notebook", { notebook_name: "nb" }],
  ["read_notebook", { notebook_name: "nb", response_format: "detailed" }],
  ["read_notebook", { notebook_name: "nb", start_index: 50 }],
  ["read_cell", { cell_index: 1 }],
  ["read_cell", { cell_id: "one" }],
  ["read_cell", { cell_index: 9 }],
  ["read_cell", { cell_id: "bad" }],
  ["read_cell", {}],
  ["read_cell", { cell_index: -1 }],
  ["read_cell", { cell_index: "x" }],
  ["read_cell", { cell_index: "1" }],
  ["read_cell", { cell_index: true }],
  ["read_cell", { cell_index: 1.5 }],
  ["read_cell", { cell_index: 1, include_outputs: "no" }],
  ["read_cell", { cell_index: 1, include_outputs: 0 }],
  ["read_cell", { cell_index: 1, include_outputs: "F" }],
  ["read_cell", { cell_index: 1, include_outputs: 2 }],
  ["read_cell", { cell_index: 1, include_outputs: 0.5 }],
  ["read_cell", { cell_index: "1.0" }],
  ["read_cell", { cell_index: "0_1" }],
  ["read_cell", { cell_index: 2 ** 54 }],
  ["read_cell", { cell_index: -(2 ** 54) }],
  ["insert_cell", { cell_index: -1, cell_type: "code", cell_source: "y = 2\nprint(y)\ny" }],
  ["insert_cell", { cell_index: 1, cell_type: "markdown", cell_source: "hi" }],
  ["insert_cell", { cell_index: 99, cell_type: "code", cell_source: "z" }],
  ["insert_cell", { cell_index: 0, cell_type: "html", cell_source: "z" }],
  ["overwrite_cell_source", { cell_index: 0, cell_source: "# New\nmore\nand more\n" }],
  ["overwrite_cell_source", { cell_index: 0, cell_source: "# New\nmore\nand more\n" }],
  ["overwrite_cell_source", { cell_index: 99, cell_source: "x" }],
  ["edit_cell_source", { cell_index: 2, old_string: "hello", new_string: "bye" }],
  ["edit_cell_source", { cell_index: 2, old_string: "nothere", new_string: "bye" }],
  ["edit_cell_source", { cell_index: 2, old_string: "", new_string: "bye" }],
  ["edit_cell_source", { cell_index: 99, old_string: "", new_string: "bye" }],
  ["edit_cell_source", { cell_index: 2, old_string: "bye", new_string: "$& aba ababa" }],
  ["edit_cell_source", { cell_index: 2, old_string: "aba", new_string: "x" }],
  ["edit_cell_source", { cell_index: 2, old_string: "a", new_string: "x" }],
  ["edit_cell_source", { cell_index: 2, old_string: "aba a", new_string: "aba a" }],
  ["edit_cell_source", { cell_index: 2, old_string: "')", new_string: "')\n" }],
  ["edit_cell_source", { cell_index: 2, old_string: "')\n", new_string: "')\r\n" }],
  ["edit_cell_source", { cell_index: 2, old_string: "babab", new_string: "aba", replace_all: true }],
  ["edit_cell_source", { cell_index: 2, old_string: "aba", new_string: "b", replace_all: true }],
  ["edit_cell_source", { cell_index: 4, old_string: "y", new_string: "w", replace_all: true }],
  ["execute_cell", { cell_index: 4 }],
  ["execute_cell", { cell_index: 4, stream: false }],
  ["execute_cell", { cell_index: 99 }],
  ["insert_execute_code_cell", { cell_index: -1, cell_source: "print('out')\n1/0" }],
  ["insert_execute_code_cell", { cell_index: 200, cell_source: "a = 1" }],
  ["execute_code", { code: "print('a'); print('b'); 3" }],
  ["execute_code", { code: "display({'text/latex': '$x$', 'text/plain': 'p'}, raw=True)" }],
  ["execute_code", { code: "display({'application/json': {'a': 1}}, raw=True)" }],
  ["execute_code", { code: "import pandas as pd; pd.DataFrame({'a': [1, 2]})" }],
  ["execute_code", { code: "def f(:" }],
  ["execute_code", { code: "1", kernel_id: "bogus" }],
  ["execute_code", {}],
  ["clear_cell_output", { cell_index: 4 }],
  ["clear_cell_output", { cell_index: 4 }],
  ["clear_cell_output", { cell_index: 0 }],
  ["clear_cell_output", { cell_index: 99 }],
  ["move_cell", { source_index: 0, target_index: 2 }],
  ["move_cell", { source_index: 0, target_index: 99 }],
  ["move_cell", { source_cell_id: "raw", target_cell_id: "md" }],
  ["delete_cell", { cell_ids_to_delete: ["one", "one"] }],
  ["delete_cell", { cell_ids_to_delete: ["one", "none", "nowhere"] }],
  ["delete_cell", { cell_indices: [0, 2] }],
  ["delete_cell", { cell_indices: [99] }],
  ["delete_cell", { cell_indices: ["99"] }],
  ["delete_cell", { cell_indices: ["x"] }],
  ["delete_cell", { cell_indices: [1, 1] }],
  ["delete_cell", { cell_indices: [] }],
  ["use_notebook", { notebook_name: "second", notebook_path: "OTHER", kernel_id: "NEW" }],
  ["use_notebook", { notebook_name: "nb", notebook_path: "PATH" }],
  ["read_cell", { cell_index: 0, notebook_name: "second" }],
  ["read_cell", { cell_index: 0, notebook_name: "nope" }],
  ["restart_notebook", { notebook_name: "nb" }],
  ["restart_notebook", { notebook_name: "nope" }],
  ["execute_code", { code: "w" }],
  ["unuse_notebook", { notebook_name: "nope" }],
  ["no_such_tool", {}],
];

Deno.test("Datalayer's own server and ours give the same answers to the same calls", async () => {
  const jupyter = sharedJupyter("collaboration");
  const [theirs, ours] = await Promise.all([
    connectPeer(jupyter),
    connectDatalayer({ jupyter, env: { START_NEW_CODE_SANDBOX: "false" } }),
  ]);
  await using _theirs = theirs;
  await using _ours = ours;
  const runs = await Promise.all([answersOf(theirs), answersOf(ours)]);
  for (const [index, [tool, args]] of steps.entries()) {
    assert.deepEqual(runs[1]?.[index], runs[0]?.[index], `${tool} ${JSON.stringify(args)}`);
  }
  const [citedThere, citedHere] = await Promise.all([cited(theirs), cited(ours)]);
  assert.deepEqual(citedHere, citedThere);
  const [readThere, readHere] = await Promise.all([read(theirs), read(ours)]);
  assert.deepEqual(readHere, readThere);
  for (const connection of [theirs, ours]) {
    for (const name of ["second", "nb"]) await connection.call("unuse_notebook", { notebook_name: name });
  }

  async function answersOf(connection: Connection) {
    const paths: Record<string, string> = {
      PATH: await putCells(jupyter, cells()),
      OTHER: await putCells(jupyter, cells()),
    };
    const answers = [];
    for (const [tool, args] of steps) {
      const path = paths[String(args["notebook_path"])];
      const result = await connection.call(
        tool,
        path === undefined ? args : { ...args, notebook_path: path },
      );
      const hide = (text: string) => withoutChance(text, paths);
      answers.push({
        isError: result.isError,
        texts: blockTexts(result).map(hide),
        cellIds: countOf(result.raw._meta?.["io.jupyter-mcp/cell_ids"]),
        structured: JSON.parse(hide(JSON.stringify(result.raw.structuredContent ?? null))),
      });
    }
    return answers;
  }
});

/** The prompt about a notebook that no step has changed. */
async function cited({ client }: Connection) {
  const { prompts } = await client.listPrompts();
  const named = prompts.map(({ name, arguments: given }) => [
    name,
    given?.map(({ name, required }) => [name, required]),
  ]);
  const texts = [];
  for (const cell_indices of ["0-2", "2,0", "1-", " 1 , ,2 "]) {
    const args = { prompt: "explain", cell_indices, notebook_name: "second" };
    texts.push((await client.getPrompt({ name: "jupyter_cite", arguments: args })).messages);
  }
  return { named, texts };
}

/** The resources of that notebook; its server gives outputs of all kinds as plain text, which is a repair here. */
async function read({ client }: Connection) {
  const { resources } = await client.listResources();
  const { resourceTemplates } = await client.listResourceTemplates();
  const contents = [];
  for (const place of ["md", "one", "raw", "one/outputs/0"]) {
    contents.push(await client.readResource({ uri: `notebook://second/cells/${place}` }));
  }
  return {
    resources: resources.map(({ uri, name, mimeType }) => [uri, name, mimeType]),
    templates: resourceTemplates.map(({ description: _, ...template }) => template),
    contents,
  };
}

function cells() {
  return [
    markdown("md", "# Title\nmore"),
    code("one", "x = 1\nprint('hello')", {
      execution_count: 3,
      outputs: [{ output_type: "stream", name: "stdout", text: "hello\n" }],
    }),
    raw("raw", "as it is"),
  ];
}

function countOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

/** Ids, times, paths, and the version of the validator whose pages explain its messages. */
function withoutChance(text: string, paths: Readonly<Record<string, string>>): string {
  const named = Object.entries(paths).reduce((rest, [name, path]) => rest.replaceAll(path, name), text);
  return named
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, "ID")
    .replace(/COMPLETED in [\d.]+s/g, "COMPLETED in Ns")
    .replace(/(https:\/\/errors\.pydantic\.dev)\/[\d.]+\//g, "$1/N/");
}
