/** The arguments of a tool: checked against its schema, and the schema as clients see it. */

import { z } from "zod";
import { AppError, type ErrorNumbers } from "./base/errors.ts";
import { isRecord } from "./base/json.ts";

const moreTextArgument = "max_chars";

/** What the caller of any tool asks for instead of the usual limit on the text of a reply, if it is more. */
export function moreText(args: unknown): number | undefined {
  const asked = isRecord(args) ? args[moreTextArgument] : undefined;
  return typeof asked === "number" ? asked : undefined;
}

/** Every tool accepts it; some have a use of their own for it. */
function withoutMoreText(input: z.ZodObject, args: unknown): unknown {
  if (!isRecord(args) || moreTextArgument in input.shape || moreText(args) === undefined) return args;
  const { [moreTextArgument]: _, ...others } = args;
  return others;
}

/** The validated arguments; throws `invalid_argument` naming each bad one, its value and what is accepted. */
export function checkArguments<Input extends z.ZodObject>(
  { name: tool, errorNumbers }: { readonly name: string; readonly errorNumbers?: ErrorNumbers },
  input: Input,
  args: unknown,
): z.output<Input> {
  const parsed = input.safeParse(withoutMoreText(input, args) ?? {});
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

/** A schema in the form of JSON Schema. */
export function schemaOf(type: z.ZodObject, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, properties = {}, ...schema } = z.toJSONSchema(type, {
    io,
    override: trimSchema,
  });
  return { ...schema, properties: Object.fromEntries(Object.entries(properties).filter(isShown)) };
}

/** Schemas of the arguments that are accepted but left out of the schema, by name. */
export function unlistedArguments(input: z.ZodObject): Readonly<Record<string, unknown>> {
  const { properties = {} } = z.toJSONSchema(input, { io: "input" });
  return Object.fromEntries(Object.entries(properties).filter((entry) => !isShown(entry)));
}

/** Aliases and rarely needed arguments are accepted but left out of the schema: `.meta({ hidden: true })`. */
function isShown([_, property]: readonly [string, z.core.JSONSchema._JSONSchema]): boolean {
  return typeof property === "boolean" || property["hidden"] !== true;
}

/**
 * Models pay for every word of the list of tools. So it leaves out bounds, since a call that violates one gets an error
 * that says so, and defaults of JSON Schema; and a `brief` object is described in words.
 */
function trimSchema({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  for (const bound of bounds) delete jsonSchema[bound];
  if (jsonSchema.default === false) delete jsonSchema.default;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema["brief"] !== true) return;
  for (const part of ["brief", "properties", "required"]) delete jsonSchema[part];
}

const bounds = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "pattern",
] as const;
