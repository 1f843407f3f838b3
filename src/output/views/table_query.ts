/** What the view of a table may ask for, as a schema. */

import { z } from "zod";
import type { Condition, TableQuery } from "../../base/view_messages.ts";

const place = z.number().int().min(0);
const bound = z.union([z.number(), z.string().max(40)]).nullable();

export const conditionSchema: z.ZodType<Condition> = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("text"),
    text: z.string().min(1).max(1_000),
    number: z.number().nullable(),
    low: z.string().max(40).nullable(),
    high: z.string().max(40).nullable(),
  }),
  z.strictObject({ kind: z.literal("equal"), place, text: z.string().max(1_000), negate: z.boolean() }),
  z.strictObject({
    kind: z.literal("range"),
    place,
    low: bound,
    high: bound,
    low_open: z.boolean(),
    high_open: z.boolean(),
    negate: z.boolean(),
  }),
]);

export const sortSchema = z.strictObject({ place, descending: z.boolean() });

export const maxPlaces = 200;
export const placesSchema = z.array(place).max(maxPlaces);

/** Some clients keep a larger answer from the view: two bytes for most of these characters are the exception. */
export const maxPageChars = 80_000;
const maxCells = 5_000;

/** The query with as many rows as an answer has space for. */
export function fittingQuery(query: TableQuery): TableQuery {
  const rows = Math.max(1, Math.floor(maxCells / Math.max(1, query.places.length)));
  return { ...query, limit: Math.min(query.limit, rows) };
}
