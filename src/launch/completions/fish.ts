/** Completions for fish. */

import { type CompletedFlag, type Grammar, programNames, sessionsArguments } from "./grammar.ts";

export function fishCompletions(grammar: Grammar): string {
  return [
    "# Completions of jupyter-mcp for fish: jupyter-mcp completions fish | source",
    ...programNames.flatMap((program) =>
      linesOf(program, grammar).map((line) => `complete -c ${program} ${line}`)
    ),
    "",
  ].join("\n");
}

function linesOf(program: string, { commands, flags }: Grammar): readonly string[] {
  const seen = (name: string) => `-n '__fish_seen_subcommand_from ${name}'`;
  const none = "-n '__fish_use_subcommand'";
  return [
    "-f",
    ...commands.map(({ name, summary }) => `${none} -a ${name} -d ${quoted(summary)}`),
    ...flags.map((flag) => `${none} ${flagText(flag, program)}`),
    ...commands.flatMap(({ name, flags, words, takesFiles }) => [
      ...(words.length === 0 ? [] : [`${seen(name)} -a ${quoted(words.join(" "))}`]),
      ...flags.map((flag) => `${seen(name)} ${flagText(flag, program)}`),
      ...(takesFiles ? [`${seen(name)} -F`] : []),
    ]),
  ];
}

function flagText({ flag, short, help, value }: CompletedFlag, program: string): string {
  const letter = short === undefined ? "" : ` -s ${short.slice(1)}`;
  const named = `-l ${flag.slice(2)}${letter} -d ${quoted(help)}`;
  switch (value.kind) {
    case "none":
      return named;
    case "path":
      return `${named} -r -F`;
    case "session":
      return `${named} -x -a '(${program} ${sessionsArguments} 2>/dev/null)'`;
    case "choice":
      return `${named} -x -a ${quoted(value.choices.join(" "))}`;
    case "free":
      return `${named} -x`;
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, (character) => `\\${character}`)}'`;
}
