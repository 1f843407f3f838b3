/** Tools as the program itself lists them, with the toolset each belongs to. */

import { z } from "zod";
import { fieldSchema, type ToolField } from "../../src/launch/tools/reference.ts";
import { toolsets } from "../../src/tools/mod.ts";
import { connect } from "../../tests/harness/client.ts";
import { viewsCapability } from "../../tests/harness/views_capability.ts";

const toolSchema = z.looseObject({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  annotations: z.object({
    readOnlyHint: z.boolean(),
    destructiveHint: z.boolean(),
    idempotentHint: z.boolean(),
    openWorldHint: z.boolean(),
  }),
  inputSchema: z.looseObject({
    properties: z.record(z.string(), fieldSchema).optional(),
    required: z.array(z.string()).optional(),
  }),
  _meta: z.object({ ui: z.object({ visibility: z.array(z.string()).default(["model", "app"]) }) }).optional(),
});

export interface ListedTool extends z.infer<typeof toolSchema> {
  readonly toolset: string;
  /** As the program sent it. */
  readonly listed: unknown;
  /** Arguments that are accepted but not listed. */
  readonly unlisted: Readonly<Record<string, ToolField>>;
}

/** Starts the program from source, asks for all of its tools and ends it; no Jupyter is needed for that. */
export async function listTools(root: URL): Promise<ListedTool[]> {
  const { tools } = await listed();
  const folders = await toolsetOfEach(root);
  const unlisted = unlistedArguments();
  return tools.map((listed) => {
    const tool = toolSchema.parse(listed);
    const toolset = folders.get(tool.name);
    if (toolset === undefined) {
      throw new Error(
        `Cannot place tool "${tool.name}": there is no file src/tools/<toolset>/${tool.name}.ts`,
      );
    }
    return { ...tool, toolset, listed, unlisted: unlisted.get(tool.name) ?? {} };
  });
}

async function listed() {
  // The toolset of the knowledge base makes its folder; the person's own is not for this.
  const folder = await Deno.makeTempDir();
  try {
    await using connection = await connect({
      program: "source",
      args: ["--toolsets", "all", "--knowledge-dir", folder],
      jupyter: { url: "http://127.0.0.1:9/", token: "none" },
      capabilities: viewsCapability,
    });
    return await connection.client.listTools();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function unlistedArguments(): Map<string, Readonly<Record<string, ToolField>>> {
  const schema = z.record(z.string(), fieldSchema);
  const tools = toolsets.flatMap((toolset) => toolset.tools);
  return new Map(tools.map(({ name, unlistedArguments }) => [name, schema.parse(unlistedArguments)]));
}

/** The folder of a tool's file is its toolset. */
async function toolsetOfEach(root: URL): Promise<Map<string, string>> {
  const folder = new URL("src/tools/", root);
  const toolsets = new Map<string, string>();
  for await (const toolset of Deno.readDir(folder)) {
    if (!toolset.isDirectory) continue;
    for await (const file of Deno.readDir(new URL(`${toolset.name}/`, folder))) {
      toolsets.set(file.name.replace(/\.ts$/, ""), toolset.name);
    }
  }
  return toolsets;
}
