/** Which languages can be looked into. */

import { AppError } from "../../base/errors.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { parseRPath } from "./r/r_path.ts";
import { parsePath, type VariablePath } from "./variable_path.ts";

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
