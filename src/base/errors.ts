/**
 * Errors a model can act on: a stable code, one sentence, and a hint that names the next step.
 *
 * Anything thrown that is not an {@linkcode AppError} is a bug and reaches the client as `internal`.
 */

/** All error codes, with the explanation for the docs. What to do about each is in `scripts/docs/error_table.ts`. */
export const errorCodes = {
  session_not_found: "No session matches the given id, prefix, name or notebook path.",
  kernel_not_found: "No running kernel has this id.",
  kernelspec_not_found: "No installed kernelspec has this name.",
  notebook_not_found: "There is no notebook at this path.",
  cell_not_found: "The notebook has no such cell.",
  file_not_found: "There is no file or folder at this path.",
  variable_not_found: "The kernel has no variable of this name.",
  image_not_found: "The image was never stored, or has been dropped to free space.",
  execution_not_found: "No run has this id, or it has been dropped to free space.",
  item_not_found: "The knowledge base has no item with this id.",
  invalid_argument: "An argument is missing, of the wrong type, or out of range.",
  conflict: "Something else changed the same thing first, or has it open.",
  not_a_notebook: "The file is not a notebook this program can read.",
  not_a_table: "The variable or the file is not a table.",
  too_large: "The input or the result is over a limit.",
  too_many_sessions: "The limit on sessions started by this server is reached.",
  unsupported: "The kernel or the server cannot do this.",
  read_only:
    "The server runs with --read-only, or Jupyter cannot write the file because it lacks permission or the disk is full.",
  confirmation_required: "The server runs with --confirm, and the person has not agreed to the call.",
  kernel_busy:
    "The kernel is busy: with another client's code, an earlier run, or an inspection that did not finish in time.",
  kernel_died: "The kernel died.",
  input_unavailable: "The code asked for input and nobody could give it.",
  no_jupyter: "No Jupyter server is running and none can be started.",
  jupyter_unreachable: "The Jupyter server does not answer, or what answers is not Jupyter.",
  auth_failed: "The Jupyter server refused the token or the password.",
  forbidden: "The Jupyter server refused this request.",
  database_error: "The knowledge base cannot be opened, read or written.",
  internal: "A bug in jupyter-mcp; the log has the details.",
} as const satisfies Record<string, string>;

export type ErrorCode = keyof typeof errorCodes;

/** Error numbers, for an interface that uses numbers. */
export type ErrorNumbers = Readonly<Partial<Record<ErrorCode, number>>>;

interface AppErrorOptions {
  /** What to do next, naming a tool, an option or a command. */
  readonly hint?: string;
  /** Further fields of the JSON that the client receives, such as `available`. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A failure with a stable code that the model, or the user, can fix. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.hint = options.hint;
    this.details = options.details ?? {};
  }
}

/** Handles an error by returning a value, unless it is a bug. */
export function orIfAppError<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof AppError) return value;
    throw error;
  };
}
