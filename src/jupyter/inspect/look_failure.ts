/** What a look that ended in an exception means: an interrupt is for whatever the kernel runs, all else is a bug. */

import { AppError } from "../../base/errors.ts";

export function inspectionFailure(exception: string, where: string): Error {
  if (exception !== "KeyboardInterrupt") {
    return new Error(`the look failed in the kernel: ${exception} ${where}`);
  }
  return new AppError("kernel_busy", "Cannot look into the kernel: the look was interrupted", {
    hint: "Somebody interrupted the kernel in that moment: call the same tool again",
  });
}
