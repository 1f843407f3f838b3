/**
 * Inspects a kernel without leaving a trace: no name in the namespace, no entry in the history, no output to anyone.
 * One inspection does more: `interrupt_request.ts` interrupts one of our runs.
 *
 * An inspection is a program in the kernel's language, kept next to this file in one folder per language; its arguments
 * are passed as JSON, never as code.
 */

import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { contents, type ReceivedParent } from "../kernel/messages.ts";
import { programs } from "./programs.ts";
import { parsePath, parseRPath, type VariablePath } from "./variable_path.ts";
import isolateRequest from "./python/isolate_request.py" with { type: "text" };
import pythonPrelude from "./python/prelude.py" with { type: "text" };
import rPrelude from "./r/prelude.R" with { type: "text" };

export interface Inspection<T> {
  readonly args: Readonly<Record<string, unknown>>;
  readonly schema: z.ZodType<T>;
  /** Milliseconds after which the kernel counts as busy. */
  readonly limit?: number;
  /** Whether the inspection itself may crash the kernel: then it is not tried again. */
  readonly isRisky?: boolean;
  /** Whether it is useless after a reconnect: then it is not tried again. */
  readonly skipsRetry?: boolean;
  /** Whether it looks for what nobody holds any more: then nothing is collected while it runs. */
  readonly keepsGarbage?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** An inspection that the program refused; `kind` is its reason. */
export class InspectionRefused extends Error {
  readonly kind: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(kind: string, details: Readonly<Record<string, unknown>>) {
    super(`the inspection was refused: ${kind}`);
    this.name = "InspectionRefused";
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

/** Runs a program in a connected kernel, in the kernel's language. */
export async function inspect<T>(
  kernel: Kernel,
  name: keyof typeof programs,
  inspection: Inspection<T>,
): Promise<T> {
  const language = languageOf(kernel);
  const { args, limit = defaultLimit, keepsGarbage, signal } = inspection;
  const variants: { readonly python: string; readonly r?: string } = programs[name];
  const source = variants[language];
  if (source === undefined) throw unsupportedLanguage(language);
  const send = () => senders[language](kernel, { source, args, limit, keepsGarbage, signal });
  const reply = replySchema.parse(await withOneRetry(kernel, send, inspection));
  if ("ok" in reply) return inspection.schema.parse(reply.ok);
  if ("refused" in reply) throw new InspectionRefused(reply.refused, reply.details);
  throw inspectionFailure(reply.failed, `at line ${reply.line}`);
}

const senders = { python: sendToPython, r: sendToR };

/** Inspections can be repeated safely: one that was lost in a cut socket is simply sent again. */
async function withOneRetry(
  kernel: Kernel,
  send: () => Promise<unknown>,
  { isRisky = false, skipsRetry = false, signal }: Pick<
    Inspection<unknown>,
    "isRisky" | "skipsRetry" | "signal"
  >,
): Promise<unknown> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "jupyter_unreachable" || skipsRetry) throw error;
    if (isRisky && kernel.hasDied) {
      throw new AppError("kernel_died", "Cannot inspect the kernel: the inspection crashed it", {
        hint: "Its variables are gone; leave session_id out to have the file read without a kernel",
      });
    }
    await kernel.connect({ signal });
    return await send();
  }
}

/** The error for an inspection that raised: an interrupt was meant for whatever the kernel runs, all else is a bug. */
export function inspectionFailure(exception: string, where: string): Error {
  if (exception !== "KeyboardInterrupt") {
    return new Error(`the inspection failed in the kernel: ${exception} ${where}`);
  }
  return new AppError("kernel_busy", "Cannot inspect the kernel: the inspection was interrupted", {
    hint: "The kernel was interrupted at that moment: call the same tool again",
  });
}

/** The language of the programs for a kernel; throws if there are none, or if the kernel is too busy to say. */
export function languageOf(kernel: Kernel): "python" | "r" {
  const { language } = kernel.inspector.info;
  if (language === "python" || language === "ipython") return "python";
  if (language === "r") return "r";
  if (language === "" && kernel.isBusy) throw kernel.inspector.busyError();
  throw unsupportedLanguage(language);
}

function unsupportedLanguage(language: string): AppError {
  return new AppError(
    "unsupported",
    `Cannot inspect a kernel of language "${
      language || "unknown"
    }": only Python and R kernels can be inspected`,
    { hint: `Use execute_code (record: false) with code that prints what you need` },
  );
}

/** Reads the path of a value as the kernel's language writes it. */
export function pathIn(kernel: Kernel, text: string): VariablePath {
  return languageOf(kernel) === "r" ? parseRPath(text) : parsePath(text);
}

interface InspectionRequest {
  /** A program that defines `inspect()`; the prelude gives it `args` and ways to survive odd objects. */
  readonly source: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly limit: number;
  readonly keepsGarbage?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

const expressionReply = z.union([
  z.object({ status: z.literal("ok"), data: z.object({ "text/plain": z.string() }) }),
  z.object({ status: z.literal("error"), ename: z.string() }),
]);

/**
 * Runs an inspection in an IPython kernel and returns its parsed answer, which is a user expression of a silent request:
 * nothing is displayed, and `_`, `In`, `Out` and the history stay as they are. The expression runs its program in a
 * dictionary of its own.
 */
async function sendToPython(kernel: Kernel, request: InspectionRequest): Promise<unknown> {
  const expression = expressionOf(request);
  const { reply } = await kernel.inspector.execute({
    content: (last) => contentOf(expression, last),
    limit: request.limit,
    signal: request.signal,
  });
  const { user_expressions: { inspection }, ename } = contents.execute_reply.parse(reply.content());
  if (inspection === undefined && ename !== undefined) throw inspectionFailure(ename, "before it had begun");
  const answer = expressionReply.parse(inspection);
  if (answer.status === "error") throw inspectionFailure(answer.ename, "raised in the kernel");
  return JSON.parse(answer.data["text/plain"]);
}

function contentOf(expression: string, last: ReceivedParent | undefined) {
  const parent = pythonLiteral(JSON.stringify(last ?? null));
  return {
    code: `${builtins}.exec(${pythonLiteral(isolateRequest)}, {"PARENT": ${parent}})`,
    silent: true,
    store_history: false,
    user_expressions: { inspection: expression },
    allow_stdin: false,
    stop_on_error: false,
  };
}

/** Python's own functions. The person may have redefined any name, even `__import__`: none is used. */
const builtins = '(lambda: 0).__globals__["__builtins__"]';

function expressionOf({ source, args, keepsGarbage = false }: InspectionRequest): string {
  const program = pythonLiteral(`${pythonPrelude}\n${source}`);
  const names = `{"ARGS": ${pythonLiteral(JSON.stringify(args))}}`;
  const run =
    `lambda b, g: (b.exec(b.compile(${program}, "<jupyter-mcp>", "exec"), g), g["answer"](), g["left"] or g.clear())[1]`;
  const call = `(${run})(b, ${names})`;
  const held = `(lambda g: (b.exec(${
    pythonLiteral(holdGarbage)
  }, g), g["answer"])[1])({"call": lambda: ${call}})`;
  return `(lambda b: ${keepsGarbage ? held : call})(${builtins})`;
}

/** Compiling a program alone may have the collector run. */
const holdGarbage = `
import gc
is_on = gc.isenabled()
gc.disable()
try:
    answer = call()
finally:
    if is_on:
        gc.enable()
`;

/** JSON strings are valid Python literals. */
function pythonLiteral(text: string): string {
  return JSON.stringify(text);
}

/**
 * Runs an inspection in IRkernel and returns its parsed answer. IRkernel evaluates no user expressions, and prints nothing
 * of a silent request: so this is an ordinary request that is not stored in the history, and the answer is what it prints
 * between two marks. Other clients ignore what another client's request prints.
 */
async function sendToR(kernel: Kernel, { source, args, limit, signal }: InspectionRequest): Promise<unknown> {
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
  if (answer === undefined) throw new Error("the inspection printed no answer in the kernel");
  return JSON.parse(answer);
}

/** JSON strings are valid R literals, except for the null character. */
function codeOf(program: string, values: Readonly<Record<string, string>>): string {
  const given = Object.entries(values).map(([name, value]) => `${name} <- ${rLiteral(value)}`).join("\n");
  return `base::local({\n${given}\n${program}\nanswer()\ninvisible(NULL)\n}, base::new.env(parent = base::baseenv()))`;
}

function rLiteral(text: string): string {
  return JSON.stringify(text.replaceAll("\\u0000", ""));
}
