/** Tools of the knowledge base: they get the base, open, and return the fields of the reply. */

import type { z } from "zod";
import type { KnowledgeBase } from "../knowledge/knowledge_base.ts";
import { shared } from "../knowledge/tool_schemas.ts";
import { defineTool, type Tool, type ToolDefinition } from "../tool.ts";

interface KnowledgeTool<Input extends z.ZodObject> extends Omit<ToolDefinition<Input>, "run"> {
  readonly run: (args: z.output<Input>, knowledge: KnowledgeBase) => Promise<object>;
}

export function defineKnowledgeTool<Input extends z.ZodObject>(
  { run, ...definition }: KnowledgeTool<Input>,
): Tool {
  return defineTool<Input>({
    ...shared,
    ...definition,
    run: async (args, { services: { knowledge }, signal }) => ({
      data: { ...await run(args, await knowledge.open(signal)) },
      // An item may be written back as it was read.
      isUncut: true,
    }),
  });
}
