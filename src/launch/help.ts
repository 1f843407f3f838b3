/** The options table as text: `--help` and the table in `docs/configuration.md`. */

import { allOptions, type Option } from "../base/options.ts";
import { helpLine } from "./command.ts";
import { commands } from "./commands.ts";

/** What `--help` prints. */
export function helpText(): string {
  const groups = Map.groupBy(allOptions, (option) => option.group);
  const sections = [...groups].map(([group, options]) =>
    `${group}:\n${options.map((option) => helpLine(optionTerm(option), optionHelp(option))).join("\n")}`
  );
  return `jupyter-mcp lets an AI assistant work in your own Jupyter: the same kernels and
the same notebooks, live in your browser. MCP clients start it over stdio or
connect over HTTP.

Usage:
  jupyter-mcp [options]
  jupyter-mcp <command> [--help]

Commands:
${Object.entries(commands).map(([name, { summary }]) => helpLine(name, summary)).join("\n")}

${sections.join("\n\n")}

Other:
${helpLine("-h, --help", "Show this help")}
${helpLine("-V, --version", "Show the version")}

Examples:
  jupyter-mcp                                       use a Jupyter, or start one
  jupyter-mcp --jupyter-url http://localhost:8888   use this one (JUPYTER_TOKEN)
  jupyter-mcp --transport http --port 3001          serve clients over HTTP
  claude mcp add jupyter -- jupyter-mcp             add it to Claude Code
`;
}

function optionTerm(option: Option): string {
  if (option.flag === undefined) return option.variable ?? "";
  return option.value === undefined ? option.flag : `${option.flag} ${option.value}`;
}

function optionDefault(option: Option): string | undefined {
  if (option.shown !== undefined) return option.shown;
  return option.fallback === undefined || option.fallback === false ? undefined : String(option.fallback);
}

function optionHelp(option: Option): string {
  const initial = optionDefault(option);
  const notes = [
    ...(initial === undefined ? [] : [`[default: ${initial}]`]),
    ...(option.flag === undefined || option.variable === undefined ? [] : [`[variable: ${option.variable}]`]),
    ...(option.flag === undefined ? ["[variable only]"] : []),
  ];
  // A note never breaks in the middle.
  const whole = notes.map((note) => note.replaceAll(" ", "\u00a0"));
  return notes.length === 0 ? option.help : `${option.help} ${whole.join(" ")}`;
}

/** The options as a Markdown table. */
export function optionsTable(): string {
  const code = (text: string | undefined) => text === undefined ? "" : `\`${text}\``;
  const rows = allOptions.map((option) => {
    const flag = option.flag === undefined ? undefined : optionTerm(option);
    return `| ${code(flag)} | ${code(option.variable)} | ${code(optionDefault(option))} | ${option.help} |`;
  });
  const table = ["| option | variable | default | meaning |", "|---|---|---|---|", ...rows, ""].join("\n");
  return table.replaceAll("\u00a0", " ");
}
