import { z } from "zod";
import { cardOutput, idsArgument, itemArguments, priorityArgument } from "../../knowledge/tool_schemas.ts";
import { defineKnowledgeTool } from "../knowledge_tool.ts";

export const createItem = defineKnowledgeTool({
  name: "create_item",
  title: "Create an item",
  description: "Stores an item in the knowledge base: an issue, a decision, a finding. Returns its id. " +
    "Check with search_items first whether it exists already; update_item changes one.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    type: z.string().describe("Kind of item, any word of a-z, 0-9 and _, such as issue"),
    title: z.string().describe("Title, 1 to 200 characters"),
    ...itemArguments,
    status: z.string().default("Open").describe(
      "Open, Specification, Waiting, Ready, In Progress, Review, Testing, Pending, Completed, Closed, Canceled or Rejected",
    ),
    priority: priorityArgument.default("MEDIUM").describe("How urgent it is"),
    related: idsArgument.optional().describe("Ids of items to link, both ways"),
    tags: z.array(z.string()).optional().describe("Tags; new ones are made"),
  }),
  output: cardOutput,
  run: (item, knowledge) => knowledge.createItem(item),
});
