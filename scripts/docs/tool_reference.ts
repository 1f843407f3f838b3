/** The tool reference with its overview, as Markdown. */

import type { ToolField } from "../../src/launch/tools/reference.ts";
import type { ListedTool } from "./listed_tool.ts";

/** One row per tool that a model can call: toolset, name, first sentence of what it does. */
export function toolsTable(tools: readonly ListedTool[]): string {
  const isForModels = ({ _meta: meta }: ListedTool) => meta?.ui.visibility.includes("model") ?? true;
  const rows = tools.filter(isForModels).map(({ toolset, name, description }) =>
    `| ${toolset} | [\`${name}\`](#${name}) | ${cell(firstSentence(description))} |`
  );
  return ["| toolset | tool | what it does |", "| --- | --- | --- |", ...rows].join("\n");
}

/** The whole of `docs/tools.md`. */
export function toolReference(tools: readonly ListedTool[]): string {
  const sections = [...Map.groupBy(tools, (tool) => tool.toolset)].map(([toolset, members]) =>
    `## ${toolset}\n\n${members.map(section).join("\n\n")}`
  );
  const intro =
    "Generated from the program by `deno task docs`. Every tool returns one text block of JSON, " +
    "and image blocks where there are pictures, resource blocks where there are files; an error is `isError` with " +
    '`{"error", "message", "hint"}`. Arguments marked "(not in the schema)" are accepted but hidden from models. ' +
    "Tools of the knowledge base return their reply as structured content too, and their errors have a `code`.";
  return `# Tools\n\n${intro}\n\n${toolsTable(tools)}\n\n${sections.join("\n\n")}\n`;
}

function section(tool: ListedTool): string {
  const fields = Object.entries({ ...tool.inputSchema.properties, ...tool.unlisted });
  const required = new Set(tool.inputSchema.required);
  const rows = fields.map(([name, field]) =>
    `| \`${name}\` | ${cell(typeText(field))} | ${defaultText(field, required.has(name))} | ${
      cell(`${field.description ?? ""}${name in tool.unlisted ? " (not in the schema)" : ""}`)
    } |`
  );
  const table = rows.length === 0
    ? "No arguments."
    : ["| argument | type | default | meaning |", "| --- | --- | --- | --- |", ...rows].join("\n");
  return `### ${tool.name}\n\n${tool.description}\n\n${table}\n\n${hints(tool)}`;
}

function typeText(field: ToolField): string {
  if (field.anyOf !== undefined) return field.anyOf.map(typeText).join(" or ");
  if (field.const !== undefined) return `\`${JSON.stringify(field.const)}\``;
  if (field.enum !== undefined) return field.enum.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
  if (typeof field.type === "string") return field.type;
  return field.type?.join(" or ") ?? "any";
}

function defaultText(field: ToolField, required: boolean): string {
  if (field.default !== undefined) return `\`${JSON.stringify(field.default)}\``;
  return required ? "required" : "";
}

function hints({ annotations }: ListedTool): string {
  if (annotations.readOnlyHint) return "_Changes nothing._";
  const destructive = annotations.destructiveHint ? "may destroy something" : "destroys nothing";
  return `_Changes something, ${destructive}${annotations.idempotentHint ? ", safe to repeat" : ""}._`;
}

/** The first sentence of a description, whole. */
export function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}

/** Asterisks outside code, such as those of globs, are text. */
function cell(text: string): string {
  const escaped = text.replaceAll(/(`[^`]*`)|\*/g, (_, code: string | undefined) => code ?? "\\*");
  return escaped.replaceAll(/\s+/g, " ").replaceAll("|", "\\|").trim();
}
