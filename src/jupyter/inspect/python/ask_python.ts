/**
 * Sends a look to an IPython kernel. The answer comes as a user expression of a silent request: nothing is displayed, and
 * `_`, `In`, `Out` and the history stay as they are. The expression runs its program in a dictionary of its own.
 */

import { z } from "zod";
import type { Kernel } from "../../kernel/kernel.ts";
import { contents, type ReceivedParent } from "../../kernel/messages.ts";
import { inspectionFailure } from "../look_failure.ts";
import guard from "./guard.py" with { type: "text" };
import pythonPrelude from "./look.py" with { type: "text" };

export interface PythonRequest {
  readonly source: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

const expressionReply = z.union([
  z.object({ status: z.literal("ok"), data: z.object({ "text/plain": z.string() }) }),
  z.object({ status: z.literal("error"), ename: z.string() }),
]);

/** What the look answers, as JSON had it. */
export async function sendToPython(kernel: Kernel, question: PythonRequest): Promise<unknown> {
  const expression = expressionOf(question);
  const { reply } = await kernel.inspector.execute({
    content: (last) => contentOf(expression, last),
    limit: question.limit,
    signal: question.signal,
  });
  const { user_expressions: { look }, ename } = contents.execute_reply.parse(reply.content());
  if (look === undefined && ename !== undefined) throw inspectionFailure(ename, "before it had begun");
  const answer = expressionReply.parse(look);
  if (answer.status === "error") throw inspectionFailure(answer.ename, "raised in the kernel");
  return JSON.parse(answer.data["text/plain"]);
}

function contentOf(expression: string, last: ReceivedParent | undefined) {
  const parent = pythonLiteral(JSON.stringify(last ?? null));
  return {
    code: `${builtins}.exec(${pythonLiteral(guard)}, {"PARENT": ${parent}})`,
    silent: true,
    store_history: false,
    user_expressions: { look: expression },
    allow_stdin: false,
    stop_on_error: false,
  };
}

/** Python's own functions. The person may have given any name another meaning, `__import__` too: none is used. */
const builtins = '(lambda: 0).__globals__["__builtins__"]';

function expressionOf({ source, args }: PythonRequest): string {
  const program = pythonLiteral(`${pythonPrelude}\n${source}`);
  const names = `{"ARGS": ${pythonLiteral(JSON.stringify(args))}}`;
  const run =
    `lambda b, g: (b.exec(b.compile(${program}, "<jupyter-mcp>", "exec"), g), g["answer"](), g["left"] or g.clear())[1]`;
  return `(${run})(${builtins}, ${names})`;
}

/** JSON's strings are Python's as well. */
function pythonLiteral(text: string): string {
  return JSON.stringify(text);
}
