/** The answers of the program, read as a client would, and counted by outcome. */

import { z } from "zod";

const answer = z.looseObject({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.number(), z.string(), z.null()]).optional(),
  method: z.string().optional(),
  result: z.looseObject({}).optional(),
  error: z.looseObject({ code: z.number() }).optional(),
});
export type Answer = z.infer<typeof answer>;

/** A message of the program; undefined if it is not one. */
export function parseAnswer(text: string): Answer | undefined {
  return answer.safeParse(jsonOf(text)).data;
}

/** The first text of a tool's result. */
export function firstText(made: Answer | undefined): string {
  const content = z.array(z.looseObject({ text: z.string() })).safeParse(made?.result?.["content"]);
  return content.data?.[0]?.text ?? "{}";
}

/** Answers counted by what they came to; what must not come is a failure. */
export class Tally {
  readonly failures: string[] = [];
  readonly outcomes = new Map<string, number>();
  answered = 0;

  count(found: Answer): void {
    this.answered += 1;
    const outcome = outcomeOf(found);
    this.countAs(outcome);
    if (outcome === "internal") this.failures.push(`a bug showed: ${JSON.stringify(found).slice(0, 300)}`);
  }

  countAs(outcome: string): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }
}

function outcomeOf({ result, error }: Answer): string {
  if (error?.code === -32603) return "internal";
  if (error !== undefined) return String(error.code);
  if (result?.["isError"] !== true) return "ok";
  const failure = z.looseObject({ error: z.string() }).safeParse(
    jsonOf(firstText({ jsonrpc: "2.0", result })),
  );
  return failure.data?.error ?? "error";
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
