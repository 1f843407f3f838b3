/**
 * Looks into a kernel without leaving a trace: no name in the namespace, no entry in the history, no output to anybody.
 *
 * What a look asks is a program in the kernel's language, kept beside this file, one folder a language; what varies goes
 * in as JSON, never as code.
 */

import { z } from "zod";
import { AppError } from "../../errors.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { askPython } from "./python/ask_python.ts";

export interface Look<T> {
  /** Python that defines `look()`; `args`, `names`, `each`, `attempt` and `Refused` of look.py are there. */
  readonly source: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly schema: z.ZodType<T>;
  /** Milliseconds after which the kernel counts as out of reach. */
  readonly limit?: number;
  readonly signal?: AbortSignal | undefined;
}

/** A look that ended with a reason: `kind` is what the program called it. */
export class LookRefused extends Error {
  readonly kind: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(kind: string, details: Readonly<Record<string, unknown>>) {
    super(`the look was refused: ${kind}`);
    this.name = "LookRefused";
    this.kind = kind;
    this.details = details;
  }
}

const ordinaryLimit = 10_000;

const replySchema = z.union([
  z.object({ ok: z.unknown() }),
  z.object({ refused: z.string(), details: z.record(z.string(), z.unknown()) }),
  z.object({ failed: z.string(), line: z.number() }),
]);

/** Looks into a Python kernel that is connected. */
export async function lookPython<T>(kernel: Kernel, look: Look<T>): Promise<T> {
  const { limit = ordinaryLimit, ...rest } = look;
  const reply = replySchema.parse(await once(kernel, { ...rest, limit }));
  if ("ok" in reply) return look.schema.parse(reply.ok);
  if ("refused" in reply) throw new LookRefused(reply.refused, reply.details);
  throw new Error(`the look failed in the kernel: ${reply.failed} at line ${reply.line}`);
}

/** A look changes nothing: one that a cut socket has swallowed is simply tried again. */
async function once<T>(kernel: Kernel, look: Look<T> & { readonly limit: number }): Promise<unknown> {
  try {
    return await askPython(kernel, look);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "jupyter_unreachable") throw error;
    await kernel.connect(look.signal);
    return await askPython(kernel, look);
  }
}
