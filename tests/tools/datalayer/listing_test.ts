import assert from "node:assert/strict";
import { z } from "zod";
import type { Connection } from "../../harness/client.ts";
import { connectDatalayer } from "../../harness/datalayer.ts";
import { sharedJupyter } from "../../harness/servers.ts";

const integerOrNull = { anyOf: [{ type: "integer", minimum: 0 }, { type: "null" }], default: null };
const textOrNull = { anyOf: [{ type: "string" }, { type: "null" }], default: null };
const text = { type: "string" };
const insertIndex = { type: "integer", minimum: -1 };
const count = { type: "integer", minimum: 0 };
const run = {
  timeout: { type: "integer", default: 0 },
  stream: { type: "boolean", default: true },
  progress_interval: { type: "integer", default: 5 },
};

/** Parameters by tool, as its own listing has them; execute_* also take a notebook_name here. */
const parameters: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  clear_cell_output: { cell_index: integerOrNull, notebook_name: textOrNull, cell_id: textOrNull },
  connect_to_jupyter: {
    jupyter_url: text,
    jupyter_token: textOrNull,
    document_provider: { type: "string", default: "jupyter" },
  },
  delete_cell: {
    cell_indices: {
      anyOf: [{ type: "array", items: { type: "integer" }, minItems: 1 }, { type: "null" }],
      default: null,
    },
    include_source: { type: "boolean", default: true },
    notebook_name: textOrNull,
    cell_ids_to_delete: { anyOf: [{ type: "array", items: text }, { type: "null" }], default: null },
  },
  edit_cell_source: {
    cell_index: integerOrNull,
    old_string: text,
    new_string: text,
    replace_all: { type: "boolean", default: false },
    notebook_name: textOrNull,
    cell_id: textOrNull,
  },
  execute_cell: { cell_index: integerOrNull, ...run, cell_id: textOrNull, notebook_name: textOrNull },
  execute_code: {
    code: text,
    timeout: { type: "integer", default: 30 },
    kernel_id: textOrNull,
    progress_interval: { type: "integer", default: 5 },
  },
  insert_cell: {
    cell_index: insertIndex,
    cell_type: { type: "string", enum: ["code", "markdown", "raw"] },
    cell_source: text,
    notebook_name: textOrNull,
  },
  insert_execute_code_cell: { cell_index: insertIndex, cell_source: text, ...run, notebook_name: textOrNull },
  list_files: {
    path: { type: "string", default: "" },
    max_depth: { type: "integer", minimum: 0, maximum: 3, default: 1 },
    start_index: { ...count, default: 0 },
    limit: { ...count, default: 25 },
    pattern: { type: "string", default: "" },
  },
  list_kernels: {},
  list_notebooks: {},
  move_cell: {
    source_index: integerOrNull,
    target_index: integerOrNull,
    notebook_name: textOrNull,
    source_cell_id: textOrNull,
    target_cell_id: textOrNull,
  },
  overwrite_cell_source: {
    cell_index: integerOrNull,
    cell_source: text,
    notebook_name: textOrNull,
    cell_id: textOrNull,
  },
  read_cell: {
    cell_index: integerOrNull,
    include_outputs: { type: "boolean", default: true },
    notebook_name: textOrNull,
    cell_id: textOrNull,
  },
  read_notebook: {
    notebook_name: text,
    response_format: { type: "string", enum: ["brief", "detailed"], default: "brief" },
    start_index: { ...count, default: 0 },
    limit: { ...count, default: 20 },
  },
  restart_notebook: { notebook_name: text },
  unuse_notebook: { notebook_name: text },
  use_notebook: {
    notebook_name: text,
    notebook_path: text,
    mode: { type: "string", enum: ["connect", "create"], default: "connect" },
    kernel_id: textOrNull,
  },
};

/** Those of the newest release of its sandboxes, and `run_url` of the one before. */
const sandboxParameters: typeof parameters = {
  launch_sandbox: {
    sandbox_name: text,
    variant: {
      anyOf: [
        {
          type: "string",
          enum: [
            ...["eval", "docker", "jupyter-server", "datalayer", "daytona", "e2b", "coreweave", "cloudflare"],
            ...["google-colab", "kaggle", "monty", "modal"],
          ],
        },
        { type: "null" },
      ],
      default: null,
    },
    timeout: { type: "integer", minimum: 1, default: 60 },
    environment: textOrNull,
    environment_version: {
      anyOf: [{ type: "string" }, { type: "integer" }, { type: "null" }],
      default: null,
    },
    gpu: textOrNull,
    server_url: textOrNull,
    kernel_id: textOrNull,
    proxy_token: textOrNull,
    channels_url: textOrNull,
    token: textOrNull,
    run_url: textOrNull,
    python_version: textOrNull,
    snapshot_name: textOrNull,
  },
  list_sandboxes: {},
  terminate_sandbox: { sandbox_name: text },
  use_sandbox: { sandbox_name: textOrNull },
};

type ListedTool = Awaited<ReturnType<Connection["client"]["listTools"]>>["tools"][number];

function checkParameters(
  { name, inputSchema }: ListedTool,
  expected: Readonly<Record<string, unknown>> = {},
) {
  const properties = Object.entries(inputSchema.properties ?? {}).map(([key, schema]) => {
    const { title, description, ...rest } = z.record(z.string(), z.unknown()).parse(schema);
    assert.ok(typeof title === "string" && typeof description === "string", `${name}.${key}`);
    return [key, rest] as const;
  });
  assert.deepEqual(Object.fromEntries(properties), expected, name);
  const required = Object.entries(expected)
    .filter(([, schema]) => !Object.hasOwn(Object(schema), "default"))
    .map(([key]) => key);
  assert.deepEqual(inputSchema.required ?? [], required, name);
}

const readers = /^(list_|read_)/;

Deno.test("--compat datalayer lists exactly the tools of Datalayer's server", async (t) => {
  await using connection = await connectDatalayer({ jupyter: sharedJupyter("plain") });
  const { tools } = await connection.client.listTools();

  await t.step("by name", () => {
    assert.deepEqual(tools.map(({ name }) => name), Object.keys(parameters));
  });

  await t.step("with its parameters", () => {
    for (const tool of tools) checkParameters(tool, parameters[tool.name]);
  });

  await t.step("with its annotations and the schema of its answers", () => {
    for (const { name, annotations, outputSchema } of tools) {
      assert.equal(annotations?.readOnlyHint, readers.test(name) ? true : undefined, name);
      assert.equal(annotations?.destructiveHint, readers.test(name) ? undefined : true, name);
      assert.equal(typeof annotations?.idempotentHint, "boolean", name);
      assert.equal(annotations?.openWorldHint, name.includes("execute"), name);
      assert.ok(annotations?.title, name);
      assert.deepEqual(outputSchema?.required, ["kind"], name);
    }
  });

  await t.step("and its prompt and resources", async () => {
    const { prompts } = await connection.client.listPrompts();
    assert.deepEqual(prompts.map(({ name }) => name), ["jupyter_cite"]);
    assert.deepEqual(prompts[0]?.arguments?.map(({ name, required }) => [name, required]), [
      ["prompt", true],
      ["cell_indices", true],
      ["notebook_name", false],
    ]);
    const { resourceTemplates } = await connection.client.listResourceTemplates();
    assert.deepEqual(resourceTemplates.map(({ uriTemplate }) => uriTemplate), [
      "notebook://{name}",
      "notebook://{name}/cells/{cell_id}",
      "notebook://{name}/cells/{cell_id}/outputs/{index}",
    ]);
  });
});

Deno.test("--compat datalayer offers sandbox tools if a variant is configured", async () => {
  await using connection = await connectDatalayer({
    jupyter: sharedJupyter("plain"),
    env: { SANDBOX_VARIANT: "eval" },
  });
  const { tools } = await connection.client.listTools();
  const all = { ...parameters, ...sandboxParameters };
  assert.deepEqual(tools.map(({ name }) => name), Object.keys(all).toSorted());
  for (const tool of tools) checkParameters(tool, all[tool.name]);
});
