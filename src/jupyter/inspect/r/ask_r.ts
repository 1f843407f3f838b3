/**
 * Sends a look to IRkernel. It evaluates no user expressions, and prints nothing of a silent request: so the look is an
 * ordinary request that is not stored in the history, and the answer is what it prints, between two marks. Other clients
 * take no notice of what somebody else's request prints.
 */

import { contents } from "../../kernel/messages.ts";
import type { Kernel } from "../../kernel/kernel.ts";
import rPrelude from "./look.R" with { type: "text" };

export interface RRequest {
  readonly source: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

/** What the look answers, as JSON had it. */
export async function sendToR(kernel: Kernel, { source, args, limit, signal }: RRequest): Promise<unknown> {
  const mark = `<${crypto.randomUUID()}>`;
  const { iopub } = await kernel.inspector.execute({
    content: () => ({
      code: codeOf(`${rPrelude}\n${source}`, { ARGS: JSON.stringify(args), MARK: mark }),
      silent: false,
      store_history: false,
      user_expressions: {},
      allow_stdin: false,
      stop_on_error: false,
    }),
    withOutput: true,
    limit,
    signal,
  });
  const streams = iopub.filter(({ header }) => header.msg_type === "stream");
  const text = streams.map((message) => contents.stream.parse(message.content()).text).join("");
  const answer = text.split(mark)[1];
  if (answer === undefined) throw new Error("the look printed no answer in the kernel");
  return JSON.parse(answer);
}

/** JSON's strings are R's as well, but for the null character. */
function codeOf(program: string, values: Readonly<Record<string, string>>): string {
  const given = Object.entries(values).map(([name, value]) => `${name} <- ${rLiteral(value)}`).join("\n");
  return `base::local({\n${given}\n${program}\nanswer()\ninvisible(NULL)\n}, base::new.env(parent = base::baseenv()))`;
}

function rLiteral(text: string): string {
  return JSON.stringify(text.replaceAll("\\u0000", ""));
}
