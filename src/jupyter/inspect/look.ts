/**
 * Looks into a kernel without leaving a trace: no name in the namespace, no entry in the history, no output to anybody.
 * One way to look does more: `stop_request.ts` stops a run of ours.
 *
 * What a look asks is a program in the kernel's language, kept beside this file, one folder a language; what varies goes
 * in as JSON, never as code.
 */

import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { inspectionFailure } from "./look_failure.ts";
import { sendToPython } from "./python/ask_python.ts";
import { sendToR } from "./r/ask_r.ts";

export interface Inspection<T> {
  /** A program that defines `look()`, on what look.py or look.R give it: `args`, and ways to survive odd objects. */
  readonly source: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly schema: z.ZodType<T>;
  /** Milliseconds after which the kernel counts as out of reach. */
  readonly limit?: number;
  /** Whether the look itself may be what brings a kernel down: then it is not tried again. */
  readonly isRisky?: boolean;
  /** Whether it is of no use once the connection was cut: then none is opened for it. */
  readonly isPassing?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A look that ended with a reason: `kind` is what the program called it. */
export class InspectionRefused extends Error {
  readonly kind: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(kind: string, details: Readonly<Record<string, unknown>>) {
    super(`the look was refused: ${kind}`);
    this.name = "LookRefused";
    this.kind = kind;
    this.details = details;
  }
}

const defaultLimit = 10_000;

const replySchema = z.union([
  z.object({ ok: z.unknown() }),
  z.object({ refused: z.string(), details: z.record(z.string(), z.unknown()) }),
  z.object({ failed: z.string(), line: z.number() }),
]);

/** Looks into a Python kernel that is connected. */
export function inspectPython<T>(kernel: Kernel, look: Inspection<T>): Promise<T> {
  return answerOf(kernel, look, sendToPython);
}

/** Looks into an R kernel that is connected. */
export function inspectR<T>(kernel: Kernel, look: Inspection<T>): Promise<T> {
  return answerOf(kernel, look, sendToR);
}

type SendInspection = typeof sendToPython;

async function answerOf<T>(kernel: Kernel, look: Inspection<T>, ask: SendInspection): Promise<T> {
  const { source, args, limit = defaultLimit, signal } = look;
  const reply = replySchema.parse(
    await withOneRetry(kernel, () => ask(kernel, { source, args, limit, signal }), look),
  );
  if ("ok" in reply) return look.schema.parse(reply.ok);
  if ("refused" in reply) throw new InspectionRefused(reply.refused, reply.details);
  throw inspectionFailure(reply.failed, `at line ${reply.line}`);
}

/** A look changes nothing that matters twice: one that a cut socket has swallowed is simply tried again. */
async function withOneRetry(
  kernel: Kernel,
  ask: () => Promise<unknown>,
  { isRisky = false, isPassing = false, signal }: Pick<
    Inspection<unknown>,
    "isRisky" | "isPassing" | "signal"
  >,
): Promise<unknown> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "jupyter_unreachable" || isPassing) throw error;
    if (isRisky && kernel.hasDied) {
      throw new AppError("kernel_died", "Cannot look into the kernel: it died of it", {
        hint: "Its variables are gone; leave session_id out to have the file read without a kernel",
      });
    }
    await kernel.connect(signal);
    return await ask();
  }
}
