/**
 * Arguments as Datalayer's server accepts them: unknown ones are ignored, `"3"` is a number, `"true"` and 1 are booleans
 * if one is expected, and a bad one is reported in the words of its validator.
 */

import { z } from "zod";
import { isRecord } from "../../base/json.ts";
import { CompatError } from "../../compat_api.ts";
import { represented, typeName } from "./python_text.ts";

type Schema = Readonly<Record<string, unknown>>;

/** The JSON Schema of a tool's arguments, with the titles that its own listing has. */
export function inputSchema(name: string, input: z.ZodObject): Schema {
  const { properties = {}, required } = z.toJSONSchema(input, { io: "input" });
  const titled = Object.entries(properties).map(([key, schema]) =>
    [key, { ...asListed(schema), title: inWords(key) }] as const
  );
  return {
    properties: Object.fromEntries(titled),
    ...(required === undefined || required.length === 0 ? {} : { required }),
    type: "object",
    title: `${name}Arguments`,
  };
}

/** Python's integers have no bounds, and its schemas list types one by one. */
function asListed(schema: unknown): Schema {
  if (!isRecord(schema)) return {};
  if (Array.isArray(schema["type"])) {
    const { type: types, ...rest } = schema;
    return { anyOf: Array.isArray(types) ? types.map((type) => ({ type })) : [], ...rest };
  }
  const { minimum, maximum, anyOf, items, ...rest } = schema;
  return {
    ...rest,
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map(asListed) } : {}),
    ...(items === undefined ? {} : { items: asListed(items) }),
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
  };
}

/** `cell_index` as "Cell Index". */
export function inWords(name: string): string {
  return name.split("_").map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`).join(" ");
}

/** Where its validator documents its messages, in the version that its release 2.2 uses. */
const explanations = "https://errors.pydantic.dev/2.14/v/";

/** Validates the arguments; throws {@linkcode CompatError}. */
export function readArguments<Input extends z.ZodObject>(
  name: string,
  input: Input,
  given: unknown,
): z.output<Input> {
  const args = isRecord(given) ? given : {};
  const properties = propertiesOf(input);
  const coerced = Object.entries(args).map(([key, value]) =>
    [key, coerce(value, Object.hasOwn(properties, key) ? properties[key] : undefined)] as const
  );
  const parsed = input.safeParse(Object.fromEntries(coerced.map(([key, value]) => [key, within(value)])));
  if (parsed.success) {
    const beyond = coerced.filter(([key, value]) =>
      Object.hasOwn(properties, key) && within(value) !== value
    );
    return Object.assign(parsed.data, Object.fromEntries(beyond));
  }
  const { issues } = parsed.error;
  const count = issues.length === 1 ? "1 validation error" : `${issues.length} validation errors`;
  const problems = issues.map((issue) => `${issue.path.join(".")}\n  ${problem(issue, args)}`);
  throw new CompatError([`${count} for ${name}Arguments`, ...problems].join("\n"));
}

const known = new WeakMap<z.ZodObject, Schema>();

/** The JSON Schemas of arguments, created once: that takes longer than validating the arguments. */
function propertiesOf(input: z.ZodObject): Schema {
  const properties = known.get(input) ?? z.toJSONSchema(input, { io: "input" }).properties ?? {};
  known.set(input, properties);
  return properties;
}

/** Python's integers have no bounds: for validation, those beyond zod's range are clamped to it. */
function within(value: unknown): unknown {
  if (Array.isArray(value)) return value.some((item) => within(item) !== item) ? value.map(within) : value;
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  return Number(value) < 0 ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER;
}

/** What pydantic accepts as an integer: also `1_000` and `3.0`. */
const wholeText = /^\s*[+-]?\d+(_\d+)*(\.0+)?\s*$/;
const trueText = /^(true|t|yes|y|on|1)$/i;
const falseText = /^(false|f|no|n|off|0)$/i;

function coerce(value: unknown, schema: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => coerce(item, itemsOf(schema)));
  const types = typesOf(schema);
  if (typeof value === "boolean" && types.includes("integer")) return Number(value);
  if ((value === 0 || value === 1) && types.includes("boolean")) return value === 1;
  if (typeof value !== "string") return value;
  if (types.includes("string")) return value;
  if (types.includes("integer") && wholeText.test(value)) {
    const whole = Number(value.replaceAll("_", ""));
    return Number.isFinite(whole) ? whole : value;
  }
  if (types.includes("boolean") && trueText.test(value)) return true;
  if (types.includes("boolean") && falseText.test(value)) return false;
  if (!types.includes("array") && value !== "null") return value;
  const parsed = parsedOr(value);
  return Array.isArray(parsed) ? coerce(parsed, schema) : parsed;
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function typesOf(schema: unknown): readonly unknown[] {
  if (!isRecord(schema)) return [];
  const { type, anyOf } = schema;
  return Array.isArray(anyOf) ? anyOf.flatMap(typesOf) : [type];
}

/** The schema of a list's items. */
function itemsOf(schema: unknown): unknown {
  if (!isRecord(schema)) return undefined;
  const { items, anyOf } = schema;
  return items ??
    (Array.isArray(anyOf) ? anyOf.map(itemsOf).find((inner) => inner !== undefined) : undefined);
}

function problem(issue: z.core.$ZodIssue, args: Readonly<Record<string, unknown>>): string {
  const value = issue.path.reduce<unknown>(
    (inner, key) => isRecord(inner) || Array.isArray(inner) ? Reflect.get(inner, key) : undefined,
    args,
  );
  const isMissing = issue.path.length === 1 && !Object.hasOwn(args, String(issue.path[0]));
  const [text, type] = isMissing
    ? ["Field required", "missing"] as const
    : whatIsWrong(deepest(issue), value);
  const input = isMissing ? args : value;
  const details = `[type=${type}, input_value=${represented(input)}, input_type=${typeName(input)}]`;
  return `${text} ${details}\n    For further information visit ${explanations}${type}`;
}

/** The problem with a nullable argument as a value. */
function deepest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== "invalid_union") return issue;
  const inner = issue.errors.flat().find((one) => !(one.code === "invalid_type" && one.expected === "null"));
  return inner === undefined ? issue : deepest(inner);
}

function whatIsWrong(issue: z.core.$ZodIssue, value: unknown): readonly [string, string] {
  switch (issue.code) {
    case "too_small":
      return issue.origin === "array"
        ? [
          `List should have at least ${issue.minimum} item after validation, not ${
            Array.isArray(value) ? value.length : 0
          }`,
          "too_short",
        ]
        : [`Input should be greater than or equal to ${issue.minimum}`, "greater_than_equal"];
    case "too_big":
      return [`Input should be less than or equal to ${issue.maximum}`, "less_than_equal"];
    case "invalid_value": {
      const values = issue.values.map(represented);
      const last = values.pop();
      return [
        `Input should be ${values.length === 0 ? last : `${values.join(", ")} or ${last}`}`,
        "literal_error",
      ];
    }
    case "invalid_type":
      return wrongType(issue.expected, value);
    default:
      return [issue.message, "value_error"];
  }
}

function wrongType(expected: string, value: unknown): readonly [string, string] {
  switch (expected) {
    case "int":
    case "number":
      return typeof value === "string" && wholeText.test(value)
        ? ["Unable to parse input string as an integer, exceeded maximum size", "int_parsing_size"]
        : typeof value === "string"
        ? ["Input should be a valid integer, unable to parse string as an integer", "int_parsing"]
        : typeof value === "number"
        ? ["Input should be a valid integer, got a number with a fractional part", "int_from_float"]
        : ["Input should be a valid integer", "int_type"];
    case "boolean":
      return typeof value === "string" || Number.isInteger(value)
        ? ["Input should be a valid boolean, unable to interpret input", "bool_parsing"]
        : ["Input should be a valid boolean", "bool_type"];
    case "array":
      return ["Input should be a valid list", "list_type"];
    default:
      return [`Input should be a valid ${expected}`, `${expected}_type`];
  }
}
