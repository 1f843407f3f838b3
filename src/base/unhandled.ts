/**
 * Errors that nothing handles: bugs. They are logged by their place in the code, without their message, which may hold
 * a person's data, and the process continues. This is the safety net only: every promise has an owner besides.
 */

import { AppError } from "./errors.ts";
import type { Logger } from "./log.ts";

const mostFrames = 8;

/** Logs unhandled rejections and exceptions of this isolate instead of letting them end it. */
export function logUnhandled(log: Logger): void {
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    log.error(`internal error: unhandled rejection: ${describeErrorOrigin(event.reason)}`);
  });
  globalThis.addEventListener("error", (event) => {
    event.preventDefault();
    log.error(`internal error: unhandled exception: ${describeErrorOrigin(event.error)}`);
  });
}

/** What kind of error it is and where it was made. */
export function describeErrorOrigin(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const kind = error instanceof AppError ? `${error.name} ${error.code}` : error.name;
  return kind + framesOf(error).slice(0, mostFrames).join("");
}

/** The stack without the message before it, which may hold lines that look like frames. */
function framesOf({ stack = "", message }: Error): string[] {
  return stack.slice(stack.indexOf(message) + message.length).split("\n").filter((line) =>
    /^\s+at /.test(line)
  );
}
