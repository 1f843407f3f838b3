/**
 * Completions for bash, from version 3.2, which macOS has.
 *
 * Names of sessions come from others, so they are quoted and never reach `compgen -W`, which expands its words.
 */

import { type CompletedFlag, type Grammar, programNames, sessionsArguments } from "./grammar.ts";

/** Where nothing is offered, `-o default` lets bash complete file names. */
export function bashCompletions({ commands, flags }: Grammar): string {
  const all = [...flags, ...commands.flatMap((command) => command.flags)];
  const choices = new Map(
    all.flatMap(({ flag, value }) => value.kind === "choice" ? [[flag, value.choices.join(" ")]] : []),
  );
  const others = new Set(
    all.flatMap(({ flag, value }) => value.kind === "path" || value.kind === "free" ? [flag] : []),
  );
  const sessions = new Set(
    all.flatMap(({ flag, short, value }) => value.kind === "session" ? [flag, ...short ? [short] : []] : []),
  );
  return `# Completions of jupyter-mcp for bash: eval "$(jupyter-mcp completions bash)"
_jupyter_mcp() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command="" word
  # bash takes "--flag=value" for three words.
  if [[ $current == "=" ]]; then current=""
  elif [[ $previous == "=" ]]; then previous=\${COMP_WORDS[COMP_CWORD-2]}; fi
  COMPREPLY=()
  case $previous in
${[...choices].map(([flag, words]) => `    ${flag}) ${offer(words)}; return ;;`).join("\n")}
    ${[...sessions].join("|")})
      local name quoted
      while IFS= read -r name; do
        printf -v quoted %q "$name"
        if [[ -n $name && ( "$name" == "$current"* || "$quoted" == "$current"* ) ]]; then COMPREPLY+=("$quoted"); fi
      done < <("\${COMP_WORDS[0]}" ${sessionsArguments} 2>/dev/null)
      return ;;
    ${[...others].join("|")}) return ;;
  esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in
      ${commands.map(({ name }) => name).join("|")}) command=$word; break ;;
    esac
  done
  case $command in
${
    commands.map(({ name, flags, words }) =>
      `    ${name}) ${offer([...words, ...names(flags)].join(" "))} ;;`
    )
      .join("\n")
  }
    *) ${offer([...commands.map(({ name }) => name), ...names(flags)].join(" "))} ;;
  esac
}
complete -o default -F _jupyter_mcp ${programNames.join(" ")}
`;
}

function offer(words: string): string {
  return `COMPREPLY=($(compgen -W "${words}" -- "$current"))`;
}

function names(flags: readonly CompletedFlag[]): readonly string[] {
  return flags.map(({ flag }) => flag);
}
