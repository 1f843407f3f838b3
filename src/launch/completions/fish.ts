/** Completions for fish. */

import type { CompletedFlag, Grammar } from "./grammar.ts";

export function fishCompletions({ commands, flags }: Grammar): string {
  const seen = (name: string) => `-n '__fish_seen_subcommand_from ${name}'`;
  const none = "-n '__fish_use_subcommand'";
  const lines = [
    ...commands.map(({ name, summary }) => `${none} -a ${name} -d ${quoted(summary)}`),
    ...flags.map((flag) => `${none} ${flagText(flag)}`),
    ...commands.flatMap(({ name, flags, words }) => [
      ...(words.length === 0 ? [] : [`${seen(name)} -a ${quoted(words.join(" "))}`]),
      ...flags.map((flag) => `${seen(name)} ${flagText(flag)}`),
      ...(takesPath(name) ? [`${seen(name)} -F`] : []),
    ]),
  ];
  return [
    "# Completions of jupyter-mcp for fish: jupyter-mcp completions fish | source",
    "complete -c jupyter-mcp -f",
    ...lines.map((line) => `complete -c jupyter-mcp ${line}`),
    "",
  ].join("\n");
}

function takesPath(command: string): boolean {
  return command === "knowledge";
}

function flagText({ flag, help, value }: CompletedFlag): string {
  const named = `-l ${flag.slice(2)} -d ${quoted(help)}`;
  switch (value.kind) {
    case "none":
      return named;
    case "path":
      return `${named} -r -F`;
    case "choice":
      return `${named} -x -a ${quoted(value.choices.join(" "))}`;
    case "free":
      return `${named} -x`;
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, (character) => `\\${character}`)}'`;
}
