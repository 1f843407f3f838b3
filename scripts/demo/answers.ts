/** The parts of the tools' answers that the demo looks at. */

import { z } from "zod";

export const runAnswer = z.object({
  /** Left out while the run is in progress. */
  success: z.boolean().optional(),
  /** Left out if all went well. */
  status: z.string().default("ok"),
  stdout: z.string(),
  stderr: z.string(),
  result: z.string().nullable(),
  error_type: z.string().optional(),
  error_message: z.string().optional(),
  images: z.array(z.object({
    resource_uri: z.string(),
    mime_type: z.string(),
    width: z.number().nullable(),
    height: z.number().nullable(),
    bytes: z.number(),
  })),
  /** Of a run that continues. */
  execution_id: z.string().optional(),
  cursor: z.string().optional(),
});

/** A run's answer, and the kinds of the pictures that came with it. */
export interface RunAnswer extends z.infer<typeof runAnswer> {
  readonly pictures: readonly string[];
}

export const sessionAnswer = z.object({
  session_id: z.string(),
  kernel_id: z.string(),
  kernel_name: z.string().optional(),
  status: z.string(),
});

export const sessionsAnswer = z.object({
  sessions: z.array(z.object({ session_id: z.string(), notebook_path: z.string().optional() })),
});

export const errorAnswer = z.object({ error: z.string(), message: z.string(), hint: z.string().optional() });
