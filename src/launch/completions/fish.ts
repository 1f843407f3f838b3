/** Completions for fish. */

import { type CompletedFlag, type Grammar, sessionsArguments } from "./grammar.ts";

export function fishCompletions({ commands, flags }: Grammar): string {
  const seen = (name: string) => `-n '__fish_seen_subcommand_from ${name}'`;
  const none = "-n '__fish_use_subcommand'";
  const lines = [
    ...commands.map(({ name, summary }) => `${none} -a ${name} -d ${quoted(summary)}`),
    ...flags.map((flag) => `${none} ${flagText(flag)}`),
    ...commands.flatMap(({ name, flags, words, takesFiles }) => [
      ...(words.length === 0 ? [] : [`${seen(name)} -a ${quoted(words.join(" "))}`]),
      ...flags.map((flag) => `${seen(name)} ${flagText(flag)}`),
      ...(takesFiles ? [`${seen(name)} -F`] : []),
    ]),
  ];
  return [
    "# Completions of jupyter-mcp for fish: jupyter-mcp completions fish | source",
    "complete -c jupyter-mcp -f",
    ...lines.map((line) => `complete -c jupyter-mcp ${line}`),
    "",
  ].join("\n");
}

function flagText({ flag, short, help, value }: CompletedFlag): string {
  const letter = short === undefined ? "" : ` -s ${short.slice(1)}`;
  const named = `-l ${flag.slice(2)}${letter} -d ${quoted(help)}`;
  switch (value.kind) {
    case "none":
      return named;
    case "path":
      return `${named} -r -F`;
    case "session":
      return `${named} -x -a '(jupyter-mcp ${sessionsArguments} 2>/dev/null)'`;
    case "choice":
      return `${named} -x -a ${quoted(value.choices.join(" "))}`;
    case "free":
      return `${named} -x`;
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, (character) => `\\${character}`)}'`;
}
