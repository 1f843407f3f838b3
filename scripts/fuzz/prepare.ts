/** Greets the program, and makes the things that some messages name rightly. */

import { z } from "zod";
import { firstText } from "./answers.ts";
import { type FuzzedProgram, ownIds } from "./fuzz.ts";
import type { Known } from "./messages.ts";

const listed = z.object({
  tools: z.array(z.looseObject({
    name: z.string(),
    inputSchema: z.looseObject({ properties: z.record(z.string(), z.unknown()).default({}) }),
  })),
});

export async function prepare({ ask }: Pick<FuzzedProgram, "ask">): Promise<Known> {
  await ask(ownIds, "initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "fuzz", version: "0" },
  });
  const { tools } = listed.parse((await ask(ownIds + 1, "tools/list", {}))?.result);
  const call = async (id: number, name: string, args: unknown) => {
    const made = await ask(ownIds + id, "tools/call", { name, arguments: args });
    return z.looseObject({}).parse(JSON.parse(firstText(made)));
  };
  const session = await call(2, "session_create", { notebook_path: "fuzz.ipynb" });
  if (session["session_id"] === undefined) {
    throw new Error(`Cannot fuzz: session_create answered ${JSON.stringify(session)}`);
  }
  await call(3, "file_write", { path: "fuzz.csv", content: "a,b\n1,2\n3,4\n" });
  await call(4, "notebook_add_cell", { notebook_path: "fuzz.ipynb", cell_type: "code", source: "1 + 1" });
  return {
    tools: tools.map(({ name, inputSchema }) => ({ name, arguments: Object.keys(inputSchema.properties) })),
    values: {
      session_id: [session["session_id"]],
      kernel_id: [session["kernel_id"]],
      code: ["1 + 1", "x = 1", "1 / 0", "print('out')"],
      timeout: [5],
      notebook_path: ["fuzz.ipynb"],
      notebook_name: ["fuzz.ipynb"],
      path: ["fuzz.csv", "", "."],
      variable_name: ["x"],
      cell: [0, -1],
      cell_type: ["code", "markdown"],
      source: ["2 + 2"],
      content: ["text"],
      data: ["a,b\n1,2\n"],
      query: ["trend of b", "x"],
    },
  };
}
