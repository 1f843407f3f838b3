/** What the log tells of a chart: how large its table was and what it became, and nothing of what is in it. */

import { z } from "zod";
import type { LogFields } from "../base/log.ts";

const recordSchema = z.object({
  pattern_id: z.string().optional(),
  template_id: z.string().optional(),
  fallback_applied: z.boolean().optional(),
  stats: z.object({ rows: z.number(), cols: z.number() }).partial().default({}),
});

export function chartRecord(metadata: Readonly<Record<string, unknown>>): LogFields {
  const { stats, ...told } = recordSchema.parse(metadata);
  return { ...stats, ...told };
}
