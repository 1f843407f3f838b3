/** Inspects the value at a path, and turns a refusal into an error for the caller. */

import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { nearNames } from "../../base/similarity.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { inspect, type Inspection, InspectionRefused } from "./inspection.ts";
import type { programs } from "./programs.ts";
import { formatPath, type VariablePath } from "./variable_path.ts";

const detailsSchema = z.object({
  step: z.number().catch(0),
  near: z.array(z.union([z.string(), z.number(), z.boolean()])).catch([]),
  length: z.number().nullish().catch(null),
  type: z.string().catch(""),
  form: z.string().catch(""),
  seconds: z.number().catch(0),
  column: z.string().catch(""),
});

type Details = z.infer<typeof detailsSchema>;

export async function inspectPath<T>(
  kernel: Kernel,
  { name, path, ...inspection }: Inspection<T> & {
    readonly name: keyof typeof programs;
    readonly path: VariablePath;
  },
): Promise<T> {
  try {
    return await inspect(kernel, name, { ...inspection, args: { ...inspection.args, path } });
  } catch (error) {
    if (!(error instanceof InspectionRefused)) throw error;
    throw toAppError(error, { path, stateLostNote: kernel.stateLostNote });
  }
}

interface Target {
  readonly path: VariablePath;
  /** Why a name that existed may be gone. */
  readonly stateLostNote: string | undefined;
}

function toAppError({ kind, details: raw }: InspectionRefused, { path, stateLostNote }: Target): AppError {
  const details = detailsSchema.parse(raw);
  const shown = formatPath(path);
  switch (kind) {
    case "not_found":
      return notFound({ path, stateLostNote }, details);
    case "not_indexable":
      return new AppError(
        "variable_not_found",
        `Cannot find ${quote(shown)}: ${
          quote(upTo(path, details.step - 1))
        }, of type ${details.type}, has no items`,
        { hint: "Look at it with get_variable" },
      );
    case "not_a_table":
      return notATable(shown, details);
    case "no_column":
      return new AppError(
        "invalid_argument",
        `Cannot describe column ${quote(details.column)}: the table has none`,
        {
          hint: "Use names of `available`",
          details: { available: nearNames(details.column, details.near.map(String)) },
        },
      );
    case "lazy":
      return new AppError("unsupported", `Cannot show ${quote(shown)}: it is lazy and was not computed`, {
        hint: "Pass lazy_rows to compute and show that many of its first rows",
      });
    case "promise":
      return unreadable(shown, "it is a promise that was not evaluated yet, and reading it would do that");
    case "slow":
      return unreadable(shown, `it took longer than ${details.seconds} s`);
    default:
      return unreadable(shown, `it raised ${details.type}`);
  }
}

function notFound({ path, stateLostNote }: Target, { step, near, length }: Details): AppError {
  const missing = path.steps[step - 1];
  const wanted = missing === undefined
    ? path.name
    : "attribute" in missing
    ? missing.attribute
    : String(missing.key);
  const state = missing === undefined
    ? "the kernel has no such variable"
    : `${quote(upTo(path, step - 1))} has no ${"attribute" in missing ? "such attribute" : "such item"}` +
      (length === null || length === undefined ? "" : `, but ${length} of them`);
  const available = nearNames(wanted, near.map(String));
  return new AppError("variable_not_found", `Cannot find ${quote(upTo(path, step))}: ${state}`, {
    hint: stateLostNote !== undefined
      ? `${stateLostNote}; run the code that makes it again with execute_code`
      : available.length === 0
      ? "Call get_variables to see what there is"
      : "Use one of `available`, or call get_variables to see all",
    details: { available },
  });
}

function notATable(shown: string, { type, form }: Details): AppError {
  const hints: Readonly<Record<string, string>> = {
    array: "Use get_variable for its shape and values",
    list: "Use get_variable, or make a table of it with execute_code",
    no_rows: `Make a table of it with execute_code, such as t = pd.DataFrame(${shown}), and name that`,
  };
  return new AppError("not_a_table", `Cannot describe ${quote(shown)}: it is of type ${type}, not a table`, {
    hint: hints[form] ?? "Use get_variable to see its value",
  });
}

function unreadable(shown: string, why: string): AppError {
  return new AppError("unsupported", `Cannot read ${quote(shown)}: ${why}`, {
    hint: "The kernel is unharmed; use execute_code with a timeout to look at parts of it",
  });
}

function upTo({ name, steps }: VariablePath, count: number): string {
  return formatPath({ name, steps: steps.slice(0, count) });
}

function quote(text: string): string {
  return `"${text}"`;
}
