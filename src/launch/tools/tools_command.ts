/** `jupyter-mcp tools`: prints the reference of the tools. */

import { UsageError } from "../../base/options.ts";
import { type Command, splitArguments, suggestion } from "../command.ts";
import { type Painter, painter, printText } from "../terminal.ts";
import { reference, type ReferenceTool, type ToolField } from "./reference.ts";

const help = `jupyter-mcp tools shows every tool that an assistant can call, with its
arguments. A server offers all of them except the toolset knowledge, unless its
option --toolsets says otherwise. From a terminal, jupyter-mcp call calls one.

Usage:
  jupyter-mcp tools [--json] [<tool or toolset>...]

Options:
  --json                      Print JSON, with the schemas that clients receive

Examples:
  jupyter-mcp tools
  jupyter-mcp tools execute_code
  jupyter-mcp tools notebooks --json
`;

const flags = [{ flag: "--json", help: "Print JSON, with the schemas that clients receive" }];

const words = [...new Set(reference.map(({ toolset }) => toolset)), ...reference.map(({ name }) => name)];

export const toolsCommand: Command = {
  help,
  flags,
  words,
  run: (args, machine) => {
    const { words: wanted, given } = splitArguments(args, { command: "tools", flags, words: words.length });
    const chosen = chooseTools(wanted);
    if (given.has("--json")) {
      printText(`${JSON.stringify({ tools: chosen }, null, 2)}\n`);
      return Promise.resolve(0);
    }
    const isTerminal = Deno.stdout.isTerminal();
    const width = isTerminal ? Deno.consoleSize().columns : undefined;
    printText(referenceText(chosen, { paint: painter({ env: machine.env, isTerminal }), width }));
    return Promise.resolve(0);
  },
};

function chooseTools(wanted: readonly string[]): readonly ReferenceTool[] {
  for (const word of wanted) {
    if (!words.includes(word)) {
      throw new UsageError(`Unknown tool "${word}": ${suggestion(word, { known: words, command: "tools" })}`);
    }
  }
  if (wanted.length === 0) return reference;
  return reference.filter(({ name, toolset }) => wanted.includes(name) || wanted.includes(toolset));
}

interface ReferenceOptions {
  readonly paint: Painter;
  /** Columns of the terminal. */
  readonly width?: number | undefined;
}

const widest = 100;
const narrowest = 40;

/** Every tool under the heading of its toolset, as a person at a terminal reads it. */
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
  const fields = Object.entries(tool.inputSchema.properties);
  const lines = [
    `  ${paint(tool.name, "bold")}  ${paint(effect(tool), "grey")}`,
    ...wrap(tool.description, { indent: 4, width }),
  ];
  for (const [name, field] of fields) {
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

function typeText({ type, enum: values, const: only, anyOf }: ToolField): string {
  if (anyOf !== undefined) return anyOf.map(typeText).join(" or ");
  if (only !== undefined) return JSON.stringify(only);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(" | ");
  return typeof type === "string" ? type : type?.join(" or ") ?? "any";
}

function defaultText(field: ToolField): string {
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
