/** Thousands of numbers in one column, as JSON: a row and a schema for each would take longer than reading them. */

import { z } from "zod";

export const numbersColumn = z.string().transform((text): unknown => JSON.parse(text))
  .pipe(z.custom<number[]>(isNumbers));

function isNumbers(value: unknown): boolean {
  return Array.isArray(value) && value.every((member) => typeof member === "number");
}
