/** The reference of the tools as a person at a terminal reads it. Pure. */

import type { Painter } from "../colour.ts";

export interface ReferenceField {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly ReferenceField[];
  readonly default?: unknown;
  readonly description?: string;
}

export interface ReferenceTool {
  readonly toolset: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: boolean };
  readonly inputSchema: {
    readonly properties?: Readonly<Record<string, ReferenceField | undefined>>;
    readonly required?: readonly string[];
  };
}

export interface ReferenceOptions {
  readonly paint: Painter;
  /** Columns of the terminal. */
  readonly width?: number | undefined;
}

const widest = 100;
const narrowest = 40;

/** Every tool under the heading of its toolset. */
export function referenceText(
  tools: readonly ReferenceTool[],
  { paint, width = widest }: ReferenceOptions,
): string {
  const layout = { paint, width: Math.max(narrowest, Math.min(width, widest)) };
  const groups = [...Map.groupBy(tools, ({ toolset }) => toolset)].map(([toolset, members]) =>
    [paint(toolset.toUpperCase(), "cyan"), ...members.map((tool) => toolText(tool, layout))].join("\n\n")
  );
  return `${groups.join("\n\n\n")}\n`;
}

interface Layout {
  readonly paint: Painter;
  readonly width: number;
}

function toolText(tool: ReferenceTool, { paint, width }: Layout): string {
  const fields = Object.entries(tool.inputSchema.properties ?? {});
  const lines = [
    `  ${paint(tool.name, "bold")}  ${paint(effect(tool), "grey")}`,
    ...wrap(tool.description, { indent: 4, width }),
  ];
  for (const [name, field = {}] of fields) {
    const required = tool.inputSchema.required?.includes(name) ?? false;
    const kind = required ? `${typeText(field)}, required` : `${typeText(field)}${defaultText(field)}`;
    lines.push(`      ${paint(name, "green")}  ${paint(kind, "grey")}`);
    lines.push(...wrap(field.description ?? "", { indent: 10, width }));
  }
  return lines.join("\n");
}

function effect({ annotations }: ReferenceTool): string {
  if (annotations.readOnlyHint) return "changes nothing";
  return annotations.destructiveHint ? "may destroy something" : "changes something";
}

function typeText({ type, enum: values, const: only, anyOf }: ReferenceField): string {
  if (anyOf !== undefined) return anyOf.map(typeText).join(" or ");
  if (only !== undefined) return JSON.stringify(only);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(" | ");
  return typeof type === "string" ? type : type?.join(" or ") ?? "any";
}

function defaultText(field: ReferenceField): string {
  return field.default === undefined ? "" : `, default ${JSON.stringify(field.default)}`;
}

function wrap(
  text: string,
  { indent, width }: { readonly indent: number; readonly width: number },
): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((part) => part !== "")) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > width) lines.push(" ".repeat(indent) + word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
