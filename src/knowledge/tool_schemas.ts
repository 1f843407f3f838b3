/** The schemas that the tools of the knowledge base share. */

import { z } from "zod";
import { errorNumbers } from "./errors.ts";
import { checkRequest } from "./limits.ts";
import { priorities } from "./item.ts";

/** What every tool of the toolset has in common. */
export const shared = { errorNumbers, precheck: checkRequest } as const;

/** A whole number; JSON Schema's `number`, as clients of the original know it. */
function whole(number: z.ZodNumber): z.ZodNumber {
  return number.refine(Number.isSafeInteger, "expected a whole number");
}

export function count(least: number, most: number) {
  return whole(z.number().min(least).max(most));
}

export const idArgument = whole(z.number().min(1));
export const idsArgument = z.array(idArgument);
export const limitArgument = count(1, 100).default(20).describe("At most this many items");
export const offsetArgument = whole(z.number().min(0)).default(0).describe(
  "Items to skip, for the next page",
);
export const priorityArgument = z.enum(priorities);

function dateTime(description: string) {
  return z.string().meta({ format: "date-time", description });
}

/** The fields that creating and updating an item share. */
export const itemArguments = {
  description: z.string().optional().describe("What it is about, in a sentence or two; lists show it"),
  content: z.string().optional().describe("The whole text, Markdown, up to 100 KB"),
  category: z.string().optional().describe("Category, any word; empty clears it"),
  startDate: dateTime("When it begins, ISO 8601; empty clears it").optional(),
  endDate: dateTime("When it ends, ISO 8601; empty clears it").optional(),
  version: z.string().optional().describe("Version it belongs to; empty clears it"),
  related_notebooks: z.array(z.string()).optional()
    .describe("Paths of notebooks it belongs to, from the Jupyter root"),
};

const text = z.string();
const optionalText = z.string().nullable();

export const summaryOutput = z.object({
  id: z.number(),
  type: text,
  title: text,
  description: text,
  status: text,
  priority: z.enum(priorities),
  category: optionalText,
  startDate: optionalText,
  endDate: optionalText,
  version: optionalText,
  tags: z.array(text),
  createdAt: text,
  updatedAt: text,
});
export const cardOutput = summaryOutput.extend({
  related: z.array(z.number()),
  related_notebooks: z.array(text),
});
export const itemOutput = cardOutput.extend({ content: text });

/** An item in a list. */
export type ItemSummary = z.output<typeof summaryOutput>;
/** An item with its links, without its content: what a change returns. */
export type ItemCard = z.output<typeof cardOutput>;
export type Item = z.output<typeof itemOutput>;

export const listOutput = z.object({
  items: z.array(summaryOutput),
  total: z.number(),
  limit: z.number(),
  offset: z.number(),
});
export type ListPage = z.output<typeof listOutput>;

export const searchOutput = listOutput.extend({
  items: z.array(summaryOutput.extend({ snippet: text })),
  warnings: z.array(text).optional(),
});
export type SearchPage = z.output<typeof searchOutput> & { warnings: string[] };

export const neighbourOutput = summaryOutput.pick({
  id: true,
  type: true,
  title: true,
  status: true,
  priority: true,
})
  .extend({ distance: z.number() });

export const walkOutput = z.object({
  root: neighbourOutput,
  items: z.array(neighbourOutput),
  edges: z.array(z.object({ source: z.number(), target: z.number(), distance: z.number() })),
  truncated: z.boolean(),
});
/** The edges have each pair once, the end nearer to the root first. */
export type Neighbourhood = z.output<typeof walkOutput>;

export const stateOutput = z.object({
  id: z.number(),
  content: text,
  summary: text,
  related: z.array(z.number()),
  tags: z.array(text),
  metadata: z.record(text, z.unknown()),
  metrics: z.record(text, z.unknown()),
  updatedAt: text,
});
export type State = z.output<typeof stateOutput>;
/** Without a state there is only the message. */
export const currentStateOutput = z.object({
  ...stateOutput.partial().shape,
  content: optionalText,
  message: text.optional(),
  states: z.number().describe("How many states there have been"),
  history: z.array(stateOutput).optional(),
});

const counts = z.record(text, z.number());
export const tagCount = z.object({ name: text, count: z.number() });
export const tagCounts = z.array(tagCount);
export type TagCounts = z.output<typeof tagCounts>;

export const statsOutput = z.object({
  totalItems: z.number(),
  totalRelations: z.number(),
  totalTags: z.number(),
  itemsByType: counts,
  itemsByStatus: counts,
  itemsByPriority: counts,
  mostUsedTags: tagCounts,
  graphMetrics: z.object({
    avgConnections: z.number(),
    maxConnections: z.number(),
    isolatedNodes: z.number(),
  }),
});
export type Stats = z.output<typeof statsOutput>;

export const typeStatsOutput = z.object({
  types: z.array(z.object({ type: text, count: z.number(), lastUsed: text, avgRelations: z.number() })),
});
export type TypeStats = z.output<typeof typeStatsOutput>["types"];
