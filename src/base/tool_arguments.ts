/** Validates the arguments of a call and reports errors that a model can act on. */

import { z } from "zod";
import { AppError, type ErrorNumbers } from "./errors.ts";

/** The validated arguments; throws `invalid_argument` naming each bad one, its value and what is accepted. */
export function checkArguments<Input extends z.ZodObject>(
  { name: tool, errorNumbers }: { readonly name: string; readonly errorNumbers?: ErrorNumbers },
  input: Input,
  args: unknown,
): z.output<Input> {
  const parsed = input.safeParse(args ?? {});
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => problemText(issue, args, input));
  throw new AppError("invalid_argument", `Cannot call ${tool}: ${problems.join("; ")}`, {
    hint: `${tool} takes ${Object.keys(input.shape).join(", ") || "no arguments"}`,
    ...(errorNumbers === undefined ? {} : { details: fieldAtFault(parsed.error.issues) }),
  });
}

function fieldAtFault([first]: readonly z.core.$ZodIssue[]): { field?: string } {
  if (first === undefined) return {};
  const path = first.code === "unrecognized_keys" ? [...first.path, ...first.keys.slice(0, 1)] : first.path;
  return path.length === 0 ? {} : { field: path.join(".") };
}

function problemText(issue: z.core.$ZodIssue, args: unknown, input: z.ZodObject): string {
  const name = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    const keys = issue.keys.map(quote).join(", ");
    return name === "" ? `it has no argument ${keys}` : `argument "${name}" has no field ${keys}`;
  }
  const value = valueAt(args, issue.path);
  if (name === "") return `its arguments are ${brief(value)}, ${wanted(issue)}`;
  if (value === undefined) return `argument "${name}" is missing (${describe(input, name) ?? wanted(issue)})`;
  return `argument "${name}" is ${brief(value)}, ${wanted(issue)}`;
}

/** What would be accepted: `expected string or number`. */
function wanted(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const all = issue.errors.flatMap(([first]) => first === undefined ? [] : [wanted(first)]);
    return [...new Set(all)].join(" or ").replaceAll(" or expected ", " or ");
  }
  return issue.message.replace(/^(Invalid (input|option|string)|Too (small|big)): /, "")
    .replace(/, received .*$/, "");
}

function describe(input: z.ZodObject, name: string): string | undefined {
  const field = input.shape[name];
  return field instanceof z.ZodType ? field.description : undefined;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined,
    value,
  );
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
