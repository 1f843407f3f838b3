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
import { parsePath, parseRPath, type VariablePath } from "./variable_path.ts";
import { contents, type ReceivedParent } from "../kernel/messages.ts";
import guard from "./python/guard.py" with { type: "text" };
import pythonPrelude from "./python/prelude.py" with { type: "text" };
import rPrelude from "./r/prelude.R" with { type: "text" };

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

/** What a look that ended in an exception means: an interrupt is for whatever the kernel runs, all else is a bug. */

export function inspectionFailure(exception: string, where: string): Error {
  if (exception !== "KeyboardInterrupt") {
    return new Error(`the look failed in the kernel: ${exception} ${where}`);
  }
  return new AppError("kernel_busy", "Cannot look into the kernel: the look was interrupted", {
    hint: "Somebody interrupted the kernel in that moment: call the same tool again",
  });
}

/** Which languages can be looked into. */

/** Runs the branch of the kernel's language. */
export function byLanguage<T>(
  kernel: Kernel,
  branches: { readonly python: () => T; readonly r: () => T },
): T {
  const { language } = kernel.inspector.info;
  if (language === "python" || language === "ipython") return branches.python();
  if (language === "r") return branches.r();
  if (language === "" && kernel.isBusy) throw kernel.inspector.busyError();
  throw new AppError(
    "unsupported",
    `Cannot look into a kernel of language "${
      language || "unknown"
    }": only Python and R kernels can be looked into`,
    { hint: `Use execute_code (record: false) with code that prints what you need` },
  );
}

/** Reads the path of a value as the kernel's language writes it. */
export function pathIn(kernel: Kernel, text: string): VariablePath {
  return byLanguage(kernel, { python: () => parsePath(text), r: () => parseRPath(text) });
}

/**
 * Sends a look to an IPython kernel. The answer comes as a user expression of a silent request: nothing is displayed, and
 * `_`, `In`, `Out` and the history stay as they are. The expression runs its program in a dictionary of its own.
 */

interface PythonRequest {
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
async function sendToPython(kernel: Kernel, question: PythonRequest): Promise<unknown> {
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

/**
 * Sends a look to IRkernel. It evaluates no user expressions, and prints nothing of a silent request: so the look is an
 * ordinary request that is not stored in the history, and the answer is what it prints, between two marks. Other clients
 * take no notice of what somebody else's request prints.
 */

interface RRequest {
  readonly source: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

/** What the look answers, as JSON had it. */
async function sendToR(kernel: Kernel, { source, args, limit, signal }: RRequest): Promise<unknown> {
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
