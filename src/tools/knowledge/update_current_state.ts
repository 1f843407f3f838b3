import { z } from "zod";
import { idsArgument, stateOutput } from "../../knowledge/tool_schemas.ts";
import { defineKnowledgeTool } from "../knowledge_tool.ts";

const metadata = z.looseObject({
  updatedBy: z.string().optional().describe("Who writes it"),
  context: z.string().optional().describe("What it was written for"),
});

export const updateCurrentState = defineKnowledgeTool({
  name: "update_current_state",
  title: "Update the current state",
  description:
    "Records the state of the work for the next session. Earlier states are kept: see get_current_state with history.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    content: z.string().describe("The state, Markdown, up to 100 KB"),
    related: idsArgument.optional().describe("Ids of items that it is about"),
    tags: z.array(z.string()).optional().describe("Tags; new ones are created"),
    metadata: metadata.optional().describe("Who wrote it and why"),
  }),
  output: stateOutput,
  run: (state, knowledge) => knowledge.updateState(state),
});
