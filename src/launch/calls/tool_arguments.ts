/** Reads a tool's arguments from the command line, as its schema says. Pure. */

import { isRecord, tryParseJson } from "../../base/json.ts";
import { UsageError } from "../../base/options.ts";
import { suggestion } from "../command.ts";
import type { ToolField } from "../tools/reference.ts";

export type ToolFields = Readonly<Record<string, ToolField | undefined>>;

interface SplitFields {
  readonly values: Readonly<Record<string, unknown>>;
  /** The arguments that are not fields of the tool. */
  readonly rest: readonly string[];
}

interface FieldOptions {
  readonly tool: string;
  readonly fields: ToolFields;
  /** Reads all of stdin, for a value of `-`. */
  readonly readStdin: () => string;
}

/** Takes `--field value`, `--field=value` and, for a switch, `--field` out of the arguments; throws UsageError. */
export function splitFields(args: readonly string[], options: FieldOptions): SplitFields {
  const texts = new Map<string, string[]>();
  const rest: string[] = [];
  const queue = [...args];
  for (let arg = queue.shift(); arg !== undefined; arg = queue.shift()) {
    const [, flag = "", inline] = /^--([\w-]+)(?:=([\s\S]*))?$/.exec(arg) ?? [];
    const name = fieldNamed(flag, options.fields);
    if (name === undefined) {
      rest.push(arg);
      continue;
    }
    const text = inline ?? nextText(queue, { name, options });
    texts.set(name, [...texts.get(name) ?? [], text]);
  }
  const values = [...texts].map(([name, given]) => [name, valueOf(options.fields[name] ?? {}, given)]);
  return { values: Object.fromEntries(values), rest };
}

/** `session_id`, also written as `session-id`. */
function fieldNamed(flag: string, fields: ToolFields): string | undefined {
  return Object.keys(fields).find((name) => name === flag || name.replaceAll("_", "-") === flag);
}

function nextText(
  queue: string[],
  { name, options }: { readonly name: string; readonly options: FieldOptions },
): string {
  const isSwitch = typesOf(options.fields[name] ?? {}).has("boolean");
  const [next] = queue;
  if (isSwitch && !/^(true|false|auto)$/.test(next ?? "")) return "true";
  if (next === undefined || next.startsWith("--")) {
    throw new UsageError(`Cannot call ${options.tool}: the value of --${name} is missing`);
  }
  queue.shift();
  return next === "-" ? options.readStdin() : next;
}

function typesOf({ type, anyOf = [] }: ToolField): ReadonlySet<string> {
  const own = type === undefined ? [] : typeof type === "string" ? [type] : type;
  return new Set([...own, ...anyOf.flatMap((one) => [...typesOf(one)])]);
}

/** A field that takes a list may be repeated; the last value of any other one counts. */
function valueOf(field: ToolField, texts: readonly string[]): unknown {
  const types = typesOf(field);
  const [text = ""] = texts.slice(-1);
  if (types.has("array") && (texts.length > 1 || !types.has("string"))) {
    const items = [field, ...field.anyOf ?? []].find((one) => one.items !== undefined)?.items ?? {};
    const [only = ""] = texts;
    const list: unknown = texts.length === 1 ? tryParseJson(only) : undefined;
    return Array.isArray(list) ? list : texts.map((one) => valueOf(items, [one]));
  }
  const parsed: unknown = types.size === 1 && types.has("string") ? undefined : tryParseJson(text);
  return typesOfValue(parsed).some((type) => types.has(type)) ? parsed : text;
}

function typesOfValue(value: unknown): readonly string[] {
  if (Array.isArray(value)) return ["array"];
  if (Number.isInteger(value)) return ["integer", "number"];
  return typeof value === "string" || value === null || value === undefined ? [] : [typeof value];
}

/** Arguments that were given as one JSON object. */
export function parseArguments(text: string): Readonly<Record<string, unknown>> {
  const value = tryParseJson(text);
  if (isRecord(value)) return value;
  throw new UsageError(`Cannot use --json '${text.slice(0, 80)}': expected a JSON object with the arguments`);
}

/** The mistake if an option is neither one of ours nor a field of the tool. */
export function unknownField(flag: string, { tool, fields }: Pick<FieldOptions, "tool" | "fields">): string {
  const known = Object.keys(fields).map((name) => `--${name}`);
  return `Cannot call ${tool} with "${flag}": ${suggestion(flag, { known, command: `tools ${tool}` })}`;
}
