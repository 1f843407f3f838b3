import { z } from "zod";
import { count, currentStateOutput } from "../../knowledge/tool_schemas.ts";
import { defineKnowledgeTool } from "../knowledge_tool.ts";

export const getCurrentState = defineKnowledgeTool({
  name: "get_current_state",
  title: "Get the current state",
  description:
    "Returns the latest note on the state of the work, written by update_current_state, with statistics of that time; " +
    "content is null if there is none yet.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    history: count(0, 20).default(0).describe("Also return this many earlier states"),
  }),
  output: currentStateOutput,
  async run({ history }, knowledge) {
    const { states: [current, ...earlier], total } = await knowledge.recentStates(history + 1);
    if (current === undefined) {
      const message = "There is no current state yet: write one with update_current_state";
      return { content: null, message, states: 0 };
    }
    return { ...current, states: total, ...(history === 0 ? {} : { history: earlier }) };
  },
});
